import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { csvTables } from './csv-tables.ts'
import { jsonTables } from './json-tables.ts'
import { type Cells, csvDialect, jsonDialect, type TypedTable, typedTable } from './typed-table.ts'

/** A body as it came: what the service called it, and its text. */
export interface AnswerBody {
  readonly type: string
  readonly text: string
}

export interface AnswerTables {
  readonly format: 'json' | 'csv' | 'empty'
  readonly notes: readonly string[]
  readonly tables: readonly TypedTable[]
  /** Those of the period before, where the answer has them itself. */
  readonly previous: readonly TypedTable[]
}

/**
 * The tables of any answer to a report: JSON of any shape, CSV, or nothing (features.md §8.7: decided by content type and
 * first bytes, since each of them lies at times). Throws `unexpected_body` for what is neither: a spreadsheet file, a
 * sentence, broken JSON.
 */
export function answerTables({ type, text }: AnswerBody, cells: Cells = 'read'): AnswerTables {
  if (text.trim() === '') return { format: 'empty', notes: [], tables: [], previous: [] }
  const saysJson = /\bjson\b/i.test(type)
  const value = saysJson || /^\s*[[{"]/.test(text) ? parseJson(text) : undefined
  if (value !== undefined && (saysJson || typeof value === 'object')) return ofJson(value, cells)
  if (isTable(text, type)) return ofCsv(text, cells)
  throw new AppFailure('unexpected_body')
}

function ofJson(value: unknown, cells: Cells): AnswerTables {
  const { tables, previous } = jsonTables(value)
  const typed = (raw: (typeof tables)[number]) => typedTable(raw, jsonDialect, cells)
  return { format: 'json', notes: [], tables: tables.map(typed), previous: previous.map(typed) }
}

function ofCsv(text: string, cells: Cells): AnswerTables {
  const { notes, tables, delimiter } = csvTables(text)
  const dialect = csvDialect(delimiter)
  return { format: 'csv', notes, tables: tables.map((raw) => typedTable(raw, dialect, cells)), previous: [] }
}

/** Lines with cells and no bytes of a file: "Retry later" under a 200 is no report. */
function isTable(text: string, type: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish a file from a text
  if (/[\0-\x08\x0e-\x1f]/.test(text.slice(0, 2000)) || /^\s*[[{]/.test(text)) return false
  return /[,;\t|]/.test(text) || (/csv/i.test(type) && text.trim().includes('\n'))
}
