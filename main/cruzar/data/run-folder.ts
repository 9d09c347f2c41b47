import { statSync } from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Outcome } from '../../../preload/values/outcomes.ts'
import { rowAt } from '../../engine/columns/fold-text.ts'
import type { TextPart } from '../../engine/columns/part.ts'
import { closing, orClosed } from '../../engine/store/closing.ts'
import { type FolderKey, forgetEncryptedFile } from '../../engine/store/data-files.ts'
import { type Database, openEncryptedFile, storeFailure } from '../../engine/store/encrypted-file.ts'
import { createItemFolder, createOpenItems } from '../../engine/store/item-folder.ts'
import { atomicallyInSlices } from '../../engine/store/sql.ts'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { MadeRun } from './answers/answers.ts'
import type { SnapshotOf } from './answers/sheet-leads.ts'
import { createOpenRun, type OpenRun } from './open-run.ts'
import { readColumn, readState, runSchema } from './run-file.ts'

/** So many runs stay open although they are not running: those used last. */
const idleRuns = 2

export type RunFolder = ReturnType<typeof createRunFolder>

interface RunFolderDeps extends FolderKey {
  /** Runs that are being answered: their files stay open. */
  readonly isRunning: (id: string) => boolean
  readonly snapshotOf: SnapshotOf
}

/** The runs of `<dir>/runs`, one file each, `<id>.run`. */
export function createRunFolder({ dir, key, isRunning, snapshotOf }: RunFolderDeps) {
  const files = createItemFolder({ dir, name: 'runs', ending: '.run', lockEnding: '.answering' })
  /** The file of a run. Throws `not_found`. */
  const open = (id: string): Database => {
    if (!files.has(id)) throw new AppFailure('not_found')
    return openEncryptedFile({ path: files.pathOf(id), key, schema: runSchema })
  }
  const openRun = (id: string, made: MadeRun | null = null): OpenRun =>
    orClosed(open(id), (database) => createOpenRun(database, snapshotOf, made))
  /** How many calls work with a run that let others run in between: its file stays open. */
  const uses = new Map<string, number>()
  const whileUsed = async <Result>(id: string, result: Promise<Result>): Promise<Result> => {
    uses.set(id, (uses.get(id) ?? 0) + 1)
    try {
      return await result
    } finally {
      const others = (uses.get(id) ?? 1) - 1
      if (others > 0) uses.set(id, others)
      else uses.delete(id)
    }
  }
  const runs = createOpenItems<OpenRun>({
    folder: files,
    open: openRun,
    isHeld: (run) => isRunning(run.state().id) || uses.has(run.state().id),
    isCurrent: (run) => !run.changedElsewhere(),
    close: (run) => run.close(),
    mostIdle: idleRuns,
  })
  const { ids, coming, bytes, lock, unlock } = files
  return {
    ids,
    coming,
    bytes,
    lock,
    unlock,
    open,
    /** The run, if it is open and still equals its file. */
    current: runs.current,
    writtenAt: (id: string) => statSync(files.pathOf(id), { throwIfNoEntry: false })?.mtime ?? new Date(0),
    /** Closes the run: the next use reads its file. */
    reopen: runs.close,
    /** Opens the run where it is not open. Throws `not_found` and what opening a file throws. */
    use<Result>(id: string, action: (run: OpenRun) => Result): Result {
      const run = runs.use(id)
      // Memory may be ahead of the file after a failure (a full disk): the next use reads the file.
      const fail = (error: unknown): never => {
        if (!(error instanceof AppFailure)) runs.close(id)
        throw error
      }
      try {
        const result = action(run)
        return result instanceof Promise ? (whileUsed(id, result).catch(fail) as Result) : result
      } catch (error) {
        return fail(error)
      }
    },
    /** Makes the file by `fill`, and opens it; nothing is left behind when `fill` throws. */
    async make(id: string, fill: (database: Database) => Promise<MadeRun>): Promise<void> {
      const path = files.newPath(id)
      const database = openEncryptedFile({ path, key, schema: runSchema })
      let made: MadeRun
      let file: FileHandle | null = null
      try {
        // No other process knows the file yet. Its pages go straight to their place, and a kill leaves nothing that
        // counts.
        for (const mode of ['DELETE', 'MEMORY']) database.pragma(`journal_mode = ${mode}`)
        database.pragma('synchronous = OFF')
        const handle = await openFile(path)
        file = handle
        made = await whileFlushing(handle, () => atomicallyInSlices(database, () => fill(database)))
        database.pragma('journal_mode = WAL')
        database.close()
        await handle.sync()
        files.finishNew(id)
      } catch (error) {
        database.close()
        forgetEncryptedFile(path)
        throw error
      } finally {
        // On Linux the file has the locks of this process only until one of its handles is closed. Closing waits for
        // what is brought to the disk, so that a file which goes is gone before.
        await file?.close()
      }
      runs.use(id, () => openRun(id, made))
    },
    remove(id: string): void {
      runs.close(id)
      files.remove(id)
    },
    close(): void {
      runs.closeAll()
      files.close()
    },
  }
}

