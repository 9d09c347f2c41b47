import { setImmediate } from 'node:timers/promises'
import { stopIfCancelled } from '../../kernel/wait.ts'
import type { ExportProgress } from './table.ts'

/** Long enough to work in, short enough that Cancel and other questions are heard at once. */
const sliceMs = 12
const reportMs = 100

export interface PaceDeps {
  readonly total: number
  readonly signal: AbortSignal
  progress(progress: ExportProgress): void
}

/** Shares the one thread of the data process: a loop asks `due()` each row and then waits for `breathe()`. */
export interface Pace {
  due(): boolean
  /** Lets the event loop turn, tells the progress about ten times a second. Throws `cancelled`. */
  breathe(rows: number): Promise<void>
  end(rows: number): void
}

export function createPace({ total, signal, progress }: PaceDeps): Pace {
  let sliceEnd = performance.now() + sliceMs
  let nextReport = 0
  return {
    due: () => performance.now() >= sliceEnd,
    breathe: async (rows) => {
      await setImmediate()
      stopIfCancelled(signal)
      const now = performance.now()
      sliceEnd = now + sliceMs
      if (now < nextReport) return
      nextReport = now + reportMs
      progress({ rows, total })
    },
    end: (rows) => progress({ rows, total }),
  }
}
