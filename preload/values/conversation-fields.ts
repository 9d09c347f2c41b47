import type { TableRef } from '../contract/table-queries.ts'

/**
 * The attributes of the conversation filter with the operators that fit each (docs/services.md §4.1 and §4.2).
 * No Zod here: the filter builder reads it.
 */
export const dateOperators = ['is_greater_than', 'is_less_than', 'days_before'] as const
export const valueOperators = ['equal_to', 'not_equal_to', 'contains', 'is_present', 'is_not_present'] as const
export type ConversationOperator = (typeof dateOperators)[number] | (typeof valueOperators)[number]

/**
 * What kind of value it is. `choice` is a word of a list or of an installation, `id` a number that people choose by
 * name.
 */
export type ConversationValueKind = 'choice' | 'id' | 'number' | 'label' | 'text' | 'date'

export const conversationAttributes = {
  status: { kind: 'choice', operators: valueOperators },
  assignee_id: { kind: 'id', operators: valueOperators },
  inbox_id: { kind: 'id', operators: valueOperators },
  team_id: { kind: 'id', operators: valueOperators },
  contact_id: { kind: 'number', operators: valueOperators },
  priority: { kind: 'choice', operators: valueOperators },
  display_id: { kind: 'number', operators: valueOperators },
  campaign_id: { kind: 'number', operators: valueOperators },
  labels: { kind: 'label', operators: valueOperators },
  created_at: { kind: 'date', operators: dateOperators },
  last_activity_at: { kind: 'date', operators: dateOperators },
  mail_subject: { kind: 'text', operators: valueOperators },
} as const satisfies Readonly<
  Record<string, { readonly kind: ConversationValueKind; readonly operators: readonly ConversationOperator[] }>
>
export type ConversationAttribute = keyof typeof conversationAttributes

/** The documented states (docs/services.md §4.4). Filters can also name the states that an installation adds. */
export const conversationStatuses = ['open', 'pending', 'resolved', 'snoozed'] as const
export const conversationPriorities = ['low', 'medium', 'high', 'urgent'] as const

/**
 * The columns of a set of conversations; their headings are in `conversations.columns` of the catalogue. The columns of
 * the cached lead of the same contact follow as `lead_…`, as in a run.
 */
export const conversationColumns = [
  { key: 'id', type: 'integer' },
  { key: 'status', type: 'status' },
  { key: 'contato', type: 'text' },
  { key: 'telefone', type: 'phone' },
  { key: 'email', type: 'text' },
  { key: 'contato_id', type: 'integer' },
  { key: 'contato_criado_em', type: 'time' },
  { key: 'agente', type: 'choice' },
  { key: 'equipe', type: 'choice' },
  { key: 'caixa', type: 'choice' },
  { key: 'caixa_id', type: 'integer' },
  { key: 'etiquetas', type: 'list' },
  { key: 'prioridade', type: 'code' },
  { key: 'criada_em', type: 'time' },
  { key: 'ultima_atividade_em', type: 'time' },
  { key: 'ultima_mensagem_em', type: 'time' },
  /** `contact`, `team`, `note` or `other`. */
  { key: 'ultima_mensagem_de', type: 'code' },
  { key: 'ultima_mensagem', type: 'text' },
  { key: 'ultima_mensagem_anexos', type: 'codes' },
  { key: 'ultima_mensagem_entrega', type: 'code' },
  { key: 'assunto', type: 'text' },
] as const
export type ConversationColumnKey = (typeof conversationColumns)[number]['key']

/** How the table of a set is named in the contract (table-queries.ts). */
export function conversationsTable({ connection_id, id }: { connection_id: string; id: string }): TableRef {
  return { kind: 'conversations', id: `${connection_id}:${id}` }
}
