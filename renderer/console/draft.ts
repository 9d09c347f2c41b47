import type { CallMethod, ConsoleCall, Route, RouteParameter } from '../../preload/contract/console.ts'
import { isDay } from '../../preload/values/days.ts'

export interface CallDraft {
  /** Null for a path that is not documented. */
  readonly route: Route | null
  readonly method: CallMethod
  /** With its parameters in braces; free text where there is no route. */
  readonly path: string
  /** Values of the documented parameters, by name. */
  readonly values: Readonly<Record<string, string>>
  /** Parameters that are not documented. */
  readonly extra: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

export type ParameterProblem = 'required' | 'notNumber' | 'notNumbers' | 'notTime' | 'notDate'

export type BodyProblem =
  | { readonly kind: 'at'; readonly line: number; readonly column: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'covered' }

export interface CallRequest {
  readonly method: CallMethod
  readonly path: string
  readonly query: [string, string][]
  readonly body: string | null
}

/** What replaces a secret (main/kernel/mask-secrets.ts). */
const cover = '••••••'

export function draftOfRoute(route: Route): CallDraft {
  return { route, method: route.method, path: route.path, values: {}, extra: [], body: route.body ?? '' }
}

export const freeDraft: CallDraft = {
  route: null,
  method: 'GET',
  path: '/api/v1/accounts/{account_id}/',
  values: {},
  extra: [],
  body: '',
}

/** A call of the history as a draft: its values are put into the fields that they came from. */
export function draftOfCall(call: ConsoleCall, routes: readonly Route[]): CallDraft {
  const route = routes.find(({ id }) => id === call.route) ?? null
  const body = call.body ?? ''
  if (!route) return { route, method: call.method, path: call.path, values: {}, extra: call.query, body }
  const named = new Map(route.parameters.map((parameter) => [queryName(parameter), parameter.name]))
  const values: Record<string, string> = pathValues(route, call.path)
  const extra: (readonly [string, string])[] = []
  for (const [name, value] of call.query) {
    const key = named.get(name)
    if (key === undefined) extra.push([name, value])
    else values[key] = key in values ? `${values[key]}, ${value}` : value
  }
  return { route, method: route.method, path: route.path, values, extra, body }
}

function pathValues({ path, parameters }: Route, called: string): Record<string, string> {
  const words = called.split('/')
  const pathNames = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name))
  const values: Record<string, string> = {}
  for (const [index, word] of path.split('/').entries()) {
    const name = /^\{(\w+)\}$/.exec(word)?.[1] ?? ''
    if (pathNames.has(name)) values[name] = decodeURIComponent(words[index] ?? '')
  }
  return values
}

const isList = ({ type }: RouteParameter) => type === 'integers' || type === 'texts' || type === 'choices'

const queryName = (parameter: RouteParameter) => (isList(parameter) ? `${parameter.name}[]` : parameter.name)

/** Why a parameter cannot be sent; null when it can. */
export function parameterProblem(parameter: RouteParameter, value: string): ParameterProblem | null {
  const text = value.trim()
  if (text === '') return parameter.required ? 'required' : null
  switch (parameter.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? null : 'notNumber'
    case 'integers':
      return words(text).every((word) => /^\d{1,15}$/.test(word)) ? null : 'notNumbers'
    case 'unix':
      return /^\d{1,12}$/.test(text) || isDay(text) ? null : 'notTime'
    case 'date':
      return isDay(text) ? null : 'notDate'
    default:
      return null
  }
}

export function bodyProblem({ method, body }: CallDraft): BodyProblem | null {
  if (method === 'GET' || body.trim() === '') return null
  if (body.includes(cover)) return { kind: 'covered' }
  const at = jsonProblem(body)
  if (at === null) return null
  if (at >= body.trimEnd().length) return { kind: 'end' }
  const lines = body.slice(0, at).split('\n')
  return { kind: 'at', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Whether a text can be the path of a call: `requestOf` removes the spaces around it. */
export const isPath = (path: string) => path.trim().startsWith('/')

/** Whether the call changes nothing on the service. */
export const isReading = ({ route, method }: CallDraft) => (route ? route.effect === 'reads' : method === 'GET')

export function isReady(draft: CallDraft): boolean {
  const { route, path, values } = draft
  const parameters = route?.parameters ?? []
  return (
    isPath(path) &&
    bodyProblem(draft) === null &&
    parameters.every((parameter) => parameterProblem(parameter, values[parameter.name] ?? '') === null)
  )
}

/** The call as main takes it. A day that stands for seconds begins at midnight of the person's zone. */
export function requestOf({ route, method, path, values, extra, body }: CallDraft): CallRequest {
  const parameters = route?.parameters ?? []
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent((values[name] ?? '').trim())), path.trim())
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => pairsOf(parameter, (values[parameter.name] ?? '').trim()))
  const others = extra.map(([name, value]): [string, string] => [name.trim(), value]).filter(([name]) => name !== '')
  return {
    method,
    path: filled,
    query: [...query, ...others],
    body: method === 'GET' || body.trim() === '' ? null : body,
  }
}

function pairsOf(parameter: RouteParameter, value: string): [string, string][] {
  if (value === '') return []
  const name = queryName(parameter)
  if (isList(parameter)) return words(value).map((word) => [name, word])
  if (parameter.type === 'unix' && isDay(value)) {
    return [[name, String(Math.floor(new Date(`${value}T00:00`).getTime() / 1000))]]
  }
  return [[name, value]]
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const word = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy
/**
 * The position at which a text stops being JSON, from 0; null for valid JSON. Engines do not report it for short texts.
 * Where something is missing, it is the end of the text.
 */
export function jsonProblem(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    const scanner = { text, at: 0 }
    const whole = value(scanner)
    if (whole) skip(scanner, space)
    return scanner.at
  }
}
interface Scanner {
  readonly text: string
  at: number
}
/** Skips what matches; false where nothing does. */
function skip(scanner: Scanner, pattern: RegExp): boolean {
  pattern.lastIndex = scanner.at
  if (!pattern.test(scanner.text)) return false
  scanner.at = pattern.lastIndex
  return true
}
function sign(scanner: Scanner, expected: string): boolean {
  skip(scanner, space)
  if (scanner.text[scanner.at] !== expected) return false
  scanner.at += 1
  return true
}
/** Skips one value. Otherwise it gives false, with `at` where the text stops being a value. */
function value(scanner: Scanner): boolean {
  if (sign(scanner, '{')) return items(scanner, '}', member)
  if (sign(scanner, '[')) return items(scanner, ']', value)
  return skip(scanner, scalar)
}
function member(scanner: Scanner): boolean {
  skip(scanner, space)
  return skip(scanner, word) && sign(scanner, ':') && value(scanner)
}
function items(scanner: Scanner, end: string, item: (scanner: Scanner) => boolean): boolean {
  if (sign(scanner, end)) return true
  do {
    if (!item(scanner)) return false
  } while (sign(scanner, ','))
  return sign(scanner, end)
}
