import type { cruzar, ListSettings } from '../../../preload/contract/cruzar.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { emptyFilter, isFiltered, isOfAccount } from '../../../preload/values/lead-filters.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import type { KeyTable } from '../../engine/columns/key-index.ts'
import { type RowsOrigin, sentFilters } from '../../engine/export-calls.ts'
import type { OneItem } from '../../engine/shared-calls.ts'
import { closing } from '../../engine/store/closing.ts'
import type { FolderKey } from '../../engine/store/data-files.ts'
import { storeFailure } from '../../engine/store/encrypted-file.ts'
import { readFact } from '../../engine/store/facts.ts'
import type { Table, TableSource } from '../../engine/tables/table.ts'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, runInSlices, runSync, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheet, CachedSheets } from '../../leads/cached-sheets.ts'
import type { KeyPass, KeyRange, StoredRun } from '../../leads/sheet-calls.ts'
import type { KeyMap } from '../../lists/keys.ts'
import type { ListFile, ListPlan, MadeForm, MadeHeadings } from '../../lists/plan.ts'
import type { CheckChoice } from './check-pass.ts'
import { type CrossDeps, crossList, fillRun, type NewRun, readSource, settingsOf } from './create-run.ts'
import { createDamagedRowHandlers, type ReadList } from './damaged-rows.ts'
import { createColumnStore, type ReadPart } from './lists/list-columns.ts'
import { listIdOf, recogniseList, sketchOf } from './lists/list-identity.ts'
import { mappingOf } from './lists/list-mapping.ts'
import type { StagedLists } from './lists/staged-lists.ts'
import type { OpenRun } from './open-run.ts'
import { createRunChanges } from './run-changes.ts'
import { type Cost, emptyRun, neededFact, type RunState, readColumn, readState } from './run-file.ts'
import { createRunFolder, type FoundKey, findInRuns } from './run-folder.ts'
import {
  candidatesOf,
  createListTable,
  createRunTable,
  type ListTable,
  matchRows,
  unknownColumns,
} from './run-table.ts'

/** `requests` and `seconds` are what the answer took. */
type AnsweredKeys = OneItem & InPass & KeyRange & Cost

/** Without it the run's keys are meant. */
export interface InPass {
  readonly pass?: KeyPass
}

/** The runs of one folder of data. */
export type Runs = ReturnType<typeof createRuns>

/** A run without a file. */
interface PassingRun extends Pick<OpenRun, 'list' | 'answers'> {
  readonly run: StoredRun
  readonly settings: ListSettings
  readonly table: Table
}

interface RunsDeps extends FolderKey {
  readonly staged: StagedLists
  /** They can answer a run. */
  readonly sheets: CachedSheets
  readonly now: () => Date
}

/**
 * The runs of cruzar, one encrypted file each (docs/decisions/storage.md §1). A run whose file calls it running while
 * nobody here answers it was interrupted: it shows so, and `begin` goes on with it.
 */
