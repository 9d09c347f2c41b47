import {
  type Base,
  type ConversationRef,
  contactId,
  conversationId,
  conversationsAtMost,
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

/** Rows that a filter lets through, newest person first, each as the conversation it shows. */
interface LeadSelection {
  readonly total: number
  /** The rows from this position on, at most `count`. */
  rows(start: number, count: number): LeadRow[]
}

export interface Leads {
  select(filter: LeadFilter): LeadSelection
  /** One person under a filter: the most recent conversation within it, or the registration alone. */
  rowOf(person: number, filter: LeadFilter): LeadRow
}

/** How many filters keep their list of rows: enough for a few downloads side by side, little memory at a million. */
const remembered = 8

export function createLeads(base: Base): Leads {
  const selections = new Map<string, LeadSelection>()
  let version = base.version()

  function select(filter: LeadFilter): LeadSelection {
    if (version !== base.version()) selections.clear()
    version = base.version()
    const key = JSON.stringify(filter)
    const known = selections.get(key)
    if (known) return known
    const made = makeSelection(base, filter)
    const oldest = selections.keys().next()
    if (selections.size >= remembered && !oldest.done) selections.delete(oldest.value)
    selections.set(key, made)
    return made
  }

  return {
    select,
    rowOf(person, filter) {
      const matching = conversationsOf(base, person, conversationTest(filter, base.facts))
      return leadRow(base, person, matching.at(-1), matching.length)
    },
  }
}

function makeSelection(base: Base, filter: LeadFilter): LeadSelection {
  const test = conversationTest(filter, base.facts)
  const refs = matchingRefs(base, test, filter.grouping === 'contato')
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

/** One pass over all people, newest first; it keeps a number for each row and nothing else. */
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

/** Assumption: without a conversation its fields are null, 0 and [] (the document shows the null `conversa_id` only). */
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

/** The filters that the lead export and the cross-check share. Times in epoch seconds, both ends included. */
export interface LeadFilter {
  readonly createdAfter: number | undefined
  readonly createdBefore: number | undefined
  readonly updatedAfter: number | undefined
  readonly inboxIds: readonly number[]
  readonly assigneeIds: readonly number[]
  readonly statuses: readonly Status[]
  readonly withLabels: readonly string[]
  readonly withoutLabels: readonly string[]
  readonly grouping: 'contato' | 'conversa'
}

/** One value, or all values, sent under a name; from a query string or from a JSON body. */
interface Parameters {
  one(name: string): string | undefined
  all(name: string): readonly string[]
}

/** Lists come in array form (lead export, rule 3); a single plain value is taken as well. */
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

/** The filter, or a text that names the wrong parameter. */
export function readFilter(parameters: Parameters): LeadFilter | string {
  const moments = { created_after: false, created_before: true, updated_after: false }
  for (const [name, end] of Object.entries(moments)) {
    const text = parameters.one(name)
    if (text !== undefined && readMoment(text, end) === undefined) return `${name} inválido`
  }
  const moment = (name: string, end = false) => {
    const text = parameters.one(name)
    return text === undefined ? undefined : readMoment(text, end)
  }
  for (const name of ['inbox_ids', 'assignee_ids']) {
    if (parameters.all(name).some((value) => !/^\d+$/.test(value))) return `${name} inválido`
  }
  const wantedStatuses = statuses.filter((status) => parameters.all('status').includes(status))
  if (parameters.all('status').some((value) => !statuses.some((status) => status === value))) return 'status inválido'
  const grouping = parameters.one('agrupar') ?? 'contato'
  if (grouping !== 'contato' && grouping !== 'conversa') return 'agrupar inválido'
  return {
    createdAfter: moment('created_after'),
    createdBefore: moment('created_before', true),
    updatedAfter: moment('updated_after'),
    inboxIds: parameters.all('inbox_ids').map(Number),
    assigneeIds: parameters.all('assignee_ids').map(Number),
    statuses: wantedStatuses,
    withLabels: parameters.all('with_labels'),
    withoutLabels: parameters.all('without_labels'),
    grouping,
  }
}

/** The echo in `meta.filtros`: exactly the keys of the document; an absent date is null. */
export function echoFilter(filter: LeadFilter): Readonly<Record<string, unknown>> {
  const time = (seconds: number | undefined) => (seconds === undefined ? null : isoLocal(seconds))
  return {
    created_after: time(filter.createdAfter),
    created_before: time(filter.createdBefore),
    inbox_ids: filter.inboxIds,
    assignee_ids: filter.assigneeIds,
    status: filter.statuses,
    with_labels: filter.withLabels,
    without_labels: filter.withoutLabels,
    agrupar: filter.grouping,
  }
}

/** Whether anything is cut away; a cross-check without filters echoes an empty object. */
export function hasPeriod(filter: LeadFilter): boolean {
  return [filter.createdAfter, filter.createdBefore, filter.updatedAfter].some((moment) => moment !== undefined)
}

/**
 * The filter as a question about one conversation.
 * Assumption: labels are those of the conversation, several of `with_labels` mean any of them (features.md §8.3).
 */
function conversationTest(filter: LeadFilter, facts: History): (ref: ConversationRef) => boolean {
  const tests: ((ref: ConversationRef) => boolean)[] = []
  const { createdAfter, createdBefore, updatedAfter } = filter
  if (createdAfter !== undefined || createdBefore !== undefined) {
    const [low, high] = [createdAfter ?? 0, createdBefore ?? Number.POSITIVE_INFINITY]
    tests.push((ref) => {
      const created = facts.createdAt(ref)
      return created >= low && created <= high
    })
  }
  if (updatedAfter !== undefined) tests.push((ref) => facts.lastMessageAt(ref) >= updatedAfter)
  if (filter.inboxIds.length > 0) {
    const accepted = inboxes.map((inbox) => filter.inboxIds.includes(inbox.id))
    tests.push((ref) => accepted[facts.inbox(ref)] === true)
  }
  if (filter.assigneeIds.length > 0) {
    const accepted = agents.map((agent) => filter.assigneeIds.includes(agent.id))
    tests.push((ref) => accepted[facts.agent(ref)] === true)
  }
  if (filter.statuses.length > 0) {
    const accepted = new Set(filter.statuses)
    tests.push((ref) => accepted.has(facts.status(ref)))
  }
  if (filter.withLabels.length > 0) {
    const accepted = bitsOf(filter.withLabels, conversationLabels)
    tests.push((ref) => (facts.labels(ref) & accepted) !== 0)
  }
  if (filter.withoutLabels.length > 0) {
    const unwanted = bitsOf(filter.withoutLabels, conversationLabels)
    tests.push((ref) => (facts.labels(ref) & unwanted) === 0)
  }
  return (ref) => tests.every((test) => test(ref))
}
