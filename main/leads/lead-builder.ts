import { leadFields } from '../../preload/values/lead-fields.ts'
import { type CodedBuilder, createDictionaryBuilder, createListBuilder } from '../engine/columns/dictionary-column.ts'
import { createKeyTable, isAt } from '../engine/columns/key-index.ts'
import { createNumberBuilder } from '../engine/columns/number-column.ts'
import { type Part, type PartBuilder, textAt } from '../engine/columns/part.ts'
import { createTextBuilder } from '../engine/columns/text-part.ts'
import { createTimeBuilder } from '../engine/columns/time-column.ts'
import type { JsonRecord } from '../kernel/json.ts'
import { extraKey, type LeadColumnType } from './lead-columns.ts'
import { absent, fieldAt, isDigit, type LeadRows, parsed, quote, rowOf, rowSpans, zero } from './scan-leads.ts'

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
  /** The rows become columns once other calls have run, at the latest when they are taken. */
  appendRows(rows: LeadRows): void
  /** Gives the rows. The builder must not be used afterwards. */
  take(): LeadParts
}

interface FieldBuilder {
  /** False when the value is of a type that the column cannot store without loss; null is stored then. */
  append(value: unknown): boolean
  /** Takes a value as JSON; false, and nothing is appended, where it is not of the column's usual type. */
  appendJson(bytes: Uint8Array, from: number, to: number): boolean
  take(): Part
}

/**
 * Tolerant where the document is: a missing field is null, a number where a text is due becomes its digits, a text of
 * digits becomes a number. Whatever else does not fit is stored in `extra` under its own name, with all unknown fields.
 */
export function createLeadBuilder(): LeadBuilder {
  const fields = leadFields.map(({ key, type }) => ({ key, builder: fieldBuilders[type]() }))
  const names = new Set<string>(leadFields.map(({ key }) => key))
  const extras = createTextBuilder()
  const waiting: LeadRows[] = []
  let rows = 0
  let hasExtra = false
  let phonesDiffer = false

  const extraOf = (row: JsonRecord, misfits: readonly string[] = []): string | null => {
    const extra = Object.entries(row).filter(([name]) => !names.has(name) || misfits.includes(name))
    return extra.length === 0 ? null : JSON.stringify(Object.fromEntries(extra))
  }
  const toColumns = (leads: LeadRows) => {
    const misfits = new Map<number, string[]>()
    for (const [index, { key, builder }] of fields.entries()) {
      for (const row of appendField(leads, index, builder)) misfits.set(row, [...(misfits.get(row) ?? []), key])
    }
    for (let row = 0; row < leads.count; row++) {
      const misfit = misfits.get(row)
      const record = leads.records.get(row) ?? (misfit ? recordAt(leads, row) : undefined)
      const extra = record ? extraOf(record, misfit) : null
      extras.append(extra)
      hasExtra ||= extra !== null
    }
    phonesDiffer ||= hasOtherPhone(leads)
  }
  const flush = () => {
    for (const leads of waiting.splice(0)) toColumns(leads)
  }
  return {
    get rows() {
      return rows
    },
    append: (row) => {
      flush()
      toColumns(rowOf(row))
      rows++
    },
    appendRows: (leads) => {
      if (waiting.push(leads) === 1) setImmediate(flush)
      rows += leads.count
    },
    take: () => {
      flush()
      const columns = new Map<string, Part>(fields.map(({ key, builder }) => [key, builder.take()]))
      columns.set(extraKey, extras.take())
      return { rows, columns, hasExtra, phonesDiffer }
    },
  }
}

/** Appends the values of a field; gives the rows whose value does not fit. */
function appendField(leads: LeadRows, field: number, builder: FieldBuilder): readonly number[] {
  const { bytes, count, spans } = leads
  const misfits: number[] = []
  for (let row = 0; row < count; row++) {
    // Rows lie inside the spans: `as number` spares a check a value.
    const from = spans[row * rowSpans + 2 * field] as number
    const to = spans[row * rowSpans + 2 * field + 1] as number
    if (from === absent) builder.append(null)
    else if (from === parsed || !builder.appendJson(bytes, from, to)) {
      if (!builder.append(valueAt(leads, row, field))) misfits.push(row)
    }
  }
  return misfits
}

function valueAt({ bytes, spans, records }: LeadRows, row: number, field: number): unknown {
  const at = row * rowSpans + 2 * field
  const from = spans[at] as number
  if (from === parsed) return records.get(row)?.[leadFields[field]?.key ?? '']
  return from === absent ? null : JSON.parse(textAt(bytes, from, spans[at + 1] as number))
}

/** The record as `JSON.parse` has it: behind the fields lie the spans of the whole. */
function recordAt(leads: LeadRows, row: number): JsonRecord {
  return valueAt(leads, row, leadFields.length) as JsonRecord
}

export const fieldBuilders: Readonly<Record<LeadColumnType, () => FieldBuilder>> = {
  integer: integerField,
  time: timeField,
  list: () => codedField(createListBuilder(), [], labelsOf),
  choice: choiceField,
  status: choiceField,
  text: textField,
  phone: textField,
}

