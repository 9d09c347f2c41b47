import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { type ConversationColumnKey, conversationColumns } from '../../../preload/values/conversation-fields.ts'
import { type DerivedField, isAwaited } from '../../../preload/values/derived-fields.ts'
import type { DataContext } from '../../engine/calls.ts'
import type { Column } from '../../engine/columns/column.ts'
import { columnsOf } from '../../engine/columns/derived-columns.ts'
import { readColumn, readMoments, readValues } from '../../engine/columns/row-reader.ts'
import { createTimeBuilder, createTimeColumn } from '../../engine/columns/time-column.ts'
import type { RowsOrigin } from '../../engine/export-calls.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../engine/store/facts.ts'
import { selectAll, selectValue } from '../../engine/store/sql.ts'
import { createYieldToEventLoop, type InterruptibleWork } from '../../kernel/schedule.ts'
import { createZone } from '../../kernel/times.ts'
import { type DerivedSources, derivedColumns, derivedTableColumn } from '../../leads/derived-lead-columns.ts'
import type { StoredTable } from '../../people/joined-tables.ts'
import type { StoredConversationSet } from './conversation-calls.ts'
import type { ConversationNames } from './names.ts'
import { readConversation } from './parse-conversations.ts'
import { layoutName } from './set-handlers.ts'
import { readSet, type SetRecord, shownRows, shownVersion, storedSet } from './set-record.ts'

const order: readonly TableColumn[] = conversationColumns.map(({ key, type }) => ({ key, type, heading: null }))

const searchable = ['id', 'contato', 'telefone', 'email', 'assunto', 'ultima_mensagem']

/** Tables of kind `conversations`, newest movement first. The function throws `not_found`. */
export function createConversationTables({
  files,
  names,
  zone,
}: Pick<DataContext, 'zone'> & {
  readonly files: ConnectionFiles
  readonly names: ConversationNames
}): (connectionId: string, id: string) => StoredTable {
  return (connectionId, id) => {
    const database = files.openReadOnly(connectionId)
    const record = readSet(database, id)
    return {
      revision: shownVersion(record),
      join: { column: 'contato_id', by: 'contato_id' },
      leadsBehind: 'assunto',
      async rows() {
        const conversations = await readRows(database, record, names.named(connectionId))
        const columns = setColumns(conversations)
        const derived = derivedOf(columns, {
          readAt: record.read_at ?? record.created_at,
          zone: createZone(zone()),
          firstAnswer: hasFirstAnswers(database, record)
            ? () => readFirstAnswers(files.openReadOnly(connectionId), record)
            : null,
        })
        return {
          columns: new Map<string, Column>([...columns, ...derived]),
          order,
          derived: Array.from(derived, ([key, column]) => derivedTableColumn(key, column)),
          length: conversations.length,
          searchable,
        }
      },
      origin: () => originOfSet(storedSet(connectionId, record), record.reading?.running === true),
      layout: () => readFact<TableLayout>(database, layoutName(id)) ?? { columns: [] },
      arrange: (layout) => writeFact(files.open(connectionId), layoutName(id), layout),
    }
  }
}

function originOfSet(set: StoredConversationSet, isReading: boolean): RowsOrigin {
  return {
    kind: 'conversations',
    name: set.name,
    connection_id: set.connection_id,
    read_at: set.read_at,
    state: isReading ? 'reading' : set.state,
    filters: { by: 'request', values: { conditions: set.filter } },
    counts: {
      rows_read: set.rows,
      service_total: set.all_count,
      repeated: set.repeated,
      outside: set.outside,
      undated: set.undated,
    },
  }
}

