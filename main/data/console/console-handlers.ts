import { type ConsoleCall, consoleCall, type Drift } from '../../../preload/contract/console.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { maskSecretsInText } from '../../kernel/mask-secrets.ts'
import type { HandlersOf } from '../calls.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import type { ReceivedCall } from '../platform-calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'
import { atomically, execute, selectAll, selectJson, selectValue, selectValues } from '../store/sql.ts'
import {
  answerKind,
  answerValue,
  decoded,
  listsIn,
  nodeOf,
  nodesAt,
  type Part,
  partOf,
  recordsOf,
  tableOf,
} from './answer-parts.ts'
import { driftOf, fieldsOf, merged, type StoredType, storedType, typeFrom, typeOf } from './answer-type.ts'

/** How much of its history a connection stores: enough to go back some weeks, and never a file that nobody knows of (features.md §6). */
const mostCalls = 300
const mostBytes = 256 * 1024 * 1024

/** The console's history in the file of its connection, and what can be done with an answer. */
export function createConsoleHandlers({
  files,
  datasets,
}: {
  readonly files: ConnectionFiles
  readonly datasets: Pick<DatasetStore, 'store'>
}): HandlersOf<'console'> {
  const { answerOf, part, table, drop } = createAnswerCache(files)
  const put = (database: Database, call: ConsoleCall) =>
    atomically(database, () => {
      writeCall(database, call)
      removeOldest(database)
    })
  return {
    'console.begin': ({ connection_id, call }) =>
      put(files.open(connection_id), { ...call, kind: 'empty', drift: null }),
    'console.append': ({ connection_id, id, bytes }) => {
      execute(files.open(connection_id))`
        insert into console_parts (call, part, bytes)
        values (${id}, (select coalesce(max(part) + 1, 0) from console_parts where call = ${id}), ${bytes})`
    },
    'console.finish': ({ connection_id, call: received }) => {
      const database = files.open(connection_id)
      const { kind, value } = maskAnswer(database, received)
      const accepted = received.status !== null && received.status < 300 && received.failure === null && !received.cut
      const drift = kind === 'json' && accepted ? learnType(database, received, value) : null
      const call: ConsoleCall = { ...received, kind, drift }
      put(database, call)
      return call
    },
    'console.history': ({ connection_id }) =>
      selectJson(files.openReadOnly(connection_id))`select json from console_calls order by at desc`.map((call) =>
        consoleCall.parse(call),
      ),
    'console.forget': ({ connection_id, id }) => {
      if (files.has(connection_id)) forgetCalls(files.open(connection_id), id)
      drop()
    },
    'console.inspect': (input) => {
      const found = part(input)
      const records = recordsOf(found, input.expression)
      return {
        matches: found.matches,
        root: nodeOf('$', found.value),
        table: records && { columns: table(records).columns, rows: records.length },
        lists: [...listsIn(answerOf(input))],
      }
    },
    'console.nodes': (input) => nodesAt(part(input).value, input),
    'console.rows': (input) => {
      const records = recordsOf(part(input), input.expression) ?? []
      const { cells } = table(records)
      return records.slice(input.from, input.from + input.count).map((_, index) => cells(input.from + index))
    },
    'console.text': ({ connection_id, id, from, count }) => {
      const text = textOf(files.openReadOnly(connection_id), id)
      return { text: text.slice(from, from + count), total: text.length }
    },
    'console.bytes': ({ connection_id, id, part: number }) => {
      const database = files.openReadOnly(connection_id)
      if (!isFinished(database, id)) return null
      const sql = selectValue<Buffer>(database)
      return sql`select bytes from console_parts where call = ${id} and part = ${number}` ?? null
    },
    'console.store': (input) => {
      const records = recordsOf(part(input), input.expression)
      if (!records) throw new AppFailure('unexpected_body', { place: 'list' })
      const { connection_id, name, read_at, dataset } = input
      const { route: source } = readCall(files.openReadOnly(connection_id), input.id)
      return datasets.store({ id: dataset, connection_id, name, origin: 'console', source, read_at, records })
    },
    'console.type': ({ connection_id, route }) => {
      const known = readType(files.openReadOnly(connection_id), route)
      return known ?? { answers: 0, since: null, fields: [] }
    },
    'console.forget_type': ({ connection_id, route }) => {
      if (files.has(connection_id)) execute(files.open(connection_id))`delete from console_types where route = ${route}`
    },
  }
}

function findCall(database: Database, id: string): ConsoleCall | undefined {
  const [call] = selectJson(database)`select json from console_calls where id = ${id}`
  return call === undefined ? undefined : consoleCall.parse(call)
}

/** Throws `not_found`. */
function readCall(database: Database, id: string): ConsoleCall {
  const call = findCall(database, id)
  if (!call) throw new AppFailure('not_found')
  return call
}