const plus = 0x2b

function textField(): FieldBuilder {
  const builder = createTextBuilder()
  return {
    ...valueField(builder, null, textOfValue),
    appendJson: (bytes, from, to) => {
      if (bytes[from] === quote) builder.appendBytes(bytes, from + 1, to - 1)
      else if (isDigit(bytes[from] ?? 0)) builder.appendBytes(bytes, from, to)
      else return false
      return true
    },
  }
}

function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function choiceField(): FieldBuilder {
  return codedField(createDictionaryBuilder(), null, textOfValue)
}

/** Appends what `read` makes of a value, which is undefined where the value does not fit; without a value, `none`. */
function valueField<Value, Made extends Part>(
  builder: PartBuilder<Value, Made>,
  none: Value,
  read: (value: unknown) => Value | undefined,
): Pick<FieldBuilder, 'append' | 'take'> {
  return {
    append: (value) => {
      const typedValue = value === null || value === undefined ? none : read(value)
      builder.append(typedValue ?? none)
      return typedValue !== undefined
    },
    take: builder.take,
  }
}

/** A field of few values: JSON that came before is appended by its code. */
function codedField<Value, Made extends Part>(
  builder: CodedBuilder<Value, Made>,
  none: Value,
  read: (value: unknown) => Value | undefined,
): FieldBuilder {
  // The values as JSON, and the code of each.
  const jsonValues = createKeyTable()
  const codes: number[] = []
  return {
    ...valueField(builder, none, read),
    appendJson: (bytes, from, to) => {
      const index = jsonValues.takeText(bytes, from, to)
      const code = codes[index]
      const value = code === undefined ? read(JSON.parse(textAt(bytes, from, to))) : undefined
      if (code !== undefined) builder.appendCode(code)
      else if (value !== undefined) codes[index] = builder.append(value)
      else return false
      return true
    },
  }
}

const wholeNumberText = /^-?(?:0|[1-9]\d{0,14})$/

/** Null for an empty text, and undefined for what is no number. */
function numberOf(value: unknown): number | null | undefined {
  if (typeof value === 'number') return value
  if (value === '') return null
  return typeof value === 'string' && wholeNumberText.test(value) ? Number(value) : undefined
}

function wholeNumber(bytes: Uint8Array, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + (bytes[at] as number) - zero
  return number
}

/** What the column of a field of whole numbers will have of these rows. */
export function numbersOf(leads: LeadRows, key: 'contato_id' | 'conversa_id'): Float64Array {
  const { bytes, count, spans } = leads
  const field = fieldAt(key)
  const numbers = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    const at = row * rowSpans + 2 * field
    const from = spans[at] as number
    const isWhole = from > absent && isDigit(bytes[from] ?? 0)
    numbers[row] = isWhole
      ? wholeNumber(bytes, from, spans[at + 1] as number)
      : (numberOf(valueAt(leads, row, field)) ?? Number.NaN)
  }
  return numbers
}

function integerField(): FieldBuilder {
  const builder = createNumberBuilder()
  return {
    ...valueField(builder, null, numberOf),
    appendJson: (bytes, from, to) => {
      if (!isDigit(bytes[from] ?? 0)) return false
      builder.append(wholeNumber(bytes, from, to))
      return true
    },
  }
}

function timeField(): FieldBuilder {
  const builder = createTimeBuilder()
  return {
    ...valueField(builder, null, (value) =>
      typeof value === 'number' || typeof value === 'string' ? value : undefined,
    ),
    appendJson: (bytes, from, to) => bytes[from] === quote && builder.appendBytes(bytes, from + 1, to - 1),
  }
}

/** Undefined when the value is no list of labels. */
function labelsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const isList = Array.isArray(value) && value.every((label) => typeof label === 'string' || typeof label === 'number')
  return isList ? value.map(String) : undefined
}

const phoneField = fieldAt('telefone')
const digitsField = fieldAt('telefone_digitos')

/** Whether some `telefone_digitos` are not the digits of `telefone`. */
function hasOtherPhone(leads: LeadRows): boolean {
  const { bytes, count, spans } = leads
  for (let row = 0; row < count; row++) {
    // Rows lie inside the spans: `as number` spares a check a row.
    const phone = spans[row * rowSpans + 2 * phoneField] as number
    const digits = spans[row * rowSpans + 2 * digitsField] as number
    const end = spans[row * rowSpans + 2 * digitsField + 1] as number
    const isUsual = phone > absent && digits > absent && bytes[phone + 1] === plus && bytes[digits] === quote
    if (isUsual && isAt(bytes, phone + 2, bytes, digits + 1, end)) continue
    if (!isSamePhone(valueAt(leads, row, phoneField), valueAt(leads, row, digitsField))) return true
  }
  return false
}

function isSamePhone(phone: unknown, digits: unknown): boolean {
  const whole = typeof phone === 'string' ? phone : ''
  const bare = typeof digits === 'string' ? digits : ''
  return whole === `+${bare}` || whole.replace(/\D/g, '') === bare
}
