import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'
import { type Field, type FieldKind, knownFields } from './known-fields.ts'

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
    .map(([path, value]): Field => ({ path, kind: kindOf(path, value), learnt: true }))
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
