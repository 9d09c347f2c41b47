import type { ConversationSet, conversations } from '../../preload/contract/conversations.ts'
import { type Data, forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import type { Handlers } from '../kernel/router.ts'
import { atMostEvery } from '../kernel/schedule.ts'
import { notingFailure, type Work } from '../kernel/tasks.ts'
import type { Platform } from '../remotes/platform.ts'
import type { Services } from '../services.ts'
import type { AskedConversations, StoredConversationSet } from './data/conversation-calls.ts'
import { filterPage, filterPayload, hasMore } from './filter.ts'
import { createFindConversation } from './find-conversation.ts'

type ConversationsHandlers = Handlers<typeof conversations>

/** Conversations read page by page, and sets that are read completely. */
export function createConversationsService(deps: Services): ConversationsHandlers {
  return { ...createReadHandlers(deps), ...createSetHandlers(deps) }
}

type ReadQuestion = 'conversations.page' | 'conversations.read' | 'conversations.known'

function createReadHandlers(deps: Services): Pick<ConversationsHandlers, ReadQuestion> {
  const { data, platform } = deps
  const find = createFindConversation(deps)
  return {
    async 'conversations.page'({ connection_id, filter, page }, { signal }) {
      const { payload, days } = filterPayload(filter, { now: deps.now(), zone: deps.zone() })
      const account = await platform(connection_id)
      const text = await filterPage(payload, page, { account, retryPolicy: deps.retryPolicy, signal })
      const place = await deps.placeOf(connection_id)
      const parsed = await data.ask('conversations.parse', { connection_id, place, body: text, days }, { signal })
      const { received, ...answer } = parsed
      return { ...answer, page, has_more: hasMore(page, received, answer.all_count) }
    },
    'conversations.read': (one, { signal }) => find(one, signal),
    ...forwardToData(data, ['conversations.known']),
  }
}

/** Screens are notified of new rows twice a second during a reading. */
const notifyMs = 500

function createSetHandlers(deps: Services): Omit<ConversationsHandlers, ReadQuestion> {
  const { data, tasks, changed } = deps
  const complete = (set: StoredConversationSet): ConversationSet => {
    const task_id = tasks.runningOn(subjectOf(set))
    return { ...set, task_id, state: task_id === null ? set.state : 'reading' }
  }
  const list = async (connection_id: string) => (await data.ask('conversations.sets', { connection_id })).map(complete)
  const read = async (connection_id: string, id: string): Promise<ConversationSet> => {
    const conversationSet = (await list(connection_id)).find((set) => set.id === id)
    if (!conversationSet) throw new AppFailure('not_found')
    return conversationSet
  }
  const requireFreeName = async (connection_id: string, name: string, exceptId = '') => {
    const isTaken = (await list(connection_id)).some((set) => set.name === name && set.id !== exceptId)
    if (isTaken) throw new AppFailure('name_taken')
  }

  const start = (set: StoredConversationSet | ConversationSet, account: Platform): void => {
    const { id, connection_id, name, filter } = set
    const request = filterPayload(filter, { now: deps.now(), zone: deps.zone() })
    const stored = atMostEvery(notifyMs, () => changed('conversations'))
    tasks.start({ kind: 'conversations', subject: subjectOf(set), name }, async (work) => {
      try {
        await readSet({ connection_id, id, request }, { ...deps, account, stored }, work)
      } finally {
        changed('conversations')
      }
    })
    changed('conversations')
  }

  return {
    'conversations.sets': ({ connection_id }) => list(connection_id),
    async 'conversations.keep'({ connection_id, filter, name }) {
      // A wrong filter or a connection that is not ready is reported before anything is stored.
      filterPayload(filter, { now: deps.now(), zone: deps.zone() })
      const account = await deps.longWork(connection_id)
      await requireFreeName(connection_id, name)
      const id = crypto.randomUUID()
      start(await data.ask('conversations.create_set', { connection_id, id, name, filter }), account)
      return read(connection_id, id)
    },
    async 'conversations.refresh'({ connection_id, id }) {
      const account = await deps.longWork(connection_id)
      start(await read(connection_id, id), account)
      return read(connection_id, id)
    },
    async 'conversations.rename_set'({ connection_id, id, name }) {
      await requireFreeName(connection_id, name, id)
      const renamed = complete(await data.ask('conversations.rename_set', { connection_id, id, name }))
      changed('conversations')
      return renamed
    },
    async 'conversations.forget_set'({ connection_id, id }) {
      await tasks.endOn(subjectOf({ connection_id, id }))
      await data.ask('conversations.forget_set', { connection_id, id })
      changed('conversations')
      return list(connection_id)
    },
    ...forwardToData(data, ['conversations.stored']),
  }
}

/** The subject of the task that reads a set (preload/contract/tasks.ts). */
function subjectOf({ connection_id, id }: Pick<ConversationSet, 'connection_id' | 'id'>): string {
  return `${connection_id}:${id}`
}

interface ReadSetDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  readonly account: Platform
  /** Called when a page was stored. */
  stored(): void
  /** Called for every request. */
  requested?(): void
}

interface ReadSetOrder {
  readonly connection_id: string
  readonly id: string
  /** The request of a new reading; an interrupted one continues with its own. */
  readonly request: AskedConversations
}

/**
 * Reads all conversations of a set, page after page, one request in flight (docs/services.md §1.10). Pages are stored
 * one by one: whatever ends it, the next reading goes on from there. Throws `already_running` while another process
 * reads, and what the service and the data process fail with.
 */
async function readSet(order: ReadSetOrder, deps: ReadSetDeps, work: Work): Promise<void> {
  const { connection_id, id, request } = order
  const { data } = deps
  const key = { connection_id, id }
  const read = async () => {
    let reading = await data.ask('conversations.begin', { ...key, ...request }, { signal: work.signal })
    const { payload } = reading
    for (let page = reading.next_page; page !== null; page = reading.next_page) {
      const present = page
      work.report(reading.seen, reading.all_count === null ? null : Math.max(reading.all_count, reading.seen))
      // An answer that is not understood is retried, like one that the network cut.
      const attempt = async () => {
        deps.requested?.()
        const text = await filterPage(payload, present, { ...deps, signal: work.signal })
        return data.ask('conversations.store', { ...key, page: present, body: text }, { signal: work.signal })
      }
      reading = await retryWithBackoff(attempt, deps.retryPolicy, { signal: work.signal, waiting: work.waiting })
      deps.stored()
    }
    const { rows, outside } = await data.ask('conversations.finish', key)
    work.report(rows + outside, rows + outside)
  }
  await notingFailure(read, (failure) => data.ask('conversations.stop', { ...key, failure }))
}
