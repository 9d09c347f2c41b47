import Papa from 'papaparse'
import type { Delimiter } from '../../../preload/contract/cruzar.ts'

/** In the order that decides between equals: a decimal comma makes `,` the least trustworthy (pitfall 8). */
const candidates = ['\t', ';', '|', ','] as const
const sampleRows = 300
/** A character that no text holds, for texts whose quotes are plain characters. */
export const noQuote = '\u001e'
const separatorLine = /^\s*"?sep=([^\r\n"])[^\S\r\n]*"?[,;|]*(?:\r\n|\n|\r|$)/i

/** The `sep=;` line that Excel honours and hides: the delimiter that it names, and where the text after it starts. */
export function readSeparatorLine(text: string): { readonly delimiter: Delimiter | null; readonly end: number } {
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

/** The character that ends rows. A CRLF file is split at LF; its CR is taken off by the reader. */
export function recogniseNewline(text: string): '\n' | '\r' {
  const lineFeeds = text.split('\n').length
  const loneReturns = text.split(/\r(?!\n)/).length
  return loneReturns > lineFeeds ? '\r' : '\n'
}

/** What papaparse is told to split at; a list of one column has a character that no text holds. */
export function delimiterCharacter(delimiter: Delimiter): string {
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
  const newline = recogniseNewline(text)
  return Papa.parse<string[]>(text, { delimiter, newline, quoteChar, skipEmptyLines: 'greedy', preview: sampleRows })
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
