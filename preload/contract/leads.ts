import * as z from 'zod'

/** agent-platform.md, "States and transitions". */
export const conversationStatus = z.enum(['open', 'pending', 'resolved', 'snoozed'])
export type ConversationStatus = z.output<typeof conversationStatus>

/** The filters of the lead export, which cruzar takes as well (agent-platform.md, "Lead export", "Lead cross-check"). */
export const leadFilter = z.object({
  created_after: z.iso.date().optional(),
  created_before: z.iso.date().optional(),
  updated_after: z.iso.date().optional(),
  inbox_ids: z.array(z.int().positive()).default([]),
  assignee_ids: z.array(z.int().positive()).default([]),
  status: z.array(conversationStatus).default([]),
  with_labels: z.array(z.string().min(1)).default([]),
  without_labels: z.array(z.string().min(1)).default([]),
  agrupar: z.enum(['contato', 'conversa']).default('contato'),
})
export type LeadFilter = z.output<typeof leadFilter>

/** The 23 fields of the lead row, in the document's order, with how each is stored and shown. */
export const leadFields = [
  { key: 'contato_id', type: 'integer' },
  { key: 'nome', type: 'text' },
  { key: 'telefone', type: 'phone' },
  { key: 'telefone_digitos', type: 'text' },
  { key: 'email', type: 'text' },
  { key: 'identificador', type: 'text' },
  { key: 'contato_criado_em', type: 'time' },
  { key: 'etiquetas_contato', type: 'list' },
  { key: 'conversa_id', type: 'integer' },
  { key: 'conversa_criada_em', type: 'time' },
  { key: 'ultima_mensagem_em', type: 'time' },
  { key: 'ultima_mensagem_do_contato_em', type: 'time' },
  { key: 'primeira_mensagem_do_contato_em', type: 'time' },
  { key: 'mensagens', type: 'integer' },
  { key: 'status', type: 'status' },
  { key: 'agente', type: 'choice' },
  { key: 'agente_id', type: 'integer' },
  { key: 'agente_email', type: 'choice' },
  { key: 'caixa', type: 'choice' },
  { key: 'caixa_id', type: 'integer' },
  { key: 'origem', type: 'choice' },
  { key: 'etiquetas_conversa', type: 'list' },
  { key: 'conversas_no_periodo', type: 'integer' },
] as const
export type LeadField = (typeof leadFields)[number]['key']
