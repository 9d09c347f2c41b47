import {
  filtered,
  nextWord,
  type SheetUse,
  searchedWords,
  sheetSteps,
  windowAt,
  windowCount,
  windowRows,
} from '../sheet-steps.ts'
import { readInput, report } from './input.ts'
import { openLeadTable } from './lead-table.ts'

/** The steps of the sheet over SQLite rows: LIKE, WHERE, ORDER BY with OFFSET. `startedAt` is the runner's clock. */
const { path, startedAt } = readInput<{ path: string; startedAt: number }>()
const sinceStart = () => (performance.timeOrigin + performance.now() - startedAt) / 1000
const started = sinceStart()
const database = openLeadTable(path)

const windowOf = (order: string) => database.prepare(`select * from lead ${order} limit ${windowRows} offset ?`).raw()
windowOf('').all(0)
const opened = sinceStart() - started
const rows = Number(database.prepare('select max(rowid) from lead').pluck().get())

const searched = ['nome', 'telefone_digitos', 'email', 'identificador']
const anywhere = (word: string) => `(${searched.map((field) => `${field} like '%${word}%'`).join(' or ')})`
/** The rows that match, as a list of row ids like ours, then the first 50 of them. */
const matching = (where: string): number => {
  const found = database.prepare(`select rowid from lead where ${where}`).pluck().all()
  database
    .prepare(`select * from lead where rowid in (${found.slice(0, windowRows).join(', ')})`)
    .raw()
    .all()
  return found.length
}
const jump = (order: string): number => {
  windowOf(order).all(Math.floor(rows / 2))
  return rows
}
const [search, next, absent, filter, byName, byMoment] = sheetSteps
const work = new Map([
  [search, () => matching(searchedWords.map(anywhere).join(' and '))],
  [next, () => matching(anywhere(nextWord))],
  [absent, () => matching(anywhere('qqxyz'))],
  [filter, () => matching(`status = '${filtered.status}' and etiquetas_conversa like '%"${filtered.label}"%'`)],
  [byName, () => jump('order by nome collate nocase')],
  [byMoment, () => jump('order by ultima_mensagem_em desc')],
])

const steps: Record<string, { ms: number; matching: number }> = {}
for (const step of sheetSteps) {
  const start = performance.now()
  const count = work.get(step)?.() ?? 0
  steps[step.name] = { ms: performance.now() - start, matching: count }
}

const sorted = windowOf('order by nome collate nocase')
const windows = Array.from({ length: windowCount }, (_, index) => {
  const start = performance.now()
  sorted.all(windowAt(index, rows))
  return performance.now() - start
})

const start = performance.now()
let read = 0
for (const row of database.prepare('select * from lead').raw().iterate()) read += (row as unknown[]).length
const loaded = read > 0 ? opened + (performance.now() - start) / 1000 : opened
database.close()
report({ started, opened, loaded, steps, windows } satisfies SheetUse)
