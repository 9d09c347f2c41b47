import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { TableQuery } from '../../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../../preload/values/empty-query.ts'

export type Lead = Record<string, unknown>

/** A generator of numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const first = 'Ana João Joa\u0303o MARIA maria José Ágata Zuleica Íris Érica =Caio Çelia'.split(' ')
const surnames = `Silva|Souza|Conceição|Leão|D'Ávila|Sá; Filho|"Nunes"|Brandão 😊|de\tSá|ß Meyer`.split('|')
const labels = ['quente', 'frio', 'pós-venda', 'boleto', 'Renovação', 'vip']
const agents = ['Bia Lopes', 'Otávio Reis', 'Élton Dias', null] as const
const inboxes = ['WhatsApp Vendas', 'Site', 'Instagram'] as const
const states = ['open', 'pending', 'resolved', 'snoozed'] as const

/** Lead i of a seed: believable, with gaps, accents in both forms, and several ways to write a time. */
export function leadOf(index: number, seed = 1): Lead {
  const random = randomOf(index * 7919 + seed)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const some = () => labels.filter(() => random() < 0.3)
  const hasConversation = random() < 0.8
  const agent = Math.floor(random() * agents.length)
  const inbox = Math.floor(random() * inboxes.length)
  const digits =
    random() < 0.9 ? `55${11 + Math.floor(random() * 80)}9${String(Math.floor(random() * 1e8)).padStart(8, '0')}` : ''
  const at = 1_700_000_000 + Math.floor(random() * 3e7)
  const time = () => pick([isoOf(at + index, -3), isoOf(at - index, -3), new Date(at * 1000).toISOString()])
  return {
    contato_id: 1000 + index,
    nome: random() < 0.03 ? null : `${pick(first)} ${pick(surnames)}`,
    telefone: digits === '' ? '' : `+${digits}`,
    telefone_digitos: digits,
    email: random() < 0.4 ? `pessoa${index}.${pick(['a', 'B', 'ç'])}@exemplo.com.br` : '',
    identificador: random() < 0.2 ? `crm-${Math.floor(random() * 1e4)}` : null,
    contato_criado_em: time(),
    etiquetas_contato: some(),
    conversa_id: hasConversation ? 500_000 + index : null,
    conversa_criada_em: hasConversation ? time() : null,
    ultima_mensagem_em: hasConversation ? time() : null,
    ultima_mensagem_do_contato_em: hasConversation ? at : 0,
    primeira_mensagem_do_contato_em: null,
    mensagens: hasConversation ? Math.floor(random() * 50) : 0,
    status: hasConversation ? pick(states) : null,
    agente: hasConversation ? agents[agent] : null,
    agente_id: hasConversation && agents[agent] ? 100 + agent : null,
    agente_email: hasConversation && agents[agent] ? `agente${agent}@exemplo.com.br` : null,
    caixa: hasConversation ? inboxes[inbox] : null,
    caixa_id: hasConversation ? 10 + inbox : null,
    origem: hasConversation ? pick(['anúncio', 'orgânico', null]) : null,
    etiquetas_conversa: hasConversation ? some() : [],
    conversas_no_periodo: hasConversation ? 1 + Math.floor(random() * 4) : 0,
  }
}

export function leadsOf(count: number, seed = 1): Lead[] {
  return Array.from({ length: count }, (_, index) => leadOf(index, seed))
}

/** Leads that differ in their ids alone after the first thousand: quickly made, for what takes many rows. */
export function manyLeads(count: number): Lead[] {
  const templates = leadsOf(1000)
  return Array.from({ length: count }, (_, index) => ({ ...templates[index % 1000], contato_id: 1000 + index }))
}

/** The pages of the lead export that hold these leads. */
export function pagesOf(leads: readonly Lead[], perPage: number, total = leads.length): string[] {
  const count = Math.max(1, Math.ceil(leads.length / perPage))
  return Array.from({ length: count }, (_, index) =>
    pageOf({
      leads: leads.slice(index * perPage, (index + 1) * perPage),
      page: index + 1,
      perPage,
      total,
      more: index + 1 < count,
    }),
  )
}

export function pageOf(page: {
  leads: readonly Lead[]
  page: number
  perPage: number
  total: number
  more: boolean
}): string {
  const { leads, more } = page
  return JSON.stringify({
    meta: {
      total: page.total,
      count: leads.length,
      page: page.page,
      per_page: page.perPage,
      has_more: more,
      next_page: more ? page.page + 1 : null,
      filtros: { created_after: '2025-01-01T00:00:00-03:00', inbox_ids: [], agrupar: 'contato' },
    },
    leads,
  })
}

export function filterOf(agrupar: LeadFilter['agrupar'] = 'contato'): LeadFilter {
  return {
    created_after: '2025-01-01',
    inbox_ids: [],
    assignee_ids: [],
    status: [],
    with_labels: [],
    without_labels: [],
    agrupar,
  }
}

export function queryOf(query: Partial<TableQuery> = {}): TableQuery {
  return { ...emptyQuery, ...query }
}

function isoOf(seconds: number, offset: number): string {
  const wall = new Date((seconds + offset * 3600) * 1000).toISOString().slice(0, 19)
  return `${wall}.000-0${-offset}:00`
}
