import type { Outcome } from '../../../preload/contract/cruzar.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { TextPart } from '../columns/part.ts'
import { partOf } from '../columns/parts.ts'
import { storeFailure } from '../store/store-failure.ts'
import type { OpenRun } from './open-run.ts'
import { readColumn, readState } from './run-file.ts'
import type { OpenRunCache, RunFolder } from './run-folder.ts'

/** A key of a run, and its outcome. */
export interface FoundKey {
  readonly run_id: string
  readonly run_name: string
  /** When the run ended, or began where it has not. ISO 8601 UTC. */
  readonly at: string
  readonly key: string
  readonly outcome: Outcome
}

interface FindDeps {
  readonly folder: RunFolder
  readonly runs: OpenRunCache
  readonly yieldToEventLoop: YieldToEventLoop
}

/**
 * Searches for keys (as they are sent) in every run, the newest first. The lists are read as they lie in the files; only
 * a run that has one of the keys is opened with its answers. One that cannot be read is passed over: the list of runs
 * shows what is wrong with it.
 */
export async function findInRuns(
  keys: ReadonlySet<string>,
  { folder, runs, yieldToEventLoop }: FindDeps,
): Promise<FoundKey[]> {
  const found: FoundKey[] = []
  for (const id of keys.size === 0 ? [] : folder.ids()) {
    await yieldToEventLoop()
    try {
      if (hasAny(folder, id, keys)) found.push(...runs.use(id, (run) => foundIn(run, keys)))
    } catch (error) {
      // Bugs are not passed over.
      if (failureOf(storeFailure(error)).code === 'internal') throw error
    }
  }
  return found.sort((one, other) => other.at.localeCompare(one.at))
}

function hasAny(folder: RunFolder, id: string, keys: ReadonlySet<string>): boolean {
  const database = folder.open(id)
  try {
    if (readState(database).keys === 0) return false
    return positionsOf(partOf(readColumn(database, 'keys', 'text'), 'text'), keys).length > 0
  } finally {
    database.close()
  }
}

function foundIn({ list, answers: { keyOutcomes }, state }: OpenRun, keys: ReadonlySet<string>): FoundKey[] {
  const { id, name, started_at, finished_at } = state()
  return positionsOf(list.keys, keys).map((position) => ({
    run_id: id,
    run_name: name,
    at: finished_at ?? started_at,
    key: list.keyAt(position),
    outcome: keyOutcomes.answerOf(position) ?? 'sem_resposta',
  }))
}

/** Positions of the keys that are exactly one of these: a memory search each over all of them. */
function positionsOf({ offsets, heap }: TextPart, keys: ReadonlySet<string>): number[] {
  const haystack = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  const positions: number[] = []
  for (const key of keys) {
    const needle = Buffer.from(key)
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
      const position = startingAt(offsets, at)
      if (position !== null && offsets[position + 1] === at + needle.length) positions.push(position)
    }
  }
  return positions
}

/** The text that starts at this byte, by halving; null where none does. An empty text starts where the next one does. */
function startingAt(offsets: Uint32Array, at: number): number | null {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return offsets[low] === at ? low : null
}
