import { useEffect, useRef } from 'react'

export interface Pasted {
  readonly onText: (text: string) => void
  readonly onFile: (file: File) => void
}

/**
 * Takes what is pasted anywhere on the screen, unless it goes into a field or a dialog. Cells copied in Excel carry a
 * picture of themselves beside their text, so the text comes first.
 */
export function usePasted(pasted: Pasted) {
  const latest = useRef(pasted)
  latest.current = pasted
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const [file] = event.clipboardData?.files ?? []
      if (text.trim() === '' && !file) return
      event.preventDefault()
      if (text.trim() !== '') latest.current.onText(text)
      else if (file) latest.current.onFile(file)
    }
    document.addEventListener('paste', hear)
    return () => document.removeEventListener('paste', hear)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null
}
