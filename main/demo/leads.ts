import { refusal } from './answer.ts'
import {
  type Base,
  type ConversationRef,
  contactId,
  conversationId,
  conversationsAtMost,
  createMemo,
  type History,
  personOf,
} from './base.ts'
import { isoLocal, readMoment } from './random.ts'
import {
  agents,
  bitsOf,
  contactLabels,
  conversationLabels,
  inboxes,
  labelsIn,
  type Status,
  statuses,
} from './workplace.ts'

/** The lead row of the document, key by key. */
export interface LeadRow {
  readonly contato_id: number
  readonly nome: string
  readonly telefone: string | null
  readonly telefone_digitos: string | null
  readonly email: string | null
  readonly identificador: string | null
  readonly contato_criado_em: string
  readonly etiquetas_contato: readonly string[]
  readonly conversa_id: number | null
  readonly conversa_criada_em: string | null
  readonly ultima_mensagem_em: string | null
  readonly ultima_mensagem_do_contato_em: string | null
  readonly primeira_mensagem_do_contato_em: string | null
  readonly mensagens: number
  readonly status: string | null
  readonly agente: string | null
  readonly agente_id: number | null
  readonly agente_email: string | null
  readonly caixa: string | null
  readonly caixa_id: number | null
  readonly origem: string | null
  readonly etiquetas_conversa: readonly string[]
  readonly conversas_no_periodo: number
}

/** The rows that match a filter, newest person first, each with its conversation. */
interface LeadSelection {
  readonly total: number
  /** The rows from this position on, at most `count`. */
  rows(start: number, count: number): LeadRow[]
}

export interface Leads {
  select(filter: LeadFilter): LeadSelection
  /** One person under a filter: the most recent matching conversation, or the registration alone. */
  rowOf(person: number, filter: LeadFilter): LeadRow
}

/** How many filters have cached rows: enough for a few concurrent downloads, little memory at a million people. */
const remembered = 8

export function createLeads(base: Base): Leads {
  const memo = createMemo<LeadSelection>(base, remembered)
  return {
    select: (filter) => memo(JSON.stringify(filter), () => makeSelection(base, filter)),
    rowOf(person, filter) {
      const matching = conversationsOf(base, person, conversationTest(filter, base.facts))
      return leadRow(base, person, matching.at(-1), matching.length)
    },
  }
}

function makeSelection(base: Base, filter: LeadFilter): LeadSelection {
  const test = conversationTest(filter, base.facts)
  const refs = matchingRefs(base, test, filter.agrupar === 'contato')
  const total = refs.length
  const rotation = total > 0 ? base.rotation() % total : 0
  return {
    total,
    rows(start, count) {
      const rows: LeadRow[] = []
      for (let position = start; position < Math.min(start + count, total); position++) {
        const ref = refs[(position + rotation) % total] ?? 0
        const person = personOf(ref)
        rows.push(leadRow(base, person, ref, conversationsOf(base, person, test).length))
      }
      return rows
    },
  }
}

/** One pass over all people, newest first, which stores only a number for each row. */
function matchingRefs(base: Base, test: (ref: ConversationRef) => boolean, onePerPerson: boolean): Uint32Array {
  let refs = new Uint32Array(1024)
  let length = 0
  for (let person = base.size() - 1; person >= 0; person--) {
    if (!base.exists(person)) continue
    const first = person * conversationsAtMost
    for (let ref = first + base.facts.conversations(person) - 1; ref >= first; ref--) {
      if (!test(ref)) continue
      if (length === refs.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(refs)
        refs = larger
      }
      refs[length++] = ref
      if (onePerPerson) break
    }
  }
  return refs.slice(0, length)
}

/** The person's conversations that pass the test, oldest first. */
export function conversationsOf(base: Base, person: number, test: (ref: ConversationRef) => boolean): number[] {
  const refs: number[] = []
  for (let place = 0; place < base.facts.conversations(person); place++) {
    const ref = person * conversationsAtMost + place
    if (test(ref)) refs.push(ref)
  }
  return refs
}

function leadRow(base: Base, index: number, ref: ConversationRef | undefined, conversations: number): LeadRow {
  const person = base.people.at(index)
  return {
    contato_id: contactId(index),
    nome: person.name,
    telefone: person.phone === null ? null : `+${person.phone}`,
    telefone_digitos: person.phone,
    email: person.email,
    identificador: person.identifier,
    contato_criado_em: isoLocal(base.facts.registeredAt(index)),
    etiquetas_contato: labelsIn(base.facts.contactLabels(index), contactLabels),
    ...(ref === undefined ? noConversation : conversationPart(base, ref)),
    conversas_no_periodo: conversations,
  }
}

/**
 * Assumption: without a conversation its fields are null, 0 and [] (the document shows the null `conversa_id` only).
 */
const noConversation = {
  conversa_id: null,
  conversa_criada_em: null,
  ultima_mensagem_em: null,
  ultima_mensagem_do_contato_em: null,
  primeira_mensagem_do_contato_em: null,
  mensagens: 0,
  status: null,
  agente: null,
  agente_id: null,
  agente_email: null,
  caixa: null,
  caixa_id: null,
  origem: null,
  etiquetas_conversa: [],
} as const

