import type { ConsoleCall, Drift } from '../../../preload/contract/console.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import type { ReceivedCall } from '../platform-calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import { answerValue, listsIn, nodeOf, nodesAt, type Part, partOf, recordsOf, tableOf } from './answer-parts.ts'
import { driftOf, fieldsOf, merged, typeFrom, typeOf } from './answer-type.ts'
import { type CallHistory, type CallHistoryLimits, createCallHistory, ordinaryLimits } from './call-history.ts'

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
  const history = createCallHistory(files, limits)
  const { answerOf, part, table, drop } = createAnswerCache(history)
  return {
    'console.begin': ({ connection_id, call }) => history.begin(connection_id, call),
    'console.append': ({ connection_id, id, bytes }) => history.append(connection_id, id, bytes),
    'console.finish': ({ connection_id, call }) => finish(history, connection_id, call),
    'console.history': ({ connection_id }) => history.list(connection_id),
    'console.forget': ({ connection_id, id }) => {
      history.forget(connection_id, id)
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
      const text = history.text(connection_id, id)
      return { text: text.slice(from, from + count), total: text.length }
    },
    'console.bytes': ({ connection_id, id, part: place }) => history.bytes(connection_id, id, place),
    'console.store': (input) => {
      const records = recordsOf(part(input), input.expression)
      if (!records) throw new AppFailure('unexpected_body', { place: 'list' })
      const { connection_id, name, read_at, dataset } = input
      const { route: source } = history.read(connection_id, input.id)
      return datasets.store({ id: dataset, connection_id, name, origin: 'console', source, read_at, records })
    },
    'console.type': ({ connection_id, route }) => {
      const known = history.readType(connection_id, route)
      return known ? { answers: known.answers, since: known.since, fields: known.fields } : noType
    },
    'console.forget_type': ({ connection_id, route }) => history.forgetType(connection_id, route),
  }
}

const noType = { answers: 0, since: null, fields: [] }

function finish(history: CallHistory, connectionId: string, received: ReceivedCall): ConsoleCall {
  const { kind, value } = history.finish(connectionId, received)
  const accepted = received.status !== null && received.status < 300 && received.failure === null && !received.cut
  const drift = kind === 'json' && accepted ? learnt(history, connectionId, received, value) : null
  const call: ConsoleCall = { ...received, kind, drift }
  history.put(connectionId, call)
  return call
}

/** What is new in an answer; from then on it is known. */
function learnt(history: CallHistory, connectionId: string, { route, at }: ReceivedCall, value: unknown): Drift | null {
  const now = typeOf(value)
  const stored = history.readType(connectionId, route)
  const known = stored && typeFrom(stored)
  history.putType(connectionId, route, {
    answers: (stored?.answers ?? 0) + 1,
    since: stored?.since ?? at,
    fields: fieldsOf(known ? merged(known, now) : now),
  })
  return known ? driftOf(known, now) : null
}

/**
 * The answer that is shown, the part of it, and its table, each made once: a tree is opened branch by branch, and each
 * would read the whole answer again.
 */
function createAnswerCache(history: CallHistory) {
  let answer: { readonly name: string; readonly value: unknown } | undefined
  let found: { readonly name: string; readonly part: Part } | undefined
  let made: { readonly records: readonly unknown[]; readonly table: ReturnType<typeof tableOf> } | undefined
  const nameOf = ({ connection_id, id }: OfCall) => `${connection_id}:${id}`

  const answerOf = (call: OfCall): unknown => {
    const name = nameOf(call)
    if (answer?.name !== name) {
      const { kind } = history.read(call.connection_id, call.id)
      answer = { name, value: answerValue(history.text(call.connection_id, call.id), kind) }
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
