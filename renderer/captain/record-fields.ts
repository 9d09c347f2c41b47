import type { CaptainRecord } from '../../preload/contract/captain.ts'
import {
  type CaptainField,
  type CaptainFieldKind,
  type CaptainResourceName,
  captainResource,
} from '../../preload/values/captain-resources.ts'
import { languageStore } from '../kernel/messages.ts'

type Fields = Readonly<Record<string, unknown>>

/** A field of a form. `inferred`: it was seen in the service's answers, and no document names it. */
export type Field = CaptainField & { readonly inferred?: true }

/** The values of a form, by path: a text, a boolean, or words. */
export type DraftValue = string | boolean | readonly string[]
export type Draft = Readonly<Record<string, DraftValue>>

/** What is wrong with a field, as a key of the catalogue's sentences. */
export type FieldProblem = 'required' | 'notJson' | 'notNumber' | 'notWhole'

const serviceKeys = /^(id|account_id|slug|user|created_by|documentable.*|.*_at|.*_count)$/

/**
 * The fields of a form: those of the resource, and those that the service's answers showed, with the types of their
 * values. A key that was never seen is not offered.
 */
export function fieldsOf(resource: CaptainResourceName, records: readonly CaptainRecord[]): readonly Field[] {
  const resourceFields = captainResource(resource).fields
  // The first value that is not null decides on the kind.
  const firstValues = new Map<string, unknown>()
  for (const [path, value] of records.flatMap(({ fields }) => Object.entries(withConfigPaths(fields)))) {
    if (!firstValues.has(path) || firstValues.get(path) === null) firstValues.set(path, value)
  }
  const inferred = [...firstValues]
    .filter(([path, value]) => !resourceFields.some((field) => field.path === path) && isOffered(resource, path, value))
    .map(([path, value]): Field => ({ path, kind: kindOf(path, value), inferred: true }))
  return [...resourceFields, ...inferred]
}

/** The fields, with each part of `config` as a field of its own: `config.tone`. */
export function withConfigPaths(fields: Fields): Fields {
  const entries = Object.entries(fields).flatMap(([key, value]) =>
    key === 'config' && isObject(value)
      ? Object.entries(value).map(([name, inner]) => [`config.${name}`, inner])
      : [[key, value]],
  )
  return Object.fromEntries(entries)
}

function isOffered(name: CaptainResourceName, path: string, value: unknown): boolean {
  const { isLink, names, readOnlyStatus } = captainResource(name)
  // A link shows fields of the record that it links; the path names the owner of a record.
  if (serviceKeys.test(path) || isLink || path === names?.parent || (readOnlyStatus && path === 'status')) return false
  // A record inside of a record, such as its assistant, is changed by its number.
  return !(isObject(value) && 'id' in value)
}

function kindOf(path: string, value: unknown): CaptainFieldKind {
  if (path === 'document_id' && typeof value !== 'string') return 'reference'
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return value.length > 80 || value.includes('\n') ? 'text' : 'line'
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) return 'list'
  return typeof value === 'object' && value !== null ? 'json' : 'line'
}

/**
 * The values of a form when it opens: those of the record, or empty for a new one. Switches that default to on are on.
 */
export function draftOf(fields: readonly Field[], record: CaptainRecord | null): Draft {
  return Object.fromEntries(fields.map((field) => [field.path, shownOf(field, record)]))
}

function shownOf({ path, kind }: Field, record: CaptainRecord | null): DraftValue {
  const value = record ? valueAt(record.fields, path) : undefined
  if (kind === 'flag') return record ? value === true : path === 'enabled'
  if (kind === 'list' || kind === 'tools') return Array.isArray(value) ? value.map(String) : []
  if (value === undefined || value === null) return ''
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

/** The value at a path. Where only a record is there, its number: `assistant.id` for `assistant_id`. */
export function valueAt(fields: Fields, path: string): unknown {
  const [key = '', inner] = path.split('.')
  const value = fields[key]
  if (inner !== undefined) return isObject(value) ? value[inner] : undefined
  if (value !== undefined || !key.endsWith('_id')) return value
  const nested = fields[key.slice(0, -3)]
  return isObject(nested) ? nested.id : undefined
}

export function problemsOf(fields: readonly Field[], draft: Draft): Readonly<Record<string, FieldProblem>> {
  const problems = fields.flatMap((field): [string, FieldProblem][] => {
    const problem = problemOf(field, draft[field.path] ?? '')
    return problem ? [[field.path, problem]] : []
  })
  return Object.fromEntries(problems)
}

function problemOf({ kind, required }: Field, value: DraftValue): FieldProblem | null {
  if (typeof value !== 'string') return null
  if (value.trim() === '') return required ? 'required' : null
  if (kind === 'json' && !isJson(value)) return 'notJson'
  if (!isNumeric(kind)) return null
  const number = numberOf(value)
  if (!Number.isFinite(number)) return 'notNumber'
  return kind === 'number' || (Number.isSafeInteger(number) && number > 0) ? null : 'notWhole'
}

/**
 * What is sent: of a new record all filled fields, of another the changed ones. All parts of `config` are sent
 * together, since the service replaces it whole.
 */
export function changesOf(fields: readonly Field[], draft: Draft, record: CaptainRecord | null): Fields {
  const stored = draftOf(fields, record)
  const changes: Record<string, unknown> = {}
  for (const field of fields) {
    const value = draft[field.path] ?? ''
    const same = JSON.stringify(value) === JSON.stringify(stored[field.path])
    const empty = value === '' || (Array.isArray(value) && value.length === 0)
    if (record ? same : empty || (same && value === false)) continue
    const [key = '', inner] = field.path.split('.')
    const whole = changes[key] ?? record?.fields[key]
    changes[key] =
      inner === undefined ? sentOf(field, value) : { ...(isObject(whole) ? whole : {}), [inner]: sentOf(field, value) }
  }
  return changes
}

function sentOf({ kind }: Field, value: DraftValue): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '' && kind !== 'line' && kind !== 'text') return null
  if (kind === 'json') return JSON.parse(value)
  return isNumeric(kind) ? numberOf(value) : value
}

/** The number in a text, with the decimal sign of the language or a point; NaN for other texts. */
function numberOf(text: string): number {
  const comma = languageStore.getState().language === 'pt-BR' && /^\s*-?\d+,\d+\s*$/.test(text)
  return Number(comma ? text.replace(',', '.') : text)
}

const isNumeric = (kind: CaptainFieldKind) => kind === 'number' || kind === 'reference'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether only the number of a record is known: it was opened by its number, and not read yet. */
export function isBare({ fields }: CaptainRecord): boolean {
  return Object.keys(fields).length === 0
}

/** The words that name a record; null where it has none. */
export function titleOf(resource: CaptainResourceName, { fields }: CaptainRecord): string | null {
  return firstText(fields, [...captainResource(resource).title, 'name', 'title', 'value'])
}

export function subtitleOf(resource: CaptainResourceName, record: CaptainRecord): string | null {
  const subtitle = firstText(record.fields, captainResource(resource).subtitle)
  return subtitle === titleOf(resource, record) ? null : subtitle
}

function firstText(fields: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

/** The label of a field: from the catalogue, else its key as words. */
export function fieldName(names: Readonly<Record<string, string>>, path: string): string {
  const label = Object.hasOwn(names, path) ? names[path] : undefined
  return label ?? (path.split('.').at(-1) ?? path).replaceAll('_', ' ')
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
