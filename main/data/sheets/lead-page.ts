import { leadFields } from '../../../preload/contract/lead-fields.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isRecord, type JsonRecord, mostLevels, parseJson, recordOf } from '../../kernel/json.ts'
import type { PageFacts } from '../calls.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-column.ts'
import { createNumberBuilder } from '../columns/number-column.ts'
import type { Part } from '../columns/part.ts'
import { createTextBuilder } from '../columns/text-part.ts'
import { createTimeBuilder } from '../columns/time-column.ts'
import { extraKey, type LeadColumnType } from './lead-columns.ts'

interface LeadPage {
  readonly facts: Omit<PageFacts, 'repeated' | 'total_changed'>
  /** `meta.filtros`, or null when the service does not echo them. */
  readonly echoed: JsonRecord | null
  readonly leads: readonly JsonRecord[]
  /** Records that are no lead, or are nested too deeply to be stored: their `contato_id`, null where it is not known. */
  readonly aside: readonly (number | null)[]
}

/**
 * One page of the lead export in UTF-8 (agent-platform.md, "Lead export envelope"): its facts checked, its leads for
 * `createLeadBuilder`. `requested` is the page's number where the service does not number its pages. A record that cannot be
 * stored does not cost the others. Throws `unexpected_body` for anything else than JSON with `meta` and `leads` that
 * agree, such as the page of a captive portal (features.md §9 point 13).
 */
export function parseLeadPage(body: Uint8Array, requested: number): LeadPage {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const { meta, leads: records } = recordOf(parseJson(text))
  if (!isRecord(meta)) throw unexpected('no JSON with meta')
  if (!Array.isArray(records)) throw unexpected('leads is not a list')
  const facts = factsOf(meta, records.length, requested)
  const leads: JsonRecord[] = []
  const aside: (number | null)[] = []
  for (const record of records) {
    if (!isRecord(record)) aside.push(null)
    else if (isDeep(record)) aside.push(wholeNumber(record.contato_id))
    else leads.push(record)
  }
  const hasKey = ({ contato_id }: JsonRecord) => contato_id !== undefined && contato_id !== null
  if (records.length > 0 && !records.some((record) => isRecord(record) && hasKey(record))) {
    throw unexpected('no lead has a contato_id')
  }
  return { facts, echoed: isRecord(meta.filtros) ? meta.filtros : null, leads, aside }
}

/** Whether a record has more than `mostLevels` levels of objects and lists; JSON.parse itself goes to any depth. */
function isDeep(record: JsonRecord): boolean {
  let level: object[] = []
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'object' && value !== null) level.push(value)
  }
  for (let levels = 1; level.length > 0; levels++) {
    if (levels >= mostLevels) return true
    const below: object[] = []
    for (const one of level) {
      for (const value of Array.isArray(one) ? one : Object.values(one)) {
        if (typeof value === 'object' && value !== null) below.push(value)
      }
    }
    level = below
  }
  return false
}

function factsOf(meta: JsonRecord, rows: number, requested: number): LeadPage['facts'] {
  const total = wholeNumber(meta.total)
  if (total === null) throw unexpected('meta.total is not a number of rows')
  const count = wholeNumber(meta.count)
  if (count !== null && count !== rows) throw unexpected('meta.count and the leads disagree')
  const next = wholeNumber(meta.next_page)
  return {
    rows,
    total,
    page: wholeNumber(meta.page) ?? requested,
    per_page: wholeNumber(meta.per_page) ?? rows,
    has_more: hasMore(meta, next),
    next_page: next,
  }
}

