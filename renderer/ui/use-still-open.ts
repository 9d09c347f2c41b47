import { useCallback, useEffect, useRef } from 'react'

/**
 * Tells whether a dialog or screen is still there when an answer comes: who left it meanwhile is led nowhere by the answer,
 * and hears of a failure elsewhere.
 */
export function useStillOpen(): () => boolean {
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  return useCallback(() => open.current, [])
}

/** The way that an answer leads to from a screen; whoever has left the screen meanwhile is not led there. */
export function useWhileOpen(go: () => void): () => void {
  const stillOpen = useStillOpen()
  return () => {
    if (stillOpen()) go()
  }
}
