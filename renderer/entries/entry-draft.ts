import type { FormField } from '../../preload/contract/forms.ts'
import { isDay } from '../../preload/values/days.ts'
import { decomposed } from '../../preload/values/text.ts'

import { webAddress } from '../ui/outside.tsx'

/** The typed values in the form of a new entry, by field. A free field has its own key. */
export interface EntryDraft {
  readonly values: Readonly<Record<string, string | boolean>>
  readonly extra: readonly Row[]
  readonly metadata: readonly Row[]
}

export interface Row {
  readonly key: string
  readonly value: string
  /**
   * `json`: a number, a boolean, a list or an object as JSON. A text stays a text, since a phone or a code of digits is
   * no number.
   */
  readonly type: 'text' | 'json'
}

export const emptyRow: Row = { key: '', value: '', type: 'text' }

export function isValidRow({ key, value, type }: Row): boolean {
  return type === 'text' || key.trim() === '' || parsedJson(value) !== undefined
}

/** Whether every date is empty or a calendar day as the field gives it. */
export function hasValidDates(draft: EntryDraft, fields: readonly FormField[]): boolean {
  return fields.every((field) => {
    const value = draft.values[fieldKey(field)]
    return fieldKind(field) !== 'date' || typeof value !== 'string' || value === '' || isDay(value)
  })
}

export const emptyDraft: EntryDraft = { values: {}, extra: [], metadata: [] }

/** The input of a field. The document names only `email` and `text` ("Field object"); the others are usual. */
type FieldKind = 'text' | 'email' | 'number' | 'phone' | 'url' | 'long' | 'date' | 'check' | 'choice' | 'several'

const kinds: Readonly<Record<string, FieldKind>> = {
  email: 'email',
  number: 'number',
  phone: 'phone',
  tel: 'phone',
  url: 'url',
  textarea: 'long',
  long_text: 'long',
  paragraph: 'long',
  date: 'date',
  checkbox: 'check',
  boolean: 'check',
  select: 'choice',
  dropdown: 'choice',
  radio: 'choice',
  checkboxes: 'several',
  multiselect: 'several',
}

export function fieldKind(field: FormField): FieldKind {
  const kind = kinds[field.type.toLowerCase()] ?? 'text'
  if (kind === 'choice' && optionsOf(field).length === 0) return 'text'
  // A checkbox with choices is several checkboxes.
  return kind === 'check' && optionsOf(field).length > 0 ? 'several' : kind
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
/** Characters that people write between the digits of a phone. */
const phoneSigns = /[\s()+./-]/g
const phoneDigits = /^\d{8,15}$/

/**
 * The type that an answer does not fit, though its field asks for it. Only the service decides whether it takes the
 * answer.
 */
export function doubtOf(
  field: FormField,
  written: string | boolean | undefined,
): 'email' | 'number' | 'phone' | 'url' | null {
  const kind = fieldKind(field)
  const text = typeof written === 'string' ? written.trim() : ''
  if (text === '') return null
  switch (kind) {
    case 'email':
      return email.test(text) ? null : kind
    case 'number':
      return typeof numberOf(text) === 'number' ? null : kind
    case 'phone':
      return phoneDigits.test(text.replace(phoneSigns, '')) ? null : kind
    case 'url':
      return webAddress(text) === undefined ? kind : null
    default:
      return null
  }
}

/** The choices of a field, where the service gives any: texts, or objects with a value or label. */
export function optionsOf(field: FormField): readonly string[] {
  const { options } = field
  if (!Array.isArray(options)) return []
  return [...new Set(options.map(optionText).filter((text) => text !== ''))]
}

function optionText(option: unknown): string {
  if (typeof option === 'string' || typeof option === 'number') return String(option)
  if (typeof option !== 'object' || option === null) return ''
  const { value, label } = option as { readonly value?: unknown; readonly label?: unknown }
  return optionText(value ?? label ?? '')
}

/** The key of a field in a request: its identifier, else its label (docs/services.md §11.3). */
export function fieldKey(field: FormField): string {
  return field.id ?? field.label
}

/** The answers as they are sent. Empty ones are left out; numbers are sent as numbers. */
export function answersOf(draft: EntryDraft, fields: readonly FormField[]): Record<string, unknown> {
  const named = fields.map((field) => [fieldKey(field), answerOf(field, draft.values[fieldKey(field)])] as const)
  return Object.fromEntries([...named.filter(([, value]) => value !== undefined), ...rowsOf(draft.extra)])
}

/** The metadata as they are sent; null for none. */
export function metadataOf(draft: EntryDraft): Record<string, unknown> | null {
  const rows = rowsOf(draft.metadata)
  return rows.length === 0 ? null : Object.fromEntries(rows)
}

function rowsOf(rows: readonly Row[]): readonly (readonly [string, unknown])[] {
  return rows
    .filter(({ key }) => key.trim() !== '')
    .map(({ key, value, type }) => [key.trim(), type === 'json' ? parsedJson(value) : value] as const)
}

/** Undefined for invalid JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function answerOf(field: FormField, written: string | boolean | undefined): unknown {
  if (written === undefined || written === '') return undefined
  if (typeof written === 'boolean') return written
  switch (fieldKind(field)) {
    case 'number':
      return numberOf(written)
    case 'several':
      return written.split('\n').filter((line) => line.trim() !== '')
    default:
      return written
  }
}

const grouped = /^-?\d{1,3}(?:\.\d{3})+$/

/**
 * Reads `1.234,5`, `1.234` and `1234.5`: Brazilians write points between groups of three digits. Other texts are sent
 * as they are, for the service to refuse.
 */
function numberOf(written: string): number | string {
  const text = written.trim()
  if (text === '') return written
  const plain = text.includes(',') || grouped.test(text) ? text.replaceAll('.', '').replace(',', '.') : text
  const value = Number(plain)
  return Number.isNaN(value) ? written : value
}

type Errors = Readonly<Record<string, readonly string[]>>

/** The service's errors of one field. */
export function fieldErrors(field: FormField, errors: Errors = {}): string | null {
  const fieldTexts = pathsOf(field).flatMap((path) => errors[path] ?? [])
  return fieldTexts.length === 0 ? null : [...new Set(fieldTexts)].join(' ')
}

/** The errors of other paths, with these paths. */
export function otherErrors(fields: readonly FormField[], errors: Errors = {}): readonly string[] {
  const fieldPaths = new Set(fields.flatMap(pathsOf))
  return Object.entries(errors)
    .filter(([path]) => !fieldPaths.has(path))
    .map(([path, messages]) => `${path}: ${messages.join(' ')}`)
}

/** The names that the service may use for a field in its errors: identifier, label or snake case. */
function pathsOf({ id, label }: FormField): readonly string[] {
  const names = [id, label, snakeCase(label)].filter((name) => name !== null)
  return names.flatMap((name) => [name, `fields.${name}`])
}

function snakeCase(label: string): string {
  return decomposed(label)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
}
