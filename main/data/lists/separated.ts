import Papa from 'papaparse'
import type { Delimiter, Encoding } from '../../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { unprotectCell } from '../export/protection.ts'
import { type ReadOptions, type RowBatch, unreadable } from './plan.ts'
import { decode } from './source.ts'

/** A row longer than this is not a row of a list. */
const longestRow = 4 * 1024 * 1024
/** A quoted cell may run on this far before its opening quote is taken for a plain character. */
const longestQuote = 256 * 1024
/** After so many opening quotes without an end, quotes mean nothing in this file. */
const maxOpenQuotes = 20
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
    if (batch.rows.length > 0) yield batch
    await yieldToEventLoop()
  }
}

function createSplitter(delimiter: Delimiter): {
  /** The rows that end within the text so far; at the end, all that is left. */
  push(text: string, last: boolean): string[][]
} {
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

function splitRows(
  text: string,
  delimiter: string,
  quoteChar: string,
  keepLast: boolean,
): {
  readonly rows: string[][]
  readonly rest: string
} {
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

/** In the order that decides between equals: a decimal comma makes `,` the least trustworthy (pitfall 8). */
const candidates = ['\t', ';', '|', ','] as const
const sampleRows = 300
/** A character that no text holds, for texts whose quotes are plain characters. */
const noQuote = '\u001e'
const separatorLine = /^\s*"?sep=([^\r\n"])[^\S\r\n]*"?[,;|]*(?:\r\n|\n|\r|$)/i
/** The `sep=;` line that Excel honours and hides: the delimiter that it names, and where the text after it starts. */
function readSeparatorLine(text: string): { readonly delimiter: Delimiter | null; readonly end: number } {
  const line = separatorLine.exec(text)
  if (!line) return { delimiter: null, end: 0 }
  return { delimiter: candidates.find((candidate) => candidate === line[1]) ?? null, end: line[0].length }
}

/**
 * Recognises the delimiter from the first part of a text: the one that splits most rows into the same number of cells,
 * two or more. `none` when no delimiter does so for half of the rows, which is a list of one column.
 */
export function recogniseDelimiter(text: string): Delimiter {
  const named = readSeparatorLine(text)
  if (named.delimiter) return named.delimiter
  const body = text.slice(named.end)
  let best: Delimiter = 'none'
  let most = 0.5
  for (const candidate of candidates) {
    const share = agreement(body, candidate)
    if (share > most) {
      best = candidate
      most = share
    }
  }
  return best
}

/**
 * A text whose rows end at LF alone, as the reader splits them: CR, CRLF and mixtures outside of quoted cells are one LF
 * each. The text begins where a row begins; `last` reports that nothing follows, so that a CR at its end ends a row too.
 */
function withPlainLineEnds(
  text: string,
  {
    delimiter,
    quote,
    last,
  }: {
    readonly delimiter: string
    readonly quote: string
    readonly last: boolean
  },
): string {
  if (!hasLoneReturn(text, last)) return text
  const pieces: string[] = []
  let from = 0
  let quoted = false
  let cellStart = true
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign !== quote) continue
      if (text[at + 1] === quote) at += 1
      else quoted = false
      continue
    }
    if (sign === '\r') {
      let end = at + 1
      while (text[end] === '\r') end += 1
      if (end === text.length && !last) break
      // CRs before a LF belong to it, as those of a file that was converted twice; else each ends a row.
      pieces.push(text.slice(from, at), text[end] === '\n' ? '' : '\n'.repeat(end - at))
      from = end
      at = end - 1
    }
    if (sign === quote && cellStart) quoted = true
    cellStart = sign === delimiter || sign === '\n' || sign === '\r'
  }
  return pieces.join('') + text.slice(from)
}

function hasLoneReturn(text: string, last: boolean): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (at + 1 === text.length ? last : next !== 10) return true
  }
  return false
}

/** The character that papaparse splits at; a list of one column has a character that no text holds. */
function delimiterCharacter(delimiter: Delimiter): string {
  return delimiter === 'none' ? Papa.UNIT_SEP : delimiter
}

/** How well a delimiter fits: the mean of the share of rows that it splits and of those that have the usual width. */
function agreement(text: string, delimiter: Delimiter): number {
  if (!text.includes(delimiter)) return 0
  const quoted = splitSample(text, delimiter, '"')
  if (!quoted.errors.some((error) => error.code === 'MissingQuotes')) return evenness(quoted.data)
  // A quote that never closes would hide the rest of the sample.
  return Math.max(evenness(quoted.data), evenness(splitSample(text, delimiter, noQuote).data))
}

function splitSample(text: string, delimiter: Delimiter, quoteChar: string): Papa.ParseResult<string[]> {
  const lines = withPlainLineEnds(text, { delimiter, quote: quoteChar, last: true })
  return Papa.parse<string[]>(lines, {
    delimiter,
    newline: '\n',
    quoteChar,
    skipEmptyLines: 'greedy',
    preview: sampleRows,
  })
}

function evenness(rows: readonly (readonly string[])[]): number {
  if (rows.length === 0) return 0
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  const single = counts.get(1) ?? 0
  counts.delete(1)
  const usual = Math.max(0, ...counts.values())
  return (usual + rows.length - single) / 2 / rows.length
}
