import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import { factsOf } from '../../../preload/values/failures.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import type { DataContext } from '../../engine/calls.ts'
import type { KeyTable } from '../../engine/columns/key-index.ts'
import type { OneItem } from '../../engine/shared-calls.ts'
import { closing } from '../../engine/store/closing.ts'
import type { FolderKey } from '../../engine/store/data-files.ts'
import { storeFailure } from '../../engine/store/encrypted-file.ts'
import { readFact } from '../../engine/store/facts.ts'
import type { TableSource } from '../../engine/tables/table.ts'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createKeyedQueue, createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheets } from '../../leads/cached-sheets.ts'
import type { StoredRun } from '../../leads/sheet-calls.ts'
import type { ListFile, MadeForm, MadeHeadings } from '../../lists/plan.ts'
import { leadsBySheet } from './answers/sheet-leads.ts'
import { readSource } from './create-run.ts'
import { createDamagedRowHandlers, type ReadList } from './damaged-rows.ts'
import { recogniseList, sketchOf } from './lists/list-identity.ts'
import { mappingOf } from './lists/list-mapping.ts'
import type { StagedLists } from './lists/staged-lists.ts'
import { createNewRuns, type RunInput } from './new-runs.ts'
import { createPassHandlers } from './passes/pass-handlers.ts'
import { createRunChanges } from './run-changes.ts'
import { neededFact } from './run-file.ts'
import { createRunFolder, type FoundKey, findInRuns, type RunFolder } from './run-folder.ts'
import { createRunSource, type MemoryRun, type RunSource } from './run-source.ts'
import { createRunStates } from './run-states.ts'
import { candidatesOf } from './run-table.ts'

export type Runs = ReturnType<typeof createRuns>

interface RunsDeps extends FolderKey, DataContext {
  readonly staged: StagedLists
  /** The sheets that can answer a run. */
  readonly sheets: CachedSheets
}

/**
 * The runs of cruzar, one encrypted file each (docs/decisions/storage.md §1). A run whose file calls it running while
 * this process does not answer it was interrupted. It shows so, and `begin` goes on with it.
 */
export function createRuns({ dir, key, staged, sheets, now, zone }: RunsDeps) {
  const running = new Set<string>()
  const storing = createKeyedQueue()
  const isRunning = (id: string) => running.has(id)
  const folder = createRunFolder({
    dir,
    key,
    isRunning,
    snapshotOf: ({ sheet_id, snapshot }) => sheets.snapshot(sheet_id, snapshot),
  })
  const states = createRunStates({ folder, isRunning })
  const memory = new Map<string, MemoryRun>()
  const read = (id: string): StoredRun => memory.get(id)?.run ?? folder.use(id, (run) => states.stored(run.state()))
  /** How many leads of each sheet a run reads from snapshots. Throws what opening its file throws. */
  const leadsOf = (id: string): ReadonlyMap<string, number> => {
    const run = folder.current(id)
    return run ? leadsBySheet(run.database) : closing(folder.open(id), leadsBySheet)
  }
  /** The runs that read leads of a sheet. One that is damaged shows none. Throws what opening another one throws. */
  const runsOf = (sheet: string): readonly { readonly id: string; readonly leads: number }[] =>
    folder.ids().flatMap((id) => {
      const leads = unlessDamaged(() => leadsOf(id))?.get(sheet)
      return leads === undefined ? [] : [{ id, leads }]
    })
  /** One after the other for each run. Gives false for leads that cannot be read; the run stays as it is then. */
  const storeLeads = (id: string, sheet: string, signal: AbortSignal, progress: (leads: number) => void) =>
    storing.run(id, signal, async () => {
      const watch = { yieldToEventLoop: createYieldToEventLoop(signal), progress }
      try {
        await folder.use(id, (run) => run.storeLeads(sheet, watch))
        return true
      } catch (error) {
        // Other calls may have written to the transaction that was undone.
        folder.reopen(id)
        if (factsOf(failureOf(storeFailure(error)).code).stored !== 'damaged') throw error
        return false
      }
    })
  const source = createRunSource({ folder, states, memory, sheets, zone, read })
  const tables: TableSource = source.tables
  const lists = createRunLists({ folder, memory, source, read })
  const create = createNewRuns({ folder, states, memory, staged, sheets, now, zone })
  return {
    handlers: {
      'runs.list': states.list,
      'runs.read': ({ id }: OneItem) => read(id),
      'runs.create': async (input: RunInput, call: Call<RowProgress>) => {
        await create(input, call)
        return read(input.id)
      },
      'runs.rename': ({ id, name }: OneItem & { readonly name: string }) => folder.use(id, (run) => run.rename(name)),
      'runs.forget': async ({ id }: OneItem) => {
        if (memory.delete(id)) return
        // Another process would go on with a file that is gone.
        folder.lock(id)
        running.delete(id)
        const sheetIds = unlessDamaged(() => leadsOf(id))?.keys() ?? []
        folder.remove(id)
        for (const sheet of sheetIds) await sheets.release(sheet, id)
      },
      /** How many leads of a sheet are in no file but its own: so many are copied before it is forgotten. */
      'runs.leads_of_sheet': ({ id }: OneItem) => runsOf(id).reduce((sum, { leads }) => sum + leads, 0),
      'runs.candidates': async ({ id, row }: OneItem & { readonly row: number }) => {
        const run = memory.get(id)
        if (run) return candidatesOf(run, row)
        await folder.use(id, ({ answers }) => answers.leads.prepare(createYieldToEventLoop()))
        return folder.use(id, (open) => candidatesOf(open, row))
      },
      ...lists.handlers,
      ...createPassHandlers({ folder, running, now, read }),
      ...createRunChanges({ folder, states, loadTable: source.tables.load }),
      ...createDamagedRowHandlers({ read: lists.read, rowProblemsOf: lists.rowProblemsOf, sheets }),
    },
    tables,
    settingsOf: lists.settingsOf,
    listOf: lists.listOf,
    /** The account of a run's leads; null where sheets of several answered, or nobody knows which. */
    accountOf(id: string): string | null {
      const { sheet_id, sheets: answering, connection_id } = read(id)
      if (sheet_id === null) return connection_id
      const accounts = new Set(answering.map((sheet) => sheet.connection_id))
      return accounts.size === 1 ? ([...accounts][0] ?? null) : null
    },
    /** The earlier list that these keys under this name continue, if it was run before. */
    recognise: (name: string, keys: KeyTable) => recogniseList(name, sketchOf(keys), states.all()),
    /** The outcome of these keys (as they are sent) in any run, the newest first. */
    find: (keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<FoundKey[]> =>
      findInRuns(folder, keys, yieldToEventLoop),
    /**
     * Stores the leads that runs show of a sheet in the files of these runs, so that the sheet can go. Throws
     * `leads_lost` where some cannot be read, unless they may be lost; all others are stored by then.
     */
    async storeLeadsOf(
      sheet: string,
      { mayLose, signal, progress }: Call<RowProgress> & { readonly mayLose: boolean },
    ): Promise<void> {
      const visited = new Set<string>()
      let [total, previousLeads, runsWithout] = [0, 0, 0]
      const nextRuns = () => runsOf(sheet).filter(({ id }) => !visited.has(id))
      // Meanwhile runs may come that the sheet has answered.
      for (let runs = nextRuns(); runs.length > 0; runs = nextRuns()) {
        total += runs.reduce((sum, { leads }) => sum + leads, 0)
        for (const { id, leads } of runs) {
          visited.add(id)
          const report = (rows: number) => progress({ rows: previousLeads + rows, total })
          if (await storeLeads(id, sheet, signal, report)) await sheets.release(sheet, id)
          else runsWithout++
          previousLeads += leads
        }
      }
      if (runsWithout > 0 && !mayLose) throw new AppFailure('leads_lost', { runs: runsWithout })
    },
    /** The runs as holders of snapshots of sheets. */
    holders: {
      /** Whether the run reads leads of the sheet. One that is being made, or cannot be opened, may. */
      holds(id: string, sheet: string): boolean {
        if (folder.coming().includes(id)) return true
        if (!folder.ids().includes(id)) return false
        try {
          return leadsOf(id).has(sheet)
        } catch {
          return true
        }
      },
      /** The runs that read leads of the sheet, and those that are being made. */
      of: (sheet: string): readonly string[] => [...folder.coming(), ...runsOf(sheet).map(({ id }) => id)],
    },
    close: folder.close,
  }
}

/** Gives nothing for a file that is damaged. */
function unlessDamaged<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (factsOf(failureOf(storeFailure(error)).code).stored !== 'damaged') throw error
    return undefined
  }
}

