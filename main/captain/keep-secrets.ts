import { isDeepStrictEqual } from 'node:util'
import { AppFailure } from '../kernel/failure.ts'
import { isRecord } from '../kernel/json.ts'
import { maskSecrets, secretMask } from '../kernel/mask-secrets.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whether a part of these fields is a covered secret that came back from a screen. */
export function holdsCovered(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(secretMask)
  if (Array.isArray(value)) return value.some(holdsCovered)
  return isRecord(value) && Object.values(value).some(holdsCovered)
}

/**
 * The fields of a screen with each covered secret as the service has it: a person who changes one header keeps the others.
 * Throws `bad_request` when a covered one is not there any more.
 */
export function uncovered(wanted: Fields, raw: Fields): Fields {
  const restored = restore(wanted, maskSecrets(raw), raw)
  if (!isRecord(restored) || holdsCovered(restored)) throw new AppFailure('bad_request', { place: 'fields' })
  return restored
}

/** Keys that only the service writes. */
const own = new Set(['id', 'account_id', 'created_at', 'updated_at', 'slug'])

/**
 * Everything that a record held and a body may hold, for a PUT. A record inside of it, such as its assistant, is sent as
 * its number.
 */
export function sendableOf(raw: Fields): Fields {
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([key]) => !own.has(key))
      .flatMap(([key, value]): [string, unknown][] => {
        if (!isRecord(value) || typeof value.id !== 'number') return [[key, value]]
        return `${key}_id` in raw ? [] : [[`${key}_id`, value.id]]
      }),
  )
}

function restore(wanted: unknown, masked: unknown, raw: unknown): unknown {
  if (isDeepStrictEqual(wanted, masked)) return raw
  if (Array.isArray(wanted)) {
    return wanted.map((item, place) => restore(item, partOf(masked, place), partOf(raw, place)))
  }
  if (!isRecord(wanted)) return wanted
  return Object.fromEntries(
    Object.entries(wanted).map(([key, item]) => [key, restore(item, partOf(masked, key), partOf(raw, key))]),
  )
}

function partOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
