import Papa from 'papaparse'
import { isDay } from '../../preload/values/days.ts'
import { isRecord, type JsonRecord } from '../kernel/json.ts'
import { isBlank, mostColumns, type RawTable } from './typed-table.ts'

/** The tables of a JSON answer, and those of the previous period where it has them. */
interface JsonTables {
  readonly tables: readonly RawTable[]
  readonly previous: readonly RawTable[]
}

type Entry = readonly [key: string, value: unknown]
/** Keys in which the service wraps the requested data (docs/services.md §6.5). */
const wrappers = ['data', 'payload']

/**
 * Tables of a JSON value of any shape. An array is a table. An object is a row of figures, beside the arrays in it;
 * objects by id are rows. Numbers by day are a series. `data` and `payload` are unwrapped, and `previous` is the
 * previous period (docs/services.md §6.3). Nothing is left out.
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

/** Two or more objects of the same shape, such as agents by id. */
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

/** Rows without names, such as `[[1762732800, 12], …]`. A first row of words above numbers names the columns. */
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

/** A record with a nested object as `outer.inner`. Deeper levels and lists become text. */
function flat(value: JsonRecord, prefix = '', depth = 1): Map<string, unknown> {
  const cells = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    const name = joined(prefix, key)
    if (isRecord(item) && depth < deepest) for (const pair of flat(item, name, depth + 1)) cells.set(...pair)
    else cells.set(name, plain(item))
  }
  return cells
}

function plain(item: unknown): unknown {
  if (Array.isArray(item) && !item.some(isContainer)) return item.map(String).join(', ')
  return isContainer(item) ? JSON.stringify(item) : item
}

const joined = (prefix: string, key: string) => (prefix === '' ? key : `${prefix}.${key}`)
const isNumber = (value: unknown) => typeof value === 'number'
const isContainer = (value: unknown) => typeof value === 'object' && value !== null

interface CsvTables {
  /** Lines with one cell above, between or below the tables, such as the line of the period. */
  readonly notes: readonly string[]
  readonly tables: readonly RawTable[]
  readonly delimiter: string
}

interface Line {
  /** Without the empty cells at the end; an empty line has none. */
  readonly cells: readonly string[]
  /** How many cells the line has, including empty ones. */
  readonly width: number
}

/** Lines without a blank line or a note between them. */
interface Block {
  /** The note directly above; null where there is none. */
  readonly title: string | null
  readonly lines: Line[]
}

interface OpenTable {
  readonly name: string
  readonly width: number
  readonly keys: readonly string[]
  readonly rows: (readonly string[])[]
}

const delimiters = [',', ';', '\t', '|'] as const

/**
 * Tables of a CSV report. Services write the line of the period above or below the table or not at all, and blank lines
 * around it or between all rows (docs/services.md §6.4). So a line of one cell is always a note. A blank line ends a
 * table only before headings or another number of cells.
 */
export function csvTables(text: string): CsvTables {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? bestDelimiter(body)
  const lines = linesOf(body, delimiter)
  const tables = widthOf(lines) < 2 ? oneColumn(lines) : severalColumns(lines)
  return { ...tables, delimiter }
}

type RawTables = Omit<CsvTables, 'delimiter'>

function severalColumns(lines: readonly Line[]): RawTables {
  const { notes, blocks } = blocksOf(lines)
  const tables: OpenTable[] = []
  for (const [place, { title, lines: block }] of blocks.entries()) {
    const open = tables.at(-1)
    if (open && belongsTo(open, title, block)) {
      for (const { cells } of block) open.rows.push(cells)
    } else if (isNote(block, open?.width ?? widthOf(blocks[place + 1]?.lines ?? []))) {
      notes.push(...block.map(wordsOf))
    } else {
      const above = linesAbove(block)
      notes.push(...block.slice(0, above).map(wordsOf))
      const [heading, ...rows] = block.slice(above)
      const name = tables.length > 0 ? (title ?? '') : ''
      const keys = named(heading?.cells.slice(0, mostColumns) ?? [])
      tables.push({ name, width: heading?.width ?? 0, keys, rows: rows.map(({ cells }) => cells) })
    }
  }
  return { notes, tables }
}

