import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'
import { languageStore } from '../kernel/messages.ts'

/** Keys that the service alone writes. */
const own = /^(id|account_id|slug|user|created_by|documentable.*|.*_at|.*_count)$/

/** Where people set no state: a document is available when it was read, a server connected when it answered. */
const statesOfItsOwn: readonly CaptainResourceName[] = [
  'documents',
  'mcp_servers',
  'assistant_mcp_servers',
  'assistants',
]

/**
 * The fields of a form: those that are known of this kind, and those that the service showed in its answers, typed by what
 * they held. Nothing is made up: a key that was never seen is not offered.
 */
export function fieldsOf(resource: CaptainResourceName, seen: readonly CaptainRecord[]): readonly Field[] {
  const known = knownFields[resource]
  const held = new Map<string, unknown>()
  for (const { fields } of seen) {
    for (const [key, value] of Object.entries(fields)) {
      if (key === 'config' && isObject(value)) {
        for (const [name, inner] of Object.entries(value)) keep(held, `config.${name}`, inner)
      } else keep(held, key, value)
    }
  }
  const learnt = [...held]
    .filter(([path, value]) => !known.some((field) => field.path === path) && isOffered(resource, path, value))
    .map(([path, value]): Field => ({ path, kind: kindOf(path, value), inferred: true }))
  return [...known, ...learnt]
}

/** The first value that says something decides on the kind. */
function keep(held: Map<string, unknown>, path: string, value: unknown): void {
  if (!held.has(path) || held.get(path) === null) held.set(path, value)
}

function isOffered(resource: CaptainResourceName, path: string, value: unknown): boolean {
  if (own.test(path) || isLink(resource)) return false
  // Whose it is stands in the path already.
  if (resource === 'scenarios' && path === 'assistant_id') return false
  if (path === 'status' && statesOfItsOwn.includes(resource)) return false
  // A record inside of a record, such as its assistant, is changed by its number.
  return !(isObject(value) && 'id' in value)
}

/** A link has no fields of its own: what it shows is of what it links. */
function isLink(resource: CaptainResourceName): boolean {
  return resource === 'inboxes' || resource === 'assistant_mcp_servers'
}

function kindOf(path: string, value: unknown): FieldKind {
  if (path === 'document_id' && typeof value !== 'string') return 'document'
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return value.length > 80 || value.includes('\n') ? 'text' : 'line'
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) return 'list'
  return typeof value === 'object' && value !== null ? 'json' : 'line'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Fields = Readonly<Record<string, unknown>>

/** What stands in the fields of a form, by path: a text, yes or no, or words. */
export type DraftValue = string | boolean | readonly string[]

export type Draft = Readonly<Record<string, DraftValue>>

/** What is wrong with a field, as a key of the catalogue's sentences. */
type FieldProblem = 'required' | 'notJson' | 'notNumber' | 'notWhole'

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

/** What a line of a list shows of a thing. */
interface Look {
  /** The first that is there names it. */
  readonly title: readonly string[]
  /** The first that is there, and is not the title, stands below. */
  readonly sentence: readonly string[]
  readonly columns: readonly LookColumn[]
}

interface LookColumn {
  readonly path: string
  /** CSS pixels. */
  readonly width: number
}

const changed: LookColumn = { path: 'updated_at', width: 160 }

const ofAssistant: LookColumn = { path: 'assistant_id', width: 150 }

const state: LookColumn = { path: 'status', width: 130 }

const enabled: LookColumn = { path: 'enabled', width: 110 }

export const looks: Readonly<Record<CaptainResourceName, Look>> = {
  assistants: {
    title: ['name'],
    sentence: ['description'],
    columns: [{ path: 'config.product_name', width: 220 }, changed],
  },
  responses: { title: ['question'], sentence: ['answer'], columns: [ofAssistant, state, changed] },
  documents: { title: ['name', 'external_link'], sentence: ['external_link'], columns: [ofAssistant, state, changed] },
  scenarios: {
    title: ['title'],
    sentence: ['description', 'instruction'],
    columns: [{ path: 'tools', width: 220 }, enabled, changed],
  },
  custom_tools: {
    title: ['title', 'slug'],
    sentence: ['description'],
    columns: [{ path: 'http_method', width: 90 }, { path: 'endpoint_url', width: 280 }, enabled],
  },
  mcp_servers: {
    title: ['name', 'slug'],
    sentence: ['description'],
    columns: [{ path: 'url', width: 280 }, state, enabled],
  },
  assistant_mcp_servers: {
    title: ['name', 'captain_mcp_server_id'],
    sentence: ['description'],
    columns: [{ path: 'tool_filters', width: 220 }, enabled],
  },
  inboxes: { title: ['name'], sentence: [], columns: [{ path: 'channel_type', width: 220 }] },
  threads: { title: ['title', 'message'], sentence: [], columns: [] },
  messages: { title: [], sentence: [], columns: [] },
}

