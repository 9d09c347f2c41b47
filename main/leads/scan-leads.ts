import { isUtf8 } from 'node:buffer'
import { leadFields } from '../../preload/values/lead-fields.ts'
import { isAt, withRoom } from '../engine/columns/key-index.ts'
import { textAt } from '../engine/columns/part.ts'
import { isDeeper, isParsable, isRecord, type JsonRecord, mostLevels, parseJson } from '../kernel/json.ts'

/**
 * Rows of leads, most of them still as the bytes of their page. Each row has `rowSpans` numbers: where the JSON of each
 * of its fields (`leadFields`) begins and ends, and the same of its whole record.
 *
 *     spans  [ row 0: contato_id from, to | nome from, to | … | record from, to ] [ row 1: … ]
 *     bytes  …{"contato_id":17,"nome":"Ana",…},{…
 *
 * A field that is null or missing begins at `absent`. A row with anything unusual has `parsed` everywhere, and its
 * record in `records`.
 */
export interface LeadRows {
  readonly bytes: Uint8Array
  readonly count: number
  readonly spans: Int32Array
  readonly records: ReadonlyMap<number, JsonRecord>
}

export const rowSpans = 2 * (leadFields.length + 1)
/** No value of a page begins at its first byte. */
export const absent = 0
export const parsed = -1

export function fieldAt(key: (typeof leadFields)[number]['key']): number {
  return leadFields.findIndex((field) => field.key === key)
}

export function rowOf(record: JsonRecord): LeadRows {
  const spans = new Int32Array(rowSpans).fill(parsed)
  return { bytes: new Uint8Array(0), count: 1, spans, records: new Map([[0, record]]) }
}

interface ScannedList {
  readonly leads: LeadRows
  readonly end: number
  /** Records of any kind. */
  readonly length: number
  /**
   * Records that are no lead, or are nested too deeply to be stored: their `contato_id`, null where it is not known.
   */
  readonly aside: readonly unknown[]
  /** Whether some record has a `contato_id`. */
  readonly hasKeys: boolean
}

/**
 * A JSON object in UTF-8: its `meta`, and the list of its `leads`, read not as values but as rows; null where they are
 * no list. It accepts what `parseJson` parses, and throws otherwise: strings without escapes, whole numbers and flat
 * lists are checked here, any record with something else is given to `parseJson`.
 */
