import Papa from 'papaparse'
import { isBlank, mostColumns, type RawTable } from './typed-table.ts'

export interface CsvTables {
  /** Lines with one cell above, between or below the tables, such as the one of the period. */
  readonly notes: readonly string[]
  readonly tables: readonly RawTable[]
  readonly delimiter: string
}

interface Line {
  /** Without the empty ones at the end; an empty line has none. */
  readonly cells: readonly string[]
  /** How many cells the line has, the empty ones too. */
  readonly width: number
}

/** Lines without a blank line or a note between them. */
interface Block {
  /** The note right above; null where there is none. */
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
 * around it or between all of its rows (features.md §8.7). So a line of one cell is a note wherever it stands, and a blank
 * line ends a table only where headings or another number of cells follow.
 */
export function csvTables(text: string): CsvTables {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? bestDelimiter(body)
  const lines = linesOf(body, delimiter)
  const found = widthOf(lines) < 2 ? oneColumn(lines) : severalColumns(lines)
  return { ...found, delimiter }
}

type Found = Omit<CsvTables, 'delimiter'>

function severalColumns(lines: readonly Line[]): Found {
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

/** The first line is the heading, below a line of the period that stands alone. */
function oneColumn(lines: readonly Line[]): Found {
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

/** A line of one filled cell is a row of a person without figures, or a line above headings that a spreadsheet filled up. */
function standsAbove(lines: readonly Line[], place: number, afterTable: boolean): boolean {
  if (!afterTable) return true
  const next = lines.slice(place + 1, place + 10).find(({ cells }) => cells.length > 0)
  return next !== undefined && next.cells.length > 1 && isHeading(next)
}

/** Whether the lines go on with the table, as those do that have a blank line between all rows. */
function belongsTo(table: OpenTable, title: string | null, [first, ...others]: readonly Line[]): boolean {
  if (!first || first.width < table.width || (first.width > table.width && isHeading(first))) return false
  if (!isHeading(first)) return true
  return title === null && !others.some((line) => !isHeading(line))
}

/** A single line that is narrower than the table beside it: the line of the period may hold the delimiter. */
const isNote = (block: readonly Line[], width: number) => block.length === 1 && widthOf(block) < width
/** Words alone: a row of a report has a figure, or a sign that it has none. */
const isHeading = ({ cells }: Line) => cells.every((cell) => !isBlank(cell) && !/^[-+]?[\d.,]/.test(cell.trim()))

/** The sign that parts the most lines into the same number of cells; the line of the period may hold others of them. */
function bestDelimiter(text: string): string {
  const sample = text.slice(0, 50_000)
  const scores = delimiters.map((delimiter) => {
    const widths = linesOf(sample, delimiter).map(({ cells }) => cells.length)
    const most = Math.max(...new Set(widths.filter((width) => width > 1)), 0)
    return widths.filter((width) => width === most && most > 1).length
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** How many lines of a block stand above its headings: the line of the period may hold a delimiter. */
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

/** Headings as names: each once, none empty. */
function named(heading: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return heading.map((cell, place) => {
    const name = isBlank(cell) ? String(place + 1) : cell.trim()
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times > 1 ? `${name} (${times})` : name
  })
}
