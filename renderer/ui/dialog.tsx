import { Button, Drawer, Group, Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { AccountLine, WithoutReplaceKey } from './account.tsx'
import { useTexts } from './texts.tsx'

export interface DialogProps {
  readonly title: string
  /** Width in pixels. */
  readonly size?: number
  /** The title is for screen readers only. */
  readonly titleHidden?: boolean
  /** Whether it changes something on a service. If so, the dialog names the account. */
  readonly writes?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog with a title and a close button, open while it is mounted. Mantine draws overlays in the order of mounting,
 * so the last one is on top. Mantine's own head is a `<header>`, which would be a second banner of the page, so this
 * component has its own.
 */
export function Dialog({ title, size = 440, titleHidden = false, writes = false, onClose, children }: DialogProps) {
  const texts = useTexts()
  return (
    <Modal.Root
      ref={useOverlay(onClose)}
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={size}
      centered={!titleHidden}
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content className="dialog">
        <div className={titleHidden ? 'unseen' : 'dialog-head row between'}>
          <div className="narrows">
            <Modal.Title className="dialog-title">{title}</Modal.Title>
            {writes ? <AccountLine /> : null}
          </div>
          {titleHidden ? null : <Modal.CloseButton className="dialog-close" aria-label={texts.common.close} />}
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

function Contents({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={useDialogFocus()} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

export interface SideDrawerProps {
  readonly title: string
  /** Width in pixels. */
  readonly size: number
  readonly classNames?: { readonly title?: string; readonly content?: string; readonly body?: string }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog at the right edge of the window, for long contents. */
export function SideDrawer({ title, size, classNames = {}, onClose, children }: SideDrawerProps) {
  const texts = useTexts()
  return (
    <Drawer
      ref={useOverlay(onClose)}
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={size}
      title={title}
      closeButtonProps={{ className: 'dialog-close', 'aria-label': texts.common.close }}
      classNames={classNames}
    >
      <Contents>{children}</Contents>
    </Drawer>
  )
}

/**
 * Moves the focus to `data-autofocus`, even if that element appears after the dialog or replaces the focused one.
 * Returns the focus when the dialog closes, even if the menu item that opened it is gone. Mantine does the first only
 * once on opening, and the second only for an element still on the page. @returns the ref of the dialog's contents.
 */
export function useDialogFocus() {
  const contents = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => {
    const dialog = contents.current?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog) return
    let touched = false
    const touch = () => {
      touched = true
    }
    const place = () => {
      const active = document.activeElement
      const isLost = active === null || active === document.body
      const isWaiting = !touched && (active === dialog || active?.matches('.dialog-close'))
      if (isLost || isWaiting) dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(place)
    observer.observe(dialog, { childList: true, subtree: true })
    dialog.addEventListener('keydown', touch, { capture: true })
    dialog.addEventListener('pointerdown', touch, { capture: true })
    return () => {
      observer.disconnect()
      dialog.removeEventListener('keydown', touch, { capture: true })
      dialog.removeEventListener('pointerdown', touch, { capture: true })
      // Runs after Mantine has returned the focus where it can.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
      })
    }
  }, [opener])
  return contents
}

/** The element that the focus returns to. For a menu item, it is the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menu ? document.getElementById(menu) : active
  return opener instanceof HTMLElement ? opener : null
}

/** Menus, lists of options, calendars and popovers: all that Mantine places beside a target. */
const popups = '[class*="-dropdown"][data-position]'

/**
 * One Escape closes only the topmost part: an open list, menu or calendar, else the overlay that opened last. Mantine's
 * own handler asks the element that has the focus, which may belong to a list without options or to the button of an
 * open menu. Its stacks never forget a dialog that leaves the page while it is open.
 * @returns the ref of the overlay, which needs `closeOnEscape={false}`.
 */
export function useOverlay(onClose: () => void): RefObject<HTMLDivElement | null> {
  const overlay = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      const top = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1)
      if (event.key !== 'Escape' || event.isComposing || !top || !overlay.current?.contains(top)) return
      const popup = openPopup(top)
      if (popup === undefined) {
        close.current()
        return
      }
      const { target } = event
      const stopsPropagation =
        target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (stopsPropagation || (target instanceof Node && popup.contains(target))) return
      event.stopPropagation()
      popup.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    }
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => window.removeEventListener('keydown', onEscape, { capture: true })
  }, [])
  return overlay
}

/** The last visible popup inside the overlay or opened after it. */
function openPopup(overlay: HTMLElement): HTMLElement | undefined {
  const isAbove = (popup: HTMLElement) =>
    (overlay.compareDocumentPosition(popup) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    popup.getClientRects().length > 0
  return [...document.querySelectorAll<HTMLElement>(popups)].findLast(isAbove)
}

export interface DialogButtonsProps {
  /** The verb of the action, never "OK". */
  readonly confirm: string
  readonly busy: boolean
  readonly disabled?: boolean
  /** Whether something is lost. If so, the button is red and the focus starts at cancel. */
  readonly dangerous?: boolean
  /** Without it the button submits the form around it. */
  readonly onConfirm?: (() => void) | undefined
  readonly onClose: () => void
}

/** The buttons of a dialog: cancel and the action. */
export function DialogButtons({ confirm, busy, disabled, dangerous, onConfirm, onClose }: DialogButtonsProps) {
  const { common } = useTexts()
  return (
    <Group className="dialog-foot" justify="flex-end" gap="sm">
      <Button variant="default" size="sm" onClick={onClose} data-autofocus={dangerous || undefined}>
        {common.cancel}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        size="sm"
        className={dangerous ? 'dangerous' : undefined}
        disabled={disabled ?? false}
        loading={busy}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </Group>
  )
}

/**
 * The ref of a field that takes the focus at once, and not after the dialog's transition. A person types on after the
 * shortcut that opens it, and no letter may act on the screen behind.
 */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
}

/**
 * The subject of a screen's open dialog; null while none is open. `close` closes the dialog that was open at this
 * render: a late answer does not close one that was opened since.
 */
export function useDialogSubject<T extends object>(): readonly [
  subject: T | null,
  open: (subject: T) => void,
  close: () => void,
] {
  const [subject, setSubject] = useState<T | null>(null)
  return [subject, setSubject, () => setSubject((now) => (now === subject ? null : now))]
}

/**
 * The same for one item of a list: the dialog shows the item as it is in the list now and closes when it leaves the
 * list.
 */
export function useDialogItem<What, Item extends { readonly id: unknown }>(
  items: readonly Item[] | undefined,
): readonly [subject: { what: What; item: Item } | null, open: (what: What, item: Item) => void, close: () => void] {
  const [subject, open, close] = useDialogSubject<{ readonly what: What; readonly id: unknown }>()
  const item = items?.find(({ id }) => id === subject?.id)
  return [subject && item ? { what: subject.what, item } : null, (what, { id }) => open({ what, id }), close]
}
