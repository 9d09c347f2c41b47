import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Data } from '../../../main/data-calls.ts'
import { createData } from '../../../main/data-calls.ts'
import { forkChild } from '../../../main/kernel/child-process.ts'
import type { TableQuery, TableRef } from '../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { leadFields } from '../../../preload/values/lead-fields.ts'
import type { Facts } from '../side.ts'

/** The built data process over a folder, and what our sides ask it. */

export const root: string = path.join(import.meta.dirname, '..', '..', '..')
/** Nothing in the files of a bench is secret. */
export const key: string = '5a'.repeat(32)
export const columns: readonly string[] = leadFields.map((field) => field.key)
export const everyRow: TableQuery = emptyQuery
export const windowRows = 50

export interface InFolder {
  /** Of data. */
  readonly dir: string
}

export const startData = (environment = process.env) => forkChild(path.join(root, 'out', 'data.cjs'), { environment })

export const openData = (dir: string, environment?: NodeJS.ProcessEnv): Data =>
  createData({ start: () => startData(environment), dir, key, graceMs: 20_000 })

/** The only sheet of a folder. */
export async function sheetIn(data: Data): Promise<TableRef> {
  const [{ id = '' } = {}] = await data.ask('sheets.list', {})
  return { kind: 'sheet', id }
}

/** Asks a small question again and again while the work is done; adds the longest that one waited, in seconds. */
export async function whileAsking<Counted extends Facts>(
  ask: () => Promise<unknown>,
  work: () => Promise<Counted>,
): Promise<Counted & { readonly waited: number }> {
  let isDone = false
  let waited = 0
  const working = work().finally(() => (isDone = true))
  const asking = async () => {
    while (!isDone) {
      const start = performance.now()
      await ask()
      waited = Math.max(waited, (performance.now() - start) / 1000)
      // The pause is no part of a work that ends in it.
      await Promise.race([setTimeout(20), working])
    }
  }
  const [counted] = await Promise.all([working, asking()])
  return { ...counted, waited }
}
