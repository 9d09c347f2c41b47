import { useEffect, useState } from 'react'

/** The time in epoch ms, told again every `every` ms while the part is on screen. */
export function useNow(now: () => number, every: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), every)
    return () => clearInterval(timer)
  }, [now, every])
  return time
}
