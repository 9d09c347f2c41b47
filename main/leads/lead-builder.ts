import { type LeadField, leadFields } from '../../preload/values/lead-fields.ts'
import {
  type CodedBuilder,
  createDictionaryBuilder,
  createListBuilder,
  type ListBuilder,
} from '../engine/columns/dictionary-column.ts'
import { createKeyTable, isAt } from '../engine/columns/key-index.ts'
import { createNumberBuilder, type NumberBuilder } from '../engine/columns/numbers.ts'
import { type Part, type PartBuilder, textAt } from '../engine/columns/part.ts'
import { createTextBuilder, type TextBuilder } from '../engine/columns/text-part.ts'
import { createTimeBuilder, type TimeBuilder } from '../engine/columns/time-column.ts'
import { isDeeper, isParsable, type JsonRecord, mostLevels } from '../kernel/json.ts'
import {
  behindSpace,
  closeBrace,
  colon,
  comma,
  letterN,
  nullEnd,
  openBrace,
  openBracket,
  plainEnd,
  plainListEnd,
  plainStringEnd,
  quote,
  space,
  stringEnd,
  valueEnd,
  viewOf,
  wholeNumberEnd,
  zero,
} from '../kernel/json-bytes.ts'
import { extraKey, type LeadColumnType } from './lead-columns.ts'
import { scanPage } from './scan-leads.ts'

/** Values of some leads, by column key (`leadColumns`). */
export interface LeadParts {
  readonly rows: number
  readonly columns: ReadonlyMap<string, Part>
  /** Some row has more than the document's fields, or a value of another type: `extra` has it. */
  readonly hasExtra: boolean
  /** Some `telefone_digitos` are not the digits of `telefone`, so both must be searched. */
  readonly phonesDiffer: boolean
}

/** Takes lead rows as the service sent them. */
export interface LeadBuilder {
  readonly rows: number
  append(row: JsonRecord): void
  /** Takes the leads of a page in UTF-8 (`scanPage`). Where it throws, no row of the page is left. */
  appendPage(body: Uint8Array): AppendedPage
  /** Drops the rows from this one on. */
  truncate(rows: number): void
  /** What the column has from a row on; valid until another row is appended. */
  numbers(key: 'contato_id' | 'conversa_id', from: number): Float64Array
  /** Gives the rows. The builder must not be used afterwards. */
  take(): LeadParts
}

interface AppendedPage extends ReturnType<typeof scanPage> {
  /** Whether some record has a `contato_id`. */
  readonly hasKeys: boolean
}

export interface FieldBuilder {
  /** False when the value is of a type that the column cannot store without loss; null is stored then. */
  append(value: unknown): boolean
  /**
   * Takes the JSON value that begins at `from` and gives where it ends; -1, and nothing is appended, where it is not of
   * the column's usual type or form.
   */
  appendJson(bytes: Uint8Array, from: number): number
  truncate(rows: number): void
  take(): Part
}

/** A key of records that is no field. */
interface UnknownKey {
  /** In quotes, with a colon. */
  readonly json: string
  /** As `JSON.stringify` writes it, and in its place there. */
  readonly isUsual: boolean
  /** The row that had it last. */
  row: number
}

/**
 * Each value goes from the bytes of its record into its column. Tolerant where the document is: a missing field is
 * null, a number where a text is due becomes its digits, a text of digits becomes a number. Whatever else does not fit
 * is stored in `extra` under its own name, with all unknown fields, as `JSON.stringify` writes them.
 */
export function createLeadBuilder(): LeadBuilder {
  return new ColumnsBuilder()
}

/** Builders are classes: V8 compiles methods once, and closures for each builder anew. */
class ColumnsBuilder implements LeadBuilder {
  rows = 0
  private readonly fields = leadFields.map(({ type }) => fieldBuilders[type]())
  private readonly extras = createTextBuilder()
  /** The fields by their index, and the unknown keys behind them. */
  private readonly keyTable = createKeyTable()
  private readonly unknownKeys: UnknownKey[] = []
  /** The field that came after each field of the records before; that of the first one at the end. */
  private readonly following = Uint8Array.from(
    { length: leadFields.length + 1 },
    (_, field) => (field + 1) % leadFields.length,
  )
  /** Where the values of a record begin, by field; `absent` for a field that it does not have. */
  private readonly starts = new Int32Array(leadFields.length)
  private hasKeys = false
  /** The first row whose `telefone_digitos` are not the digits of its `telefone`. */
  private differingRow = Number.POSITIVE_INFINITY

