import Papa from 'papaparse'
import type { AnswerNode, ConsoleCall } from '../../../preload/contract/console.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isRecord, parseJson } from '../../kernel/json.ts'
import { flattenRecords } from '../datasets/flat-records.ts'
import { findAll } from './json-path.ts'

/** What an expression found. */
export interface Part {
  readonly matches: number
  /** The one match, or a list of them. */
  readonly value: unknown
}

const mostText = 2000

const mostLists = 20

/** Finds a part of a value by JSONPath; `$` is the whole. Throws what `findAll` throws. */
export function partOf(value: unknown, expression: string): Part {
  if (expression === '$') return { matches: 1, value }
  const found = findAll(value, expression)
  return { matches: found.length, value: found.length === 1 ? found[0] : found }
}

/** A value as a line of a tree. */
export function nodeOf(key: string | number, value: unknown): AnswerNode {
  if (Array.isArray(value)) return { key, kind: 'list', size: value.length, text: '' }
  if (isRecord(value)) return { key, kind: 'object', size: Object.keys(value).length, text: '' }
  if (value === null || value === undefined) return { key, kind: 'null', size: 0, text: 'null' }
  const kind = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'text'
  return {
    key,
    kind: kind === 'number' || kind === 'boolean' ? kind : 'text',
    size: 0,
    text: String(value).slice(0, mostText),
  }
}

/** What is below a place of a value, from a position on. Throws `not_found` for a place that is not there. */
export function nodesAt(
  value: unknown,
  {
    place,
    from,
    count,
  }: { readonly place: readonly (string | number)[]; readonly from: number; readonly count: number },
): AnswerNode[] {
  const parent = place.reduce(stepInto, value)
  if (Array.isArray(parent)) {
    return parent.slice(from, from + count).map((item, position) => nodeOf(from + position, item))
  }
  if (!isRecord(parent)) return []
  return Object.entries(parent)
    .slice(from, from + count)
    .map(([key, item]) => nodeOf(key, item))
}

function stepInto(value: unknown, key: string | number): unknown {
  const own = Array.isArray(value) || isRecord(value) ? Object.getOwnPropertyDescriptor(value, key) : undefined
  if (!own) throw new AppFailure('not_found')
  return own.value
}

/** What of a part can be a table: a list, or the one record that an expression found; null where nothing can. */
export function recordsOf({ value }: Part, expression: string): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return expression !== '$' && isRecord(value) ? [value] : null
}

/** Records as a table whose cells are texts. */
export function tableOf(records: readonly unknown[]): {
  readonly columns: string[]
  cells(row: number): string[]
} {
  const { columns } = flattenRecords(records)
  return {
    columns: columns.map(({ key }) => key),
    cells: (row) => columns.map(({ values }) => cellText(values[row])),
  }
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, mostText)
}

/** Every list in an answer that is not inside of another list, the longest first: what may become a table. */
export function listsIn(value: unknown): { readonly expression: string; readonly rows: number }[] {
  const found: { readonly expression: string; readonly rows: number }[] = []
  const collect = (inner: unknown, expression: string, depth: number) => {
    if (Array.isArray(inner)) found.push({ expression, rows: inner.length })
    else if (isRecord(inner) && depth < 6) {
      for (const [key, below] of Object.entries(inner)) collect(below, expression + step(key), depth + 1)
    }
  }
  collect(value, '$', 0)
  return found.sort((one, other) => other.rows - one.rows).slice(0, mostLists)
}

const step = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("'", "\\'")}']`)

type AnswerKind = ConsoleCall['kind']

/** What an answer is, by its first bytes before its heading: a portal's page calls itself whatever it likes (features.md §9.13). */
export function answerKind(bytes: Uint8Array, contentType: string): AnswerKind {
  if (bytes.length === 0) return 'empty'
  const text = decoded(bytes)
  if (text === null) return 'binary'
  if (/^\s*<[!?a-z]/i.test(text.slice(0, 200))) return 'page'
  if (parseJson(text) !== undefined) return 'json'
  return /csv/i.test(contentType) ? 'csv' : 'text'
}

/** The text of an answer, without a mark of byte order; null for bytes that are no UTF-8. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // An answer that was cut may end within a character.
    return bytes.length > 4 && isCutUtf8(bytes) ? new TextDecoder().decode(bytes).replace(/(?<!�)�+$/, '') : null
  }
}

function isCutUtf8(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= 3; cut += 1) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return true
    } catch {
      // One byte less may be whole.
    }
  }
  return false
}

/**
 * The value of an answer, for its tree and table: JSON as it is; a spreadsheet as records whose keys are in its first line
 * with the most cells, since reports begin with a line about their period (features.md §8.7); any other text as itself.
 */
export function answerValue(text: string, kind: AnswerKind): unknown {
  if (kind === 'json') return JSON.parse(text)
  if (kind === 'csv') return csvRecords(text)
  return text
}

function csvRecords(text: string): Record<string, string>[] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const widest = Math.max(0, ...data.slice(0, 20).map((cells) => cells.length))
  const head = data.findIndex((cells) => cells.length === widest)
  const names = data[head] ?? []
  return data
    .slice(head + 1)
    .map((cells) => Object.fromEntries(names.map((name, place) => [name || `${place + 1}`, cells[place] ?? ''])))
}
