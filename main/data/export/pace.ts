import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { ExportProgress } from './table.ts'

const reportMs = 100

export interface ExportPace {
  /** Whether the event loop waits: a loop asks it after each row, and then awaits `report`. */
  due(): boolean
  /** Yields to the event loop and reports the progress about ten times a second. Throws `cancelled`. */
  report(rows: number): Promise<void>
  end(rows: number): void
}

export function createExportPace({
  total,
  signal,
  progress,
}: {
  readonly total: number
  readonly signal: AbortSignal
  progress(progress: ExportProgress): void
}): ExportPace {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  let nextReport = 0
  return {
    due: yieldToEventLoop.due,
    report: async (rows) => {
      await yieldToEventLoop()
      const now = performance.now()
      if (now < nextReport) return
      nextReport = now + reportMs
      progress({ rows, total })
    },
    end: (rows) => progress({ rows, total }),
  }
}
