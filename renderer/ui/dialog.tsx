import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { AccountLine, WithoutReplaceKey } from './account.tsx'
import { useTexts } from './texts.tsx'
import { useDialogFocus } from './use-dialog-focus.ts'
import { useOverlay } from './use-overlay.ts'

export interface DialogProps {
  readonly opened: boolean
  readonly title: string
  /** Width in pixels. */
  readonly size?: number
  /** The title is for screen readers only. */
  readonly titleHidden?: boolean
  /** It sends, changes or deletes on a service: the account is named. */
  readonly writes?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog with a name and a way out. Mantine's own head is a `<header>`, which would be a second banner of the page, so
 * the head is made here.
 */
export function Dialog({
  opened,
  title,
  size = 440,
  titleHidden = false,
  writes = false,
  onClose,
  children,
}: DialogProps) {
  const texts = useTexts()
  return (
    <Modal.Root
      ref={useOverlay(opened, onClose)}
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={size}
      centered={!titleHidden}
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content className="dialog">
        <div className={titleHidden ? 'unseen' : 'dialog-head'}>
          <div className="narrows">
            <Modal.Title className="dialog-title">{title}</Modal.Title>
            {writes ? <AccountLine /> : null}
          </div>
          {titleHidden ? null : <Modal.CloseButton aria-label={texts.common.close} />}
        </div>
        <Modal.Body p={titleHidden ? 0 : 'md'} pt={titleHidden ? 0 : 'xs'}>
          <WithoutReplaceKey>
            <Contents>{children}</Contents>
          </WithoutReplaceKey>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Contents({ children }: Pick<DialogProps, 'children'>) {
  return (
    <div ref={useDialogFocus()} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
