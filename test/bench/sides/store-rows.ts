import { type LeadPages, readPages } from '../lead-pages.ts'
import { readInput, report } from './input.ts'
import { fields, openLeadTable } from './lead-table.ts'

export interface StoredRows {
  readonly rows: number
  /** Seconds until every page was stored, then until the indexes stood. */
  readonly stored: number
  readonly indexed: number
}

/** Inserts every row of the pages, a transaction a page, then makes the indexes that sorting and filtering want. */
const { path, pages } = readInput<{ path: string; pages: LeadPages }>()
const start = performance.now()
const since = () => (performance.now() - start) / 1000
const database = openLeadTable(path)
const insert = database.prepare(`insert into lead values (${fields.map(() => '?').join(', ')})`)
const storePage = database.transaction((leads: readonly Record<string, unknown>[]) => {
  for (const lead of leads) {
    insert.run(fields.map((key) => (Array.isArray(lead[key]) ? JSON.stringify(lead[key]) : lead[key])))
  }
})
let rows = 0
for (const page of readPages(pages)) {
  const { leads } = JSON.parse(page)
  storePage(leads)
  rows += leads.length
}
const stored = since()
database.exec(`
  create index lead_name on lead (nome collate nocase);
  create index lead_moment on lead (ultima_mensagem_em);
  create index lead_status on lead (status);`)
database.close()
report({ rows, stored, indexed: since() - stored } satisfies StoredRows)
