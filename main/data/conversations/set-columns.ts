import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { ConversationColumnKey } from '../../../preload/contract/conversations-table.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-part.ts'
import { createListColumn } from '../columns/list-column.ts'
import { createNumberColumn } from '../columns/number-column.ts'
import { numberPart } from '../columns/number-part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { textPartOf } from '../columns/text-part.ts'
import { createTimeColumn } from '../columns/time-column.ts'
import { createTimeBuilder } from '../columns/time-part.ts'

/** A conversation as a table needs it. */
export type ListedConversation = Omit<Conversation, 'raw'>

type Read<T> = (conversation: ListedConversation) => T

export interface SetColumns {
  readonly columns: ReadonlyMap<ConversationColumnKey, Column>
  /** That of `contato_id`. */
  readonly contacts: Column
}

/** The columns of `conversationColumns` over these rows. */
export function setColumns(rows: readonly ListedConversation[]): SetColumns {
  const number = (told: Read<number | null>) =>
    createNumberColumn(numberPart(Float64Array.from(rows, (row) => told(row) ?? Number.NaN)))
  const text = (type: 'text' | 'phone', told: Read<string | null>) => createTextColumn(type, textPartOf(rows.map(told)))
  const dictionary = (type: 'choice' | 'code' | 'status', told: Read<string | null>) => {
    const builder = createDictionaryBuilder()
    for (const row of rows) builder.append(told(row))
    return createDictionaryColumn(type, builder.take())
  }
  const time = (told: Read<string | null>) => {
    const builder = createTimeBuilder()
    for (const row of rows) builder.append(told(row))
    return createTimeColumn(builder.take())
  }
  const list = (type: 'list' | 'codes', told: Read<readonly string[]>) => {
    const builder = createListBuilder()
    for (const row of rows) builder.append(told(row))
    return createListColumn(builder.take(), type)
  }

  const contacts = number(({ contact }) => contact.id)
  const columns = new Map<ConversationColumnKey, Column>([
    ['id', number(({ id }) => id)],
    ['status', dictionary('status', ({ status }) => status)],
    ['contato', text('text', ({ contact }) => contact.name)],
    ['telefone', text('phone', ({ contact }) => contact.phone)],
    ['email', text('text', ({ contact }) => contact.email)],
    ['contato_id', contacts],
    ['contato_criado_em', time(({ contact }) => contact.created_at)],
    ['agente', dictionary('choice', ({ assignee }) => nameOrId(assignee))],
    ['equipe', dictionary('choice', ({ team }) => nameOrId(team))],
    ['caixa', dictionary('choice', ({ inbox }) => nameOrId(inbox))],
    ['caixa_id', number(({ inbox }) => inbox.id)],
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
  return { columns, contacts }
}

/** An id that nobody named is still somebody. */
function nameOrId({ id, name }: Conversation['inbox']): string | null {
  return name ?? (id === null ? null : String(id))
}