function hasMore(meta: JsonRecord, next: number | null): boolean {
  if (typeof meta.has_more === 'boolean') return meta.has_more
  if (meta.has_more === undefined && 'next_page' in meta) return next !== null
  throw unexpected('meta.has_more is missing')
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function unexpected(details: string): AppFailure {
  return new AppFailure('unexpected_body', {}, details)
}

/** Values of some leads, by column key (`leadColumns`). */
export interface LeadParts {
  readonly rows: number
  readonly columns: ReadonlyMap<string, Part>
  /** Some row has more than the document's fields, or a value of another type: `extra` has it. */
  readonly hasExtra: boolean
  /** Some `telefone_digitos` are not the digits of `telefone`, so both must be searched. */
  readonly phonesDiffer: boolean
}

/** Takes lead rows as the service sent them, one JSON object a row. */
export interface LeadBuilder {
  /** The rows so far. */
  readonly rows: number
  append(row: JsonRecord): void
  /** A view of the last values of a column of numbers, until more rows are appended. */
  numbers(key: 'contato_id' | 'conversa_id', count: number): Float64Array
  /** The rows so far; the builder begins anew. */
  take(): LeadParts
}

interface FieldBuilder {
  /** False when the value is of a type that the column cannot store without loss; null is stored then. */
  append(value: unknown): boolean
  /** Of a column of numbers. */
  last?(count: number): Float64Array
  take(): Part
}

/**
 * Tolerant where the document is: a missing field is null, a number where a text is due becomes its digits, a text of
 * digits becomes a number; whatever else does not fit is stored in `extra` under its own name, with all unknown fields.
 */
export function createLeadBuilder(): LeadBuilder {
  const fields = leadFields.map(({ key, type }) => ({ key, builder: fieldBuilder(type) }))
  const names = new Set<string>(leadFields.map(({ key }) => key))
  const extras = createTextBuilder()
  let rows = 0
  let hasExtra = false
  let phonesDiffer = false

  const extraOf = (row: JsonRecord, misfits: readonly string[]): string | null => {
    const extra = Object.entries(row).filter(([name]) => !names.has(name) || misfits.includes(name))
    return extra.length === 0 ? null : JSON.stringify(Object.fromEntries(extra))
  }
  return {
    get rows() {
      return rows
    },
    numbers: (key, count) =>
      fields.find((field) => field.key === key)?.builder.last?.(count) ?? new Float64Array(count),
    append: (row) => {
      const misfits: string[] = []
      let present = 0
      for (const { key, builder } of fields) {
        const value = row[key]
        if (value !== undefined) present++
        if (!builder.append(value)) misfits.push(key)
      }
      const extra = misfits.length === 0 && sizeOf(row) === present ? null : extraOf(row, misfits)
      extras.append(extra)
      hasExtra ||= extra !== null
      phonesDiffer ||= !isSamePhone(row.telefone, row.telefone_digitos)
      rows++
    },
    take: () => {
      const columns = new Map<string, Part>(fields.map(({ key, builder }) => [key, builder.take()]))
      columns.set(extraKey, extras.take())
      const parts: LeadParts = { rows, columns, hasExtra, phonesDiffer }
      rows = 0
      hasExtra = false
      phonesDiffer = false
      return parts
    },
  }
}

function fieldBuilder(type: LeadColumnType): FieldBuilder {
  switch (type) {
    case 'integer':
      return integerField()
    case 'time':
      return timeField()
    case 'list':
      return listField()
    case 'choice':
    case 'status':
      return textField(createDictionaryBuilder())
    case 'text':
    case 'phone':
      return textField(createTextBuilder())
  }
}

function textField(builder: { append(value: string | null): void; take(): Part }): FieldBuilder {
  return {
    append: (value) => {
      if (typeof value === 'string') builder.append(value)
      else if (typeof value === 'number' || typeof value === 'boolean') builder.append(String(value))
      else {
        builder.append(null)
        return value === null || value === undefined
      }
      return true
    },
    take: builder.take,
  }
}

const wholeNumberText = /^-?(?:0|[1-9]\d{0,14})$/

function integerField(): FieldBuilder {
  const builder = createNumberBuilder()
  return {
    append: (value) => {
      if (typeof value === 'number') builder.append(value)
      else if (typeof value === 'string' && wholeNumberText.test(value)) builder.append(Number(value))
      else {
        builder.append(null)
        return value === null || value === undefined || value === ''
      }
      return true
    },
    last: builder.last,
    take: builder.take,
  }
}

function timeField(): FieldBuilder {
  const builder = createTimeBuilder()
  return {
    append: (value) => {
      if (typeof value === 'number') builder.appendEpoch(value)
      else if (typeof value === 'string') builder.append(value)
      else {
        builder.append(null)
        return value === null || value === undefined
      }
      return true
    },
    take: builder.take,
  }
}

function listField(): FieldBuilder {
  const builder = createListBuilder()
  return {
    append: (value) => {
      const labels = labelsOf(value)
      builder.append(labels ?? [])
      return labels !== null
    },
    take: builder.take,
  }
}

/** Null when the value is no list of labels. */
function labelsOf(value: unknown): readonly string[] | null {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return null
  if (value.every((label) => typeof label === 'string')) return value
  return value.every((label) => typeof label === 'string' || typeof label === 'number') ? value.map(String) : null
}

function isSamePhone(phone: unknown, digits: unknown): boolean {
  const whole = typeof phone === 'string' ? phone : ''
  const bare = typeof digits === 'string' ? digits : ''
  return whole === `+${bare}` || whole.replace(/\D/g, '') === bare
}

function sizeOf(row: JsonRecord): number {
  let size = 0
  for (const _ in row) size++
  return size
}
