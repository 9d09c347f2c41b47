import { type Failure, type FailureCode, factsOf, failureCodes } from '../../preload/values/failures.ts'

/**
 * A failure that is reported to the person: a code of the contract, values for its sentence, and details without
 * secrets or personal data. Bugs are thrown as plain errors instead.
 */
export class AppFailure extends Error {
  readonly code: FailureCode
  readonly params: Readonly<Record<string, string | number>>
  readonly details: string | undefined
  readonly fields: Failure['fields']

  constructor(
    code: FailureCode,
    params: Readonly<Record<string, string | number>> = {},
    details?: string,
    fields?: Failure['fields'],
  ) {
    super(code)
    this.name = 'AppFailure'
    this.code = code
    this.params = params
    this.details = details
    this.fields = fields
  }
}

/** Returns the value; throws `not_found` where there is none. */
export function orNotFound<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new AppFailure('not_found')
  return value
}

/** Runs work on one file of the person. Its failures carry the file's name, without the folder, for the sentence. */
export async function aboutFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (name === '' || !(error instanceof AppFailure) || factsOf(error.code).about !== 'file') throw error
    throw new AppFailure(error.code, { ...error.params, file: name }, error.details, error.fields)
  }
}

/** How V8 and Node begin the message of a RangeError where an array, a text or a memory has no room. */
const noMemory =
  /^(?:Array buffer allocation failed|Failed to allocate memory|Invalid string length|WebAssembly\.Memory)/

/** Any thrown value as data. An abort becomes `cancelled`. An unknown error becomes `internal`, without its text. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppFailure) {
    const { code, params, details, fields } = error
    return { code, params, ...(details ? { details } : {}), ...(fields ? { fields } : {}) }
  }
  if (error instanceof Error && error.name === 'AbortError') return { code: 'cancelled', params: {} }
  if (isFailure(error)) return error
  if (error instanceof RangeError && noMemory.test(error.message)) return { code: 'out_of_memory', params: {} }
  return {
    code: 'internal',
    params: {},
    details: error instanceof Error ? `${error.name} ${placeOf(error)}`.trim() : 'unknown',
  }
}

/** Turns a failure that crossed a process boundary as data into an error to throw. */
export function thrown(failure: Failure): AppFailure {
  return new AppFailure(failure.code, failure.params, failure.details, failure.fields)
}

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    failureCodes.some((code) => code === value.code) &&
    'params' in value
  )
}

/** The first stack frame in our own code. It names a place in the code, never data; the error's text is no frame. */
function placeOf(error: Error): string {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line)) ?? []
  const frame = frames.find((frame) => !/node_modules|\bnode:/.test(frame)) ?? frames[0]
  return frame?.match(/(?<![\w.-])[\w.-]+:\d+:\d+/)?.[0] ?? ''
}
