import Papa from 'papaparse'
import { isBlank } from './cells.ts'
import { mostColumns, type RawTable } from './raw-table.ts'

export interface CsvTables {
  /** Lines with one cell that stand above a table, such as the one of the period. */
  readonly notes: readonly string[]
  readonly tables: readonly RawTable[]
  readonly delimiter: string
}

type Line = readonly string[]

const delimiters = [',', ';', '\t', '|'] as const

/**
 * Tables of a CSV report: a line of the period, an empty line, headings in the account's language, rows (features.md
 * §8.7). Empty lines part several tables; without one, lines of a single cell above wider ones are notes as well.
 */
export function csvTables(text: string): CsvTables {
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const delimiter = told?.[1] ?? bestDelimiter(body)
  const blocks = blocksOf(linesOf(body, delimiter))
  const notes: string[] = []
  const tables: RawTable[] = []
  let title = ''
  for (const [place, block] of blocks.entries()) {
    const alone = place === 0 && block.length === 1 && widthOf(blocks[1] ?? []) > widthOf(block)
    const above = alone ? 1 : linesAbove(block, blocks.length > 1)
    const said = block.slice(0, above).map((line) => line.join(' '))
    notes.push(...said)
    title = said.at(-1) ?? title
    const [heading, ...rows] = block.slice(above)
    if (heading) tables.push({ name: tables.length > 0 ? title : '', keys: named(heading.slice(0, mostColumns)), rows })
  }
  return { notes, tables, delimiter }
}

/** Lines without the empty cells at their ends; an empty line is an empty array. */
function linesOf(text: string, delimiter: string): Line[] {
  return Papa.parse<string[]>(text, { delimiter }).data.map((cells) => {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    return cells.slice(0, last + 1)
  })
}

function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [[]]
  for (const line of lines) {
    if (line.length > 0) blocks.at(-1)?.push(line)
    else if (blocks.at(-1)?.length) blocks.push([])
  }
  return blocks.filter((block) => block.length > 0)
}

/** The sign that parts the most lines into the same number of cells; the line of the period may hold others of them. */
function bestDelimiter(text: string): string {
  const sample = text.slice(0, 50_000)
  const scores = delimiters.map((delimiter) => {
    const widths = linesOf(sample, delimiter).map((line) => line.length)
    const most = Math.max(...new Set(widths.filter((width) => width > 1)), 0)
    return widths.filter((width) => width === most && most > 1).length
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** How many lines stand above the headings. In a file of one column alone the first line is the heading. */
function linesAbove(block: readonly Line[], oneOfSeveral: boolean): number {
  const widest = widthOf(block)
  if (widest < 2) return oneOfSeveral ? block.length : 0
  const first = block.findIndex((line) => line.length > 1)
  const narrow = (block[first]?.length ?? 0) < widest
  // The line of the period may hold a delimiter: then wider headings follow, which are words alone.
  const wider = block.findIndex((line) => line.length === widest && line.every((cell) => !/^[\d.,:%\s-]+$/.test(cell)))
  return narrow && wider > first ? wider : first
}

const widthOf = (block: readonly Line[]) => block.reduce((widest, line) => Math.max(widest, line.length), 0)

/** Headings as names: each once, none empty. */
function named(heading: Line): string[] {
  const seen = new Map<string, number>()
  return heading.map((cell, place) => {
    const name = isBlank(cell) ? String(place + 1) : cell.trim()
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times > 1 ? `${name} (${times})` : name
  })
}
