import { leadFields } from '../../../preload/contract/lead-fields.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-part.ts'
import { createNumberBuilder } from '../columns/number-part.ts'
import type { Part } from '../columns/part.ts'
import { createTextBuilder } from '../columns/text-part.ts'
import { createTimeBuilder } from '../columns/time-part.ts'
import { extraKey, type LeadColumnType } from './lead-columns.ts'

/** Values of some leads, by column key (`leadColumns`). */
export interface LeadParts {
  readonly rows: number
  readonly columns: ReadonlyMap<string, Part>
  /** Some row has more than the document's fields, or a value of another type: it stands in `extra`. */
  readonly hasExtra: boolean
  /** Some `telefone_digitos` are not the digits of `telefone`, so both must be searched. */
  readonly phonesDiffer: boolean
}

/** Takes lead rows as the service sent them, one JSON object a row. */
export interface LeadBuilder {
  append(row: Readonly<Record<string, unknown>>): void
  /** The rows so far; the builder begins anew. */
  take(): LeadParts
}

interface FieldBuilder {
  /** False when the value is of a type that the column cannot keep without loss; null is stored then. */
  append(value: unknown): boolean
  take(): Part
}

/**
 * Tolerant where the document is: a missing field is null, a number where a text is due becomes its digits, a text of
 * digits becomes a number; whatever else does not fit is kept in `extra` under its own name, with all unknown fields.
 */
export function createLeadBuilder(): LeadBuilder {
  const fields = leadFields.map(({ key, type }) => ({ key, builder: fieldBuilder(type) }))
  const names = new Set<string>(leadFields.map(({ key }) => key))
  const extras = createTextBuilder()
  let rows = 0
  let hasExtra = false
  let phonesDiffer = false

  const extraOf = (row: Readonly<Record<string, unknown>>, misfits: readonly string[]): string | null => {
    const kept = Object.entries(row).filter(([name]) => !names.has(name) || misfits.includes(name))
    return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
  }
  return {
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

const wholeNumber = /^-?(?:0|[1-9]\d{0,14})$/

function integerField(): FieldBuilder {
  const builder = createNumberBuilder()
  return {
    append: (value) => {
      if (typeof value === 'number') builder.append(value)
      else if (typeof value === 'string' && wholeNumber.test(value)) builder.append(Number(value))
      else {
        builder.append(null)
        return value === null || value === undefined || value === ''
      }
      return true
    },
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

function sizeOf(row: Readonly<Record<string, unknown>>): number {
  let size = 0
  for (const _ in row) size++
  return size
}
