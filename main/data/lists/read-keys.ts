import { startThread, type Thread } from '../thread.ts'
import { createKeyCollector, type KeyCollector, type KeyMap, recogniseKeys } from './keys.ts'
import type { ListFile, ListPlan, ReadPlace } from './plan.ts'
import { readList } from './read.ts'
import { startOfList, takeRest } from './read-text.ts'
import { rowStartNear } from './separated.ts'
import { fileKindOf } from './source.ts'

const longFile = 4 * 1024 * 1024
/** What this thread reads of a long file: it begins earlier, and puts both parts together. */
const ownShare = 0.53

/**
 * A thread for the keys of a long text file in shared memory, to be started as early as it can be; null for others, which are
 * read before another thread has started.
 */
export function threadFor({ bytes, name }: ListFile): Thread | null {
  const isShared = bytes.buffer instanceof SharedArrayBuffer
  return isShared && bytes.length >= longFile && fileKindOf({ bytes, name }) === 'text' ? startThread() : null
}

/** The keys of a list, and how many of its rows of data were hidden, whether they were left out or not. */
export interface FoundKeys {
  readonly keys: KeyMap
  readonly hidden: number
}

/**
 * Finds the keys of a list file (`recogniseKeys`) by its plan. With a thread, which `threadFor` gives, that reads the rest of
 * the file, from a byte near the middle on. Where no row begins at this byte after all, or open quotes or a limit
 * join the parts, all is read here: what is found is always the same.
 */
export async function readKeys(
  file: ListFile,
  plan: ListPlan,
  options: {
    readonly signal: AbortSignal
    readonly progress: (rows: number) => void
    /** Ended with this work. */
    readonly thread: Thread | null
  },
): Promise<FoundKeys> {
  const { signal, progress, thread } = options
  const collector = createKeyCollector(plan, file.bytes.length)
  const place = startOfList(plan)
  const rest = thread && startRest(thread, file, plan, place, collector)
  try {
    const blocks = readList(file, plan, { signal, place, rest })
    const watch = { signal, collector, progress: (rows: number) => progress(rows + (rest?.rows() ?? 0)) }
    const keys = await recogniseKeys(blocks, plan, watch)
    progress(keys.rows)
    return { keys, hidden: place.hidden }
  } finally {
    thread?.end()
  }
}

function startRest(thread: Thread, { bytes }: ListFile, plan: ListPlan, place: ReadPlace, collector: KeyCollector) {
  // Other encodings cannot be read from the middle on.
  if (plan.keyColumns.length === 0 || !plan.delimiter || plan.encoding?.startsWith('utf-16')) return null
  const at = rowStartNear(bytes, Math.floor(bytes.length * ownShare), plan.delimiter)
  if (at === null) return null
  const counter = new Uint32Array(new SharedArrayBuffer(4))
  const reading = thread.ask('readRest', { bytes, from: at, plan, counter }).finally(thread.end)
  return { ...takeRest(at, reading, plan, place, collector), rows: () => counter[0] as number }
}
