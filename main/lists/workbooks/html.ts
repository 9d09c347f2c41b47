import type { Encoding } from '../../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { ListFile } from '../plan.ts'
import { decode } from '../source.ts'
import { createNesting, readTable } from './html-table.ts'
import { attributesIn, createPageScanner } from './html-tags.ts'
import type { WorkbookSheet } from './sheet.ts'

/** So many tables are offered: those with most rows. */
const mostTables = 30

/** What a page holds: its tables as sheets, named by their number, and whether it asks for a password. */
export interface Page {
  readonly sheets: readonly WorkbookSheet[]
  readonly asksPassword: boolean
  /** A table has no end: the page was cut off. */
  readonly cutOff: boolean
}

/**
 * Opens the tables of a web page, which many systems export under the name .xls. Rows and cells are what a browser
 * shows of them: entities and line breaks are resolved, blanks joined. What is not displayed is left out, but for rows,
 * which are marked as hidden; a cell that spans several has its text in the first one. Bytes that the encoding cannot
 * hold become U+FFFD. Throws `list_unreadable` for a tag or a cell without an end.
 */
export async function openPage({ bytes }: ListFile, encoding: Encoding, signal?: AbortSignal): Promise<Page> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  let tables: PageTable[] = []
  let asksPassword = false
  const open: PageTable[] = []
  const nesting = createNesting({
    begin: (start) => open.push({ start, rows: 0, rowsWithin: 0 }),
    end: () => {
      const [table] = open.splice(-1)
      if (!table) return
      tables.push(table)
      const around = open.at(-1)
      if (around) around.rowsWithin = Math.max(around.rowsWithin, table.rows, table.rowsWithin)
      if (tables.length >= 100 * mostTables) tables = largest(tables)
    },
  })
  const scanner = createPageScanner({
    open(name, rest, at) {
      nesting.open(name, at)
      const table = open.at(-1)
      if (name === 'tr' && table) table.rows++
      else if (name === 'input') asksPassword ||= attributesIn(rest).get('type')?.toLowerCase() === 'password'
    },
    close: nesting.close,
    text() {},
  })
  for (const { text } of decode(bytes, encoding)) {
    scanner.write(text)
    await yieldToEventLoop()
  }
  const cutOff = open.length > 0
  const sheets = largest([...tables, ...open]).map(({ start }, index) => {
    return { name: String(index + 1), hidden: false, rows: () => readTable(bytes, encoding, start, signal) }
  })
  return { sheets, asksPassword, cutOff }
}

interface PageTable {
  /** Where it begins, in characters of the page. */
  readonly start: number
  rows: number
  /** The rows of the longest table in its cells. */
  rowsWithin: number
}

/** The tables with most rows, in the order of the page; not those that only lay out a longer one. */
function largest(tables: readonly PageTable[]): PageTable[] {
  return tables
    .filter(({ rows, rowsWithin }) => rows > 0 && rows >= rowsWithin)
    .toSorted((one, other) => other.rows - one.rows || one.start - other.start)
    .slice(0, mostTables)
    .toSorted((one, other) => one.start - other.start)
}
