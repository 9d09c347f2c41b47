import vm from 'node:vm'
import { JSONPath, JSONPathClass } from 'jsonpath-plus'
import Papa from 'papaparse'
import type { AnswerNode, ConsoleCall, console } from '../../../preload/contract/console.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import { AppFailure, orNotFound } from '../../kernel/failure.ts'
import { cellTextOf, isRecord, parseJson, recordOf } from '../../kernel/json.ts'
import { type FlatColumn, flattenRecords } from './record-columns.ts'

/** The result of an expression. */
export interface Part {
  readonly matches: number
  /** The one match, or a list of them. */
  readonly value: unknown
  /** The records for a table: a list, or the one record that an expression found; null where there are none. */
  readonly records: readonly unknown[] | null
  /** The records as columns, computed at the first access. */
  readonly columns: readonly FlatColumn[]
}

const mostText = 2000

const mostLists = 20

/** Finds a part of a value by JSONPath; `$` is the whole. Throws the errors of `findAll`. */
export function partOf(value: unknown, expression: string): Part {
  const values = expression === '$' ? [value] : findAll(value, expression)
  const part = values.length === 1 ? values[0] : values
  const record = expression !== '$' && isRecord(part) ? [part] : null
  const records: readonly unknown[] | null = Array.isArray(part) ? part : record
  let columns: readonly FlatColumn[] | undefined
  return {
    matches: values.length,
    value: part,
    records,
    get columns() {
      columns ??= flattenRecords(records ?? [])
      return columns
    },
  }
}

/** A value as a line of a tree. */
export function nodeOf(key: string | number, value: unknown): AnswerNode {
  if (Array.isArray(value)) return { key, kind: 'list', size: value.length, text: '' }
  if (isRecord(value)) return { key, kind: 'object', size: Object.keys(value).length, text: '' }
  if (value === null || value === undefined) return { key, kind: 'null', size: 0, text: 'null' }
  const text = String(value).slice(0, mostText)
  if (typeof value === 'number') return { key, kind: 'number', size: 0, text }
  return { key, kind: typeof value === 'boolean' ? 'boolean' : 'text', size: 0, text }
}

/** The children of a path in a value, from a position on. Throws `not_found` for a missing path. */
export function nodesAt(
  value: unknown,
  { place, from, count }: Pick<ParsedInput<(typeof console)['console.nodes']>, 'place' | 'from' | 'count'>,
): AnswerNode[] {
  const parent = place.reduce(stepInto, value)
  const end = from + count
  if (Array.isArray(parent)) return parent.slice(from, end).map((item, position) => nodeOf(from + position, item))
  const entries = Object.entries(recordOf(parent)).slice(from, end)
  return entries.map(([key, item]) => nodeOf(key, item))
}

function stepInto(value: unknown, key: string | number): unknown {
  const property = Array.isArray(value) || isRecord(value) ? Object.getOwnPropertyDescriptor(value, key) : undefined
  return orNotFound(property).value
}

/** A value as the text of a cell. */
export function cellText(value: unknown): string {
  return cellTextOf(value)?.slice(0, mostText) ?? ''
}

/** Every list in an answer that is not inside another list, the longest first, to choose a table from. */
export function listsIn(value: unknown): { readonly expression: string; readonly rows: number }[] {
  const lists: { readonly expression: string; readonly rows: number }[] = []
  const collect = (inner: unknown, expression: string, depth: number) => {
    if (Array.isArray(inner)) lists.push({ expression, rows: inner.length })
    else if (isRecord(inner) && depth < 6) {
      for (const [key, below] of Object.entries(inner)) collect(below, expression + step(key), depth + 1)
    }
  }
  collect(value, '$', 0)
  return lists.sort((one, other) => other.rows - one.rows).slice(0, mostLists)
}

const step = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("'", "\\'")}']`)

type AnswerKind = ConsoleCall['kind']

/**
 * The kind of an answer, by its first words before its heading, since a portal's page may have any heading
 * (docs/services.md §13.2).
 */
export function answerKind(text: string | null, contentType: string): AnswerKind {
  if (text === null) return 'binary'
  if (text === '') return 'empty'
  if (/^\s*<[!?a-z]/i.test(text.slice(0, 200))) return 'page'
  if (parseJson(text) !== undefined) return 'json'
  return /csv/i.test(contentType) ? 'csv' : 'text'
}

