import Papa from 'papaparse'
import type { HttpStream } from '../kernel/http.ts'
import { looksLikeHtml } from '../kernel/http-failures.ts'
import { parseJson } from '../kernel/json.ts'

/** The kind of a body, by its type and its first bytes (docs/services.md §6.6 and §13.2). */
export type BodyKind = 'json_list' | 'json_object' | 'csv' | 'xlsx' | 'html' | 'empty' | 'text'

export function bodyKind(contentType: string | null, bytes: Buffer): BodyKind {
  if (bytes.length === 0) return 'empty'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'xlsx'
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (text === '') return 'empty'
  if (looksLikeHtml(text)) return 'html'
  if (text.startsWith('[') && !/csv/i.test(contentType ?? '')) return 'json_list'
  if (text.startsWith('{')) return 'json_object'
  return /csv/i.test(contentType ?? '') || /^[^\n;,\t]*[;,\t][^\n]*\n/.test(text) ? 'csv' : 'text'
}

/** Where an answer of the conversation filter has its conversations: all are accepted (docs/services.md §4.5). */
export type FilterShape = 'meta_payload' | 'data_meta_payload' | 'payload' | 'list' | 'other'

export interface FilterAnswer {
  readonly shape: FilterShape
  readonly conversations: readonly unknown[]
}

export function filterAnswer(text: string): FilterAnswer {
  const body = parseJson(text)
  if (Array.isArray(body)) return { shape: 'list', conversations: body }
  const data = member(body, 'data')
  if (Array.isArray(data)) return { shape: 'list', conversations: data }
  const wrapped = listIn(data)
  if (wrapped) return { shape: 'data_meta_payload', conversations: wrapped }
  const conversations = listIn(body)
  if (conversations)
    return { shape: member(body, 'meta') === undefined ? 'payload' : 'meta_payload', conversations: conversations }
  return { shape: 'other', conversations: [] }
}

/** A member of a JSON value; undefined where there is none. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

function listIn(value: unknown): readonly unknown[] | null {
  const payload = member(value, 'payload')
  return Array.isArray(payload) ? payload : null
}

/** How a service writes its spreadsheet file. */
interface CsvStyle {
  readonly bom: boolean
  readonly encoding: 'utf-8' | 'windows-1252'
  readonly delimiter: 'semicolon' | 'comma' | 'tab' | 'pipe' | 'none'
  /** The text before a phone in a row of the file: an apostrophe, `="…"`, or none; null where there was no phone. */
  readonly phones: 'apostrophe' | 'formula' | 'plain' | null
}

const delimiters = [
  ['semicolon', ';'],
  ['comma', ','],
  ['tab', '\t'],
  ['pipe', '|'],
] as const

/** The CSV style of a lead export's first bytes, never the content of its rows (docs/services.md §2.10). */
export function csvStyle(bytes: Buffer): CsvStyle {
  const bom = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  const { encoding, text } = decoded(bytes)
  const heading = text.slice(0, /\r?\n/.exec(text)?.index ?? text.length)
  const counts = delimiters.map(([name, sign]) => ({ name, sign, times: heading.split(sign).length - 1 }))
  const best = counts.reduce((best, one) => (one.times > best.times ? one : best))
  if (best.times === 0) return { bom, encoding, delimiter: 'none', phones: null }
  const { data } = Papa.parse<string[]>(text, { delimiter: best.sign, preview: 50 })
  const [headings = [], ...rows] = data
  const column = headings.findIndex((name) => /^"?telefone"?$/i.test(name.trim()))
  const phones = rows.flatMap((row) => (column < 0 || !/\d/.test(row[column] ?? '') ? [] : [row[column] ?? '']))
  return { bom, encoding, delimiter: best.name, phones: protectionOf(phones) }
}

function protectionOf(phones: readonly string[]): CsvStyle['phones'] {
  if (phones.length === 0) return null
  if (phones.some((phone) => phone.startsWith("'"))) return 'apostrophe'
  return phones.some((phone) => phone.startsWith('=')) ? 'formula' : 'plain'
}

function decoded(bytes: Buffer): { readonly encoding: CsvStyle['encoding']; readonly text: string } {
  try {
    // The file continues after these bytes, so a letter cut at their end is no error.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return { encoding: 'utf-8', text }
  } catch {
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** The beginning of an answer, of at most `maxBytes` bytes and perhaps one block more; the rest is not read. */
export async function firstBytes({ body }: Pick<HttpStream, 'body'>, maxBytes: number): Promise<Buffer> {
  const blocks: Uint8Array[] = []
  let bytes = 0
  for await (const block of body) {
    blocks.push(block)
    bytes += block.byteLength
    // Leaving the loop ends the transfer.
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(blocks)
}