interface RunListsDeps {
  readonly folder: RunFolder
  readonly memory: ReadonlyMap<string, MemoryRun>
  readonly source: Pick<RunSource, 'listColumns'>
  read(id: string): StoredRun
}

/** The lists of runs. All functions throw `not_found`. */
function createRunLists({ folder, memory, source, read }: RunListsDeps) {
  const rowProblemsOf = (id: string): Uint8Array =>
    memory.get(id)?.list.rowProblems ?? folder.use(id, ({ list }) => list.rowProblems)
  const storedSettings = (id: string) =>
    folder.use(id, ({ database }) => neededFact<ListSettings>(database, 'settings'))
  /** The list of a run as it was staged, and the settings that read it. */
  const listOf = (id: string): { readonly file: ListFile; readonly settings: ListSettings } =>
    folder.use(id, (run) => ({
      file: {
        name: run.state().list_name,
        bytes: readSource(run.database),
        made: readFact<MadeForm>(run.database, 'made'),
      },
      settings: neededFact<ListSettings>(run.database, 'settings'),
    }))
  return {
    rowProblemsOf,
    listOf,
    /** The settings that read the list of a run. A run that is not kept has none. */
    settingsOf: (id: string): Partial<ListSettings> => (memory.has(id) ? {} : storedSettings(id)),
    async read(id: string): Promise<ReadList> {
      const run = read(id)
      const columns = await source.listColumns(id)
      const settings = memory.get(id)?.settings ?? storedSettings(id)
      return {
        run,
        rowProblems: rowProblemsOf(id),
        settings,
        cells: (row) => columns.map((column) => column.text(row)),
      }
    },
    handlers: {
      /** How the list of a run was read, for other lists of its shape, and its headings. */
      'runs.mapping': async ({ id, made }: OneItem & { readonly made: MadeHeadings }, { signal }: Call) => {
        const { file, settings } = listOf(id)
        return mappingOf({ ...file, headings: made }, settings, signal)
      },
      'runs.headings': ({ id }: OneItem) =>
        folder.use(id, ({ database }) => neededFact<string[]>(database, 'headings')),
    },
  }
}
