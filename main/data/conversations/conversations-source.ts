import { type ConversationColumnKey, conversationColumns } from '../../../preload/contract/conversation-fields.ts'
import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { TableColumn, TableLayout } from '../../../preload/contract/tables.ts'
import { recordOf } from '../../kernel/json.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { type JoinedLeads, ownOrder } from '../datasets/joined-leads.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import { selectAll } from '../store/sql.ts'
import { partsOfTableId, type Table, type TableSource } from '../tables/table.ts'
import type { ConversationNames } from './names.ts'
import { lastMessageOf } from './parse-conversations.ts'
import { layoutName } from './set-handlers.ts'
import { readSet, shownRows, shownVersion } from './set-record.ts'

const order: readonly TableColumn[] = conversationColumns.map(({ key, type }) => ({ key, type, heading: null }))

const searchable = ['id', 'contato', 'telefone', 'email', 'assunto', 'ultima_mensagem']

/** Tables of kind `conversations` (preload/contract/conversations-table.ts), newest movement first. */
export function createConversationsSource({
  files,
  names,
  leads,
}: {
  readonly files: ConnectionFiles
  readonly names: ConversationNames
  readonly leads: JoinedLeads
}): TableSource {
  const version = (tableId: string): string => {
    const { connectionId, id } = partsOfTableId(tableId)
    const shown = shownVersion(readSet(files.openReadOnly(connectionId), id))
    return JSON.stringify([shown, leads.revision(connectionId, 'contato_id')])
  }
  return {
    version,
    async load(tableId): Promise<Table> {
      const { connectionId, id } = partsOfTableId(tableId)
      // Taken before anything is read, so that a change meanwhile makes the table stale.
      const loadedVersion = version(tableId)
      const conversations = await readRows(files.openReadOnly(connectionId), id, names.named(connectionId))
      const contacts = columnsOf(conversations).number('integer', ({ contact }) => contact.id)
      const joined = await leads.beside(contacts, connectionId, 'contato_id')
      return {
        columns: new Map<string, Column>([...setColumns(conversations, contacts), ...joined]),
        order: [...order, ...ownOrder(joined)],
        length: conversations.length,
        version: loadedVersion,
        searchable,
      }
    },
    layout(tableId) {
      const { connectionId, id } = partsOfTableId(tableId)
      return readFact<TableLayout>(files.openReadOnly(connectionId), layoutName(id)) ?? { columns: [] }
    },
    arrange(tableId, layout) {
      const { connectionId, id } = partsOfTableId(tableId)
      readSet(files.openReadOnly(connectionId), id)
      writeFact(files.open(connectionId), layoutName(id), layout)
      return layout
    },
  }
}

async function readRows(
  database: Database,
  setId: string,
  named: (conversation: Conversation) => Conversation,
): Promise<readonly ListedConversation[]> {
  const yieldToEventLoop = createYieldToEventLoop()
  const { generation } = shownRows(readSet(database, setId))
  const found = selectAll<{ told: string; body: string | null }>(database)`
    select told, iif(told like '%"last_message":{%' and told not like '%"attachments":%', body, null) as body
    from conversations left join conversation_bodies using (set_id, generation, id)
    where set_id = ${setId} and generation = ${generation} and outside = 0
    order by at desc nulls last, id desc`
  const rows: ListedConversation[] = []
  for (const { told, body } of found) {
    // The file is authenticated: it holds what `storePage` wrote. What came raw stays there.
    const row = named({ ...(JSON.parse(told) as Omit<Conversation, 'raw'>), raw: {} })
    // Rows that an earlier version stored know less of the last message: it is read from what came.
    rows.push(body === null ? row : { ...row, last_message: lastMessageOf(recordOf(JSON.parse(body))) })
    await yieldToEventLoop()
  }
  return rows
}

/** A conversation as a table needs it. */
type ListedConversation = Omit<Conversation, 'raw'>

/** The columns of `conversationColumns` over these rows; `contacts` is that of `contato_id`. */
function setColumns(rows: readonly ListedConversation[], contacts: Column): ReadonlyMap<ConversationColumnKey, Column> {
  const { number, text, dictionary, time, list } = columnsOf(rows)
  return new Map([
    ['id', number('integer', ({ id }) => id)],
    ['status', dictionary('status', ({ status }) => status)],
    ['contato', text('text', ({ contact }) => contact.name)],
    ['telefone', text('phone', ({ contact }) => contact.phone)],
    ['email', text('text', ({ contact }) => contact.email)],
    ['contato_id', contacts],
    ['contato_criado_em', time(({ contact }) => contact.created_at)],
    ['agente', dictionary('choice', ({ assignee }) => nameOrId(assignee))],
    ['equipe', dictionary('choice', ({ team }) => nameOrId(team))],
    ['caixa', dictionary('choice', ({ inbox }) => nameOrId(inbox))],
    ['caixa_id', number('integer', ({ inbox }) => inbox.id)],
    ['etiquetas', list('list', ({ labels }) => labels)],
    ['prioridade', dictionary('code', ({ priority }) => priority)],
    ['criada_em', time(({ created_at }) => created_at)],
    ['ultima_atividade_em', time(({ last_activity_at }) => last_activity_at)],
    ['ultima_mensagem_em', time(({ last_message }) => last_message?.at ?? null)],
    ['ultima_mensagem_de', dictionary('code', ({ last_message }) => last_message?.from ?? null)],
    ['ultima_mensagem', text('text', ({ last_message }) => last_message?.content ?? null)],
    ['ultima_mensagem_anexos', list('codes', ({ last_message }) => last_message?.attachments ?? [])],
    ['ultima_mensagem_entrega', dictionary('code', ({ last_message }) => last_message?.delivery ?? null)],
    ['assunto', text('text', ({ subject }) => subject)],
  ])
}

/** An id that nobody named is still somebody. */
function nameOrId({ id, name }: Conversation['inbox']): string | null {
  return name ?? (id === null ? null : String(id))
}
