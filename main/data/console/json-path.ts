import vm from 'node:vm'
import { JSONPath, JSONPathClass } from 'jsonpath-plus'
import { AppFailure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/json.ts'

const ordinaryLimits = { ms: 2_000, matches: 1_000_000 }

/** Methods that change nothing and make no text longer than the one they are called on. */
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
 * Every value that a JSONPath expression finds. The value is not changed: filters such as `[?(@.id > 5)]` are interpreted,
 * may call only methods that change nothing, and assign nothing. Throws `bad_request`: with `place: expression` for what is
 * no such JSONPath, with `place: expression_cost` for one that takes over 2 s or finds more than a million values.
 */
export function findAll(value: unknown, expression: string, limits = ordinaryLimits): readonly unknown[] {
  if (!isClosed(expression)) throw new AppFailure('bad_request', { place: 'expression' })
  if (typeof value !== 'object' || value === null) return []
  try {
    const found: unknown = withinTime(limits.ms, () => evaluate(value, expression, limits.matches))
    return Array.isArray(found) ? found : []
  } catch (error) {
    throw new AppFailure('bad_request', { place: isTooCostly(error) ? 'expression_cost' : 'expression' })
  }
}

function evaluate(json: object, path: string, most: number): unknown {
  let matches = 0
  const callback = () => {
    matches += 1
    if (matches > most) throw new RangeError('too many matches')
  }
  return JSONPath({ path, json, callback, wrap: true, eval: PureScript })
}

/** A thread beside this one ends what runs inside a script after its time, also a pattern that is being tried. */
function withinTime<T>(timeout: number, work: () => T): T {
  return vm.runInNewContext('work()', { work }, { timeout })
}

function isTooCostly(error: unknown): boolean {
  return error instanceof RangeError || (isRecord(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
}

/** Every bracket that opens closes, outside of quotation marks: the library takes what is left open for something else. */
function isClosed(expression: string): boolean {
  const open: string[] = []
  let quote = ''
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '[' || sign === '(') open.push(sign)
    else if (sign === ']' && open.pop() !== '[') return false
    else if (sign === ')' && open.pop() !== '(') return false
  }
  return open.length === 0 && quote === ''
}

interface Interpreter {
  readonly ast: unknown
  runInNewContext(context: object): unknown
}

/** The library's interpreter, to which it gives no type: it evaluates a syntax tree and runs no program. */
const { Script } = Reflect.get(JSONPathClass.prototype, 'safeVm') as {
  readonly Script: new (code: string) => Interpreter
}

class PureScript {
  readonly #script: Interpreter

  constructor(code: string) {
    this.#script = new Script(code)
    refuseChanges(this.#script.ast)
  }

  runInNewContext(context: object): unknown {
    return this.#script.runInNewContext(context)
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
