import { type ConsoleCall, consoleCall, type Route, type RouteParameter } from '../../preload/contract/console.ts'
import { type Contact, type ContactPage, contact, type Related, recipient } from '../../preload/contract/contacts.ts'
import {
  type Conversation,
  type ConversationPage,
  conversation,
  conversationSet,
} from '../../preload/contract/conversations.ts'
import { listBudget, listInspection, recognisedList, run } from '../../preload/contract/cruzar.ts'
import { docArticle } from '../../preload/contract/documentation.ts'
import { type AppContract, contract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import { type Recipe, recipe } from '../../preload/contract/recipes.ts'
import { dataset } from '../../preload/contract/reports.ts'
import { runCheck } from '../../preload/contract/run-check.ts'
import { sheet } from '../../preload/contract/sheets.ts'
import { emptyFilter } from '../../preload/values/lead-filters.ts'
import { samplesOf } from './samples.ts'

/** A complete sheet of 18,204 rows. */
export const sheetWith = samplesOf(sheet, {
  id: 's1',
  name: 'Leads desde janeiro',
  connection_id: 'c1',
  connection_name: 'Equipe Vendas',
  filter: { ...emptyFilter, created_after: '2026-01-01', inbox_ids: [11] },
  badge: { kind: 'complete', reason: 'none', failure: null },
  rows: 18_204,
  total: 18_204,
  bytes: 2_400_000,
  read_at: '2026-11-20T11:12:00.000Z',
  aside: { count: 0, contacts: [] },
})

/** A CSV list with a column of phones. */
export const inspectionWith = samplesOf(listInspection, {
  name: 'campanha_novembro.csv',
  bytes: 2048,
  file_kind: 'text',
  encoding: 'windows-1252',
  delimiter: ';',
  header: true,
  hidden_rows: 'read',
  columns: [
    { index: 0, name: 'Nome', kind: 'other' as const, samples: ['Ana'] },
    { index: 1, name: 'Telefone', kind: 'phone' as const, samples: ['(11) 98888-7777'] },
    { index: 2, name: '', kind: 'other' as const, samples: [] },
  ].map((column) => ({ ...column, type: 'text' as const, filled: 2, misfits: 0, area: null, left: null })),
  preview: [
    ['Ana', '(11) 98888-7777', ''],
    ['João', '21 97777-6666', 'x'],
  ],
  hints: ['ragged_rows'],
})

/** What a list of 10,000 rows costs: 9,412 keys in 19 requests. */
export const listBudgetWith = samplesOf(listBudget, {
  rows: 10_000,
  keys: 9412,
  repeated: 388,
  unusable_rows: 200,
  problems: [
    { reason: 'damaged_by_excel', cells: 150 },
    { reason: 'empty', cells: 50 },
  ],
  unusable: [
    { row: 7, column: 'Telefone', reason: 'damaged_by_excel', text: '5,51199E+12', has_key: false },
    { row: 9, column: 'Telefone', reason: 'empty', text: '', has_key: false },
  ],
})

/** The list of two runs that a list of the same keys seems to be. */
export const recognisedListWith = samplesOf(recognisedList, {
  list_id: 'l7',
  name: 'Campanha',
  runs: 2,
  last_at: '2026-11-20T11:12:00.000Z',
  alike: 1,
  question: {
    connection_id: 'c1',
    sheet_id: null,
    sheet_ids: [],
    filter: emptyFilter,
    match: null,
    other_ninth: true,
  },
})

/** A finished run over 10,000 rows. */
export const runWith = samplesOf(run, {
  id: 'r1',
  name: 'Campanha de novembro',
  list_id: 'r1',
  list_name: 'campanha_novembro.csv',
  connection_id: 'c1',
  connection_name: 'Equipe Vendas',
  filter: emptyFilter,
  other_ninth: true,
  state: 'finished',
  started_at: '2026-11-20T11:12:00.000Z',
  finished_at: '2026-11-20T11:12:12.000Z',
  seconds: 12,
  requests: 19,
  rows: 10_000,
  keys: 9412,
  repeated: 388,
  answered_keys: 9412,
  outcomes: { com_conversa: 5000, sem_conversa: 1800, ausente: 3000, invalida: 200, sem_resposta: 0, ambigua: 0 },
  bytes: 4096,
})

/** A recipe of lists whose key column is called Celular. */
export function recipeWith({
  has_header = true,
  ...change
}: Partial<Recipe> & { readonly has_header?: boolean } = {}): Recipe {
  const mapping = samplesOf(recipe.shape.mapping, {
    columns: [
      { heading: 'Nome', nth: 0, kind: 'other' },
      { heading: 'Celular', nth: 0, kind: 'phone' },
    ],
    has_header,
    key_columns: [{ heading: 'Celular', nth: 0, kind: 'phone' }],
  })()
  return samplesOf(recipe, { id: 'm1', name: 'Mensal', mapping, other_ninth: true, filter: emptyFilter })(change)
}

/** A finished check by sample that found nothing. */
export const checkWith = samplesOf(runCheck, {
  state: 'finished',
  seed: 1,
  keys: 200,
  answered: 200,
  equal: 200,
  started_at: '2026-11-20T11:20:00.000Z',
  finished_at: '2026-11-20T11:20:02.000Z',
  requests: 1,
  seconds: 2,
})

/** What a contact wrote last. */
export const messageWith = samplesOf(conversation.shape.last_message.unwrap(), {
  at: '2026-11-20T11:12:00.000Z',
  content: 'Bom dia!',
  from: 'contact',
})

/** An open conversation; person, contact and message are named by its number. */
export function conversationWith(change: Partial<Conversation> = {}): Conversation {
  const { id = 1 } = change
  return samplesOf(conversation, {
    id,
    status: 'open',
    labels: ['vip'],
    created_at: '2026-11-01T12:00:00.000Z',
    last_activity_at: '2026-11-20T11:12:00.000Z',
    inbox: { id: 11, name: 'WhatsApp' },
    contact: {
      id: 9000 + id,
      name: `Pessoa ${id}`,
      phone: '+5511988887777',
      email: null,
      created_at: '2026-01-02T12:00:00.000Z',
    },
    assignee: { id: 21, name: 'Ana' },
    team: { id: null, name: null },
    last_message: messageWith({ content: `Mensagem ${id}` }),
    can_reply: true,
    raw: { id, custom: 'além do documento' },
  })(change)
}

/** A page of these conversations out of 60, with more to come. */
export function conversationPageOf(ids: readonly number[], change: Partial<ConversationPage> = {}): ConversationPage {
  const conversations = ids.map((id) => conversationWith({ id }))
  return { conversations, page: 1, all_count: 60, outside: 0, has_more: true, ...change }
}

/** A whole set of 60 open conversations. */
export const conversationSetWith = samplesOf(conversationSet, {
  id: 's1',
  connection_id: 'c1',
  name: 'Abertas',
  filter: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
  state: 'complete',
  rows: 60,
  all_count: 60,
  bytes: 45_000,
  read_at: '2026-11-20T11:12:00.000Z',
})

/** The names by which conversations can be filtered. */
export const knownNames: Output<AppContract['conversations.known']> = {
  inboxes: [{ id: 11, name: 'WhatsApp' }],
  agents: [
    { id: 21, name: 'Ana' },
    { id: 22, name: 'Bruno' },
  ],
  teams: [{ id: 31, name: 'Vendas' }],
  labels: ['vip', 'obra'],
}

/** Whom a message goes to, without a lead and with nothing of unknown end. */
export const recipientWith = samplesOf(recipient, {
  conversation: conversationWith(),
  fields: {},
})

/** A contact; name and e-mail are named by its number. */
export function contactWith(change: Partial<Contact> = {}): Contact {
  const { id = 1 } = change
  return samplesOf(contact, {
    id,
    name: `Pessoa ${id}`,
    phone: '+5511988887777',
    email: `pessoa${id}@exemplo.com.br`,
    created_at: '2026-01-02T12:00:00.000Z',
    last_activity_at: '2026-11-20T11:12:00.000Z',
    raw: { id, additional_attributes: { cidade: 'Campinas' } },
  })(change)
}

type FoundContacts = Output<AppContract['contacts.search']>

/** What a search found: these contacts, and no more pages. */
export function foundContactsOf(ids: readonly number[], change: Partial<FoundContacts> = {}): FoundContacts {
  const contacts = ids.map((id) => contactWith({ id }))
  return { contacts, page: 1, count: null, has_more: false, sent: 'pessoa', other_ninth: null, ...change }
}

/** A contact without conversations, as it was read at 11:12 UTC. */
export function contactPageOf(id: number, change: Partial<ContactPage> = {}): ContactPage {
  return { contact: contactWith({ id }), conversations: [], read_at: '2026-11-20T11:12:00.000Z', ...change }
}

export const nothingRelated: Related = { leads: [], conversations: [], runs: [], entries: [], more: false }

/** A report of the agents, kept as 1,200 rows. */
export const datasetWith = samplesOf(dataset, {
  id: 'd1',
  connection_id: 'c1',
  name: 'Agentes',
  origin: 'report',
  source: 'GET /reports/agents',
  rows: 1200,
  columns: ['id', 'taxa'],
  bytes: 2048,
  read_at: '2026-11-20T11:00:00.000Z',
})

/** An article of the documentation whose text is not here. */
export const articleWith = samplesOf(docArticle, {
  category: 'ia',
  slug: 'assistente',
  title: 'Criar um assistente',
  summary: '',
  updated_at: '2026-10-02',
  listed: true,
})

/** The list of one article in one category. */
export const docIndexWith = samplesOf(contract['documentation.index'].output, {
  categories: [{ slug: 'ia', name: 'Inteligência artificial' }],
  articles: [articleWith()],
  read_at: '2026-11-20T11:12:00.000Z',
  base_url: 'https://atendimento.exemplo.com.br',
  files: { index: null, full: null },
})

/** A documented route of the platform without parameters; only a GET reads. */
export function routeWith(change: Partial<Route> = {}): Route {
  const { method = 'GET', path = '/captain/assistants' } = change
  const effect = method === 'GET' ? 'reads' : 'writes'
  const route = contract['console.routes'].output.element
  return samplesOf(route, { id: `${method} ${path}`, service: 'platform', group: 'captain', method, path, effect })(
    change,
  )
}

/** An optional parameter of the query. */
export function parameterWith(change: Partial<RouteParameter> = {}): RouteParameter {
  return { name: 'q', in: 'query', type: 'text', required: change.in === 'path', choices: [], ...change }
}

/** A call of the console that listed the assistants. */
export const callWith = samplesOf(consoleCall, {
  id: 'c1',
  at: '2026-11-20T12:00:00.000Z',
  method: 'GET',
  path: '/api/v1/accounts/7/captain/assistants',
  route: 'GET /api/v1/accounts/{account_id}/captain/assistants',
  status: 200,
  ms: 12,
  kind: 'json',
  bytes: 100,
})

/** A call as the console answers it: it made no webhook. */
export const ranWith = (change: Partial<ConsoleCall> = {}) => ({ ...callWith(change), secret: null })
