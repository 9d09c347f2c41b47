import { isRecord, type JsonRecord } from '../kernel/json.ts'
import { isDay, mostColumns, type RawTable } from './typed-table.ts'

/** What a JSON answer holds: its tables, and those of the period before where it has them itself. */
export interface JsonTables {
  readonly tables: readonly RawTable[]
  readonly previous: readonly RawTable[]
}

type Entry = readonly [key: string, value: unknown]
/** Keys under which the service wraps what was asked for (features.md §8.7). */
const wrappers = ['data', 'payload']

/**
 * Tables of a JSON value of any shape. An array is a table; an object is a row of figures, beside the arrays in it;
 * objects by id are rows; numbers by day are a series; `data` and `payload` are looked into; `previous` is the period
 * before (features.md §8.7, summary). Nothing that came is left out.
 */
export function jsonTables(value: unknown): JsonTables {
  const { rest, previous } = withoutPrevious(value)
  return { tables: tablesOf('', rest), previous: previous === undefined ? [] : tablesOf('', previous) }
}

function withoutPrevious(value: unknown): { readonly rest: unknown; readonly previous: unknown } {
  if (!isRecord(value)) return { rest: value, previous: undefined }
  if (isContainer(value.previous)) {
    const { previous, ...rest } = value
    return { rest, previous }
  }
  const wrapper = wrappers.find((key) => isRecord(value[key]))
  const inner = wrapper === undefined ? undefined : withoutPrevious(value[wrapper])
  if (wrapper === undefined || inner?.previous === undefined) return { rest: value, previous: undefined }
  return { rest: { ...value, [wrapper]: inner.rest }, previous: inner.previous }
}

function tablesOf(name: string, value: unknown): RawTable[] {
  if (Array.isArray(value)) return [arrayTable(name, value)]
  if (isRecord(value)) return objectTables(name, value)
  return value === null || value === undefined ? [] : [{ name, keys: ['value'], rows: [[value]] }]
}

function objectTables(name: string, value: JsonRecord): RawTable[] {
  const wrapper = wrappers.find((key) => isContainer(value[key]))
  if (wrapper !== undefined) {
    const { [wrapper]: inner, ...rest } = value
    const beside = Object.keys(rest).length > 0 ? objectTables('', rest) : []
    return [...tablesOf(name, inner), ...beside.map((table) => ({ ...table, name: table.name || 'meta' }))]
  }
  const entries = Object.entries(value)
  if (isSeries(entries)) return [{ name, keys: ['key', 'value'], rows: entries.map(([key, item]) => [key, item]) }]
  if (isRowsByKey(entries)) return [rowsByKey(name, entries)]
  const lists = entries.filter(([, item]) => Array.isArray(item) && item.some(isContainer))
  const figures = recordTable(name, Object.fromEntries(entries.filter((entry) => !lists.includes(entry))))
  return [
    ...lists.flatMap(([key, item]) => tablesOf(lists.length === 1 && name === '' ? '' : joined(name, key), item)),
    ...(figures.keys.length > 0 ? [lists.length > 0 && name === '' ? { ...figures, name: 'meta' } : figures] : []),
  ]
}

/** Numbers by day or by epoch second. */
function isSeries(entries: readonly Entry[]): boolean {
  const moment = /^\d{9,13}$/
  return entries.length > 0 && entries.every(([key, item]) => (isDay(key) || moment.test(key)) && !isContainer(item))
}

/** Two or more objects that are alike, such as agents by id. */
function isRowsByKey(entries: readonly Entry[]): boolean {
  const [first, ...others] = entries.map(([, item]) => item)
  if (!isRecord(first) || others.length === 0) return false
  const keys = Object.keys(first)
  return keys.length > 0 && others.every((item) => isRecord(item) && keys.some((key) => Object.hasOwn(item, key)))
}

function rowsByKey(name: string, entries: readonly Entry[]): RawTable {
  const { keys, rows } = arrayTable(
    name,
    entries.map(([, item]) => item),
  )
  return { name, keys: ['key', ...keys], rows: rows.map((row, place) => [entries[place]?.[0] ?? null, ...row]) }
}

function arrayTable(name: string, items: readonly unknown[]): RawTable {
  if (items.length > 0 && items.every(Array.isArray)) return tupleTable(name, items)
  if (!items.some(isRecord))
    return { name, keys: items.length > 0 ? ['value'] : [], rows: items.map((item) => [plain(item)]) }
  const records = items.map((item) => (isRecord(item) ? flat(item) : new Map([['value', plain(item)]])))
  const keys = [...new Set(records.flatMap((record) => [...record.keys()]))].slice(0, mostColumns)
  return { name, keys, rows: records.map((record) => keys.map((key) => record.get(key) ?? null)) }
}

/** Rows without names, such as `[[1762732800, 12], …]`; a first row of words above numbers names the columns. */
function tupleTable(name: string, items: readonly (readonly unknown[])[]): RawTable {
  const [first = [], ...rest] = items
  const named = first.every((cell) => typeof cell === 'string') && rest.some((row) => row.some(isNumber))
  const width = items.reduce((widest, row) => Math.min(mostColumns, Math.max(widest, row.length)), 0)
  const keys = Array.from({ length: width }, (_, place) => (named && String(first[place] ?? '')) || String(place + 1))
  return { name, keys, rows: (named ? rest : items).map((row) => row.slice(0, width).map(plain)) }
}

function recordTable(name: string, value: JsonRecord): RawTable {
  const record = flat(value)
  const keys = [...record.keys()].slice(0, mostColumns)
  return { name, keys, rows: keys.length > 0 ? [keys.map((key) => record.get(key) ?? null)] : [] }
}

const deepest = 4

/** A record with a nested object as `outer.inner`; what is deeper, or a list, becomes text. */
function flat(value: JsonRecord, before = '', depth = 1): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    const name = joined(before, key)
    if (isRecord(item) && depth < deepest) for (const pair of flat(item, name, depth + 1)) found.set(...pair)
    else found.set(name, plain(item))
  }
  return found
}

function plain(item: unknown): unknown {
  if (Array.isArray(item) && !item.some(isContainer)) return item.map(String).join(', ')
  return isContainer(item) ? JSON.stringify(item) : item
}

const joined = (before: string, key: string) => (before === '' ? key : `${before}.${key}`)
const isNumber = (value: unknown) => typeof value === 'number'
const isContainer = (value: unknown) => typeof value === 'object' && value !== null
