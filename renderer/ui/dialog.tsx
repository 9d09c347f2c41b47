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
  /** It sends, changes or deletes on a service: the account is named. */
  readonly writes?: boolean | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog with a name and a way out, open as long as it is on the page. What opened last is above the others, because
 * Mantine draws overlays in the order in which they were mounted. Mantine's own head is a `<header>`, which would be a
 * second banner of the page, so the head is made here.
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

/** A dialog at the right edge of the window, for what is long. */
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
 * Puts the focus where work starts (`data-autofocus`), also where that comes later than the dialog itself or takes the
 * place of what had the focus. Gives it back when the dialog closes, also where a menu opened it whose items are gone.
 * Mantine does the first once, when the dialog opens, and the second only for an element that is still there. @returns
 * the ref of what the dialog contains.
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
      // After Mantine has given it back where it can.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
      })
    }
  }, [opener])
  return contents
}

/** What gets the focus back: the button of a menu in place of its item. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menu ? document.getElementById(menu) : active
  return opener instanceof HTMLElement ? opener : null
}

/** Menus, lists of options, calendars and small panels: whatever Mantine places beside its target. */
const popups = '[class*="-dropdown"][data-position]'

/**
 * One Escape closes what is on top only: a list, a menu or a calendar that is open above the overlay, else the overlay
 * that opened last. Mantine's own handler asks the element that has the focus, which may belong to a list without
 * options or to the button of an open menu. Its stacks never forget a dialog that leaves the page while it is open.
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

/** The last popup that is shown inside the overlay or was opened after it. */
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
  /** Something is lost: the button is red, and the focus starts at cancel. */
  readonly dangerous?: boolean
  /** Without it the button submits the form around it. */
  readonly onConfirm?: (() => void) | undefined
  readonly onClose: () => void
}

/** The foot of a dialog: cancel, and the action. */
export function DialogButtons({ confirm, busy, disabled, dangerous, onConfirm, onClose }: DialogButtonsProps) {
  const { common } = useTexts()
  return (
    <Group justify="flex-end" gap="sm">
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
 * The ref of a field that takes the focus at once, and not when its dialog has come to rest. Who presses a key that
 * opens it writes on without waiting, and a letter meant for the field must not decide about what stands behind it.
 */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
}

/**
 * What the open dialog of a screen is about; null while none is open. `close` closes the dialog that was open at this
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
