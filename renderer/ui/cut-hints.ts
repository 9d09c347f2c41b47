import { useEffect } from 'react'

/** A hint that was given here, so that it is renewed or taken back when the text or the room changes. */
const given = 'cutHint'
/** So many elements around the pointer can cut what is under it. */
const levels = 4

/**
 * Everywhere in the window: a truncated text shows the whole in a hint on hover or focus.
 * What has a `title` of its own keeps it.
 */
export function useCutHints() {
  useEffect(() => {
    const showHint = ({ target }: Event) => {
      let element = target instanceof HTMLElement ? target : null
      for (let level = 0; element && level < levels; level += 1) {
        hint(element)
        element = element.parentElement
      }
    }
    for (const event of ['pointerover', 'focusin']) document.addEventListener(event, showHint)
    return () => {
      for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, showHint)
    }
  }, [])
}

function hint(element: HTMLElement) {
  const own = element.dataset[given] === undefined
  if (own && element.closest('[title]')) return
  if (isCut(element)) {
    element.title = textOf(element).trim()
    element.dataset[given] = ''
  } else if (!own) {
    element.removeAttribute('title')
    delete element.dataset[given]
  }
}

function textOf(element: HTMLElement): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? ''
  return element.innerText || element.textContent || ''
}

function isCut(element: HTMLElement): boolean {
  // The text width of a select is unknown, so it always has its hint.
  if (element instanceof HTMLSelectElement) return true
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (overflowX === 'visible') return false
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
}
