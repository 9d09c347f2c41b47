import { readEpoch, readTime } from './times.ts'

/** Later times have, in some zone, a year of five digits, which no screen and no file can hold. */
const lastMoment = Date.UTC(9999, 11, 30)

export type JsonRecord = Readonly<Record<string, unknown>>

/** More values and levels than any answer has. Parsing takes many times the memory of their characters. */
const mostValues = 1_000_000

/** The value of a JSON text; undefined where the text is not JSON or has too many values. */
export function parseJson(text: string): unknown {
  try {
    return isParsable(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Every host has these functions of ECMAScript; only their types are missing. */
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, of: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): unknown
}

/**
 * Parses JSON so that `JSON.stringify` writes each value as it came. A number that JavaScript would write in another
 * way, such as one of twenty digits or `1.0`, keeps its own text. Throws a SyntaxError where `parseJson` gives
 * undefined.
 */
export function parseFaithfully(text: string): unknown {
  if (!isParsable(text)) throw new SyntaxError('too many values')
  return parse(text, (_, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    return rawJSON(source)
  })
}

/** Whether a value is an object of JSON: neither a list nor null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as an object of JSON; an empty one for anything else. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

/** `momentOf` in ISO 8601; null for what no screen and no file can hold. */
export function timeOf(value: unknown): string | null {
  const at = momentOf(value)
  return at === null || Math.abs(at) > lastMoment ? null : new Date(Math.round(at)).toISOString()
}

/** An ISO 8601 time (`readTime`) in epoch ms; null for anything else. */
export function isoTimeOf(value: unknown): number | null {
  return typeof value === 'string' ? (readTime(value)?.at ?? null) : null
}

/**
 * Reads epoch seconds or milliseconds (number or text) or ISO 8601 as epoch ms. Null for 0 and anything else
 * (docs/services.md §13.1).
 */
export function momentOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value)) return isoTimeOf(value)
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? readEpoch(number).at : null
}

/** Any value as the text of a cell; null where there is none. */
export function cellTextOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A text that is not empty, or a number as text; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** A whole number from 0 on, from a number or up to 15 digits; null for anything else. */
export function idOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A boolean, or `true` or `false` as text, which some services send; null for anything else. */
export function yesOrNo(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}

/** The most levels of objects and lists in a record. A recursive walk overflows the stack only far beyond. */
export const mostLevels = 100

/**
 * Replaces each record of the list `body[list]` with more than `mostLevels` levels by `null`; every other character
 * stays. `deep` gives the replaced records as text, with their index in the list. Linear, and accepts texts that are
 * not JSON.
 */
export function withoutDeepRecords(body: string, list: string) {
  const deep: { readonly place: number; readonly text: string }[] = []
  const pieces: string[] = []
  let from = 0
  for (const { place, start, end } of deepSpans(body, list)) {
    deep.push({ place, text: body.slice(start, end) })
    pieces.push(body.slice(from, start))
    from = end
  }
  return deep.length === 0 ? { body, deep } : { body: [...pieces, body.slice(from)].join('null'), deep }
}

/** Whether a JSON text has more than `maxDepth` levels of objects and lists. */
export function isDeeper(text: string, maxDepth: number): boolean {
  return !isWithin(text, maxDepth, Number.POSITIVE_INFINITY)
}

/** Whether a text can be parsed in bounded memory. Linear, and accepts texts that are not JSON. */
export function isParsable(text: string): boolean {
  return isWithin(text, mostValues, mostValues)
}

/** Counts commas, since every value but the first of a list or object follows one. */
function isWithin(text: string, levels: number, values: number): boolean {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (opens(code)) depth += 1
    else if (closes(code)) depth -= 1
    if (code === comma || opens(code)) count += 1
    if (depth > levels || count > values) return false
  }
  return true
}

interface Span {
  readonly place: number
  readonly start: number
  readonly end: number
}

function deepSpans(text: string, list: string): Span[] {
  const spans: Span[] = []
  let depth = 0
  let key = ''
  let place = -1
  let start = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (depth === 1) key = end - at - 1 === list.length ? text.slice(at + 1, end) : ''
      at = end
    } else if (opens(code)) {
      depth += 1
      if (depth === 2) place = code === bracket && key === list ? 0 : -1
      if (depth === 3) [start, deepest] = [at, 0]
      if (depth > deepest) deepest = depth
    } else if (closes(code)) {
      depth -= 1
      // The envelope and its list account for two levels.
      if (depth === 2 && place >= 0 && deepest - 2 > mostLevels) spans.push({ place, start, end: at + 1 })
    } else if (code === comma && depth === 2 && place >= 0) place += 1
  }
  return spans
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const bracket = 0x5b
const opens = (code: number) => code === 0x7b || code === bracket
const closes = (code: number) => code === 0x7d || code === 0x5d

/**
 * The index of the quote that ends the string which begins at `start`, or the end of the text. It uses no regular
 * expression, since those fail on strings of many megabytes.
 */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/**
 * The first list in a body: the body itself or a list under one of `keys` (in their order), at most `depth` keys deep.
 * Null where there is none. The documents show no body for some lists, and installations wrap them differently.
 */
export function listIn(value: unknown, keys: readonly string[], depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth === 0) return null
  for (const key of keys) {
    const list = key in value ? listIn(value[key], keys, depth - 1) : null
    if (list) return list
  }
  return null
}