const flushMs = 100

/** Brings to the disk what the work has written of the file while it goes on, so that little is left for its end. */
async function whileFlushing<Result>(file: FileHandle, work: () => Promise<Result>): Promise<Result> {
  let isWriting = true
  const flush = async () => {
    while (isWriting) {
      await file.datasync()
      await setTimeout(flushMs)
    }
  }
  // What fails now fails at the end again.
  flush().catch(() => undefined)
  try {
    return await work()
  } finally {
    isWriting = false
  }
}

/** A key of a run, and its outcome. */
export interface FoundKey {
  readonly run_id: string
  readonly run_name: string
  /** When the run ended, or began where it has not. ISO 8601 UTC. */
  readonly at: string
  readonly key: string
  readonly outcome: Outcome
}

/**
 * Searches for keys (as they are sent) in every run, the newest first. The lists are searched without decoding. Only a
 * run that has one of the keys is opened with its answers. One that cannot be read is passed over: the list of runs
 * shows what is wrong with it.
 */
export async function findInRuns(
  folder: RunFolder,
  keys: ReadonlySet<string>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<FoundKey[]> {
  const matches: FoundKey[] = []
  for (const id of keys.size === 0 ? [] : folder.ids()) {
    await yieldToEventLoop()
    try {
      if (hasAny(folder, id, keys)) matches.push(...folder.use(id, (run) => foundIn(run, keys)))
    } catch (error) {
      // Bugs are not passed over.
      if (failureOf(storeFailure(error)).code === 'internal') throw error
    }
  }
  return matches.sort((one, other) => other.at.localeCompare(one.at))
}

function hasAny(folder: RunFolder, id: string, keys: ReadonlySet<string>): boolean {
  return closing(folder.open(id), (database) => {
    if (readState(database).keys === 0) return false
    return positionsOf(readColumn(database, 'keys', 'text'), keys).length > 0
  })
}

function foundIn({ list, answers: { keyOutcomes }, state }: OpenRun, keys: ReadonlySet<string>): FoundKey[] {
  const { id, name, started_at, finished_at } = state()
  return positionsOf(list.keys, keys).map((position) => ({
    run_id: id,
    run_name: name,
    at: finished_at ?? started_at,
    key: list.keyAt(position),
    outcome: keyOutcomes.outcomeOf(position),
  }))
}

/** Positions of the keys that are exactly one of these: a memory search each over all of them. */
function positionsOf({ offsets, heap }: TextPart, keys: ReadonlySet<string>): number[] {
  const haystack = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  const positions: number[] = []
  for (const key of keys) {
    const needle = Buffer.from(key)
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
      const position = rowAt(offsets, at, 0)
      if (offsets[position] === at && offsets[position + 1] === at + needle.length) positions.push(position)
    }
  }
  return positions
}