/** Only the number of a thing is known: it was opened by that, and not read yet. */
export function isBare({ fields }: CaptainRecord): boolean {
  return Object.keys(fields).length === 0
}

/** The words that name a thing, or null where it has none. */
export function titleOf(resource: CaptainResourceName, { fields }: CaptainRecord): string | null {
  return firstText(fields, [...looks[resource].title, 'name', 'title', 'value'])
}

export function sentenceOf(resource: CaptainResourceName, record: CaptainRecord): string | null {
  const sentence = firstText(record.fields, looks[resource].sentence)
  return sentence === titleOf(resource, record) ? null : sentence
}

function firstText(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

/** How a field is filled in; `assistant`, `document`, `server`, `inbox` are numbers that people choose by name. */
type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'json'
  | 'choice'
  | 'tools'
  | 'assistant'
  | 'document'
  | 'server'
  | 'inbox'

export interface Field {
  /** A key of the record, or of its `config` behind a dot. */
  readonly path: string
  readonly kind: FieldKind
  readonly required?: true
  readonly choices?: readonly string[]
  /** Seen in what the service answered: no document names it. */
  readonly inferred?: true
}

const line = (path: string): Field => ({ path, kind: 'line' })

const text = (path: string): Field => ({ path, kind: 'text' })

const flag = (path: string): Field => ({ path, kind: 'flag' })

const list = (path: string): Field => ({ path, kind: 'list' })

const json = (path: string): Field => ({ path, kind: 'json' })

const needed = (field: Field): Field => ({ ...field, required: true })

const assistant = needed({ path: 'assistant_id', kind: 'assistant' })

/** The fields that features.md §8.8 tells of, in the order of a form. What a service shows beside them is learnt. */
export const knownFields: Readonly<Record<CaptainResourceName, readonly Field[]>> = {
  assistants: [
    needed(line('name')),
    text('description'),
    line('config.product_name'),
    text('config.instructions'),
    text('config.welcome_message'),
    text('config.handoff_message'),
    text('config.resolution_message'),
    { path: 'config.temperature', kind: 'number' },
    flag('config.feature_faq'),
    flag('config.feature_memory'),
    flag('config.feature_citation'),
    list('response_guidelines'),
    list('guardrails'),
  ],
  responses: [
    needed(text('question')),
    needed(text('answer')),
    assistant,
    { path: 'status', kind: 'choice', choices: ['approved', 'pending'] },
  ],
  documents: [line('name'), needed(line('external_link')), assistant],
  scenarios: [
    needed(line('title')),
    needed(text('description')),
    needed(text('instruction')),
    { path: 'tools', kind: 'tools' },
    flag('enabled'),
  ],
  custom_tools: [
    needed(line('title')),
    text('description'),
    needed(line('endpoint_url')),
    { path: 'http_method', kind: 'choice', choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    text('request_template'),
    text('response_template'),
    { path: 'auth_type', kind: 'choice', choices: ['none', 'bearer', 'basic', 'api_key'] },
    json('auth_config'),
    json('headers'),
    json('param_schema'),
    flag('enabled'),
  ],
  mcp_servers: [
    needed(line('name')),
    text('description'),
    needed(line('url')),
    { path: 'auth_type', kind: 'choice', choices: ['none', 'bearer', 'basic', 'api_key', 'oauth'] },
    json('auth_config'),
    flag('enabled'),
  ],
  assistant_mcp_servers: [
    needed({ path: 'captain_mcp_server_id', kind: 'server' }),
    flag('enabled'),
    json('tool_filters'),
  ],
  inboxes: [needed({ path: 'inbox_id', kind: 'inbox' })],
  threads: [
    needed(text('message')),
    { path: 'assistant_id', kind: 'assistant' },
    { path: 'conversation_id', kind: 'number' },
  ],
  messages: [needed(text('message'))],
}

/** What a field is called: as the catalogue says, else its own key as words. */
export function fieldName(names: Readonly<Record<string, string>>, path: string): string {
  const known = Object.hasOwn(names, path) ? names[path] : undefined
  return known ?? (path.split('.').at(-1) ?? path).replaceAll('_', ' ')
}
