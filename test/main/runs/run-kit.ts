import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StoredRun } from '../../../main/data/calls.ts'
import { createStagedLists, type StagedLists } from '../../../main/data/lists/staged-lists.ts'
import { createRuns, type Runs } from '../../../main/data/runs/run-handlers.ts'
import type { Table } from '../../../main/data/tables/table.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { leadFilter } from '../../../preload/contract/leads.ts'

const filter = leadFilter.parse({})
export const asIs = { encoding: null, delimiter: null, header: null, sheet: null, hidden_rows: null, key_columns: null }
export const quiet = { signal: new AbortController().signal, progress: () => {} }
/** The only cached sheet that there is here. */
const sheetOf = (id: string) => {
  if (id !== 'sheet') throw new AppFailure('not_found')
  return { id, name: 'Leads de novembro', read_at: '2026-11-19T08:00:00.000Z' }
}
/** Runs in a folder of their own, that can be closed and opened again as after a restart. */
export interface RunKit {
  readonly dir: string
  readonly key: string
  runs(): Runs
  lists(): StagedLists['handlers']
  restart(): void
  /** The same folder in the hands of another process. */
  elsewhere(): Runs
  make(text: string, settings?: typeof asIs): Promise<StoredRun>
  /** The cells of a column, top to bottom. */
  column(id: string, key: string): Promise<unknown[]>
  table(id: string): Promise<Table>
  remove(): void
}
export function createRunKit(): RunKit {
  const dir = mkdtempSync(path.join(tmpdir(), 'cruza-runs-'))
  const key = randomBytes(32).toString('hex')
  let opened = open()
  const others: Runs[] = []

  function open() {
    const staged = createStagedLists({ listOfRun: (id) => runs.listOf(id) })
    const runs: Runs = createRuns({ dir, key, staged, sheetOf, now: () => new Date('2026-11-20T12:00:00Z') })
    return { runs, lists: staged.handlers }
  }

  return {
    dir,
    key,
    runs: () => opened.runs,
    lists: () => opened.lists,
    elsewhere() {
      const { runs } = open()
      others.push(runs)
      return runs
    },
    restart() {
      opened.runs.close()
      opened = open()
    },
    async make(text, settings = asIs) {
      const list = randomUUID()
      const source = { bytes: new TextEncoder().encode(text) }
      await opened.lists['lists.stage']({ list, name: 'campanha.csv', source }, quiet)
      const input = { id: randomUUID(), list, settings, name: 'Campanha', connection_id: 'one', sheet_id: null, filter }
      return opened.runs.handlers['runs.create'](input, quiet)
    },
    table: (id) => opened.runs.tables.load(id),
    async column(id, name) {
      const table = await opened.runs.tables.load(id)
      const column = table.columns.get(name)
      return Array.from({ length: table.length }, (_, row) => column?.cell(row))
    },
    remove() {
      for (const other of others) other.close()
      opened.runs.close()
      rmSync(dir, { recursive: true, force: true })
    },
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
