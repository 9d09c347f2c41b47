import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './texts.tsx'

export interface DialogProps {
  readonly opened: boolean
  readonly title: string
  /** Width in pixels. */
  readonly size?: number
  /** The title is there for those who hear the screen only. */
  readonly titleHidden?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog with a name and a way out. Mantine's own head is a `<header>`, which would be a second banner of the page, so
 * the head is made here.
 */
export function Dialog({ opened, title, size = 440, titleHidden = false, onClose, children }: DialogProps) {
  const texts = useTexts()
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} centered={!titleHidden} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content className="dialog">
        <div className={titleHidden ? 'unseen' : 'dialog-head'}>
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          {titleHidden ? null : <Modal.CloseButton aria-label={texts.common.close} />}
        </div>
        <Modal.Body p={titleHidden ? 0 : 'md'} pt={titleHidden ? 0 : 'xs'}>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
