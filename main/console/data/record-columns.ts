import type { Column } from '../../engine/columns/column.ts'
import { columnsOf } from '../../engine/columns/derived-columns.ts'
import { cellTextOf, isRecord } from '../../kernel/json.ts'
import { readTime } from '../../kernel/times.ts'

/** A column over records: its values, one a record; undefined where a record has none. */
export interface FlatColumn {
  readonly key: string
  readonly values: unknown[]
}

/** A record that is no object is a value by itself. */
const bareKey = 'value'
/** What did not fit into columns of its own, as one object a row. */
const restKey = '…'
/** A table shows at most 500 columns (contract/tables.ts), those of the joined lead among them. */
const mostColumns = 400
const mostDepth = 6
/** The columns of the joined lead begin with this (preload/contract/reports.ts). */
const leadPrefix = 'lead_'

/**
 * Lays records of any shape out as columns, in the order in which their keys first appear. A nested object becomes
 * `outer.inner` columns; lists stay values. Records with very many different keys, such as maps by id, are laid out
 * less deep, and what still does not fit goes into one last column. So nothing is lost.
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
    // At the first key too many: millions of columns are no table.
    if (depth > 0 && others.size > 0) return flattenRecords(records, depth - 1)
  }
  const columns = [...byPath.values()]
  if (others.size === 0) return columns
  const objects = new Map([...others].map(([row, pairs]) => [row, Object.fromEntries(pairs)]))
  return [...columns, { key: restKey, values: records.map((_, row) => objects.get(row)) }]
}

/**
 * A key of the records that would be taken for one of the lead's, or that another column has, gets a sign behind it.
 */
function freeKey(wished: string, keys: Set<string>): string {
  let key = wished.startsWith(leadPrefix) ? `${wished}'` : wished
  while (keys.has(key)) key += "'"
  keys.add(key)
  return key
}

/** A key that speaks of a moment, such as `created_at`, `criada_em`, `timestamp` or `snoozed_until`. */
const timeLike =
  /(?:^|[_.])(?:at|em|on|until|since|time|date|data|timestamp|created|updated)$|(?:At|On|Date|Timestamp)$/
/** 2000 to 2100, in seconds and in milliseconds: what lies outside is an amount, a duration, a number of a record. */
const earliest = 946_684_800
const latest = 4_102_444_800
/** Texts of so few kinds are chosen, not written. */
const mostChoices = 50
const longestChoice = 60
const phone = /^\+\d{8,15}$/

/**
 * The column of values of any kind, whose type is learnt from the values alone. Types are whole numbers, numbers,
 * moments, lists, yes and no, phones, words of few kinds. Moments are ISO 8601, or seconds and milliseconds since 1970
 * where the key speaks of a time. Everything else is text, objects as their JSON. Digits that came as a text stay one.
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
  // A key alone proves nothing: zeros stand for "none", and none of them makes a column of times.
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

/** Few kinds, each short, and most of them more than once. */
function isChosen(values: readonly string[]): boolean {
  const kinds = new Set(values)
  if (kinds.size > mostChoices || kinds.size * 2 > values.length) return false
  return [...kinds].every((kind) => kind.length <= longestChoice)
}
