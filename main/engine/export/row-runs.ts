import { availableParallelism } from 'node:os'
import { runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { createReusedMemory } from '../columns/part.ts'
import { startThread } from '../thread.ts'
import type { ExportWork } from './export-work.ts'
import { createRowSource } from './row-source.ts'
import { createMakeRows, type MadeRows, type RowFormat, type RowRun, takeCounts } from './rows-to-bytes.ts'
import type { CellCounts, ExportTable, FileFormat } from './table.ts'

/**
 * Divides the rows of a file among threads. Each run is taken from the table into arrays of its own (row-source.ts),
 * from which this thread or another makes bytes (rows-to-bytes.ts). The other one has the next run whenever it would
 * soon have nothing to do; the runs between are made here. The writer gets them in order.
 */
export interface RowRuns {
  /** Cells cut or cleaned so far. */
  readonly counts: CellCounts
  /**
   * Makes these rows as the file has them; `number` is the first one's place in it. Runs that are never taken do not
   * count.
   */
  make(rows: Uint32Array, number: number): AsyncGenerator<{ readonly rows: number; readonly bytes: Uint8Array }>
  end(): void
}

/** A smaller file is finished before another thread would have begun. */
export const rowsForTwo = 50_000
/** So many runs are at the other thread: it begins the next one while this one is in the middle of its own. */
const mostThere = 2
/** So many runs are made or being made. */
const mostWaiting = 5
/** Bytes that were taken are still in use until so many more runs were. */
const mostInUse = 3

/** `format` is `file` as this thread writes it. */
export async function createRowRuns(
  { columns, rows: all }: ExportTable,
  file: FileFormat,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RowRuns> {
  const source = await runInSlices(createRowSource(columns, all, format), yieldToEventLoop)
  const { known, counts } = source
  const makeHere = createMakeRows(format, known)
  const thread = all.length >= rowsForTwo && availableParallelism() > 1 ? startThread<ExportWork>() : null
  void thread?.ask('export.begin', { file, known }).catch(() => undefined)
  /** The rooms whose bytes were taken, oldest first. */
  const used: Room[] = []
  let there = 0

  const made = async (run: RowRun): Promise<MadeRows> => {
    if (!thread || there === mostThere) return makeHere(run)
    there++
    try {
      return await thread.ask('export.rows', run)
    } finally {
      there--
    }
  }
  return {
    counts,
    async *make(rows, number) {
      const waiting: Waiting[] = []
      let dealt = 0
      while (dealt < rows.length || waiting.length > 0) {
        if (dealt < rows.length && waiting.length < mostWaiting) {
          const room = (used.length > mostInUse ? used.shift() : null) ?? createRoom()
          const run = source.fitting(rows.subarray(dealt))
          const parts = await runInSlices(source.take(run, room.memory()), yieldToEventLoop)
          const cellCounts = takeCounts(format.counts)
          const bytes = made({ parts, number: number + dealt, memory: room.output })
          bytes.catch(() => undefined)
          waiting.push({ rows: run.length, room, made: bytes, cellCounts })
          dealt += run.length
          await yieldToEventLoop()
          continue
        }
        const first = waiting.shift()
        if (!first) break
        const { bytes, long, cleaned } = await first.made
        // The other thread has replaced a room that was too small.
        if (bytes.buffer instanceof SharedArrayBuffer) first.room.output = bytes.buffer
        counts.long += long + first.cellCounts.long
        counts.cleaned += cleaned + first.cellCounts.cleaned
        yield { rows: first.rows, bytes }
        used.push(first.room)
      }
    },
    end: () => thread?.end(),
  }
}

interface Waiting {
  readonly rows: number
  readonly room: Room
  readonly made: Promise<MadeRows>
  /** Cells cut or cleaned while the run was taken from the table. */
  readonly cellCounts: CellCounts
}

type Room = ReturnType<typeof createRoom>

/** Memory for one run after another. Both threads see it, so that nothing of a run is copied or left behind. */
function createRoom() {
  return {
    output: new SharedArrayBuffer(0),
    /** For the arrays of the next run. */
    memory: createReusedMemory((bytes) => new SharedArrayBuffer(bytes)),
  }
}
