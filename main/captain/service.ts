import { type CaptainAnswer, type CaptainPage, type captain, captainPage } from '../../preload/contract/captain.ts'
import { captainActions, captainQuestions, captainResources } from '../../preload/values/captain-resources.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpMethod } from '../kernel/http.ts'
import { maskSecrets } from '../kernel/mask-secrets.ts'
import type { Handlers } from '../kernel/router.ts'
import { wait } from '../kernel/schedule.ts'
import type { WriteAbout } from '../ledger.ts'
import { lostOnPlatform } from '../remotes/lost-write.ts'
import type { Services } from '../services.ts'
import {
  agentOf,
  answerOf,
  holdsCovered,
  listOf,
  recordIn,
  type SentRecord,
  sendableOf,
  shownOf,
  uncovered,
  wordsOf,
} from './captain-bodies.ts'
import { type CaptainRemote, createCaptainRemote, type Kind, recordCheck, targetOf } from './remote.ts'

type Fields = Readonly<Record<string, unknown>>

interface Write {
  readonly method: HttpMethod
  readonly route: string
  readonly names: { readonly parent?: number | null; readonly id?: number | null }
  readonly body?: unknown
  /** The check of a lasting change. Without one, a write only makes the service do something, such as a test. */
  readonly check?: WriteAbout['check']
  readonly timeoutMs?: number
  /** Where the data for it were read: the write goes to no other host or account. */
  readonly remote?: PlacedRemote
}

interface PlacedRemote extends CaptainRemote {
  /** Host and account. */
  readonly place: string
}

/** A language model may take minutes. */
const thinkingMs = 5 * 60_000
/** Pauses between reads for the copilot's answer, in ms; the last one is repeated. */
const readDelaysMs = [500, 700, 1000, 1500, 2000, 3000]
const answerWithinMs = 2 * 60_000
/** For a list that is searched for one record. */
const mostPages = 20
/** For an unpaged list whose answer counts more than it holds. */
const mostUnpaged = 40

/**
 * The AI module: lists, records, questions and actions of captain-resources.ts. Every write goes through the ledger.
 */
