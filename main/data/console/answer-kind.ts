import Papa from 'papaparse'
import type { ConsoleCall } from '../../../preload/contract/console.ts'

export type AnswerKind = ConsoleCall['kind']

/** What an answer is, by its first bytes before its heading: a portal's page calls itself whatever it likes (features.md §9.13). */
export function answerKind(bytes: Uint8Array, contentType: string): AnswerKind {
  if (bytes.length === 0) return 'empty'
  const text = decoded(bytes)
  if (text === null) return 'binary'
  if (/^\s*<[!?a-z]/i.test(text.slice(0, 200))) return 'page'
  if (isJson(text)) return 'json'
  return /csv/i.test(contentType) ? 'csv' : 'text'
}

/** The text of an answer, without a mark of byte order; null for bytes that are no UTF-8. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // An answer that was cut may end within a character.
    return bytes.length > 4 && isCutUtf8(bytes) ? new TextDecoder().decode(bytes).replace(/(?<!�)�+$/, '') : null
  }
}

function isCutUtf8(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= 3; cut += 1) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return true
    } catch {
      // One byte less may be whole.
    }
  }
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The value of an answer, for its tree and table: JSON as it is; a spreadsheet as records whose keys are in its first line
 * with the most cells, since reports begin with a line about their period (features.md §8.7); any other text as itself.
 */
export function answerValue(text: string, kind: AnswerKind): unknown {
  if (kind === 'json') return JSON.parse(text)
  if (kind === 'csv') return csvRecords(text)
  return text
}

function csvRecords(text: string): Record<string, string>[] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const widest = Math.max(0, ...data.slice(0, 20).map((cells) => cells.length))
  const head = data.findIndex((cells) => cells.length === widest)
  const names = data[head] ?? []
  return data
    .slice(head + 1)
    .map((cells) => Object.fromEntries(names.map((name, place) => [name || `${place + 1}`, cells[place] ?? ''])))
}