/** The first line is the heading, after a separate line of the period. */
function oneColumn(lines: readonly Line[]): RawTables {
  const filled = lines.filter(({ cells }) => cells.length > 0)
  const standsAlone = lines.findIndex(({ cells }) => cells.length === 0) === 1 && (lines[2]?.cells.length ?? 0) > 0
  const isTitled = standsAlone && filled.length > 2 && (lines[3]?.cells.length ?? 0) > 0
  const [heading, ...rows] = filled.slice(isTitled ? 1 : 0).map(({ cells }) => cells)
  const tables = heading ? [{ name: '', keys: named(heading), rows }] : []
  return { notes: filled.slice(0, isTitled ? 1 : 0).map(wordsOf), tables }
}

function linesOf(text: string, delimiter: string): Line[] {
  return Papa.parse<string[]>(text, { delimiter }).data.map((cells) => ({
    cells: cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    width: cells.length,
  }))
}

function blocksOf(lines: readonly Line[]): { readonly notes: string[]; readonly blocks: readonly Block[] } {
  const notes: string[] = []
  const blocks: Block[] = []
  let block: Block = { title: null, lines: [] }
  for (const [place, line] of lines.entries()) {
    const aside = line.cells.length === 1 && (line.width === 1 || standsAbove(lines, place, blocks.length > 0))
    if (line.cells.length > 0 && !aside) {
      if (block.lines.length === 0) blocks.push(block)
      block.lines.push(line)
    } else if (aside || block.lines.length > 0) {
      if (aside) notes.push(wordsOf(line))
      block = { title: aside ? wordsOf(line) : null, lines: [] }
    }
  }
  return { notes, blocks }
}

/**
 * Whether a line with one filled cell stands above headings, in a file that a spreadsheet filled up. Otherwise it is a
 * row of a person without figures.
 */
function standsAbove(lines: readonly Line[], place: number, afterTable: boolean): boolean {
  if (!afterTable) return true
  const next = lines.slice(place + 1, place + 10).find(({ cells }) => cells.length > 0)
  return next !== undefined && next.cells.length > 1 && isHeading(next)
}

/** Whether the lines continue the table, as in files with a blank line between all rows. */
function belongsTo(table: OpenTable, title: string | null, [first, ...others]: readonly Line[]): boolean {
  if (!first || first.width < table.width || (first.width > table.width && isHeading(first))) return false
  if (!isHeading(first)) return true
  return title === null && !others.some((line) => !isHeading(line))
}

/** A single line that is narrower than the table beside it: the line of the period may contain the delimiter. */
const isNote = (block: readonly Line[], width: number) => block.length === 1 && widthOf(block) < width
/** A row of a report has a figure, or a sign that it has none; a heading has only words. */
const isHeading = ({ cells }: Line) => cells.every((cell) => !isBlank(cell) && !/^[-+]?[\d.,]/.test(cell.trim()))

/**
 * The delimiter that splits the most lines into the same number of cells. The line of the period may contain others.
 */
function bestDelimiter(text: string): string {
  const sample = text.slice(0, 50_000)
  const scores = delimiters.map((delimiter) => {
    const widths = linesOf(sample, delimiter).map(({ cells }) => cells.length)
    const widest = Math.max(...new Set(widths.filter((width) => width > 1)), 0)
    return widths.filter((width) => width === widest && widest > 1).length
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** How many lines of a block stand above its headings: the line of the period may contain a delimiter. */
function linesAbove(block: readonly Line[]): number {
  const widest = widthOf(block)
  if ((block[0]?.cells.length ?? 0) === widest) return 0
  const wider = block.findIndex(
    ({ cells }) => cells.length === widest && cells.every((cell) => !/^[\d.,:%\s-]+$/.test(cell)),
  )
  return Math.max(wider, 0)
}

const wordsOf = ({ cells }: Line) => cells.join(' ').trim()

function widthOf(lines: readonly Line[]): number {
  return lines.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
}

/** Makes headings unique and non-empty. */
function named(heading: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return heading.map((cell, place) => {
    const name = isBlank(cell) ? String(place + 1) : cell.trim()
    const times = (counts.get(name) ?? 0) + 1
    counts.set(name, times)
    return times > 1 ? `${name} (${times})` : name
  })
}
