import { useEffect, useState } from 'react'

/** The time in epoch ms, updated every `every` ms. */
export function useNow(now: () => number, every: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), every)
    return () => clearInterval(timer)
  }, [now, every])
  return time
}
