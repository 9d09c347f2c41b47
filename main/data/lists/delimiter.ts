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

/**
 * A text whose rows end at LF alone, as the reader splits them: CR, CRLF and mixtures outside of quoted cells are one LF
 * each. The text begins where a row begins; `last` says that nothing follows, so that a CR at its end ends a row too.
 */
export function withPlainLineEnds(text: string, { delimiter, quote, last }: LineEndOptions): string {
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

interface LineEndOptions {
  readonly delimiter: string
  readonly quote: string
  readonly last: boolean
}

function hasLoneReturn(text: string, last: boolean): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (at + 1 === text.length ? last : next !== 10) return true
  }
  return false
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