  constructor() {
    for (const { quoted } of fieldKeys) this.keyTable.takeText(quoted, 0, quoted.length)
  }

  append(row: JsonRecord): void {
    const bytes = Buffer.from(JSON.stringify(row))
    this.appendRecord(bytes, viewOf(bytes), 0, true)
  }

  appendPage(body: Uint8Array): AppendedPage {
    const { rows } = this
    try {
      const page = scanPage(body, {
        take: (bytes, view, from) => {
          const end = this.appendRecord(bytes, view, from, false)
          if (end < 0) this.truncate(this.rows)
          return end
        },
        append: (record) => this.append(record),
        drop: () => {
          this.truncate(rows)
          this.hasKeys = false
        },
      })
      return { ...page, hasKeys: this.hasKeys || (page.list?.aside ?? []).some((contact) => contact !== null) }
    } catch (error) {
      this.truncate(rows)
      throw error
    }
  }

  truncate(rows: number): void {
    for (const field of this.fields) field.truncate(rows)
    this.extras.truncate(rows)
    this.rows = rows
    if (this.differingRow >= rows) this.differingRow = Number.POSITIVE_INFINITY
  }

  numbers(key: 'contato_id' | 'conversa_id', from: number): Float64Array {
    const part = this.fields[fieldAt(key)]?.take()
    return part?.kind === 'number' ? part.values.subarray(from) : new Float64Array(0)
  }

  take(): LeadParts {
    const columns = new Map(this.fields.map((field, index) => [leadFields[index]?.key ?? '', field.take()]))
    const extra = this.extras.take()
    columns.set(extraKey, extra)
    return { rows: this.rows, columns, hasExtra: extra.heap.length > 0, phonesDiffer: this.differingRow < this.rows }
  }

  /** Appends the record as `RecordTaker` has it; any record as `JSON.stringify` writes it where that `isWritten`. */
  private appendRecord(bytes: Uint8Array, view: DataView, from: number, isWritten: boolean): number {
    if (bytes[from] !== openBrace) return -1
    const { fields, starts, following, rows } = this
    const size = bytes.length
    starts.fill(absent)
    let extra = ''
    let members = 0
    let previousField: number = leadFields.length
    let at = behindSpace(bytes, from + 1)
    while (bytes[at] !== closeBrace) {
      // Fields and bytes lie inside their arrays here and below. Behind the end a value is undefined, which equals no
      // other.
      let field = following[previousField] as number
      let unknownKey: UnknownKey | null = null
      const key = fieldKeys[field] as FieldKey
      let end = at + key.length
      if (end > size || !isKeyAt(view, at, key)) {
        if (bytes[at] !== quote) return -1
        end = stringEnd(bytes, at)
        field = this.keyTable.takeText(bytes, at, end)
        if (field < leadFields.length) following[previousField] = field
        else {
          unknownKey = this.unknownKeyAt(bytes, at, end, field - leadFields.length)
          if (!isWritten && (!unknownKey.isUsual || unknownKey.row === rows)) return -1
          unknownKey.row = rows
        }
      }
      at = (bytes[end] as number) <= space ? behindSpace(bytes, end) : end
      if (bytes[at++] !== colon) return -1
      if ((bytes[at] as number) <= space) at = behindSpace(bytes, at)
      if (unknownKey) {
        end = plainEnd(bytes, at)
        const isPlain = end > 0
        if (!isPlain) end = valueEnd(bytes, at)
        const text = textAt(bytes, at, end)
        if (!isPlain && !isWritten && !isStorable(text)) return -1
        extra += `,${unknownKey.json}${isPlain ? text : JSON.stringify(JSON.parse(text))}`
      } else {
        if (starts[field] !== absent) return -1
        starts[field] = at
        previousField = field
        members++
        const builder = fields[field] as FieldBuilder
        if (bytes[at] === letterN) {
          end = nullEnd(bytes, at)
          if (end > 0) builder.append(null)
        } else end = builder.appendJson(bytes, at)
        if (end < 0) {
          end = valueEnd(bytes, at)
          const text = textAt(bytes, at, end)
          if (!isWritten && !isStorable(text)) return -1
          const value: unknown = JSON.parse(text)
          if (!builder.append(value)) extra += `,"${leadFields[field]?.key}":${JSON.stringify(value)}`
        }
      }
      at = (bytes[end] as number) <= space ? behindSpace(bytes, end) : end
      if (bytes[at] === closeBrace) break
      if (bytes[at++] !== comma) return -1
      if ((bytes[at] as number) <= space) at = behindSpace(bytes, at)
      if (bytes[at] !== quote) return -1
    }
    if (members < leadFields.length) {
      for (const [field, builder] of fields.entries()) if (starts[field] === absent) builder.append(null)
    }
    this.extras.append(extra === '' ? null : `{${extra.slice(1)}}`)
    const contact = starts[contactField] as number
    this.hasKeys ||= contact !== absent && bytes[contact] !== letterN
    if (this.differingRow > rows && hasOtherPhone(bytes, starts)) this.differingRow = rows
    this.rows++
    return at + 1
  }

