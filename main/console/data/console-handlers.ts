import type { ConsoleCall, console, Drift } from '../../../preload/contract/console.ts'
import type { Output } from '../../../preload/contract/question.ts'
import type { Dataset } from '../../../preload/contract/reports.ts'
import type { Answers, OfAccount, OneOfAccount } from '../../engine/shared-calls.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import {
  atomically,
  execute,
  selectAll,
  selectJson,
  selectOneJson,
  selectValue,
  selectValues,
} from '../../engine/store/sql.ts'
import { AppFailure, orNotFound } from '../../kernel/failure.ts'
import { idOf, isRecord, type JsonRecord, recordOf } from '../../kernel/json.ts'
import { maskSecretsInText } from '../../kernel/mask-secrets.ts'
import { createRecent } from '../../kernel/recent.ts'
import {
  answerKind,
  answerValue,
  cellText,
  decoded,
  listsIn,
  nodeOf,
  nodesAt,
  type Part,
  partOf,
} from './answer-parts.ts'
import { driftOf, merged, typeOf } from './answer-type.ts'
import type { DatasetStore } from './dataset-store.ts'

/** Main's part of a console call; the answer gives the rest. */
type ReceivedCall = Omit<ConsoleCall, 'kind' | 'drift'>

/**
 * How many calls a connection's history stores: enough for some weeks, and a bounded file (docs/decisions/storage.md
 * §16).
 */
const mostCalls = 300
const mostBytes = 256 * 1024 * 1024

type ConsoleQuestion = `console.${'forget' | 'inspect' | 'nodes' | 'rows' | 'text' | 'type' | 'forget_type'}`

/** The console's history in the file of its connection, and the operations on an answer. */
export function createConsoleHandlers({
  files,
  datasets,
}: {
  readonly files: ConnectionFiles
  readonly datasets: Pick<DatasetStore, 'store'>
}) {
  // The last shown answer and part: a tree opens branch by branch, and each would read the whole answer again.
  const answers = createRecent<string, unknown>(1)
  const parts = createRecent<string, Part>(1)
  const answerOf = ({ connection_id, id }: OneOfAccount): unknown =>
    answers.of(`${connection_id}:${id}`, () => {
      const database = files.openReadOnly(connection_id)
      return answerValue(textOf(database, id), readCall(database, id).kind)
    })
  const part = ({ expression, ...call }: OneOfAccount & { readonly expression: string }): Part =>
    parts.of(`${call.connection_id}:${call.id}:${expression}`, () => partOf(answerOf(call), expression))
  const put = (connectionId: string, call: ConsoleCall) =>
    files.write(connectionId, (database) => {
      execute(database)`
        insert or replace into console_calls (id, at, bytes, json)
        values (${call.id}, ${call.at}, ${call.bytes}, ${JSON.stringify(call)})`
      removeOldest(database)
      return call
    })
  return {
    /** Stores the call before its answer comes. */
    'console.begin': ({ connection_id, call }: OfAccount & { readonly call: ReceivedCall }) =>
      void put(connection_id, { ...call, kind: 'empty', drift: null }),
    /** The next bytes of its answer, on their way to the disk. */
    'console.append': ({ connection_id, id, bytes }: OneOfAccount & { readonly bytes: Uint8Array }) => {
      execute(files.open(connection_id))`
        insert into console_parts (call, part, bytes)
        values (${id}, (select coalesce(max(part) + 1, 0) from console_parts where call = ${id}), ${bytes})`
    },
    /** The answer is complete or was cut. */
    'console.finish': ({ connection_id, call: received }: OfAccount & { readonly call: ReceivedCall }) => {
      const database = files.open(connection_id)
      const { kind, value } = maskAnswer(database, received)
      const accepted = received.status !== null && received.status < 300 && received.failure === null && !received.cut
      const drift = kind === 'json' && accepted ? learnType(database, received, value) : null
      return put(connection_id, { ...received, kind, drift })
    },
    'console.history': ({ connection_id }: OfAccount) =>
      selectJson<ConsoleCall>(files.openReadOnly(connection_id))`select json from console_calls order by at desc`,
    'console.forget': ({ connection_id, id }) => {
      if (files.has(connection_id)) forgetCalls(files.open(connection_id), id)
      answers.clear()
      parts.clear()
    },
    'console.inspect': (input) => {
      const answerPart = part(input)
      const { matches, value, records } = answerPart
      return {
        matches,
        root: nodeOf('$', value),
        table: records && { columns: answerPart.columns.map(({ key }) => key), rows: records.length },
        lists: listsIn(answerOf(input)),
      }
    },
    'console.nodes': (input) => nodesAt(part(input).value, input),
    'console.rows': (input) => {
      const { records, columns } = part(input)
      const shown = records?.slice(input.from, input.from + input.count) ?? []
      return shown.map((_, index) => columns.map(({ values }) => cellText(values[input.from + index])))
    },
    'console.text': ({ connection_id, id, from, count }) => {
      const text = textOf(files.openReadOnly(connection_id), id)
      return { text: text.slice(from, from + count), total: text.length }
    },
    'console.bytes': ({ connection_id, id, part: number }: OneOfAccount & { readonly part: number }) => {
      const database = files.openReadOnly(connection_id)
      if (!isFinished(database, id)) return null
      const sql = selectValue<Buffer>(database)
      return sql`select bytes from console_parts where call = ${id} and part = ${number}` ?? null
    },
    'console.store': (input) => {
      const { records } = part(input)
      if (!records) throw new AppFailure('unexpected_body', { place: 'list' })
      const { connection_id, name, read_at, dataset } = input
      const call = readCall(files.openReadOnly(connection_id), input.id)
      const answer = answerOf(input)
      const isWhole = listsIn(answer)[0]?.expression === input.expression
      const page_of = pageIn(answer, call, { records: records.length, isWhole })
      const origin = { origin: 'console', source: call.route, query: call.query, page_of } as const
      return datasets.store({ id: dataset, connection_id, name, ...origin, read_at, records })
    },
    'console.type': ({ connection_id, route }) => readType(files.openReadOnly(connection_id), route),
    'console.forget_type': ({ connection_id, route }) => {
      if (files.has(connection_id)) execute(files.open(connection_id))`delete from console_types where route = ${route}`
    },
  } satisfies Answers<typeof console, ConsoleQuestion> &
    Answers<typeof console, 'console.store', { readonly read_at: string; readonly dataset: string }>
}