/** The text of an answer, without a byte order mark; null for bytes that are not UTF-8. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    // A cut answer may end within a character; a stream then waits for the rest.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/**
 * The value of an answer, for its tree and table: JSON unchanged. A spreadsheet becomes records whose keys are in its
 * first line with the most cells, since reports begin with a line about their period (docs/services.md §6.4). Any
 * other text stays a text.
 */
export function answerValue(text: string, kind: AnswerKind): unknown {
  if (kind === 'json') return parseJson(text)
  if (kind === 'csv') return csvRecords(text)
  return text
}

function csvRecords(text: string): Record<string, string>[] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const widest = Math.max(0, ...data.slice(0, 20).map((cells) => cells.length))
  const head = data.findIndex((cells) => cells.length === widest)
  const names = data[head] ?? []
  return data
    .slice(head + 1)
    .map((cells) => Object.fromEntries(names.map((name, index) => [name || `${index + 1}`, cells[index] ?? ''])))
}

const ordinaryLimits = { ms: 2_000, matches: 1_000_000 }

/** Methods that change nothing and return no longer text than their own. */
const pureMethods = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'match',
  'test',
])

/**
 * Every value that a JSONPath expression finds. The value is not changed. Filters such as `[?(@.id > 5)]` are
 * interpreted, may call only methods that change nothing, and assign nothing. Throws `bad_request`: with `place:
 * expression` for an invalid JSONPath, with `place: expression_cost` for one that takes over 2 s or finds over a
 * million values.
 */
export function findAll(value: unknown, expression: string, limits = ordinaryLimits): readonly unknown[] {
  if (!isClosed(expression)) throw new AppFailure('bad_request', { place: 'expression' })
  if (typeof value !== 'object' || value === null) return []
  try {
    const values: unknown = withinTime(limits.ms, () => evaluate(value, expression, limits.matches))
    return Array.isArray(values) ? values : []
  } catch (error) {
    throw new AppFailure('bad_request', { place: isTooCostly(error) ? 'expression_cost' : 'expression' })
  }
}

function evaluate(json: object, path: string, maxMatches: number): unknown {
  let matches = 0
  const callback = () => {
    matches += 1
    if (matches > maxMatches) throw new RangeError('too many matches')
  }
  return JSONPath({ path, json, callback, wrap: true, eval: PureScript })
}

/** A separate thread ends the script after its time, even within a regular expression. */
function withinTime<T>(timeout: number, work: () => T): T {
  return vm.runInNewContext('work()', { work }, { timeout })
}

function isTooCostly(error: unknown): boolean {
  return error instanceof RangeError || (isRecord(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
}

/** A quoted text with its closing mark, which is missing if it runs to the end; or a bracket. */
const quotesAndBrackets = /(?:'(?:\\.|[^\\'])*|"(?:\\.|[^\\"])*)(['"]?)|[[\]()]/gs

/** Whether every bracket outside quotation marks closes. The library misreads unclosed ones. */
function isClosed(expression: string): boolean {
  const open: string[] = []
  for (const [sign, closing] of expression.matchAll(quotesAndBrackets)) {
    if (closing === '') return false
    if (sign === '[' || sign === '(') open.push(sign)
    else if (sign === ']' && open.pop() !== '[') return false
    else if (sign === ')' && open.pop() !== '(') return false
  }
  return open.length === 0
}

/** The library's interpreter, which has no type. It evaluates a syntax tree and runs no program. */
const { Script } = Reflect.get(JSONPathClass.prototype, 'safeVm') as {
  readonly Script: new (code: string) => { readonly ast: unknown; runInNewContext(context: object): unknown }
}

class PureScript extends Script {
  constructor(code: string) {
    super(code)
    refuseChanges(this.ast)
  }

  // The library accepts only a class with an own method.
  override runInNewContext(context: object): unknown {
    return super.runInNewContext(context)
  }
}

function refuseChanges(node: unknown): void {
  if (Array.isArray(node)) node.forEach(refuseChanges)
  if (!isRecord(node)) return
  if (node.type === 'AssignmentExpression') throw new SyntaxError('an assignment')
  if (node.type === 'CallExpression' && !isPureCall(node.callee)) throw new SyntaxError('a call')
  Object.values(node).forEach(refuseChanges)
}

function isPureCall(callee: unknown): boolean {
  if (!isRecord(callee) || callee.computed === true || !isRecord(callee.property)) return false
  return pureMethods.has(String(callee.property.name))
}
