import type { EntryColumnKey, ReviewState, SpamHint } from '../../contract/entries-table.ts'

const states: Record<ReviewState, string> = {
  nova: 'Nova',
  em_revisao: 'Em revisão',
  aprovada: 'Aprovada',
  duvida: 'Dúvida',
  rejeitada: 'Rejeitada',
  spam: 'Spam',
}
const hints: Record<SpamHint, string> = {
  links: 'muitos links',
  texto_repetido: 'texto repetido',
  padrao_conhecido: 'padrão de spam',
  velocidade: 'envios em sequência',
  palavra_bloqueada: 'palavra bloqueada',
}
const completeness = { completa: 'Completa', incompleta: 'Incompleta' }
const presence = { no_servico: 'No serviço', excluida: 'Excluída no serviço' }

/** Entries of forms: their table, their review. */
export const entries = {
  columns: {
    revisao_estado: 'Revisão',
    id: 'Número',
    created_at: 'Recebida em',
    formulario: 'Formulário',
    remetente: 'Remetente',
    telefone: 'Telefone',
    email: 'E-mail',
    revisao_responsavel: 'Responsável',
    revisao_etiquetas: 'Etiquetas da revisão',
    revisao_notas: 'Notas',
    revisao_motivo: 'Comentário',
    revisao_por: 'Revisada por',
    revisao_em: 'Revisada em',
    completa: 'Preenchimento',
    situacao: 'No serviço',
    indicios: 'Indícios de spam',
    duplicadas: 'Duplicadas',
    lead_resultado: 'Atendimento',
    lead_planilha: 'Planilha do lead',
  } satisfies Record<EntryColumnKey, string> as Record<EntryColumnKey, string>,
  states,
  hints,
  /** Words of the columns of codes, by key (contract/entries-table.ts). */
  codes: { revisao_estado: states, indicios: hints, completa: completeness, situacao: presence },
}
