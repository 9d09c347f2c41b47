import type { TableRef } from './tables.ts'

/**
 * The columns of a set of conversations; their headings are in `conversations.columns` of the catalogue. The columns of the
 * cached lead of the same contact follow as `lead_…`, as in a run.
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

/** How the table of a set is named in the contract (tables.ts). */
export function conversationsTable({ connection_id, id }: { connection_id: string; id: string }): TableRef {
  return { kind: 'conversations', id: `${connection_id}:${id}` }
}
