import { closeSync, openSync, writeSync } from 'node:fs'
import { readInput, report } from './input.ts'
import { fields, openLeadTable } from './lead-table.ts'

/** SQLite rows put together as CSV text; lists and times stay as they are stored. */
const { path, out } = readInput<{ path: string; out: string }>()
const start = performance.now()
const database = openLeadTable(path)
const file = openSync(out, 'w')
let lines = [fields.join(',')]
let rows = 0
const flush = () => {
  writeSync(file, `${lines.join('\n')}\n`)
  lines = []
}
for (const row of database.prepare('select * from lead').raw().iterate() as Iterable<unknown[]>) {
  lines.push(row.map(cell).join(','))
  rows++
  if (lines.length === 5000) flush()
}
flush()
closeSync(file)
database.close()
report({ rows, seconds: (performance.now() - start) / 1000 })

function cell(value: unknown): string {
  if (value === null || value === '[]') return ''
  const text = String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
