import { type RefObject, useEffect, useState } from 'react'

/** Extra lines above and below the visible ones. */
const margin = 6

/**
 * The visible lines of a long list: the positions of the first and last line to draw, and the height of the list in
 * pixels. `list` is the scrolling element; all lines have the same height in pixels.
 */
export function useLineWindow(list: RefObject<HTMLElement | null>, count: number, lineHeight: number) {
  const [box, setBox] = useState({ top: 0, height: 640 })
  useEffect(() => {
    const host = list.current
    if (!host) return
    const measure = () => setBox({ top: host.scrollTop, height: host.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(host)
    host.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      host.removeEventListener('scroll', measure)
    }
  }, [list])
  const first = Math.floor(box.top / lineHeight) - margin
  const last = Math.ceil((box.top + box.height) / lineHeight) + margin
  return { from: Math.max(0, first), to: Math.min(count - 1, last), height: box.height }
}

/** Scrolls a list as little as needed to show a line and the next one. */
export function keepLineInSight(host: HTMLElement, position: number, lineHeight: number) {
  const top = position * lineHeight
  const height = host.clientHeight
  if (top - lineHeight < host.scrollTop) host.scrollTop = Math.max(0, top - lineHeight)
  else if (top + 2 * lineHeight > host.scrollTop + height) host.scrollTop = top + 2 * lineHeight - height
}
