import type { conversations } from '../../../preload/contract/conversations.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import type { Answers, OfAccount, OneOfAccount } from '../../engine/shared-calls.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectOne } from '../../engine/store/sql.ts'
import { orNotFound } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { AskedConversations, ConversationDays } from './conversation-calls.ts'
import type { ConversationNames } from './names.ts'
import { parseConversations, readConversation } from './parse-conversations.ts'
import { beginReading, finishReading, storePage, withinDays } from './reading.ts'
import { createSeenConversations } from './seen-conversations.ts'
import { listSets, readSet, type SetRecord, shownRows, storedSet, writeSet } from './set-record.ts'

interface ConversationHandlersDeps {
  readonly files: ConnectionFiles
  readonly names: ConversationNames
  readonly now: () => Date
}

/** The present host and account of a connection: conversations of another account do not count. */
export interface OfPlace extends OfAccount {
  readonly place: string
}

export interface ParsedBody extends OfPlace {
  readonly body: string
  /** Null selects all. */
  readonly days: ConversationDays | null
}

export interface SetPage extends OneOfAccount {
  readonly page: number
  readonly body: string
}

/**
 * Conversations of one page, and stored sets of them. A set is read page by page, each in one transaction, so that a
 * kill loses and repeats nothing. One process reads a set at a time.
 */
export function createConversationHandlers(deps: ConversationHandlersDeps) {
  const { files, names, now } = deps
  const at = () => now().toISOString()
  const seen = createSeenConversations(files)
  const changeSet = <Changed extends SetRecord>(
    { connection_id, id }: OneOfAccount,
    change: (record: SetRecord, database: Database) => Changed,
  ): Changed => files.change(connection_id, (database) => writeSet(database, change(readSet(database, id), database)))
  return {
    /** It also stores the names in the answer. */
    'conversations.parse': ({ connection_id, place, body, days }: ParsedBody) => {
      const answer = parseConversations(body)
      names.remember(connection_id, answer.conversations)
      const within = answer.conversations.filter(withinDays(days)).map(names.named(connection_id))
      for (const conversation of within) seen.remember(`${connection_id} ${place}`, { conversation, read_at: at() })
      const outside = answer.conversations.length - within.length
      return { conversations: within, all_count: answer.all_count, outside, received: answer.items }
    },
    /** A conversation as last listed here, live or in a set; null for one that never was. */
    'conversations.seen': ({ connection_id, place, id }: OfPlace & { readonly id: number }) => {
      const conversation = seen.find(`${connection_id} ${place}`, id) ?? seen.findStored(connection_id, id)
      return conversation && { ...conversation, conversation: names.named(connection_id)(conversation.conversation) }
    },
    /** The sender of a contact's conversations that were listed here; null where there are none. */
    'conversations.sender': ({ connection_id, place, id }: OfPlace & { readonly id: number }) =>
      seen.senderOf(`${connection_id} ${place}`, id),
    'conversations.known': ({ connection_id }: OfAccount) => names.known(connection_id),
    'conversations.sets': ({ connection_id }: OfAccount) =>
      listSets(files.openReadOnly(connection_id)).map((record) => storedSet(connection_id, record)),
    'conversations.create_set': ({ connection_id, ...set }: OneOfAccount & Pick<SetRecord, 'name' | 'filter'>) => {
      const amount = { rows: 0, outside: 0, undated: 0, repeated: 0, bytes: 0 }
      const empty = { ...amount, generation: null, generations: 0, all_count: null, agrees: false }
      const record = { ...set, created_at: at(), failure: null, ...empty, read_at: null, reading: null }
      return storedSet(connection_id, writeSet(files.open(connection_id), record))
    },
    'conversations.begin': async ({ connection_id, id, ...asked }: OneOfAccount & AskedConversations) => {
      // A deleted set is not locked.
      readSet(files.openReadOnly(connection_id), id)
      files.lock(connection_id, id)
      const { reading } = changeSet({ connection_id, id }, (record) => beginReading(record, asked))
      await sweep(files.open(connection_id), id)
      return reading
    },
    'conversations.store': ({ connection_id, id, page, body }: SetPage) => {
      const received = parseConversations(body)
      // It is locked already, unless this process replaced a crashed one.
      if (files.has(connection_id)) files.lock(connection_id, id)
      const stored = { page, received, at: at() }
      const { reading } = changeSet({ connection_id, id }, (record, database) => storePage(database, record, stored))
      names.remember(connection_id, received.conversations)
      return reading
    },
    'conversations.finish': async ({ connection_id, id }: OneOfAccount) => {
      const shown = changeSet({ connection_id, id }, (record, database) => finishReading(database, record, at()))
      await sweep(files.open(connection_id), id)
      files.unlock(connection_id, id)
      return storedSet(connection_id, shown)
    },
    /** Records that a reading stopped, and why; the stored rows stay. */
    'conversations.stop': ({ failure, ...one }: OneOfAccount & { readonly failure: FailureCode | null }) => {
      files.unlock(one.connection_id, one.id)
      changeSet(one, (record) => {
        return { ...record, failure, reading: record.reading && { ...record.reading, running: false } }
      })
    },
    'conversations.rename_set': ({ name, ...one }) =>
      storedSet(
        one.connection_id,
        changeSet(one, (record) => ({ ...record, name })),
      ),
    'conversations.forget_set': async ({ connection_id, id }) => {
      if (!files.has(connection_id)) return
      files.unlock(connection_id, id)
      files.change(connection_id, (database) => {
        execute(database)`delete from conversation_sets where id = ${id}`
        execute(database)`delete from facts where name = ${layoutName(id)}`
      })
      await sweep(files.open(connection_id), id)
    },
    /** One conversation of a set as its table shows it, with the raw answer. Throws `not_found`. */
    'conversations.stored': ({ connection_id, set, id }) => {
      const database = files.openReadOnly(connection_id)
      const { generation } = shownRows(readSet(database, set))
      const row = selectOne<{ body: string; seen_at: string }>(database)`
        select body, seen_at from conversations join conversation_bodies using (set_id, generation, id)
        where set_id = ${set} and generation = ${generation} and id = ${id} and outside = 0`
      const { body, seen_at: read_at } = orNotFound(row)
      // The file is authenticated: it holds what `storePage` wrote.
      const conversation = orNotFound(readConversation(JSON.parse(body)))
      return { conversation: names.named(connection_id)(conversation), read_at }
    },
  } satisfies Answers<typeof conversations, `conversations.${'rename_set' | 'forget_set' | 'stored'}`>
}

/** The fact that stores the arrangement of a table's columns. */
export function layoutName(setId: string): string {
  return `layout/conversations/${setId}`
}

const sweptAtOnce = 500

/**
 * Removes rows that no table shows and no reading writes, a few at a time. The next reading removes what a kill leaves.
 */
async function sweep(database: Database, id: string): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop()
  const record = listSets(database).find((one) => one.id === id)
  const [shown, read] = [record?.generation ?? -1, record?.reading?.generation ?? -1]
  for (const table of ['conversation_bodies', 'conversations']) {
    const remove = database.prepare<[string, number, number, number]>(
      `delete from ${table} where (set_id, generation, id) in
         (select set_id, generation, id from ${table} where set_id = ? and generation not in (?, ?) limit ?)`,
    )
    while (remove.run(id, shown, read, sweptAtOnce).changes > 0) {
      await yieldToEventLoop()
      // Deleted meanwhile: the file went with its rows.
      if (!database.open) return
    }
  }
}