async function readRows(
  database: Database,
  record: SetRecord,
  named: ReturnType<ConversationNames['named']>,
): Promise<readonly ListedConversation[]> {
  const yieldToEventLoop = createYieldToEventLoop()
  const { generation } = shownRows(record)
  const rowsOfSet = selectAll<{ parsed: string; body: string | null }>(database)`
    select parsed, iif(parsed not like '%"unreported":%', body, null) as body
    from conversations left join conversation_bodies using (set_id, generation, id)
    where set_id = ${record.id} and generation = ${generation} and outside = 0
    order by at desc nulls last, id desc`
  const rows: ListedConversation[] = []
  for (const { parsed, body } of rowsOfSet) {
    // The file is authenticated: it holds what `storePage` wrote, without the raw answer.
    const stored = JSON.parse(parsed) as ListedConversation
    // Rows from an earlier version have fewer fields, so they are read again from the raw answer.
    rows.push(named((body === null ? null : readConversation(JSON.parse(body))) ?? stored))
    await yieldToEventLoop()
  }
  return rows
}

type ListedConversation = Omit<Conversation, 'raw'>

/** The columns of `conversationColumns` over these rows. */
function setColumns(rows: readonly ListedConversation[]): ReadonlyMap<ConversationColumnKey, Column> {
  const { number, text, dictionary, time, list } = columnsOf(rows)
  return new Map([
    ['id', number('integer', ({ id }) => id)],
    ['status', dictionary('status', ({ status }) => status)],
    ['contato', text('text', ({ contact }) => contact.name)],
    ['telefone', text('phone', ({ contact }) => contact.phone)],
    ['email', text('text', ({ contact }) => contact.email)],
    ['contato_id', number('integer', ({ contact }) => contact.id)],
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

/** The derived columns of a set. The first message is in no field of it. */
function derivedOf(
  columns: ReadonlyMap<ConversationColumnKey, Column>,
  { readAt, ...given }: Pick<DerivedSources, 'zone' | 'firstAnswer'> & { readonly readAt: string },
): ReadonlyMap<DerivedField, Column> {
  const of = (key: ConversationColumnKey) => columns.get(key)
  const [last, from, status] = [of('ultima_mensagem_em'), of('ultima_mensagem_de'), of('status')]
  const [contact, id] = [of('contato_id'), of('id')]
  const waitingIn = (lastMessage: Column, writer: Column, state: Column) => () => {
    const at = readColumn(lastMessage, readMoments)
    const ofContact = readColumn(
      writer,
      readValues((value) => (value === 'contact' ? 1 : 0)),
    )
    const awaited = readColumn(
      state,
      readValues((value) => (isAwaited(value) ? 1 : 0)),
    )
    return (row: number) => (ofContact(row) * awaited(row) === 1 ? at(row) : Number.NaN)
  }
  return derivedColumns({
    length: id?.length ?? 0,
    waiting: last && from && status ? { since: last, read: waitingIn(last, from, status) } : null,
    lastMessage: last,
    firstMessage: undefined,
    phone: of('telefone'),
    conversations: contact && id ? { contact, id } : null,
    readAt: Date.parse(readAt),
    ...given,
  })
}

/** Whether the service says when the team answered first, as the newest row has it (docs/services.md §4.9). */
function hasFirstAnswers(database: Database, record: SetRecord): boolean {
  const { generation } = shownRows(record)
  const newest = selectValue<number>(database)`
    select json_type(body, '$.first_reply_created_at') is not null
    from conversations join conversation_bodies using (set_id, generation, id)
    where set_id = ${record.id} and generation = ${generation} and outside = 0
    order by at desc nulls last, id desc limit 1`
  return newest === 1
}

/** In the order of the rows. Seconds or ISO 8601, 0 for none. */
function* readFirstAnswers(database: Database, record: SetRecord): InterruptibleWork<Column> {
  const { generation } = shownRows(record)
  const rowsOfSet = selectAll<{ first: string | number | null }>(database)`
    select body ->> 'first_reply_created_at' as first
    from conversations left join conversation_bodies using (set_id, generation, id)
    where set_id = ${record.id} and generation = ${generation} and outside = 0
    order by at desc nulls last, id desc`
  const builder = createTimeBuilder()
  for (const { first } of rowsOfSet) {
    builder.append(first)
    yield
  }
  return createTimeColumn(builder.take())
}

/** An id without a name still identifies somebody. */
function nameOrId({ id, name }: Conversation['inbox']): string | null {
  return name ?? (id === null ? null : String(id))
}