export function createCaptainService(deps: Services): Handlers<typeof captain> {
  const { data, platformLedger, now, zone, changed } = deps
  const remoteOf = async (id: string): Promise<PlacedRemote> => {
    const place = await deps.placeOf(id)
    return { ...createCaptainRemote(await deps.platform(id), await deps.accountId(id)), place }
  }
  const readAt = () => now().toISOString()

  /** An answer that cannot be understood is no failure, since the write may have been done. */
  const write = async (
    connectionId: string,
    { method, route, names, check, remote: read, ...request }: Write,
    signal: AbortSignal,
  ) => {
    const remote = read ?? (await remoteOf(connectionId))
    const target = targetOf(method, route, names)
    const about = { kind: 'call', target, check: check ?? { by: 'nothing' }, place: remote.place } as const
    const text = await platformLedger.write(connectionId, about, () =>
      remote.send(method, route, names, { ...request, signal }).catch((error: unknown) => {
        // Playground, test, sync and connect make nothing that could exist twice.
        throw check ? lostOnPlatform(error) : error
      }),
    )
    try {
      answerOf(text)
      return text
    } catch {
      return ''
    }
  }
  const writeRecord = async (connectionId: string, kind: Kind, sent: Write, signal: AbortSignal) => {
    const record = recordIn(await write(connectionId, sent, signal), captainResources[kind.resource].root)
    return { record: record ? shownOf(record) : null }
  }
  const act = async (
    connectionId: string,
    action: keyof typeof captainActions,
    sent: Omit<Write, 'method' | 'route'>,
    signal: AbortSignal,
  ): Promise<CaptainAnswer> => {
    const text = await write(connectionId, { method: 'POST', route: captainActions[action].path, ...sent }, signal)
    return { answer: maskSecrets(answerOf(text)), read_at: readAt() }
  }
  const storedPage = async (connection_id: string, kind: Kind): Promise<CaptainPage> => {
    const page = await readFact(data, { service: 'platform', connection_id, name: factOf(kind) }, captainPage)
    return page ?? { records: [], total: null, read_at: null }
  }

  return {
    async 'captain.list'({ connection_id, fresh, page, filter, ...kind }, { signal }) {
      if (!fresh) return storedPage(connection_id, kind)
      const remote = await remoteOf(connection_id)
      const { path, pageSize } = captainResources[kind.resource]
      const { records, total } =
        pageSize === null
          ? await remote.all(kind, mostUnpaged, signal, filter)
          : listOf(await remote.send('GET', path, kind, { query: { ...filter, page: String(page) }, signal }))
      const value = { records: records.map(shownOf), total, read_at: readAt() }
      if (page === 1 && Object.keys(filter).length === 0) {
        await data.ask('facts.put', { service: 'platform', connection_id, name: factOf(kind), value })
      }
      return value
    },

    async 'captain.read'({ connection_id, id, ...kind }, { signal }) {
      return shownOf(await readOne(await remoteOf(connection_id), kind, id, signal))
    },

    'captain.create'({ connection_id, fields, ...kind }, { signal }) {
      const { path, root } = captainResources[kind.resource]
      const check = recordCheck('create', kind, null, fields)
      const sent = { method: 'POST', route: path, names: kind, body: wrapped(root, fields), check } as const
      return writeRecord(connection_id, kind, sent, signal)
    },

    async 'captain.change'({ connection_id, id, method, fields, ...kind }, { signal }) {
      const { path, root, one } = captainResources[kind.resource]
      allowed(one, method)
      const needsAll = method === 'PUT' || holdsCovered(fields)
      const remote = await remoteOf(connection_id)
      const raw = needsAll ? await readOne(remote, kind, id, signal) : null
      const changes = raw ? uncovered(fields, raw.fields) : fields
      const all = raw && method === 'PUT' ? { ...sendableOf(raw.fields), ...changes } : changes
      const check = recordCheck('change', kind, id, changes)
      const names = { ...kind, id }
      const sent = { method, route: `${path}/{id}`, names, body: wrapped(root, all), check, remote } as const
      return writeRecord(connection_id, kind, sent, signal)
    },

    async 'captain.remove'({ connection_id, id, ...kind }, { signal }) {
      const { path, one } = captainResources[kind.resource]
      allowed(one, 'DELETE')
      const check = recordCheck('remove', kind, id, {})
      const sent = { method: 'DELETE', route: `${path}/{id}`, names: { ...kind, id }, check } as const
      await write(connection_id, sent, signal)
      return {}
    },

    async 'captain.ask'({ connection_id, question, id, slug, query }, { signal }) {
      const remote = await remoteOf(connection_id)
      const route = captainQuestions[question].path
      const ofPeriod = question === 'stats' || question === 'summary' || question === 'drilldown'
      const zoned = ofPeriod ? { timezone_offset: zoneHours(zone(), now()), ...query } : query
      const text = await remote.send('GET', route, { id, slug }, { query: zoned, signal })
      return { answer: maskSecrets(answerOf(text)), read_at: readAt() }
    },

    'captain.act': ({ connection_id, action, id }, { signal }) => act(connection_id, action, { names: { id } }, signal),

    async 'captain.test'({ connection_id, id, fields, parent }, { signal }) {
      const kind: Kind = { resource: 'custom_tools', parent }
      const remote = await remoteOf(connection_id)
      const raw = id === null ? null : await readOne(remote, kind, id, signal)
      const tool = raw ? { ...sendableOf(raw.fields), ...uncovered(fields, raw.fields) } : fields
      const body = wrapped(captainResources.custom_tools.root, tool)
      return act(connection_id, 'test', { names: { parent }, body, remote }, signal)
    },

    async 'captain.bulk'({ connection_id, action, records, name }, { signal }) {
      const ids = records.map(({ id }) => id)
      if (action === 'delete') {
        const rows = records.map(({ fields }) => fields)
        const source = targetOf('POST', captainActions.bulk.path, {})
        const about = { connection_id, id: crypto.randomUUID(), name, source, read_at: readAt() }
        await data.ask('datasets.store', { ...about, origin: 'console', records: rows })
        changed('datasets')
      }
      const body = { type: 'AssistantResponse', ids, fields: { status: action } }
      return act(connection_id, 'bulk', { names: {}, body, check: { by: 'nothing' } }, signal)
    },

    async 'captain.play'({ connection_id, assistant, message, history }, { signal }) {
      const message_history = history.map(({ agent_name, ...turn }) =>
        agent_name === null ? turn : { ...turn, agent_name },
      )
      const body = { assistant: { message_content: message, message_history } }
      const sent = { names: { id: assistant }, body, timeoutMs: thinkingMs }
      const played = await act(connection_id, 'playground', sent, signal)
      return { ...played, text: wordsOf(played.answer), agent: agentOf(played.answer) }
    },

    async 'captain.await_answer'({ connection_id, thread, after }, { signal }) {
      const remote = await remoteOf(connection_id)
      const until = performance.now() + answerWithinMs
      for (let reads = 0; ; reads++) {
        const { records } = await remote.all({ resource: 'messages', parent: thread }, mostPages, signal)
        const answered = records.some((one) => isAnswer(one) && (after === null || (one.id ?? 0) > after))
        if (answered || performance.now() > until) return { messages: records.map(shownOf), answered }
        await wait(readDelaysMs[Math.min(reads, readDelaysMs.length - 1)] ?? 0, signal)
      }
    },
  }
}

/** A record by its number: read alone, or found in its list where no route reads one. */
async function readOne(remote: CaptainRemote, kind: Kind, id: number, signal: AbortSignal): Promise<SentRecord> {
  const { path, root, one } = captainResources[kind.resource]
  if (one.some((method) => method === 'GET')) {
    const record = recordIn(await remote.send('GET', `${path}/{id}`, { ...kind, id }, { signal }), root)
    if (!record) throw new AppFailure('unexpected_body', { place: root ?? 'payload' })
    return { ...record, id }
  }
  const record = (await remote.all(kind, mostPages, signal)).records.find((record) => record.id === id)
  if (!record) throw new AppFailure('not_found')
  return record
}

function allowed(methods: readonly string[], method: string): void {
  if (!methods.includes(method)) throw new AppFailure('bad_request', { place: method })
}

function wrapped(root: string | null, fields: Fields): unknown {
  return root === null ? fields : { [root]: fields }
}

/**
 * Whether a message is the copilot's answer, not the person's message or its thinking. The type is a word or a number.
 */
function isAnswer({ fields: { message_type: type } }: SentRecord): boolean {
  return type !== 'user' && type !== 0 && type !== 'assistant_thinking' && type !== 2
}

const factOf = ({ resource, parent }: Kind) => `captain.${resource}.${parent ?? ''}`

/** How many hours a time zone is ahead of UTC, in the form of the statistics: `-3`, `5.5`. */
function zoneHours(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? []
  return String((Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1))
}
