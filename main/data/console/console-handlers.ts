import type { ConsoleCall, Drift } from '../../../preload/contract/console.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import type { ReceivedCall } from '../console-calls.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import { answerValue } from './answer-kind.ts'
import { listsIn, nodeOf, nodesAt, type Part, partOf, recordsOf, tableOf } from './answer-parts.ts'
import { driftOf, fieldsOf, merged, typeFrom, typeOf } from './answer-type.ts'
import { type CallHistory, type CallHistoryLimits, createCallHistory, ordinaryLimits } from './call-shelf.ts'

type ConsoleHandlerName = Extract<keyof DataHandlers, `console.${string}`>

export interface ConsoleHandlersDeps {
  readonly files: ConnectionFiles
  readonly datasets: Pick<DatasetStore, 'store'>
  readonly limits?: CallHistoryLimits
}

interface OfCall {
  readonly connection_id: string
  readonly id: string
}

/** The console's history and what can be done with an answer. */
export function createConsoleHandlers(deps: ConsoleHandlersDeps): Pick<DataHandlers, ConsoleHandlerName> {
  const { files, datasets, limits = ordinaryLimits } = deps
  const shelf = createCallHistory(files, limits)
  const { answerOf, part, table, drop } = createAnswerCache(shelf)
  return {
    'console.begin': ({ connection_id, call }) => shelf.begin(connection_id, call),
    'console.append': ({ connection_id, id, bytes }) => shelf.append(connection_id, id, bytes),
    'console.finish': ({ connection_id, call }) => finish(shelf, connection_id, call),
    'console.history': ({ connection_id }) => shelf.list(connection_id),
    'console.forget': ({ connection_id, id }) => {
      shelf.forget(connection_id, id)
      drop()
    },
    'console.look': (input) => {
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
      return records.slice(input.from, input.from + input.count).map((_, place) => cells(input.from + place))
    },
    'console.text': ({ connection_id, id, from, count }) => {
      const text = shelf.text(connection_id, id)
      return { text: text.slice(from, from + count), total: text.length }
    },
    'console.bytes': ({ connection_id, id, part: place }) => shelf.bytes(connection_id, id, place),
    'console.store': (input) => {
      const records = recordsOf(part(input), input.expression)
      if (!records) throw new AppFailure('unexpected_body', { place: 'list' })
      const { connection_id, name, read_at, dataset } = input
      const { route: source } = shelf.read(connection_id, input.id)
      return datasets.store({ id: dataset, connection_id, name, origin: 'console', source, read_at, records })
    },
    'console.type': ({ connection_id, route }) => {
      const known = shelf.readType(connection_id, route)
      return known ? { answers: known.answers, since: known.since, fields: known.fields } : noType
    },
    'console.forget_type': ({ connection_id, route }) => shelf.forgetType(connection_id, route),
  }
}

const noType = { answers: 0, since: null, fields: [] }

function finish(shelf: CallHistory, connectionId: string, told: ReceivedCall): ConsoleCall {
  const { kind, value } = shelf.finish(connectionId, told)
  const accepted = told.status !== null && told.status < 300 && told.failure === null && !told.cut
  const drift = kind === 'json' && accepted ? learnt(shelf, connectionId, told, value) : null
  const call: ConsoleCall = { ...told, kind, drift }
  shelf.put(connectionId, call)
  return call
}

/** What is new in an answer; from then on it is known. */
function learnt(shelf: CallHistory, connectionId: string, { route, at }: ReceivedCall, value: unknown): Drift | null {
  const now = typeOf(value)
  const stored = shelf.readType(connectionId, route)
  const known = stored && typeFrom(stored)
  shelf.putType(connectionId, route, {
    answers: (stored?.answers ?? 0) + 1,
    since: stored?.since ?? at,
    fields: fieldsOf(known ? merged(known, now) : now),
  })
  return known ? driftOf(known, now) : null
}

/**
 * The answer that is looked at, the part of it, and its table, each made once: a tree is opened branch by branch, and each
 * would read the whole answer again.
 */
function createAnswerCache(shelf: CallHistory) {
  let answer: { readonly name: string; readonly value: unknown } | undefined
  let found: { readonly name: string; readonly part: Part } | undefined
  let made: { readonly records: readonly unknown[]; readonly table: ReturnType<typeof tableOf> } | undefined
  const nameOf = ({ connection_id, id }: OfCall) => `${connection_id}:${id}`

  const answerOf = (call: OfCall): unknown => {
    const name = nameOf(call)
    if (answer?.name !== name) {
      const { kind } = shelf.read(call.connection_id, call.id)
      answer = { name, value: answerValue(shelf.text(call.connection_id, call.id), kind) }
    }
    return answer.value
  }
  return {
    answerOf,
    part(input: OfCall & { readonly expression: string }): Part {
      const name = `${nameOf(input)}:${input.expression}`
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
