import { useCallback, useEffect, useRef } from 'react'

/** Tells whether the dialog is still there when an answer comes: who closed it meanwhile hears of a failure elsewhere. */
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