  private unknownKeyAt(bytes: Uint8Array, from: number, to: number, index: number): UnknownKey {
    const key = this.unknownKeys[index] ?? unknownKeyOf(textAt(bytes, from, to))
    this.unknownKeys[index] = key
    return key
  }
}

function fieldAt(key: LeadField): number {
  return leadFields.findIndex((field) => field.key === key)
}

const plus = 0x2b
/** No value begins at the first byte. */
const absent = 0
const contactField = fieldAt('contato_id')
const phoneField = fieldAt('telefone')
const digitsField = fieldAt('telefone_digitos')

interface FieldKey {
  readonly quoted: Uint8Array
  readonly length: number
  /** Its bytes four by four; the last four may repeat some of those before. */
  readonly words: Int32Array
}
const fieldKeys = leadFields.map(({ key }): FieldKey => {
  const quoted = Buffer.from(`"${key}"`)
  const words = Int32Array.from({ length: Math.ceil(quoted.length / 4) }, (_, word) =>
    quoted.readInt32LE(Math.min(4 * word, quoted.length - 4)),
  )
  return { quoted, length: quoted.length, words }
})

function isKeyAt(view: DataView, from: number, { length, words }: FieldKey): boolean {
  const last = words.length - 1
  for (let word = 0; word < last; word++) if (view.getInt32(from + 4 * word, true) !== words[word]) return false
  return view.getInt32(from + length - 4, true) === words[last]
}

function unknownKeyOf(quoted: string): UnknownKey {
  const name = String(JSON.parse(quoted))
  const json = JSON.stringify(name)
  // Objects have keys that are indexes before all others.
  return { json: `${json}:`, isUsual: json === quoted && !/^\d+$/.test(name), row: -1 }
}

/** Whether a value of a record can be parsed and stored: the record has one level more. */
function isStorable(text: string): boolean {
  return !isDeeper(text, mostLevels - 1) && isParsable(text)
}

/** Whether the `telefone_digitos` of a record are not the digits of its `telefone`. */
function hasOtherPhone(bytes: Uint8Array, starts: Int32Array): boolean {
  const phone = starts[phoneField] as number
  const digits = starts[digitsField] as number
  const end = digits === absent ? -1 : plainStringEnd(bytes, digits)
  const isUsual = phone > absent && end > 0 && bytes[phone + 1] === plus && bytes[digits] === quote
  if (isUsual && isAt(bytes, phone + 2, bytes, digits + 1, end)) return false
  return !isSamePhone(valueAt(bytes, phone), valueAt(bytes, digits))
}

function isSamePhone(phone: unknown, digits: unknown): boolean {
  const whole = typeof phone === 'string' ? phone : ''
  const bare = typeof digits === 'string' ? digits : ''
  return whole === `+${bare}` || whole.replace(/\D/g, '') === bare
}

function valueAt(bytes: Uint8Array, from: number): unknown {
  return from === absent ? null : JSON.parse(textAt(bytes, from, valueEnd(bytes, from)))
}

export const fieldBuilders: Readonly<Record<LeadColumnType, () => FieldBuilder>> = {
  integer: () => new Field(createNumberBuilder(), null, numberOf, takeInteger),
  time: () => new Field(createTimeBuilder(), null, timeOf, takeTime),
  list: () => new Field(createListBuilder(), [], labelsOf, takeList),
  choice: () => new Field(createDictionaryBuilder(), null, textOfValue, takeCoded),
  status: () => new Field(createDictionaryBuilder(), null, textOfValue, takeCoded),
  text: () => new Field(createTextBuilder(), null, textOfValue, takeText),
  phone: () => new Field(createTextBuilder(), null, textOfValue, takeText),
}