function writeCall(database: Database, call: ConsoleCall): void {
  execute(database)`
    insert or replace into console_calls (id, at, bytes, json)
    values (${call.id}, ${call.at}, ${call.bytes}, ${JSON.stringify(call)})`
}

/** One call, or all. */
function forgetCalls(database: Database, id: string | null): void {
  atomically(database, () => {
    execute(database)`delete from console_calls where ${id} is null or id = ${id}`
    execute(database)`delete from console_parts where ${id} is null or call = ${id}`
  })
}

/** The last call stays, however long its answer is. */
function removeOldest(database: Database): void {
  const calls = selectAll<{ id: string; bytes: number }>(database)`select id, bytes from console_calls order by at desc`
  let sum = 0
  for (const [index, { id, bytes }] of calls.entries()) {
    sum += bytes
    if (index > 0 && (index >= mostCalls || sum > mostBytes)) forgetCalls(database, id)
  }
}

/** False for a call whose end was never noted: the secrets in what came of its answer are not masked. */
function isFinished(database: Database, id: string): boolean {
  return (findCall(database, id)?.kind ?? 'empty') !== 'empty'
}

function bytesOf(database: Database, id: string): Uint8Array {
  return Buffer.concat(selectValues<Buffer>(database)`select bytes from console_parts where call = ${id} order by part`)
}

/** The whole answer as text; empty for one that is none. */
function textOf(database: Database, id: string): string {
  return isFinished(database, id) ? (decoded(bytesOf(database, id)) ?? '') : ''
}

const partBytes = 1024 * 1024

/** Masks the secrets of the stored answer; returns its kind and, where it has one, its value. */
function maskAnswer(
  database: Database,
  { id, headers }: ReceivedCall,
): { readonly kind: ConsoleCall['kind']; readonly value: unknown } {
  const bytes = bytesOf(database, id)
  const kind = answerKind(bytes, headers.find(([name]) => name === 'content-type')?.[1] ?? '')
  const text = kind === 'binary' || kind === 'empty' ? null : decoded(bytes)
  if (text === null) return { kind, value: undefined }
  const masked = maskSecretsInText(text)
  const stored = Buffer.from(masked)
  atomically(database, () => {
    execute(database)`delete from console_parts where call = ${id}`
    for (let part = 0; part * partBytes < stored.length; part += 1) {
      const piece = stored.subarray(part * partBytes, (part + 1) * partBytes)
      execute(database)`insert into console_parts (call, part, bytes) values (${id}, ${part}, ${piece})`
    }
  })
  return { kind, value: answerValue(masked, kind) }
}

function readType(database: Database, route: string): StoredType | undefined {
  const [type] = selectJson(database)`select json from console_types where route = ${route}`
  return type === undefined ? undefined : storedType.parse(type)
}

/** What is new in an answer; from then on it is known. */
function learnType(database: Database, { route, at }: ReceivedCall, value: unknown): Drift | null {
  const now = typeOf(value)
  const stored = readType(database, route)
  const known = stored && typeFrom(stored)
  const type: StoredType = {
    answers: (stored?.answers ?? 0) + 1,
    since: stored?.since ?? at,
    fields: fieldsOf(known ? merged(known, now) : now),
  }
  execute(database)`insert or replace into console_types (route, json) values (${route}, ${JSON.stringify(type)})`
  return known ? driftOf(known, now) : null
}

interface OfCall {
  readonly connection_id: string
  readonly id: string
}

/**
 * The answer that is shown, the part of it, and its table, each made once: a tree is opened branch by branch, and each
 * would read the whole answer again.
 */
function createAnswerCache(files: ConnectionFiles) {
  let answer: { readonly name: string; readonly value: unknown } | undefined
  let found: { readonly name: string; readonly part: Part } | undefined
  let made: { readonly records: readonly unknown[]; readonly table: ReturnType<typeof tableOf> } | undefined

  const answerOf = ({ connection_id, id }: OfCall): unknown => {
    const name = `${connection_id}:${id}`
    if (answer?.name !== name) {
      const database = files.openReadOnly(connection_id)
      answer = { name, value: answerValue(textOf(database, id), readCall(database, id).kind) }
    }
    return answer.value
  }
  return {
    answerOf,
    part(input: OfCall & { readonly expression: string }): Part {
      const name = `${input.connection_id}:${input.id}:${input.expression}`
      if (found?.name !== name) found = { name, part: partOf(answerOf(input), input.expression) }
      return found.part
    },
    table(records: readonly unknown[]) {
      if (made?.records !== records) made = { records, table: tableOf(records) }
      return made.table
    },
    drop() {
      answer = undefined
      found = undefined
      made = undefined
    },
  }
}
