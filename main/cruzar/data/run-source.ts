import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { isFiltered } from '../../../preload/values/lead-filters.ts'
import type { DataContext } from '../../engine/calls.ts'
import type { Column } from '../../engine/columns/column.ts'
import { createLazyColumn } from '../../engine/columns/lazy-column.ts'
import { createSegmentJoiner, decodeSegment } from '../../engine/columns/segment.ts'
import { type RowsOrigin, sentFilters } from '../../engine/export-calls.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { readFact } from '../../engine/store/facts.ts'
import { loadColumns, type Table, type TableSource } from '../../engine/tables/table.ts'
import { createYieldToEventLoop, runInSlices, runSync, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { createZone } from '../../kernel/times.ts'
import type { CachedSheets } from '../../leads/cached-sheets.ts'
import type { LeadRowsContext } from '../../leads/derived-lead-columns.ts'
import type { StoredRun } from '../../leads/sheet-calls.ts'
import type { KeyMap } from '../../lists/keys.ts'
import { type ColumnForm, textForm } from '../../lists/types/column-types.ts'
import { type CrossDeps, crossList, type NewRun, settingsOf } from './create-run.ts'
import {
  createColumnStore,
  createListColumns,
  formsFact,
  type ListColumns,
  listColumn,
  listTexts,
} from './lists/list-columns.ts'
import type { OpenRun } from './open-run.ts'
import { answeredAt, neededFact, readColumn, readPiece, sizeOfPieces } from './run-file.ts'
import type { RunFolder } from './run-folder.ts'
import type { RunStates } from './run-states.ts'
import { createListTable, createRunTable, type ListTable, matchRows, unknownColumns } from './run-table.ts'

/** A run without a file, which lasts until it is forgotten. */
export interface MemoryRun extends Pick<OpenRun, 'list' | 'answers'> {
  readonly run: StoredRun
  readonly settings: ListSettings
  readonly table: Table
}

interface RunSourceDeps extends Pick<DataContext, 'zone'> {
  readonly folder: RunFolder
  readonly states: RunStates
  readonly memory: ReadonlyMap<string, MemoryRun>
  readonly sheets: Pick<CachedSheets, 'list'>
  /** Throws `not_found`. */
  read(id: string): StoredRun
}

export type RunSource = ReturnType<typeof createRunSource>

export function createRunSource({ folder, states, memory, sheets, zone, read }: RunSourceDeps) {
  const lists = new WeakMap<OpenRun, ListTable>()

  async function listTable(id: string, yieldToEventLoop: YieldToEventLoop): Promise<ListTable> {
    // Other calls may close the run in between.
    const use = <Result>(action: (run: OpenRun) => Result): Result => folder.use(id, action)
    const { cached, headings, forms, list } = use((run) => ({
      cached: lists.get(run),
      headings: neededFact<string[]>(run.database, 'headings'),
      forms: readFact<ColumnForm[]>(run.database, formsFact) ?? [],
      list: run.list,
    }))
    const rows = list.rowKeys.offsets.length - 1
    const stored: StoredColumns = {
      headings,
      forms,
      rows,
      zone: zone(),
      use: (action) => use(({ database }) => action(database)),
    }
    const columnAt = (index: number) => storedListColumn(index, stored)
    const table = cached ?? (await createListTable(headings, list.keys, columnAt, yieldToEventLoop))
    use((run) => lists.set(run, table))
    return table
  }

  async function load(id: string): Promise<Table> {
    const inMemory = memory.get(id)
    if (inMemory) return inMemory.table
    const yieldToEventLoop = createYieldToEventLoop()
    const list = await listTable(id, yieldToEventLoop)
    const use = <Result>(action: (run: OpenRun) => Result): Result => folder.use(id, action)
    await use((run) => run.answers.leads.prepare(yieldToEventLoop))
    const match = (run: OpenRun) => {
      const { state, failure } = states.current(run.state())
      // While keys wait to be sent there is no reason.
      return matchRows(run, state === 'interrupted' ? failure : null)
    }
    const version = use((run) => run.version())
    const rows = await use((run) => runInSlices(match(run), yieldToEventLoop))
    // While answers come, a field that all leads have may be missing in the next one.
    const unknown = await use(async (run) =>
      states.current(run.state()).state === 'running' ? new Map() : await unknownColumns(run.answers, yieldToEventLoop),
    )
    return use((run) => {
      const matched = run.version() === version ? rows : runSync(match(run))
      return createRunTable(run, list, matched, unknown, contextOf(run.state(), zone()))
    })
  }

  const tables = {
    origin: (id) => originOfRun(read(id), sheets),
    version: (id) => memory.get(id)?.table.version ?? folder.use(id, (run) => run.version()),
    load,
    layout: (id) => (memory.has(id) ? { columns: [] } : folder.use(id, (run): TableLayout => run.layout())),
    arrange: (id, layout) => folder.use(id, (run) => run.arrange(layout)),
  } satisfies TableSource

  return {
    tables,
    /** The columns of the list alone, in its order. */
    async listColumns(id: string) {
      const yieldToEventLoop = createYieldToEventLoop()
      const { columns } = memory.get(id)?.table ?? (await listTable(id, yieldToEventLoop))
      const ofList = [...columns].flatMap(([key, column]) => (/^c\d+$/.test(key) ? [column] : []))
      await loadColumns(ofList, yieldToEventLoop)
      return ofList
    },
  }
}

interface StoredColumns extends ListColumns {
  readonly rows: number
  readonly zone: string
  use<Result>(action: (database: Database) => Result): Result
}

/** A column of the list, read when it is needed, as are the values that a spreadsheet has beside its texts. */
function storedListColumn(index: number, { forms, rows, zone, use }: StoredColumns): Column {
  const form = forms[index] ?? textForm
  const key = `c${index}`
  const { pieces, bytes } = use((database) => sizeOfPieces(database, key))
  const pieceAt = (number: number) => use((database) => readPiece(database, key, number)) ?? new Uint8Array(0)
  const texts = createLazyColumn({
    type: 'text',
    length: rows,
    bytes,
    piece: (number) => listTexts(decodeSegment('text', pieceAt(number)), form),
    *whole() {
      const joiner = createSegmentJoiner('text', rows)
      for (let number = 0; number < pieces; number++) {
        joiner.append(pieceAt(number))
        yield
      }
      return listTexts(joiner.take(), form)
    },
  })
  const hasValues = use((database) => sizeOfPieces(database, `v${index}`)).pieces > 0
  const values = () => ({
    numbers: use((database) => readColumn(database, `v${index}`, 'number')),
    formats: use((database) => readColumn(database, `f${index}`, 'dictionary')),
  })
  return listColumn(texts, form, zone, hasValues ? values : null)
}

/** Reads and answers a list in memory alone. Throws what `crossList` throws. */
export async function createMemoryRun(
  run: NewRun,
  keys: KeyMap | null,
  deps: CrossDeps & Pick<DataContext, 'zone'>,
  states: Pick<RunStates, 'stored'>,
): Promise<MemoryRun> {
  const crossed = await crossList(run, keys, createColumnStore, deps)
  const yieldToEventLoop = createYieldToEventLoop(deps.signal)
  await crossed.answers.leads.prepare(yieldToEventLoop).catch((error: unknown) => {
    // A sheet that was forgotten meanwhile is `not_found`.
    for (const { id } of run.sheets) deps.cached.read(id)
    throw error
  })
  const columnAt = createListColumns(crossed.read, crossed.columns, deps.zone())
  const list = await createListTable(crossed.columns.headings, crossed.list.keys, columnAt, yieldToEventLoop)
  const rows = await runInSlices(matchRows(crossed, null), yieldToEventLoop)
  const unknown = await unknownColumns(crossed.answers, yieldToEventLoop)
  const unchanged = { ...crossed, version: () => run.id, changes: () => null }
  const table = createRunTable(unchanged, list, rows, unknown, contextOf(crossed.state, deps.zone()))
  return { ...crossed, run: states.stored(crossed.state), settings: settingsOf(run.plan), table }
}

function contextOf(state: Parameters<typeof answeredAt>[0], zone: string): LeadRowsContext {
  return { readAt: answeredAt(state), zone: createZone(zone), byConversation: false }
}

/**
 * The sheets or the service that answered. Sheets answer with the filters that they were read with, which never change.
 * Former runs do not store them, so a forgotten sheet of theirs has none to show.
 */
function originOfRun(
  { name, connection_id, state, filter, outcomes, ...run }: StoredRun,
  sheets: Pick<CachedSheets, 'list'>,
): RowsOrigin {
  const answering = [run.sheet_id, ...run.sheet_ids]
  const sources = run.sheets.length > 0 ? run.sheets : sheets.list().filter(({ id }) => answering.includes(id))
  const ofSheets = Object.fromEntries(sources.map((sheet) => [sheet.name, sentFilters(sheet.filter)?.values]))
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
