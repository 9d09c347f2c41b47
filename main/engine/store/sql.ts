import type { Statement as SqliteStatement } from 'better-sqlite3-multiple-ciphers'
import type { Database } from './encrypted-file.ts'

/**
 * Statements as templates: each value is bound where it is written, never put into the text. Rows are as the file has
 * them; it is authenticated, so that they are what this app wrote.
 */
type Statement<Result> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Result

class Fragment {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A piece of a statement that is the program's own, such as the name of a table. */
export function raw(text: string): Fragment {
  return new Fragment(text)
}

type Prepared = SqliteStatement<unknown[], unknown>

/** Each statement is prepared once. A bound one would hold its values, BLOBs as well, until it is collected. */
const statementsOf = new WeakMap<Database, Map<string, Prepared>>()

function statement<Result>(database: Database, method: 'all' | 'get' | 'run', pluck = false): Statement<Result> {
  return ([first = '', ...texts], ...values) => {
    const text = texts.reduce((sum, next, at) => {
      const value = values[at]
      return sum + (value instanceof Fragment ? value.text : '?') + next
    }, first)
    const ofDatabase = statementsOf.get(database) ?? new Map<string, Prepared>()
    statementsOf.set(database, ofDatabase)
    const key = `${pluck} ${text}`
    const prepared = ofDatabase.get(key) ?? (pluck ? database.prepare(text).pluck() : database.prepare(text))
    ofDatabase.set(key, prepared)
    return prepared[method](...values.filter((value) => !(value instanceof Fragment))) as Result
  }
}

export function selectAll<Row>(database: Database): Statement<Row[]> {
  return statement(database, 'all')
}

export function selectOne<Row>(database: Database): Statement<Row | undefined> {
  return statement(database, 'get')
}

/** The first column of each row. */
export function selectValues<Value>(database: Database): Statement<Value[]> {
  return statement(database, 'all', true)
}

/** The first column of the first row. */
export function selectValue<Value>(database: Database): Statement<Value | undefined> {
  return statement(database, 'get', true)
}

export function selectCount(database: Database): Statement<number> {
  return (text, ...values) => selectValue<number>(database)(text, ...values) ?? 0
}

/** The first column of each row, which is JSON. */
export function selectJson<Value>(database: Database): Statement<Value[]> {
  return (text, ...values) => selectValues<string>(database)(text, ...values).map((json) => JSON.parse(json) as Value)
}

/** The first column of the first row, which is JSON; undefined without a row. */
export function selectOneJson<Value>(database: Database): Statement<Value | undefined> {
  return (text, ...values) => selectJson<Value>(database)(text, ...values)[0]
}

/** Runs a statement that gives no rows. */
export function execute(database: Database): Statement<void> {
  return statement(database, 'run')
}

/** Runs `work` in one transaction, which begins with the right to write. */
export function atomically<Result>(database: Database, work: () => Result): Result {
  return database.transaction(work).immediate()
}

/**
 * Does the same for work that lets other calls run in between. Their writes to the same file are part of the
 * transaction.
 */
export async function atomicallyInSlices<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  database.exec('begin immediate')
  try {
    const result = await work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}