class Field<Value, Builder extends PartBuilder<Value, Part>> implements FieldBuilder {
  readonly builder: Builder
  private readonly none: Value
  private readonly read: (value: unknown) => Value | undefined
  private readonly takeJson: (field: Field<Value, Builder>, bytes: Uint8Array, from: number) => number

  constructor(
    builder: Builder,
    none: Value,
    read: (value: unknown) => Value | undefined,
    takeJson: (field: Field<Value, Builder>, bytes: Uint8Array, from: number) => number,
  ) {
    this.builder = builder
    this.none = none
    this.read = read
    this.takeJson = takeJson
  }

  /** Undefined where the value does not fit. */
  typed(value: unknown): Value | undefined {
    return value === null || value === undefined ? this.none : this.read(value)
  }

  append(value: unknown): boolean {
    const typedValue = this.typed(value)
    this.builder.append(typedValue ?? this.none)
    return typedValue !== undefined
  }

  appendJson(bytes: Uint8Array, from: number): number {
    return this.takeJson(this, bytes, from)
  }

  truncate(rows: number): void {
    this.builder.truncate(rows)
  }

  take(): Part {
    return this.builder.take()
  }
}

function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function takeText({ builder }: { readonly builder: TextBuilder }, bytes: Uint8Array, from: number): number {
  const isText = bytes[from] === quote
  const end = isText ? plainStringEnd(bytes, from) : wholeNumberEnd(bytes, from)
  if (end > 0) builder.appendBytes(bytes, isText ? from + 1 : from, isText ? end - 1 : end)
  return end
}

interface CodedField<Value> {
  readonly builder: CodedBuilder<Value, Part>
  typed(value: unknown): Value | undefined
}

/** Appends the value up to `end`, by its code where it came before. Gives `end`; -1 where the value does not fit. */
function appendCoded<Value>(field: CodedField<Value>, bytes: Uint8Array, from: number, end: number): number {
  const { builder } = field
  if (builder.appendAgain(bytes, from, end)) return end
  const text = textAt(bytes, from, end)
  const value = isStorable(text) ? field.typed(JSON.parse(text)) : undefined
  if (value === undefined) return -1
  builder.appendAs(value, bytes, from, end)
  return end
}

function takeCoded<Value>(field: CodedField<Value>, bytes: Uint8Array, from: number): number {
  const end = plainEnd(bytes, from)
  return end < 0 ? end : appendCoded(field, bytes, from, end)
}

function takeList(field: Field<readonly string[], ListBuilder>, bytes: Uint8Array, from: number): number {
  if (bytes[from] !== openBracket) return -1
  const end = plainListEnd(bytes, from)
  // One with white space between its labels, or with escapes.
  if (end < 0) return appendCoded(field, bytes, from, valueEnd(bytes, from))
  field.builder.appendJson(bytes, from, end)
  return end
}

const wholeNumberText = /^-?(?:0|[1-9]\d{0,14})$/

/** Null for an empty text, and undefined for what is no number. */
function numberOf(value: unknown): number | null | undefined {
  if (typeof value === 'number') return value
  if (value === '') return null
  return typeof value === 'string' && wholeNumberText.test(value) ? Number(value) : undefined
}

function takeInteger({ builder }: { readonly builder: NumberBuilder }, bytes: Uint8Array, from: number): number {
  const end = wholeNumberEnd(bytes, from)
  let number = 0
  for (let at = from; at < end; at++) number = number * 10 + (bytes[at] as number) - zero
  if (end > 0) builder.append(number)
  return end
}

function timeOf(value: unknown): string | number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}

function takeTime({ builder }: { readonly builder: TimeBuilder }, bytes: Uint8Array, from: number): number {
  return bytes[from] === quote ? builder.appendQuoted(bytes, from) : -1
}

/** Undefined when the value is no list of labels. */
function labelsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const isList = Array.isArray(value) && value.every((label) => typeof label === 'string' || typeof label === 'number')
  return isList ? value.map(String) : undefined
}
