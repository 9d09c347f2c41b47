import type { Column } from '../../engine/columns/column.ts'
import { columnsOf } from '../../engine/columns/derived-columns.ts'
import { cellTextOf, isRecord } from '../../kernel/json.ts'
import { readTime } from '../../kernel/times.ts'

/** A column of records: one value for each record; undefined where a record has none. */
export interface FlatColumn {
  readonly key: string
  readonly values: unknown[]
}

/** The key for a record that is no object. */
const bareKey = 'value'
/** The key for the rest that has no column of its own, one object a row. */
const restKey = '…'
/** A table shows at most 500 columns (contract/tables.ts), including those of the joined lead. */
const mostColumns = 400
const mostDepth = 6
/** The columns of the joined lead begin with this (preload/contract/reports.ts). */
const leadPrefix = 'lead_'

/**
 * Lays out records of any shape as columns, in the order of their keys' first appearance. A nested object becomes
 * `outer.inner` columns; lists stay values. Records with very many different keys, such as maps by id, are laid out
 * less deep. The rest goes into one last column, so that nothing is lost.
 */
export function flattenRecords(records: readonly unknown[], depth = mostDepth): readonly FlatColumn[] {
  // By path: `a.b` and a `b` inside `a` are two columns.
  const byPath = new Map<string, FlatColumn>()
  const keys = new Set<string>()
  // By row: what fits into no column.
  const others = new Map<number, Map<string, unknown>>()

  const put = (path: readonly string[], value: unknown, row: number) => {
    const name = JSON.stringify(path)
    let column = byPath.get(name)
    if (!column && byPath.size === mostColumns) {
      others.set(row, (others.get(row) ?? new Map()).set(path.join('.'), value))
      return
    }
    if (!column) {
      column = { key: freeKey(path.join('.'), keys), values: new Array(records.length).fill(undefined) }
      byPath.set(name, column)
    }
    column.values[row] = value
  }
  const lay = (path: readonly string[], value: unknown, row: number) => {
    if (!isRecord(value) || path.length > depth) put(path.length === 0 ? [bareKey] : path, value, row)
    else for (const [key, inner] of Object.entries(value)) lay([...path, key], inner, row)
  }
  for (const [row, record] of records.entries()) {
    lay([], record, row)
    // It stops at the first key too many, since no table has millions of columns.
    if (depth > 0 && others.size > 0) return flattenRecords(records, depth - 1)
  }
  const columns = [...byPath.values()]
  if (others.size === 0) return columns
  const objects = new Map([...others].map(([row, pairs]) => [row, Object.fromEntries(pairs)]))
  return [...columns, { key: restKey, values: records.map((_, row) => objects.get(row)) }]
}

/** Adds a sign to a key that another column has or that looks like one of the lead's. */
function freeKey(wished: string, keys: Set<string>): string {
  let key = wished.startsWith(leadPrefix) ? `${wished}'` : wished
  while (keys.has(key)) key += "'"
  keys.add(key)
  return key
}

/** A key that names a time, such as `created_at`, `criada_em`, `timestamp` or `snoozed_until`. */
const timeLike =
  /(?:^|[_.])(?:at|em|on|until|since|time|date|data|timestamp|created|updated)$|(?:At|On|Date|Timestamp)$/
/** 2000 to 2100, in seconds and in milliseconds. Values outside are amounts, durations or record numbers. */
const earliest = 946_684_800
const latest = 4_102_444_800
/** Texts with so few different values are choices, not free text. */
const mostChoices = 50
const longestChoice = 60
const phone = /^\+\d{8,15}$/

/**
 * The column of values of any kind, whose type follows from the values alone. Types are whole numbers, numbers,
 * moments, lists, booleans, phones, and words with few different values. Moments are ISO 8601, or seconds and
 * milliseconds since 1970 where the key names a time. Everything else is text, objects as their JSON. Digits that came
 * as a text stay text.
 */
export function recordColumn({ key, values }: FlatColumn): Column {
  const { text, time, number, dictionary, list } = columnsOf(values)
  const present = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (present.length === 0) return text('text', cellTextOf)
  if (isAllMoments(key, present)) return time((value) => (typeof value === 'number' ? value : cellTextOf(value)))
  if (present.every((value) => typeof value === 'number')) {
    return number(present.every(Number.isInteger) ? 'integer' : 'number', (value) =>
      typeof value === 'number' ? value : null,
    )
  }
  if (present.every((value) => typeof value === 'boolean')) return dictionary('code', cellTextOf)
  if (present.every(isListOfScalars)) return list('list', (value) => (Array.isArray(value) ? value.map(String) : []))
  if (present.every((value) => typeof value === 'string')) {
    if (present.every((value) => phone.test(value))) return text('phone', cellTextOf)
    if (isChosen(present)) return dictionary('choice', cellTextOf)
  }
  return text('text', cellTextOf)
}

function isAllMoments(key: string, values: readonly unknown[]): boolean {
  const saysTime = timeLike.test(key)
  // The key alone is not enough: zeros mean "none", and a column of zeros has no times.
  return (
    values.every((value) => isMoment(value) || (saysTime && (value === 0 || isEpoch(value)))) &&
    values.some((value) => value !== 0)
  )
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && readTime(value) !== null
}

function isEpoch(value: unknown): boolean {
  const number = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return false
  return (number >= earliest && number <= latest) || (number >= earliest * 1000 && number <= latest * 1000)
}

function isListOfScalars(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item !== null && typeof item !== 'object')
}

/** Few different values, each short, and most of them repeated. */
function isChosen(values: readonly string[]): boolean {
  const kinds = new Set(values)
  if (kinds.size > mostChoices || kinds.size * 2 > values.length) return false
  return [...kinds].every((kind) => kind.length <= longestChoice)
}
