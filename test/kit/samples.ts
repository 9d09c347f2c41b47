import * as z from 'zod'
import { appState } from '../../preload/contract/app.ts'
import { type Connection, connection } from '../../preload/contract/connections.ts'
import { noFileNotes, savedFile } from '../../preload/contract/saved-files.ts'
import { columnStatistics, tableShape } from '../../preload/contract/tables.ts'
import { task } from '../../preload/contract/tasks.ts'

/** Fields that have no empty value. */
type Needed<T> = {
  [K in keyof T as null extends T[K] ? never : T[K] extends readonly unknown[] | number | boolean ? never : K]: T[K]
}

/**
 * Makes records of a schema: a field that neither `values` nor the change names is null where it may be, else an empty
 * list, false or 0.
 */
export function samplesOf<S extends z.ZodObject>(schema: S, values: Partial<z.output<S>> & Needed<z.output<S>>) {
  const empty = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = emptyOf(field)
    return value === undefined ? [] : [[name, value]]
  })
  return (change: Partial<z.output<S>> = {}): z.output<S> => ({ ...Object.fromEntries(empty), ...values, ...change })
}

function emptyOf(field: unknown): unknown {
  if (field instanceof z.ZodDefault) return emptyOf(field.unwrap())
  if (field instanceof z.ZodNullable) return null
  if (field instanceof z.ZodArray) return []
  if (field instanceof z.ZodBoolean) return false
  return field instanceof z.ZodNumber ? 0 : undefined
}

/** The app with its vault open, in Portuguese. */
export const appStateWith = samplesOf(appState, {
  phase: 'ready',
  vault: { kind: 'keychain', state: 'open', backend: 'Secret Service' },
  host: 'browser',
  version: '0.1.0',
  preferences: {
    language: 'pt-BR',
    theme: 'system',
    narrow: false,
    requests_at_once: 4,
    sheet_versions: 2,
    idle_reads: false,
    export_origin: true,
  },
})

/** The current platform connection, `c1`. */
export const connectionWith = samplesOf(connection, {
  id: 'c1',
  service: 'platform',
  name: 'Equipe Vendas',
  base_url: 'https://atendimento.exemplo.com.br',
  account_id: 7,
  brand: 'vitrine',
  current: true,
  has_secret: true,
})

/** The current forms connection, `f1`. */
export function formsConnectionWith(change: Partial<Connection> = {}): Connection {
  return connectionWith({
    id: 'f1',
    service: 'forms',
    name: 'Formulários',
    base_url: 'https://formularios.exemplo.com.br/api/v1',
    account_id: null,
    brand: null,
    ...change,
  })
}

/** The sheet `s1` being read: 9,500 of 18,204 rows. */
export const taskWith = samplesOf(task, {
  id: 't1',
  kind: 'pull',
  subject: 's1',
  name: 'Leads desde janeiro',
  state: 'running',
  done: 9500,
  total: 18_204,
  rate: 2140,
  seconds_left: 4.1,
  started_at: '2026-11-20T11:00:00.000Z',
})

/** A table without columns that has no row. */
export const tableShapeWith = samplesOf(tableShape, {
  version: '1',
})

/** A column of texts, each of them once. */
export const columnStatisticsWith = samplesOf(columnStatistics, {
  rows: 3,
  filled: 3,
  distinct: 3,
  misfits: 0,
  minimum: null,
  maximum: null,
  sum: null,
  mean: null,
  frequent: [],
  unit: null,
  bins: [],
})

/** A workbook of three rows that was saved at a place that the host does not know. */
export const savedFileWith = samplesOf(savedFile, {
  saved: true,
  name: 'a.xlsx',
  rows: 3,
  bytes: 9,
  ...noFileNotes,
})