export function scanPage(body: Uint8Array): { readonly meta: unknown; readonly list: ScannedList | null } {
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
    if (key === 'leads' && bytes[at] === openBracket) {
      list = scanList(bytes, at)
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
const mostRecords = 100_000

function parsedOf(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw new SyntaxError('no value, or too large a one')
  return value
}

function scanList(bytes: Uint8Array, from: number): ScannedList {
  let spans = new Int32Array(512 * rowSpans)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const records = new Map<number, JsonRecord>()
  const aside: unknown[] = []
  const following = Uint8Array.from({ length: leadFields.length + 1 }, (_, field) => (field + 1) % leadFields.length)
  let count = 0
  let length = 0
  let hasKeys = false
  let at = behindSign(bytes, from, openBracket)
  while (length > 0 || bytes[at] !== closeBracket) {
    if (length === mostRecords) throw new SyntaxError('too many records')
    const row = count * rowSpans
    spans = withRoom(spans, row + rowSpans)
    let end = scanRecord(bytes, at, { view, spans, row, following })
    if (end >= 0) {
      hasKeys ||= spans[row + keySpan] !== absent
      count++
    } else {
      end = valueEnd(bytes, at)
      const text = textAt(bytes, at, end)
      const record = isParsable(text) ? parsedOf(text) : null
      const contact = isRecord(record) ? (record.contato_id ?? null) : null
      hasKeys ||= contact !== null
      if (isRecord(record) && !isDeeper(text, mostLevels)) {
        records.set(count, record)
        spans.fill(parsed, row, row + rowSpans)
        count++
      } else {
        spans.fill(absent, row, row + rowSpans)
        aside.push(contact)
      }
    }
    length++
    at = behindSpace(bytes, end)
    if (bytes[at] !== comma) break
    at = behindSpace(bytes, at + 1)
  }
  return { leads: { bytes, count, spans, records }, length, aside, hasKeys, end: behindSign(bytes, at, closeBracket) }
}

export const quote = 0x22
const comma = 0x2c
const colon = 0x3a
export const zero = 0x30
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const space = 0x20
/** More digits are not exact as a number. */
const mostDigits = 15

/** Bytes that mean themselves inside a JSON string. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= space && byte !== quote && byte !== backslash ? 1 : 0,
)

interface Key {
  readonly length: number
  /** The bytes of the key in quotes, four by four; the last four may repeat some of those before. */
  readonly words: Int32Array
}
const keys = leadFields.map(({ key }): Key => {
  const bytes = Buffer.from(`"${key}"`)
  const words = Int32Array.from({ length: Math.ceil(bytes.length / 4) }, (_, word) =>
    bytes.readInt32LE(Math.min(4 * word, bytes.length - 4)),
  )
  return { length: bytes.length, words }
})

function isKeyAt(view: DataView, from: number, { length, words }: Key): boolean {
  if (from + length > view.byteLength) return false
  const last = words.length - 1
  for (let word = 0; word < last; word++) if (view.getInt32(from + 4 * word, true) !== words[word]) return false
  return view.getInt32(from + length - 4, true) === words[last]
}

const keySpan = 2 * fieldAt('contato_id')

interface RecordSpans {
  readonly view: DataView
  readonly spans: Int32Array
  /** Where the spans of the record begin. */
  readonly row: number
  /** The field that came after each field of the records before; that of the first one at the end. */
  readonly following: Uint8Array
}

/**
 * Fills the spans of the record that begins at `from`; gives where it ends, or -1 for one that `JSON.parse` has to
 * read.
 */
function scanRecord(bytes: Uint8Array, from: number, { view, spans, row, following }: RecordSpans): number {
  if (bytes[from] !== openBrace) return -1
  let previousField: number = leadFields.length
  let at = behindSpace(bytes, from + 1)
  for (;;) {
    // Fields and bytes lie inside their arrays here and below. Behind the end a value is undefined, which equals no
    // other.
    let field = following[previousField] as number
    if (!isKeyAt(view, at, keys[field] as Key)) {
      field = keys.findIndex((key) => isKeyAt(view, at, key))
      if (field < 0) return -1
      following[previousField] = field
    }
    previousField = field
    at += (keys[field] as Key).length
    if ((bytes[at] as number) <= space) at = behindSpace(bytes, at)
    if (bytes[at++] !== colon) return -1
    if ((bytes[at] as number) <= space) at = behindSpace(bytes, at)
    const end = plainEnd(bytes, at)
    if (end < 0) return -1
    spans[row + 2 * field] = bytes[at] === letterN ? absent : at
    spans[row + 2 * field + 1] = end
    at = (bytes[end] as number) <= space ? behindSpace(bytes, end) : end
    if (bytes[at] !== comma) break
    at++
    if ((bytes[at] as number) <= space) at = behindSpace(bytes, at)
  }
  if (bytes[at] !== closeBrace) return -1
  spans[row + rowSpans - 2] = from
  spans[row + rowSpans - 1] = at + 1
  return at + 1
}

const letterN = 0x6e
const nullText = Buffer.from('null')

/** Where a string without escapes, a whole number, null or a flat list of such strings ends; -1 for anything else. */
function plainEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] as number
  if (first === quote) return plainStringEnd(bytes, from)
  if (first === openBracket) return plainListEnd(bytes, from)
  if (first === letterN) return isAt(bytes, from, nullText) ? from + nullText.length : -1
  let at = from
  while (isDigit(bytes[at] as number)) at++
  const digits = at - from
  return digits === 0 || digits > mostDigits || (digits > 1 && first === zero) || isNumberSign(bytes[at]) ? -1 : at
}

export const isDigit = (byte: number) => byte >= zero && byte <= zero + 9
/** What may come behind the digits of a number that is not whole. */
const isNumberSign = (byte: number | undefined) => byte === 0x2e || byte === 0x65 || byte === 0x45

function plainStringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (isPlain[bytes[at] as number] === 1) at++
  return bytes[at] === quote ? at + 1 : -1
}

function plainListEnd(bytes: Uint8Array, from: number): number {
  let at = behindSpace(bytes, from + 1)
  if (bytes[at] === closeBracket) return at + 1
  for (;;) {
    const end = bytes[at] === quote ? plainStringEnd(bytes, at) : -1
    if (end < 0) return -1
    at = behindSpace(bytes, end)
    if (bytes[at] !== comma) return bytes[at] === closeBracket ? at + 1 : -1
    at = behindSpace(bytes, at + 1)
  }
}

/** Where white space ends, as JSON has it. */
function behindSpace(bytes: Uint8Array, from: number): number {
  let at = from
  for (let byte = bytes[at]; byte === space || byte === 10 || byte === 13 || byte === 9; byte = bytes[at]) at++
  return at
}

/** The position behind the sign and the white space on both of its sides. */
function behindSign(bytes: Uint8Array, from: number, sign: number): number {
  const at = behindSpace(bytes, from)
  if (bytes[at] !== sign) throw new SyntaxError('a sign is missing')
  return behindSpace(bytes, at + 1)
}

/** Where a value of any kind ends, if it is JSON at all. */
function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) at = stringEnd(bytes, at) - 1
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket || byte === comma) {
      if (depth === 0) return at
      if (byte !== comma) depth--
    }
  }
  return bytes.length
}

function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return Math.min(at + 1, bytes.length)
}
