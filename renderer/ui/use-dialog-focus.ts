import { useEffect, useRef, useState } from 'react'

/**
 * Puts the focus where work starts (`data-autofocus`), also where that comes later than the dialog itself or takes the place of
 * what had the focus; and gives it back when the dialog closes, also where a menu opened it whose items are gone. Mantine
 * does the first once, when the dialog opens, and the second only for an element that is still there.
 * @returns the ref of what the dialog contains.
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
      const isWaiting = !touched && (active === dialog || active?.matches('[class*="-close"]'))
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
