import { type Base, contactId, conversationId } from './base.ts'
import { isoLocal } from './calendar.ts'
import { type ConversationRef, conversationsAtMost, personOf } from './history.ts'
import { conversationTest, type LeadFilter } from './lead-filter.ts'
import { agents, contactLabels, conversationLabels, inboxes, labelsIn } from './workplace.ts'

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
