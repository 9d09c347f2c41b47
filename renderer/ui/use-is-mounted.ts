import { useCallback, useEffect, useRef } from 'react'

/** Returns whether the dialog or screen is still shown. A late answer must not lead away from another screen. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current, [])
}

/** Calls `go` unless the component was unmounted meanwhile. */
export function useWhileMounted(go: () => void): () => void {
  const isMounted = useIsMounted()
  return () => {
    if (isMounted()) go()
  }
}
