import { closeSync, openSync, writeSync } from 'node:fs'
import { createBase } from '../../../main/demo/base.ts'
import { createLeads } from '../../../main/demo/leads.ts'
import { type LeadPages, rowsPerPage } from '../lead-pages.ts'
import { readInput, report } from './input.ts'

/** Writes the leads of the demonstration account as pages of the lead export (agent-platform.md, "Lead export"). */
const { path, rows } = readInput<{ path: string; rows: number }>()
const base = createBase({ seed: 1, leads: rows, now: new Date('2026-11-20T12:00:00Z') })
const selection = createLeads(base).select({
  created_after: 0,
  created_before: undefined,
  updated_after: undefined,
  inbox_ids: [],
  assignee_ids: [],
  status: [],
  with_labels: [],
  without_labels: [],
  agrupar: 'contato',
})

const file = openSync(path, 'w')
const offsets = [0]
const count = Math.ceil(selection.total / rowsPerPage)
for (let page = 1; page <= count; page++) {
  const leads = selection.rows((page - 1) * rowsPerPage, rowsPerPage)
  const more = page < count
  const meta = {
    total: selection.total,
    count: leads.length,
    page,
    per_page: rowsPerPage,
    has_more: more,
    next_page: more ? page + 1 : null,
    filtros: {},
  }
  const written = writeSync(file, JSON.stringify({ meta, leads }))
  offsets.push((offsets.at(-1) ?? 0) + written)
}
closeSync(file)
report({ path, rows: selection.total, offsets } satisfies LeadPages)
