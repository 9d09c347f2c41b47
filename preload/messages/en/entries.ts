import type { ReviewState, SpamHint } from '../../contract/entries-table.ts'
import type { entries as portuguese } from '../pt-BR/entries.ts'

const states: Record<ReviewState, string> = {
  nova: 'New',
  em_revisao: 'In review',
  aprovada: 'Approved',
  duvida: 'Doubt',
  rejeitada: 'Rejected',
  spam: 'Spam',
}
const hints: Record<SpamHint, string> = {
  links: 'many links',
  texto_repetido: 'repeated text',
  padrao_conhecido: 'pattern of spam',
  velocidade: 'sent in a row',
  palavra_bloqueada: 'blocked word',
}
const completeness = { completa: 'Complete', incompleta: 'Incomplete' }
const presence = { no_servico: 'On the service', excluida: 'Deleted on the service' }

/** Entries of forms: their table, their review. */
export const entries: typeof portuguese = {
  columns: {
    revisao_estado: 'Review',
    id: 'Number',
    created_at: 'Received',
    formulario: 'Form',
    remetente: 'Sender',
    telefone: 'Phone',
    email: 'E-mail',
    revisao_responsavel: 'Assignee',
    revisao_etiquetas: 'Review tags',
    revisao_notas: 'Notes',
    revisao_motivo: 'Comment',
    revisao_por: 'Reviewed by',
    revisao_em: 'Reviewed',
    completa: 'Completeness',
    situacao: 'On the service',
    indicios: 'Hints of spam',
    duplicadas: 'Duplicates',
    lead_resultado: 'Attended',
    lead_planilha: 'Sheet of the lead',
  },
  states,
  hints,
  /** Words of the columns of codes, by key (contract/entries-table.ts). */
  codes: { revisao_estado: states, indicios: hints, completa: completeness, situacao: presence },
}
