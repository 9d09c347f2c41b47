import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { languageStore } from '../kernel/messages.ts'
import type { Field } from './known-fields.ts'
import { isObject } from './learn-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** What stands in the fields of a form, by path: a text, yes or no, or words. */
export type DraftValue = string | boolean | readonly string[]
export type Draft = Readonly<Record<string, DraftValue>>

/** What is wrong with a field, as a key of the catalogue's sentences. */
export type FieldProblem = 'required' | 'notJson' | 'notNumber' | 'notWhole'

/** A form as it opens: with what the record holds, or empty for a new one. What is switched on unless said is on. */
export function draftOf(fields: readonly Field[], record: CaptainRecord | null): Draft {
  return Object.fromEntries(fields.map((field) => [field.path, shownOf(field, record)]))
}

function shownOf({ path, kind }: Field, record: CaptainRecord | null): DraftValue {
  const value = record ? valueAt(record.fields, path) : undefined
  switch (kind) {
    case 'flag':
      return record ? value === true : path === 'enabled'
    case 'list':
    case 'tools':
      return Array.isArray(value) ? value.map(String) : []
    case 'json':
      return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
    default:
      return value === undefined || value === null ? '' : String(value)
  }
}

/** The value at a path; the number of a record inside where only that is there: `assistant.id` for `assistant_id`. */
export function valueAt(fields: Fields, path: string): unknown {
  const [key = '', inner] = path.split('.')
  const value = fields[key]
  if (inner !== undefined) return isObject(value) ? value[inner] : undefined
  if (value !== undefined || !key.endsWith('_id')) return value
  const held = fields[key.slice(0, -3)]
  return isObject(held) ? held.id : undefined
}

export function problemsOf(fields: readonly Field[], draft: Draft): Readonly<Record<string, FieldProblem>> {
  const found = fields.flatMap((field): [string, FieldProblem][] => {
    const problem = problemOf(field, draft[field.path] ?? '')
    return problem ? [[field.path, problem]] : []
  })
  return Object.fromEntries(found)
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
 * What is to be sent: of a new record all that was filled in, of another what differs. The parts of `config` go together
 * with those that nobody touched, since the service replaces it whole.
 */
export function changesOf(fields: readonly Field[], draft: Draft, record: CaptainRecord | null): Fields {
  const before = draftOf(fields, record)
  const changes: Record<string, unknown> = {}
  for (const field of fields) {
    const value = draft[field.path] ?? ''
    const same = JSON.stringify(value) === JSON.stringify(before[field.path])
    const empty = value === '' || (Array.isArray(value) && value.length === 0)
    if (record ? same : empty || (same && value === false)) continue
    const [key = '', inner] = field.path.split('.')
    if (inner === undefined) changes[key] = sentOf(field, value)
    else changes[key] = { ...partOf(changes[key] ?? record?.fields[key]), [inner]: sentOf(field, value) }
  }
  return changes
}

function partOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function sentOf({ kind }: Field, value: DraftValue): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '' && kind !== 'line' && kind !== 'text') return null
  if (kind === 'json') return JSON.parse(value)
  return isNumeric(kind) ? numberOf(value) : value
}

/** The number in a text, with the decimal sign of the language or a point; NaN where it is none. */
function numberOf(text: string): number {
  const comma = languageStore.getState().language === 'pt-BR' && /^\s*-?\d+,\d+\s*$/.test(text)
  return Number(comma ? text.replace(',', '.') : text)
}

function isNumeric(kind: Field['kind']): boolean {
  return kind === 'number' || kind === 'assistant' || kind === 'document' || kind === 'server' || kind === 'inbox'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
