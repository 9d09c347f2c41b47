import { randomBytes, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createListExport } from '../../../../main/cruzar/data/lists/export-list.ts'
import { createStagedLists } from '../../../../main/cruzar/data/lists/staged-lists.ts'
import { createRuns, type Runs } from '../../../../main/cruzar/data/run-handlers.ts'
import type { DataCallName, DataCalls } from '../../../../main/data-calls.ts'
import type { Table } from '../../../../main/engine/tables/table.ts'
import type { StoredRun } from '../../../../main/leads/sheet-calls.ts'
import { createSheetHandlers } from '../../../../main/sheets/data/sheet-handlers.ts'
import { type ListSettings, listSettings } from '../../../../preload/contract/cruzar.ts'
import { leadFilter } from '../../../../preload/contract/sheets.ts'
import { sheetNotesIn } from '../../../kit/in-process.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

const filter = leadFilter.parse({})
export const asIs = listSettings.parse({})
const quiet = { signal: new AbortController().signal, progress: () => {} }
type Call = Extract<DataCallName, `runs.${string}` | `lists.${string}`>
type Ask = <K extends Call>(name: K, input: DataCalls[K]['input'], call?: object) => Promise<DataCalls[K]['output']>

/** Runs in a folder of their own, that can be closed and opened again as after a restart. */
export interface RunKit {
  readonly dir: string
  readonly key: string
  readonly ask: Ask
  tables(): Runs['tables']
  restart(): void
  close(): void
  /** Calls another process over the same folder. */
  elsewhere(): Ask
  make(text: string, settings?: ListSettings): Promise<StoredRun>
  /** The cells of a column, top to bottom. */
  column(id: string, key: string): Promise<unknown[]>
  table(id: string): Promise<Table>
}

export async function createRunKit(now = () => new Date('2026-11-20T12:00:00Z')): Promise<RunKit> {
  const dir = await temporaryFolder()
  const key = randomBytes(32).toString('hex')
  const open = () => {
    const staged = createStagedLists({
      listOfRun: (id) => runs.listOf(id),
      listOfTable: () => Promise.reject(new Error('no tables')),
      recognise: (name, keys) => runs.recognise(name, keys),
    })
    const sheets = createSheetHandlers({ dir, key, notes: sheetNotesIn(dir), now })
    const runs: Runs = createRuns({ dir, key, staged, sheets: sheets.cached, now })
    onTestFinished(() => runs.close())
    const handlers = { ...runs.handlers, ...staged.handlers, ...createListExport(staged) }
    // As in serve-calls.ts: the name gives the types, which TypeScript does not follow through an index.
    const ask: Ask = async (name, input, call = {}) =>
      (handlers[name] as (given: unknown, context: unknown) => never)(input, { ...quiet, ...call })
    return { runs, ask }
  }
  let opened = open()
  const ask: Ask = (...call) => opened.ask(...call)
  const table = (id: string) => opened.runs.tables.load(id, opened.runs.tables.version(id))
  return {
    dir,
    key,
    ask,
    tables: () => opened.runs.tables,
    elsewhere: () => open().ask,
    close: () => opened.runs.close(),
    restart() {
      opened.runs.close()
      opened = open()
    },
    async make(text, settings = asIs) {
      const list = randomUUID()
      await ask('lists.stage', { list, name: 'campanha.csv', source: { bytes: new TextEncoder().encode(text) } })
      return ask('runs.create', { ...runOf(list), settings })
    },
    table,
    async column(id, name) {
      const { columns, length } = await table(id)
      return Array.from({ length }, (_, row) => columns.get(name)?.cell(row))
    },
  }
}

/** What makes a run of a staged list. */
export function runOf(list: string) {
  const answeredBy = { sheet_id: null, sheet_ids: [] }
  return {
    id: randomUUID(),
    list,
    settings: asIs,
    name: 'Campanha',
    connection_id: 'one',
    ...answeredBy,
    kept: true,
    match: null,
    other_ninth: true,
    recipe_id: null,
    filter,
  }
}

/** An item of an answer: absent, or found with these fields of the lead. */
export function result(chave: string, lead?: Record<string, unknown> | null) {
  return { chave, encontrado: lead !== undefined, lead: lead ?? null }
}
export function answerBody(results: readonly unknown[]): string {
  return JSON.stringify({
    meta: { total: results.length, encontrados: 0, sem_atendimento: 0, filtros: {} },
    resultados: results,
  })
}
