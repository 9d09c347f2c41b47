import { decodeHTML } from 'entities/decode'
import type { Encoding } from '../../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { listLimits, tooLarge, unreadable } from '../plan.ts'
import type { RowBlock } from '../row-block.ts'
import { decode } from '../source.ts'
import { attributesIn, createPageScanner } from './html-tags.ts'
import { withDigits } from './number-formats.ts'
import { createSheetRows } from './sheet-rows.ts'

/** Tables within one another; deeper ones are part of the cell that they are in. */
const maxNested = 64
/** The limit of browsers. */
const widestSpan = 1000
const highestSpan = 65_534
/** A longer cell is one of a page's layout when it holds tables, else damaged or hostile. */
const longestCell = 1024 * 1024

/**
 * Follows which tables are open by the tags of a page. A table that begins in no cell of another one ends that one
 * (HTML, 13.2.6.4.9).
 */
export function createNesting(on: { begin(at: number): void; end(): void }) {
  /** For each open table whether a cell of it is open. */
  const inCell: boolean[] = []
  let deeper = 0
  const end = () => {
    inCell.pop()
    on.end()
  }
  return {
    open(name: string, at: number): void {
      if (deeper > 0 && name !== 'table') return
      if (name === 'td' || name === 'th') {
        if (inCell.length > 0) inCell[inCell.length - 1] = true
      } else if (name === 'tr') {
        if (inCell.length > 0) inCell[inCell.length - 1] = false
      } else if (name === 'table') {
        if (deeper === 0 && inCell.at(-1) === false) end()
        if (inCell.length === maxNested) deeper++
        else {
          inCell.push(false)
          on.begin(at)
        }
      }
    },
    close(name: string): void {
      if (deeper > 0) deeper -= name === 'table' ? 1 : 0
      else if (name === 'table' && inCell.length > 0) end()
      else if (/^(?:td|th|tr|tbody|thead|tfoot)$/.test(name) && inCell.length > 0) inCell[inCell.length - 1] = false
    },
    depth: () => inCell.length + deeper,
  }
}

/** Reads the rows of the table that begins at a character of the page, as `openPage` describes them. */
export async function* readTable(
  bytes: Uint8Array,
  encoding: Encoding,
  start: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const table = createTableReader()
  let offset = 0
  for (const { text } of decode(bytes, encoding)) {
    if (offset + text.length > start) table.write(text.slice(Math.max(0, start - offset)))
    offset += text.length
    yield* table.take()
    if (table.hasEnded()) return
    await yieldToEventLoop()
  }
  table.end()
  yield* table.take()
}

