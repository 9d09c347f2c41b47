import type { LeadField } from '../../preload/contract/lead-fields.ts'
import type { TableDefaults } from '../tables/columns.ts'

const order = [
  'nome',
  'telefone',
  'status',
  'agente',
  'caixa',
  'ultima_mensagem_em',
  'etiquetas_conversa',
  'mensagens',
  'etiquetas_contato',
  'origem',
  'email',
  'conversa_criada_em',
  'ultima_mensagem_do_contato_em',
  'primeira_mensagem_do_contato_em',
  'contato_criado_em',
  'conversas_no_periodo',
  'identificador',
  'agente_email',
  'telefone_digitos',
  'contato_id',
  'conversa_id',
  'agente_id',
  'caixa_id',
] as const satisfies readonly LeadField[]

/** What a support lead looks for first: who, how to reach them, where they stand. Numbers of records come last. */
export const leadDefaults: TableDefaults = {
  order,
  pinned: ['nome'],
  hidden: [],
  widths: {
    nome: 220,
    telefone: 156,
    agente: 150,
    email: 220,
    agente_email: 200,
    ultima_mensagem_em: 150,
    ultima_mensagem_do_contato_em: 150,
    primeira_mensagem_do_contato_em: 150,
    conversa_criada_em: 150,
    contato_criado_em: 150,
    telefone_digitos: 140,
    mensagens: 116,
  },
  sum: 'mensagens',
}