function findCall(database: Database, id: string): ConsoleCall | undefined {
  return selectOneJson<ConsoleCall>(database)`select json from console_calls where id = ${id}`
}

function readCall(database: Database, id: string): ConsoleCall {
  return orNotFound(findCall(database, id))
}

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

/** False for a call whose end was never noted: the secrets in its answer are not masked. */
function isFinished(database: Database, id: string): boolean {
  return (findCall(database, id)?.kind ?? 'empty') !== 'empty'
}

function bytesOf(database: Database, id: string): Uint8Array {
  return Buffer.concat(selectValues<Buffer>(database)`select bytes from console_parts where call = ${id} order by part`)
}

/** The whole answer as text; empty where it is not text. */
function textOf(database: Database, id: string): string {
  return isFinished(database, id) ? (decoded(bytesOf(database, id)) ?? '') : ''
}

const partBytes = 1024 * 1024

/** Masks the secrets of the stored answer; returns its kind and, if any, its value. */
function maskAnswer(database: Database, { id, headers }: ReceivedCall) {
  const text = decoded(bytesOf(database, id))
  const kind = answerKind(text, headers.find(([name]) => name === 'content-type')?.[1] ?? '')
  if (!text) return { kind, value: undefined }
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

type RouteType = Output<(typeof console)['console.type']>

function readType(database: Database, route: string): RouteType {
  const storedType = selectOneJson<RouteType>(database)`select json from console_types where route = ${route}`
  return storedType ?? { answers: 0, since: null, fields: [] }
}

/** Returns what is new in an answer, and stores it as known. */
function learnType(database: Database, { route, at }: ReceivedCall, value: unknown): Drift | null {
  const { answers, since, fields } = readType(database, route)
  const [storedType, now] = [new Map(fields.map((field) => [field.path, field])), typeOf(value)]
  const both = answers > 0 ? merged(storedType, now) : now
  const type: RouteType = { answers: answers + 1, since: since ?? at, fields: [...both.values()] }
  execute(database)`insert or replace into console_types (route, json) values (${route}, ${JSON.stringify(type)})`
  return answers > 0 ? driftOf(storedType, now) : null
}

const totals = ['total', 'total_count', 'all_count', 'count'] as const
const pages = ['current_page', 'page'] as const

/**
 * The page that an answer is of several, by its own paging data (docs/services.md §2.7 and §9.2), else by the
 * requested page. Null where nothing shows one: the answer may be complete. `isWhole`: the records are all that the
 * answer lists.
 */
function pageIn(
  answer: unknown,
  { query }: Pick<ConsoleCall, 'query'>,
  { records, isWhole }: { readonly records: number; readonly isWhole: boolean },
): Dataset['page_of'] {
  const meta = metaOf(answer)
  const numberIn = (keys: readonly string[]) =>
    keys.map((key) => idOf(meta[key])).find((value) => value !== null) ?? null
  const total = numberIn(totals)
  const page = numberIn(pages) ?? idOf(query.find(([name]) => name === 'page')?.[1]) ?? 1
  const last = idOf(meta.last_page)
  const isPart =
    meta.has_more === true ||
    idOf(meta.next_page) !== null ||
    page > 1 ||
    (last !== null && last > page) ||
    (isWhole && total !== null && total > records)
  return isPart ? { total: isWhole ? total : null } : null
}

/** The paging data of an answer: in `meta`, of itself or of the envelope around its list. */
function metaOf(answer: unknown): JsonRecord {
  const outer = recordOf(answer)
  const inner = recordOf(isRecord(outer.data) ? outer.data : outer.payload)
  return [outer.meta, inner.meta].find(isRecord) ?? outer
}