/** Elements that begin on a line of their own; the text behind them begins another line. */
const blocks: ReadonlySet<string> = new Set(
  'address article blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Elements that have no end. */
const voidElements: ReadonlySet<string> = new Set('area base br col embed hr img input link meta param wbr'.split(' '))

/** Makes rows of the first table in the page that it gets. */
function createTableReader() {
  const rows = createSheetRows(Number.POSITIVE_INFINITY)
  let number = 0
  let row: { hidden: boolean; column: number } | null = null
  let cell: Cell | null = null
  /** For each column the first row that no cell above reaches into. */
  const freeFrom: number[] = []
  let ended = false

  function endCell(): void {
    if (cell) rows.set(cell.column, { text: cell.text.take(), value: null })
    cell = null
  }

  function endRow(): void {
    endCell()
    if (!row) return
    rows.endRow(number, row.hidden)
    row = null
  }

  function beginRow(rest: string): void {
    endRow()
    number++
    row = { hidden: isHidden(rest), column: 0 }
  }

  function beginCell(rest: string): void {
    endCell()
    if (!row) beginRow('')
    if (!row) return
    while ((freeFrom[row.column] ?? 0) > number) row.column++
    const attributes = attributesIn(rest)
    const width = spanOf(attributes.get('colspan'), widestSpan)
    const height = spanOf(attributes.get('rowspan'), highestSpan)
    cell = { column: row.column, text: createCellText(attributes.get('x:num')) }
    const end = row.column + width
    if (end > listLimits.columns) throw tooLarge('columns')
    if (height > 1) {
      while (freeFrom.length < end) freeFrom.push(0)
      freeFrom.fill(number + height, row.column, end)
    }
    row.column = end
  }

  const nesting = createNesting({ begin() {}, end() {} })
  const scanner = createPageScanner({
    open(name, rest, at) {
      if (ended) return
      const previousDepth = nesting.depth()
      nesting.open(name, at)
      // Another table began where no cell was open.
      if (previousDepth === 1 && name === 'table' && nesting.depth() === 1) return endTable()
      if (previousDepth === 1 && name === 'tr') beginRow(rest)
      else if (previousDepth === 1 && (name === 'td' || name === 'th')) beginCell(rest)
      else cell?.text.open(name, rest)
    },
    close(name) {
      if (ended) return
      nesting.close(name)
      const depth = nesting.depth()
      if (depth === 0) endTable()
      else if (depth > 1 || !/^(?:td|th|tr|tbody|thead|tfoot)$/.test(name)) cell?.text.close(name)
      else if (name === 'td' || name === 'th') endCell()
      else endRow()
    },
    text: (text) => cell?.text.add(text),
  })
  function endTable(): void {
    endRow()
    ended = true
  }

  return {
    write: scanner.write,
    end() {
      scanner.end()
      endTable()
    },
    hasEnded: () => ended,
    take: rows.take,
  }
}

interface Cell {
  readonly column: number
  readonly text: ReturnType<typeof createCellText>
}

/**
 * Makes the text of a cell as it is displayed. `number` is the value that Excel gives, whose digits the text may not
 * show.
 */
function createCellText(number: string | undefined) {
  const parts: string[] = []
  let length = 0
  /** The last character that counts. */
  let last = '\n'
  let blank = false
  let broken = false
  let holdsTable = false
  let isLayout = false
  /** The element that is not displayed, and how many of its name are open. */
  let hidden: { readonly name: string; open: number } | null = null

  function push(text: string): void {
    length += text.length
    if (length > longestCell && !holdsTable) throw unreadable('damaged', 'html: a cell without an end')
    isLayout ||= length > longestCell
    if (isLayout) return
    parts.push(text)
    last = text.at(-1) ?? last
  }

  return {
    open(name: string, rest: string): void {
      if (hidden) {
        if (name === hidden.name) hidden.open++
        return
      }
      if (!voidElements.has(name) && isHidden(rest)) {
        hidden = { name, open: 1 }
        return
      }
      if (name === 'table') holdsTable = true
      if (name === 'br') {
        push('\n')
        blank = false
      } else if (name === 'td' || name === 'th') blank = true
      else broken ||= blocks.has(name)
    },
    close(name: string): void {
      if (hidden && name === hidden.name) hidden.open--
      if (hidden?.open === 0) hidden = null
      else broken ||= !hidden && blocks.has(name)
    },
    add(raw: string): void {
      if (hidden) return
      const decoded = raw.includes('&') ? decodeHTML(raw) : raw
      const text = decoded.replace(/[ \t\r\n\f]+/g, ' ')
      const isBlank = text === ' '
      if (!isBlank && text !== '') {
        if (broken && last !== '\n') push('\n')
        if ((blank || text.startsWith(' ')) && last !== '\n') push(' ')
        broken = false
        push(text.slice(text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? -1 : undefined))
      }
      blank = isBlank ? true : text.endsWith(' ')
    },
    /** Empty for a cell that lays a page out. */
    take(): string {
      if (isLayout) return ''
      const text = parts.join('').replace(/^\n+/, '')
      const shown = text.slice(0, textEnd(text))
      // Systems write a blank that does not break into their empty cells.
      if (shown.trim() === '') return ''
      return number === undefined ? shown : withDigits(shown, number)
    },
  }
}

/** The position behind the last character that is no line break. */
function textEnd(text: string): number {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return end
}

function isHidden(rest: string): boolean {
  if (!/none|hidden/i.test(rest)) return false
  const attributes = attributesIn(rest)
  return attributes.has('hidden') || /(?:^|[;\s])display\s{0,9}:\s{0,9}none/i.test(attributes.get('style') ?? '')
}

function spanOf(text: string | undefined, maxSpan: number): number {
  const span = Number.parseInt(text ?? '1', 10)
  return span > 1 ? Math.min(span, maxSpan) : 1
}
