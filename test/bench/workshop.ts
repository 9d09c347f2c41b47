import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LeadPages } from './lead-pages.ts'
import { runSide } from './measured.ts'
import type { StoredRows } from './sides/store-rows.ts'
import { storeLeads } from './store-leads.ts'

/** The folder in which the benches work, and the data that several of them need, made when first asked for. */
export interface Workshop {
  /** Leads of the sheet, lines of the longer list. */
  readonly rows: number
  /** Rounds of what takes long: fewer for many rows. */
  readonly longRounds: number
  place(name: string): string
  pages(): Promise<LeadPages>
  /** A folder of data with the sheet `sheetId`, pulled and finished. */
  sheet(): Promise<string>
  /** A phone list as CSV. */
  list(lines: number): Promise<string>
  /** The same leads as encrypted SQLite rows. */
  table(): Promise<string>
  close(): void
}

export function createWorkshop(rows: number): Workshop {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cruza-bench-'))
  const made = new Map<string, Promise<unknown>>()
  const once = <Value>(name: string, make: () => Promise<Value>): Promise<Value> => {
    const known = made.get(name) ?? make()
    made.set(name, known)
    // One name is made by one function only.
    return known as Promise<Value>
  }
  const place = (name: string) => path.join(folder, name)
  const pages = () =>
    once('pages', async () => {
      const { value } = await runSide<LeadPages>('write-pages', { path: place('pages'), rows })
      return value
    })

  return {
    rows,
    longRounds: rows > 300_000 ? 1 : 3,
    place,
    pages,
    sheet: () =>
      once('sheet', async () => {
        await storeLeads(place('sheet'), await pages())
        return place('sheet')
      }),
    list: (lines) =>
      once(`list-${lines}`, async () => {
        const path = place(`list-${lines}.csv`)
        await runSide('write-list', { path, lines, leads: rows })
        return path
      }),
    table: () =>
      once('table', async () => {
        await runSide<StoredRows>('store-rows', { path: place('table.db'), pages: await pages() })
        return place('table.db')
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
