import type { Drift, FieldType } from '../../../preload/contract/console.ts'
import { isRecord } from '../../kernel/json.ts'

/** The common type of one or more answers of a route, by path: `payload[].id`, with the empty path as the root. */
type AnswerType = ReadonlyMap<string, FieldType>

interface PathStatistics {
  readonly kinds: Set<string>
  values: number
  records: number
}

const mostPaths = 2000
const mostItems = 5000
const mostDepth = 16
/** An object whose keys are all numbers or dates is a map: all its values have one type. */
const isMapKey = /^[\d:TZ./+-]+$/

/** The type of one answer. Of long lists only the first 5,000 items count. */
export function typeOf(value: unknown): AnswerType {
  const fields = new Map<string, PathStatistics>()
  collect(value, '', 0, fields)
  return new Map(
    [...fields].map(([path, { kinds, values }]) => [
      path,
      {
        path,
        kinds: [...kinds].sort(),
        always: isOfMany(path) || values >= (fields.get(parentOf(path))?.records ?? 0),
      },
    ]),
  )
}

function collect(value: unknown, path: string, depth: number, fields: Map<string, PathStatistics>) {
  const previous = fields.get(path)
  if (!previous && fields.size >= mostPaths) return
  const field = previous ?? { kinds: new Set<string>(), values: 0, records: 0 }
  fields.set(path, field)
  field.kinds.add(kindOf(value))
  field.values += 1
  if (depth >= mostDepth) return
  if (Array.isArray(value)) {
    for (const item of value.slice(0, mostItems)) collect(item, `${path}[]`, depth + 1, fields)
  } else if (isRecord(value)) {
    field.records += 1
    const entries = Object.entries(value)
    const isMap = entries.length > 0 && entries.every(([key]) => isMapKey.test(key))
    for (const [key, inner] of entries) collect(inner, below(path, isMap ? '*' : key), depth + 1, fields)
  }
}

/** Replaces the signs in a key that have a meaning in a path. */
function below(path: string, key: string): string {
  const name = key.replace(/[.[\]]/g, '·')
  return path === '' ? name : `${path}.${name}`
}

function parentOf(path: string): string {
  if (path.endsWith('[]')) return path.slice(0, -2)
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

const isOfMany = (path: string) => path === '' || path.endsWith('[]') || path === '*' || path.endsWith('.*')

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return isTime(value) ? 'time' : 'text'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?UTC|Z|[+-]\d\d:?\d\d)?)?$/.test(text)

/**
 * How an answer differs from the known type of its route; null when it does not. Children of an empty, null or missing
 * value do not count as missing. Null instead of a value is no change.
 */
export function driftOf(stored: AnswerType, now: AnswerType): Drift | null {
  const added = [...now.keys()].filter((path) => !stored.has(path) && hasBelow(stored, parentOf(path)))
  const missing = [...stored].flatMap(([path, { always }]) =>
    always && !now.has(path) && !isOfMany(path) && hasRecord(now, parentOf(path)) ? [path] : [],
  )
  const changed = [...now].flatMap(([path, { kinds }]) => {
    const previousKinds = stored.get(path)?.kinds ?? ['null']
    if (previousKinds.every((kind) => kind === 'null') || kinds.every((kind) => isKnownKind(kind, previousKinds)))
      return []
    return [{ path, before: previousKinds, now: kinds }]
  })
  return added.length + missing.length + changed.length === 0 ? null : { added, missing, changed }
}

/** All numbers are one kind, and a time is also a text. */
function isKnownKind(kind: string, previousKinds: readonly string[]): boolean {
  if (kind === 'null' || previousKinds.includes(kind)) return true
  if (kind === 'integer' || kind === 'number')
    return previousKinds.includes('integer') || previousKinds.includes('number')
  return kind === 'time' && previousKinds.includes('text')
}

const hasRecord = (type: AnswerType, path: string) => type.get(path)?.kinds.includes('object') === true
/** Whether a child was seen before: the first item of a list that was always empty is not new. */
const hasBelow = (type: AnswerType, path: string) =>
  hasRecord(type, path) && [...type.keys()].some((other) => other !== '' && parentOf(other) === path)

/** The union of both types, known from now on. */
export function merged(stored: AnswerType, now: AnswerType): AnswerType {
  const both = new Map<string, FieldType>()
  for (const path of new Set([...stored.keys(), ...now.keys()])) {
    const kinds = new Set([stored, now].flatMap((type) => type.get(path)?.kinds ?? []))
    const always = [stored, now].every((type) => type.get(path)?.always ?? !hasRecord(type, parentOf(path)))
    both.set(path, { path, kinds: [...kinds].sort(), always })
  }
  return both
}
