import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Menus, lists of options, calendars and small panels: whatever Mantine places beside its target. */
const popups = '[class*="-dropdown"][data-position]'

/**
 * What opened last is on top, wherever in the page its component was mounted, and one Escape closes what is on top only: a list, a
 * menu or a calendar that is open above the overlay, else the overlay itself, and not one below it. Mantine draws overlays in the
 * order in which they were mounted, and its own handler asks the element that has the focus, which may belong to a list without
 * options or to the button of an open menu.
 * @returns the ref of the overlay, which needs `closeOnEscape={false}`.
 */
export function useOverlay(opened: boolean, onClose: () => void): RefObject<HTMLDivElement | null> {
  const overlay = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const portaled = opened ? overlay.current?.closest('[data-portal] > *') : null
    if (portaled?.nextElementSibling) portaled.parentElement?.append(portaled)
  }, [opened])
  useEffect(() => {
    if (!opened) return
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
  }, [opened])
  return overlay
}

/** The last popup that is shown inside the overlay or was opened after it. */
function openPopup(overlay: HTMLElement): HTMLElement | undefined {
  const isAbove = (popup: HTMLElement) =>
    (overlay.compareDocumentPosition(popup) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    popup.getClientRects().length > 0
  return [...document.querySelectorAll<HTMLElement>(popups)].findLast(isAbove)
}