function conversationPart(base: Base, ref: ConversationRef): Pick<LeadRow, keyof typeof noConversation> {
  const { facts } = base
  const agent = agents[facts.agent(ref)]
  const inbox = inboxes[facts.inbox(ref)] ?? inboxes[0]
  const time = (seconds: number) => (seconds === 0 ? null : isoLocal(seconds))
  return {
    conversa_id: conversationId(ref),
    conversa_criada_em: isoLocal(facts.createdAt(ref)),
    ultima_mensagem_em: isoLocal(facts.lastMessageAt(ref)),
    ultima_mensagem_do_contato_em: time(facts.lastFromContactAt(ref)),
    primeira_mensagem_do_contato_em: time(facts.firstFromContactAt(ref)),
    mensagens: facts.messages(ref),
    status: facts.status(ref),
    agente: agent?.name ?? null,
    agente_id: agent?.id ?? null,
    agente_email: agent?.email ?? null,
    caixa: inbox.name,
    caixa_id: inbox.id,
    origem: inbox.origin,
    etiquetas_conversa: labelsIn(facts.labels(ref), conversationLabels),
  }
}

/** The common filters of the lead export and the cross-check. Times in epoch seconds, both ends included. */
export interface LeadFilter {
  readonly created_after: number | undefined
  readonly created_before: number | undefined
  readonly updated_after: number | undefined
  readonly inbox_ids: readonly number[]
  readonly assignee_ids: readonly number[]
  readonly status: readonly Status[]
  readonly with_labels: readonly string[]
  readonly without_labels: readonly string[]
  readonly agrupar: 'contato' | 'conversa'
}

/** One value, or all values, under a name in a query string or a JSON body. */
interface Parameters {
  one(name: string): string | undefined
  all(name: string): readonly string[]
}

/** Lists come in array form (lead export, rule 3); a single plain value is accepted as well. */
export function queryParameters(query: URLSearchParams): Parameters {
  return {
    one: (name) => query.get(name) || undefined,
    all: (name) => [...query.getAll(`${name}[]`), ...query.getAll(name)].filter((value) => value !== ''),
  }
}

export function bodyParameters(body: Readonly<Record<string, unknown>>): Parameters {
  const all = (name: string) =>
    [body[name] ?? []]
      .flat()
      .map(String)
      .filter((value) => value !== '')
  return { one: (name) => all(name)[0], all }
}

/** The filter of these parameters. Refuses with a 422 that names a wrong one. */
export function readFilter({ one, all }: Parameters): LeadFilter {
  const wrong = (name: string) => refusal(422, `${name} inválido`)
  const moment = (name: string, end = false) => {
    const text = one(name)
    const seconds = text === undefined ? undefined : readMoment(text, end)
    if (text !== undefined && seconds === undefined) throw wrong(name)
    return seconds
  }
  const numbers = (name: string) => {
    if (all(name).some((value) => !/^\d+$/.test(value))) throw wrong(name)
    return all(name).map(Number)
  }
  const agrupar = one('agrupar') ?? 'contato'
  if (agrupar !== 'contato' && agrupar !== 'conversa') throw wrong('agrupar')
  if (all('status').some((value) => !statuses.some((status) => status === value))) throw wrong('status')
  return {
    created_after: moment('created_after'),
    created_before: moment('created_before', true),
    updated_after: moment('updated_after'),
    inbox_ids: numbers('inbox_ids'),
    assignee_ids: numbers('assignee_ids'),
    status: statuses.filter((status) => all('status').includes(status)),
    with_labels: all('with_labels'),
    without_labels: all('without_labels'),
    agrupar,
  }
}

/** The echo in `meta.filtros`: exactly the keys of the document; an absent date is null. */
export function echoFilter({ updated_after: _, ...filter }: LeadFilter): Readonly<Record<string, unknown>> {
  const time = (seconds: number | undefined) => (seconds === undefined ? null : isoLocal(seconds))
  return { ...filter, created_after: time(filter.created_after), created_before: time(filter.created_before) }
}

export function hasPeriod({ created_after, created_before, updated_after }: LeadFilter): boolean {
  return [created_after, created_before, updated_after].some((moment) => moment !== undefined)
}

/**
 * The filter as a test of one conversation. Assumption: labels are those of the conversation, several of `with_labels`
 * mean any of them (docs/services.md §2.12).
 */
function conversationTest(filter: LeadFilter, facts: History): (ref: ConversationRef) => boolean {
  const tests: ((ref: ConversationRef) => boolean)[] = []
  const { created_after, created_before, updated_after } = filter
  if (created_after !== undefined || created_before !== undefined) {
    const [low, high] = [created_after ?? 0, created_before ?? Number.POSITIVE_INFINITY]
    tests.push((ref) => {
      const created = facts.createdAt(ref)
      return created >= low && created <= high
    })
  }
  if (updated_after !== undefined) tests.push((ref) => facts.lastMessageAt(ref) >= updated_after)
  if (filter.inbox_ids.length > 0) {
    const accepted = inboxes.map((inbox) => filter.inbox_ids.includes(inbox.id))
    tests.push((ref) => accepted[facts.inbox(ref)] === true)
  }
  if (filter.assignee_ids.length > 0) {
    const accepted = agents.map((agent) => filter.assignee_ids.includes(agent.id))
    tests.push((ref) => accepted[facts.agent(ref)] === true)
  }
  if (filter.status.length > 0) {
    const accepted = new Set(filter.status)
    tests.push((ref) => accepted.has(facts.status(ref)))
  }
  if (filter.with_labels.length > 0) {
    const accepted = bitsOf(filter.with_labels, conversationLabels)
    tests.push((ref) => (facts.labels(ref) & accepted) !== 0)
  }
  if (filter.without_labels.length > 0) {
    const unwanted = bitsOf(filter.without_labels, conversationLabels)
    tests.push((ref) => (facts.labels(ref) & unwanted) === 0)
  }
  return (ref) => tests.every((test) => test(ref))
}