export function createRuns({ dir, key, staged, sheets, now }: RunsDeps) {
  const running = new Set<string>()
  const folder = createRunFolder({ dir, key, isRunning: (id) => running.has(id) })
  const lists = new WeakMap<OpenRun, ListTable>()
  // Runs without a file, until they are forgotten.
  const passing = new Map<string, PassingRun>()

  function storedRun(state: RunState): StoredRun {
    const { sealed: _, other_batches: __, sketch: ___, ...run } = currentState(state)
    return { ...run, list_id: listIdOf(run), bytes: folder.bytes(run.id) }
  }

  /** What the files state about themselves, the newest first; those that cannot be read are left out. */
  function states(): RunState[] {
    const read = folder.ids().flatMap((id) => {
      try {
        return [stateOf(id)]
      } catch {
        return []
      }
    })
    return read.sort((one, other) => other.started_at.localeCompare(one.started_at))
  }

  const stateOf = (id: string): RunState => folder.current(id)?.state() ?? closing(folder.open(id), readState)

  function currentState(state: RunState): RunState {
    if (running.has(state.id)) return state
    const ended = { state: 'interrupted', failure: 'data_process_ended' } as const
    const check = state.check?.state === 'running' ? { ...state.check, ...ended } : state.check
    return { ...state, check, ...(state.state === 'running' ? ended : {}) }
  }

  /**
   * One file that cannot be read hides no other run: it is listed under its id with what is wrong, and can be
   * forgotten.
   */
  function listed(id: string): StoredRun[] {
    try {
      return [storedRun(stateOf(id))]
    } catch (error) {
      const { code } = failureOf(storeFailure(error))
      // Forgotten since the folder was listed.
      if (code === 'not_found') return []
      const named = { id, name: id, list_name: '', connection_id: '', filter: emptyFilter }
      return [storedRun({ ...emptyRun, ...named, failure: code, started_at: folder.writtenAt(id).toISOString() })]
    }
  }

  async function loadListTable(id: string, yieldToEventLoop: YieldToEventLoop): Promise<ListTable> {
    // Other calls may close the run in between.
    const use = <Result>(action: (run: OpenRun) => Result): Result => folder.use(id, action)
    const read: ReadPart = (name, kind) => use(({ database }) => readColumn(database, name, kind))
    const { known, headings, keys } = use((run) => ({
      known: lists.get(run),
      headings: neededFact<string[]>(run.database, 'headings'),
      keys: run.list.keys,
    }))
    const list = known ?? (await createListTable(headings, keys, read, yieldToEventLoop))
    use((run) => lists.set(run, list))
    return list
  }

  async function loadTable(id: string): Promise<Table> {
    const unkept = passing.get(id)
    if (unkept) return unkept.table
    const yieldToEventLoop = createYieldToEventLoop()
    const list = await loadListTable(id, yieldToEventLoop)
    const use = <Result>(action: (run: OpenRun) => Result): Result => folder.use(id, action)
    await use((run) => run.answers.leads.join(yieldToEventLoop))
    const match = (run: OpenRun) => {
      const { state, failure } = currentState(run.state())
      // While keys wait to be sent there is no reason.
      return matchRows(run, state === 'interrupted' ? failure : null)
    }
    const version = use((run) => run.version())
    const found = await use((run) => runInSlices(match(run), yieldToEventLoop))
    // While answers come, a field that all leads have may still be missing in the next one.
    const unknown = await use(async (run) =>
      currentState(run.state()).state === 'running' ? new Map() : await unknownColumns(run.answers, yieldToEventLoop),
    )
    return use((run) => createRunTable(run, list, run.version() === version ? found : runSync(match(run)), unknown))
  }

  /** A run in memory alone. */
  async function makePassing(run: NewRun, keys: KeyMap | null, deps: CrossDeps): Promise<void> {
    const crossed = await crossList(run, keys, createColumnStore, deps)
    const yieldToEventLoop = createYieldToEventLoop(deps.signal)
    const list = await createListTable(crossed.headings, crossed.list.keys, crossed.read, yieldToEventLoop)
    await crossed.answers.leads.join(yieldToEventLoop)
    const found = await runInSlices(matchRows(crossed, null), yieldToEventLoop)
    const unknown = await unknownColumns(crossed.answers, yieldToEventLoop)
    const table = createRunTable({ ...crossed, version: () => run.id, changes: () => null }, list, found, unknown)
    passing.set(run.id, { ...crossed, run: storedRun(crossed.state), settings: settingsOf(run.plan), table })
  }

  const readRun = (id: string): StoredRun => passing.get(id)?.run ?? folder.use(id, (run) => storedRun(run.state()))

  const rowProblemsOf = (id: string): Uint8Array =>
    passing.get(id)?.list.rowProblems ?? folder.use(id, ({ list }) => list.rowProblems)

  async function readList(id: string): Promise<ReadList> {
    const run = readRun(id)
    const unkept = passing.get(id)
    const { columns } = unkept?.table ?? (await loadListTable(id, createYieldToEventLoop()))
    const own = [...columns].flatMap(([key, column]) => (/^c\d+$/.test(key) ? [column] : []))
    const settings =
      unkept?.settings ?? folder.use(id, ({ database }) => neededFact<ListSettings>(database, 'settings'))
    return { run, rowProblems: rowProblemsOf(id), settings, cells: (row) => own.map((column) => column.text(row)) }
  }

  const listOf = (id: string): { readonly file: ListFile; readonly settings: ListSettings } =>
    folder.use(id, (run) => ({
      file: {
        name: run.state().list_name,
        bytes: readSource(run.database),
        made: readFact<MadeForm>(run.database, 'made'),
      },
      settings: neededFact<ListSettings>(run.database, 'settings'),
    }))

  const handlers = {
    ...createDamagedRowHandlers({ read: readList, rowProblemsOf, sheets }),
    'runs.list': () =>
      folder
        .ids()
        .flatMap((id) => listed(id))
        .sort((one, other) => other.started_at.localeCompare(one.started_at)),
    'runs.read': ({ id }: OneItem) => readRun(id),
    ...createRunChanges({ folder, states, currentState, loadTable }),
    /**
     * Stores the list, its row-to-key map and the filters as a run, whole or not at all: answered where it names cached
     * sheets, otherwise with nothing answered. Without `kept` it stays in memory until it is forgotten. The staged list
     * is dropped. Throws `not_found` for a sheet that is not here.
     */
    'runs.create': async (input: OneItem & ParsedInput<(typeof cruzar)['cruzar.start']>, call: Call<RowProgress>) => {
      const { list, settings, sheet_id, sheet_ids, kept, match, list_id, ...request } = input
      const { signal, progress } = call
      const answering = [...(sheet_id === null ? [] : [sheet_id]), ...sheet_ids].map(sheets.read)
      requireOneAccount(answering, request.filter)
      const read = await staged.read({ list, settings }, signal)
      const { file } = read
      const { plan, keys } = match === null || match === 'area' ? read : withoutAreaCodes(read)
      const usual = givesAreaCodes(plan) ? 'area' : 'ninth'
      const lowest = match ?? (answering.length > 0 ? usual : null)
      const chosenList = (sketch: string) =>
        list_id === undefined
          ? (recogniseList(file.name, sketch, states())?.list_id ?? input.id)
          : (list_id ?? input.id)
      const run = {
        ...request,
        listOf: chosenList,
        sheets: answering,
        match: lowest,
        file,
        plan,
        started_at: now().toISOString(),
      }
      const deps = { cached: sheets, signal, progress, now }
      if (kept) await folder.make(run.id, (database) => fillRun(database, run, keys, deps))
      else await makePassing(run, keys, deps)
      staged.drop(list)
      return readRun(run.id)
    },
    /** How the list of a run was read, for other lists of its shape, and its headings. */
    'runs.mapping': async ({ id, made }: OneItem & { readonly made: MadeHeadings }, { signal }: Call) => {
      const { file, settings } = listOf(id)
      return mappingOf({ ...file, headings: made }, settings, signal)
    },
    'runs.headings': ({ id }: OneItem) => folder.use(id, ({ database }) => neededFact<string[]>(database, 'headings')),
    /** What `candidatesOf` gives of a row. */
    'runs.candidates': async ({ id, row }: OneItem & { readonly row: number }) => {
      const run = passing.get(id)
      if (run) return candidatesOf(run, row)
      await folder.use(id, ({ answers }) => answers.leads.join(createYieldToEventLoop()))
      return folder.use(id, (open) => candidatesOf(open, row))
    },
    /** Marks the run as running again; unanswered keys are sent again. */
    'runs.begin': async ({ id, pass = 'keys' }: OneItem & InPass) => {
      await folder.use(id, (run) => run.pass(pass).prepare(createYieldToEventLoop()))
      folder.use(id, () => folder.lock(id))
      try {
        // What another process has answered since it was read here counts too.
        const begun = folder.use(id, (run) => run.pass(pass).begin())
        running.add(id)
        return begun
      } catch (error) {
        folder.unlock(id)
        throw error
      }
    },
    'runs.keys': ({ id, most, pass = 'keys', ...range }: OneItem & InPass & KeyRange & { readonly most: number }) =>
      folder.use(id, (run) => run.pass(pass).keys(range, most)),
    'runs.answer': ({ id, from, count, body, pass = 'keys', ...cost }: AnsweredKeys & { readonly body: string }) =>
      folder.use(id, (run) => run.pass(pass).answer({ from, count }, body, cost)),
    /** These keys count as `sem_resposta` until a later try answers them. */
    'runs.unanswered': (input: AnsweredKeys & { readonly reason: FailureCode }) => {
      const { id, from, count, reason, pass = 'keys', ...cost } = input
      folder.use(id, (run) => run.pass(pass).unanswered({ from, count }, reason, cost))
    },
    'runs.finish': async ({
      id,
      failure,
      pass = 'keys',
    }: OneItem & InPass & { readonly failure: FailureCode | null }) => {
      await folder.use(id, (run) => run.pass(pass).finish(failure, now()))
      running.delete(id)
      folder.unlock(id)
      return readRun(id)
    },
    /** Chooses the keys that a check asks for, in place of an earlier one. */
    'runs.choose': ({ id, ...choice }: OneItem & CheckChoice) => {
      folder.lock(id)
      try {
        folder.use(id, (run) => run.check.choose(choice, now()))
      } finally {
        folder.unlock(id)
      }
      return readRun(id)
    },
    'runs.differences': ({ id, most }: OneItem & { readonly most: number }) =>
      folder.use(id, (run) => run.check.differences(most)),
    'runs.rename': ({ id, name }: OneItem & { readonly name: string }) => folder.use(id, (run) => run.rename(name)),
    'runs.forget': ({ id }: OneItem) => {
      if (passing.delete(id)) return
      // Another process would go on with a file that is gone.
      folder.lock(id)
      running.delete(id)
      folder.remove(id)
    },
  }

  const tables: TableSource = {
    origin: (id) => originOfRun(readRun(id), sheets),
    version: (id) => passing.get(id)?.table.version ?? folder.use(id, (run) => run.version()),
    load: loadTable,
    layout: (id) => (passing.has(id) ? { columns: [] } : folder.use(id, (run): TableLayout => run.layout())),
    arrange: (id, layout) => folder.use(id, (run) => run.arrange(layout)),
  }

  return {
    handlers,
    tables,
    /** The settings that read the list of a run; none of one that is not kept. Throws `not_found`. */
    settingsOf: (id: string): Partial<ListSettings> =>
      passing.has(id) ? {} : folder.use(id, (run) => neededFact<ListSettings>(run.database, 'settings')),
    /** The list of a run as it was staged once, and the settings that read it. Throws `not_found`. */
    listOf,
    /** The list that these keys under this name are once more, if it was run before. */
    recognise: (name: string, keys: KeyTable) => recogniseList(name, sketchOf(keys), states()),
    /** The outcome of these keys (as they are sent) in any run, the newest first. */
    find: (keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<FoundKey[]> =>
      findInRuns(folder, keys, yieldToEventLoop),
    close: folder.close,
  }
}

function requireOneAccount(sheets: readonly CachedSheet[], filter: LeadFilter): void {
  const accounts = new Set(sheets.map(({ connection_id }) => connection_id))
  if (accounts.size > 1 && isOfAccount(filter)) throw new AppFailure('bad_request', {}, 'several accounts')
}

function givesAreaCodes({ keyColumns, areaCode }: ListPlan): boolean {
  return areaCode !== null || keyColumns.some(({ area }) => area !== undefined)
}

/** The same list where phones get no area code: what was found with one does not count. */
function withoutAreaCodes(read: Pick<Awaited<ReturnType<StagedLists['read']>>, 'plan' | 'keys'>) {
  if (!givesAreaCodes(read.plan)) return read
  const keyColumns = read.plan.keyColumns.map(({ index, kind }) => ({ index, kind }))
  return { plan: { ...read.plan, keyColumns, areaCode: null }, keys: null }
}

/**
 * Sheets answer with the filters that they were read with, which never change. Former runs do not have them, so that a
 * sheet of theirs that was forgotten has none to show.
 */
function originOfRun(
  { name, connection_id, state, filter, outcomes, ...run }: StoredRun,
  sheets: Pick<CachedSheets, 'list'>,
): RowsOrigin {
  const answering = [run.sheet_id, ...run.sheet_ids]
  const known = run.sheets.length > 0 ? run.sheets : sheets.list().filter(({ id }) => answering.includes(id))
  const ofSheets = Object.fromEntries(known.map((sheet) => [sheet.name, sentFilters(sheet.filter)?.values]))
  return {
    kind: 'run',
    name,
    connection_id,
    read_at: run.finished_at,
    times: { started_at: run.started_at, sheets_read_at: run.sheet_read_at },
    state,
    filters: run.sheet_id === null ? sentFilters(filter) : { by: 'sheets', values: ofSheets },
    ...(run.sheet_id !== null && isFiltered(filter) ? { row_filters: sentFilters(filter, 'rows') } : {}),
    counts: {
      list_rows: run.rows,
      keys: run.keys,
      repeated: run.repeated,
      answered_keys: run.answered_keys,
      ...outcomes,
    },
    details: {
      list: run.list_name,
      answered_by: run.sheet_id === null ? 'service' : 'sheets',
      sheets: run.sheet_name,
      rung: run.match,
    },
  }
}
