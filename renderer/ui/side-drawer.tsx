import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './texts.tsx'
import { useDialogFocus } from './use-dialog-focus.ts'
import { useOverlay } from './use-overlay.ts'

export interface SideDrawerProps {
  readonly opened: boolean
  readonly title: string
  /** Width in pixels. */
  readonly size: number
  readonly classNames?: { readonly title?: string; readonly content?: string; readonly body?: string }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog at the right edge of the window, for what is long. */
export function SideDrawer({ opened, title, size, classNames = {}, onClose, children }: SideDrawerProps) {
  const texts = useTexts()
  return (
    <Drawer
      ref={useOverlay(opened, onClose)}
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': texts.common.close }}
      transitionProps={{ duration: 120 }}
      classNames={classNames}
    >
      <Contents>{children}</Contents>
    </Drawer>
  )
}

function Contents({ children }: Pick<SideDrawerProps, 'children'>) {
  return (
    <div ref={useDialogFocus()} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
