import { isUtf8 } from 'node:buffer'
import { textAt } from '../engine/columns/part.ts'
import { isDeeper, isParsable, isRecord, type JsonRecord, mostLevels, parseJson } from '../kernel/json.ts'
import {
  behindSign,
  behindSpace,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  stringEnd,
  valueEnd,
  viewOf,
} from '../kernel/json-bytes.ts'

/** Takes the records of a page one after the other. */
interface RecordTaker {
  /** Takes the record that begins at `from`; gives where it ends, or -1 for one that `JSON.parse` has to read. */
  take(bytes: Uint8Array, view: DataView, from: number): number
  append(record: JsonRecord): void
  /** Drops the records so far: another value takes the place of their list. */
  drop(): void
}

interface ScannedList {
  readonly end: number
  /** Records of any kind. */
  readonly length: number
  /**
   * Records that are no lead, or are nested too deeply to be stored: their `contato_id`, null where it is not known.
   */
  readonly aside: readonly unknown[]
}

/**
 * A JSON object in UTF-8: its `meta`, and the list of its `leads`, whose records `taker` gets; null where they are no
 * list. It accepts what `parseJson` parses, and throws otherwise.
 */
export function scanPage(
  body: Uint8Array,
  taker: RecordTaker,
): { readonly meta: unknown; readonly list: ScannedList | null } {
  // As decoding does it: a byte that is no UTF-8 becomes U+FFFD.
  const bytes = isUtf8(body) ? body : Buffer.from(textAt(body, 0, body.length))
  let meta: unknown
  let list: ScannedList | null = null
  let at = behindSign(bytes, 0, openBrace)
  for (;;) {
    const keyEnd = stringEnd(bytes, at)
    const key = String(JSON.parse(textAt(bytes, at, keyEnd)))
    at = behindSign(bytes, keyEnd, colon)
    let end: number
    if (key === 'leads') taker.drop()
    if (key === 'leads' && bytes[at] === openBracket) {
      list = scanList(bytes, at, taker)
      end = list.end
    } else {
      end = valueEnd(bytes, at)
      const value = parsedOf(textAt(bytes, at, end))
      if (key === 'meta') meta = value
      if (key === 'leads') list = null
    }
    at = behindSpace(bytes, end)
    if (bytes[at] !== comma) break
    at = behindSpace(bytes, at + 1)
  }
  if (behindSign(bytes, at, closeBrace) !== bytes.length) throw new SyntaxError('more than one value')
  return { meta, list }
}

/** More than any page has: each takes memory many times its characters. */
const maxRecords = 100_000

function parsedOf(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw new SyntaxError('no value, or too large a one')
  return value
}

function scanList(bytes: Uint8Array, from: number, taker: RecordTaker): ScannedList {
  const view = viewOf(bytes)
  const aside: unknown[] = []
  let length = 0
  let at = behindSign(bytes, from, openBracket)
  while (length > 0 || bytes[at] !== closeBracket) {
    if (length === maxRecords) throw new SyntaxError('too many records')
    let end = taker.take(bytes, view, at)
    if (end < 0) {
      end = valueEnd(bytes, at)
      const text = textAt(bytes, at, end)
      const record = isParsable(text) ? parsedOf(text) : null
      if (isRecord(record) && !isDeeper(text, mostLevels)) taker.append(record)
      else aside.push(isRecord(record) ? (record.contato_id ?? null) : null)
    }
    length++
    at = behindSpace(bytes, end)
    if (bytes[at] !== comma) break
    at = behindSpace(bytes, at + 1)
  }
  return { length, aside, end: behindSign(bytes, at, closeBracket) }
}
