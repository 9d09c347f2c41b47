import { AppFailure } from './failure.ts'

/** Waits `ms` milliseconds; an abort ends the wait at once with the signal's reason. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Throws `cancelled` once the person has cancelled. */
export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppFailure('cancelled')
}
