import Papa from 'papaparse'
import type { Delimiter, Encoding } from '../../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { unprotectCell } from '../export/protection.ts'
import { delimiterCharacter, noQuote, readSeparatorLine, withPlainLineEnds } from './delimiter.ts'
import { decode } from './encoding.ts'
import type { ReadOptions, RowBatch } from './plan.ts'
import { unreadable } from './xlsx/unreadable.ts'

/** A row longer than this is not a row of a list. */
const longestRow = 4 * 1024 * 1024
/** A quoted cell may run on this far before its opening quote is taken for a plain character. */
const longestQuote = 256 * 1024
/** After so many opening quotes without an end, quotes mean nothing in this file. */
const maxOpenQuotes = 20

interface Split {
  readonly rows: string[][]
  readonly rest: string
}

/**
 * Reads a text of separated cells through papaparse, a piece of 128 KB at a time, yielding in between. A `sep=`
 * line is skipped and not counted; CR, LF, CRLF and mixtures end rows; an opening quote that never closes is taken for a
 * plain character instead of swallowing the file. The mark that protects a cell from Excel is taken off, so that our own
 * export comes back as what went in (features.md §9 point 1). Throws `list_unreadable` when a row has no end.
 */
export async function* readSeparated(
  bytes: Uint8Array,
  settings: { readonly encoding: Encoding; readonly delimiter: Delimiter },
  options: ReadOptions = {},
): AsyncGenerator<RowBatch> {
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const splitter = createSplitter(settings.delimiter)
  let number = 1
  for (const { text, read } of decode(bytes, settings.encoding)) {
    const rows = splitter.push(text, read === bytes.length).map((row) => row.map(unprotectCell))
    const batch = numbered(rows, number)
    number = batch.next
    options.progress?.(read, bytes.length)
    if (batch.rows.length > 0) yield batch
    await yieldToEventLoop()
  }
}

interface Splitter {
  /** The rows that end within the text so far; at the end, all that is left. */
  push(text: string, last: boolean): string[][]
}

function createSplitter(delimiter: Delimiter): Splitter {
  const character = delimiterCharacter(delimiter)
  let pending = ''
  let first = true
  let tryAt = 0
  let openQuotes = 0

  /** Splits off one row whose quotes are plain characters; the next row has its quotes again. */
  const takePlainRow = (): string[] => {
    openQuotes += 1
    const end = pending.search(/[\r\n]/)
    const line = end === -1 ? pending : pending.slice(0, end)
    const isCrlf = pending.startsWith('\r\n', Math.max(0, end))
    pending = end === -1 ? '' : pending.slice(end + (isCrlf ? 2 : 1))
    return splitRows(line, character, noQuote, false).rows[0] ?? []
  }
  const quote = () => (openQuotes < maxOpenQuotes ? '"' : noQuote)

  return {
    push(text, last) {
      pending += first ? text.slice(readSeparatorLine(text).end) : text
      first = false
      const rows: string[][] = []
      // A row that did not end is tried again only when there is twice as much of it: the work stays linear.
      while (pending !== '' && (last || pending.length >= tryAt)) {
        pending = withPlainLineEnds(pending, { delimiter: character, quote: quote(), last })
        const split = splitRows(pending, character, quote(), true)
        for (const row of split.rows) rows.push(row)
        pending = split.rest
        tryAt = split.rows.length > 0 ? 0 : pending.length * 2
        if (pending.length > longestRow) throw unreadable('not_text', 'a row without an end')
        const quoteRunsOn = pending.length > longestQuote && /[\r\n]/.test(pending)
        if (!quoteRunsOn && !(last && endsInsideQuote(pending, character, quote()))) break
        rows.push(takePlainRow())
        tryAt = 0
      }
      if (!last) return rows
      if (pending !== '') for (const row of splitRows(pending, character, quote(), false).rows) rows.push(row)
      pending = ''
      return rows
    },
  }
}

function splitRows(text: string, delimiter: string, quoteChar: string, keepLast: boolean): Split {
  const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar })
  const parsed: Papa.ParseResult<string[]> = parser.parse(text, 0, keepLast)
  for (const row of parsed.data) dropReturn(row)
  return { rows: parsed.data, rest: keepLast ? text.slice(parsed.meta.cursor) : '' }
}

function endsInsideQuote(text: string, delimiter: string, quoteChar: string): boolean {
  if (quoteChar === noQuote || !text.includes(quoteChar)) return false
  const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar })
  const parsed: Papa.ParseResult<string[]> = parser.parse(text, 0, false)
  return parsed.errors.some((error) => error.code === 'MissingQuotes')
}

/** The CR of a CRLF, left at the end of a row that was split at LF. */
function dropReturn(row: string[]): void {
  const last = row.at(-1)
  if (last?.endsWith('\r')) row[row.length - 1] = last.replace(/(?<!\r)\r+$/, '')
}

function numbered(all: readonly string[][], from: number): RowBatch & { readonly next: number } {
  const rows: string[][] = []
  const numbers: number[] = []
  let number = from
  for (const row of all) {
    if (row.some((cell) => cell.trim() !== '')) {
      rows.push(row)
      numbers.push(number)
    }
    number += 1
  }
  return { rows, numbers, next: number }
}
