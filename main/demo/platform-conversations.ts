import { dateOperators, valueOperators } from '../../preload/values/conversation-fields.ts'
import { type Answer, type Call, isRecord, json, missing, pageOf, type Routes, refusal } from './answer.ts'
import {
  type Base,
  type ConversationRef,
  contactId,
  conversationId,
  conversationsAtMost,
  createMemo,
  personOf,
  personOfContact,
  refOfConversation,
} from './base.ts'
import { conversationsOf } from './leads.ts'
import {
  campaignOf,
  conversationShape,
  messageShape,
  priorityOf,
  type SentMessage,
  subjectOf,
  teamOf,
} from './platform-shapes.ts'
import { agents, conversationLabels, inboxes, labelsIn, type PlatformModes } from './workplace.ts'

const pageSize = 25

/** Assumption: the newest twenty of a contact (docs/services.md §5.5). */
const newestOfContact = 20

const prefix = '/api/v1/accounts/{account_id}'

/**
 * Conversation filter, conversations of a contact, and sending a message. `userOf` gives the caller's agent identifier.
 */
export function conversationRoutes(base: Base, userOf: (call: Call) => number, modes: PlatformModes): Routes {
  const sent = new Map<ConversationRef, SentMessage>()
  const find = createFinder(base, modes)
  let lastMessage = 90_000_000

  return {
    [`POST ${prefix}/conversations/filter`]: (call) => filtered({ base, find, sent, modes }, userOf(call), call),
    [`GET ${prefix}/contacts/{id}/conversations`](call) {
      const person = personOfContact(Number(call.params.id))
      if (!base.exists(person)) throw missing()
      const refs = conversationsOf(base, person, () => true)
        .reverse()
        .slice(0, newestOfContact)
      return json({ payload: refs.map((ref) => conversationShape(base, ref, sent.get(ref), modes)) })
    },
    [`POST ${prefix}/conversations/{id}/messages`](call) {
      const ref = conversationOf(base, call)
      const { content, message_type: type } = call.json()
      if (typeof content !== 'string' || content === '') throw refusal(422, 'content não pode ficar em branco')
      if (type !== undefined && type !== 'outgoing') throw refusal(422, 'message_type inválido')
      base.move(ref, false)
      const message = { id: ++lastMessage, content, at: base.clock(), sender: userOf(call) }
      sent.set(ref, message)
      return json(messageShape(base, ref, message))
    },
  }
}

function conversationOf(base: Base, call: Call): ConversationRef {
  const ref = refOfConversation(Number(call.params.id))
  const person = personOf(ref)
  if (!base.exists(person) || ref % conversationsAtMost >= base.facts.conversations(person)) throw missing()
  return ref
}

interface Filtering {
  readonly base: Base
  readonly find: ReturnType<typeof createFinder>
  readonly sent: ReadonlyMap<ConversationRef, SentMessage>
  readonly modes: PlatformModes
}

/** Assumption: counts beside the page, twenty-five conversations, last movement first (docs/services.md §4.3). */
function filtered({ base, find, sent, modes }: Filtering, user: number, call: Call): Answer {
  const matches = find(call.json().payload)
  const page = pageOf(call)
  const refs = matches.refs.subarray((page - 1) * pageSize, page * pageSize)
  return json({
    meta: {
      mine_count: matches.ofAgent(user),
      assigned_count: matches.refs.length - matches.ofAgent(-1),
      unassigned_count: matches.ofAgent(-1),
      all_count: matches.refs.length,
    },
    payload: [...refs].map((ref) => conversationShape(base, ref, sent.get(ref), modes)),
  })
}

interface Matches {
  readonly refs: Uint32Array
  /** How many of them this agent has; −1 counts those without an agent. */
  ofAgent(identifier: number): number
}

const remembered = 4

/** All conversations of a payload, last movement first. The answers of the last few payloads are cached for paging. */
function createFinder(base: Base, modes: PlatformModes): (payload: unknown) => Matches {
  const memo = createMemo<Matches>(base, remembered)
  return (payload) => {
    const test = readConversationFilter(base, payload, modes)
    return memo(JSON.stringify(payload), () => search(base, test))
  }
}

function search(base: Base, test: (ref: ConversationRef) => boolean): Matches {
  const keys: number[] = []
  const counts = new Map<number, number>()
  for (let person = 0; person < base.size(); person++) {
    if (!base.exists(person)) continue
    for (const ref of conversationsOf(base, person, test)) {
      keys.push(sortKey(base.facts.lastMessageAt(ref), ref))
      const agent = base.facts.agent(ref)
      counts.set(agent, (counts.get(agent) ?? 0) + 1)
    }
  }
  const sorted = Float64Array.from(keys).sort()
  const refs = Uint32Array.from(sorted, (_, index) => (sorted[sorted.length - 1 - index] ?? 0) % refSpan)
  return { refs, ofAgent: (identifier) => counts.get(identifier < 0 ? -1 : agentPlace(identifier)) ?? 0 }
}

/**
 * Combines time and conversation in one exact number: 2^30 seconds from 2020 on times 2^23 conversations fit in 53
 * bits.
 */
const refSpan = 2 ** 23

const start2020 = 1_577_836_800

function sortKey(seconds: number, ref: ConversationRef): number {
  return (seconds - start2020) * refSpan + ref
}

function agentPlace(identifier: number): number {
  return agents.findIndex((agent) => agent.id === identifier)
}

type Test = (ref: ConversationRef) => boolean
type Value = string | number | null
const day = 86_400

/**
 * The payload of the conversation filter as a test of one conversation (docs/services.md §4.1). Assumption: bad
 * attributes and operators are a 422, a wrong chain of `query_operator` a 500, and dates compare by whole days of UTC
 * (docs/services.md §1.5 and §4.6).
 */
function readConversationFilter(base: Base, payload: unknown, { filter }: PlatformModes): Test {
  if (!Array.isArray(payload)) throw refusal(422, 'payload deve ser uma lista')
  const tests: { readonly test: Test; readonly or: boolean }[] = []
  let or = false
  for (const [index, item] of payload.entries()) {
    const isIgnored = filter === 'unnumbered' && isRecord(item) && item.attribute_key === 'display_id'
    const test = isIgnored ? () => true : itemTest(base, item)
    if (filter === 'breaking' && isRecord(item) && breaks(item)) throw broken()
    tests.push({ test, or })
    const next = isRecord(item) && typeof item.query_operator === 'string' ? item.query_operator.toUpperCase() : null
    const last = index === payload.length - 1
    if (last ? next !== null : next !== 'AND' && next !== 'OR') throw broken()
    or = next === 'OR'
  }
  return (ref) => tests.reduce((passed, one) => (one.or ? passed || one.test(ref) : passed && one.test(ref)), true)
}

const broken = () => refusal(500, 'Internal Server Error')

/** Assumption: searching numbers as texts fails, which nobody has noticed (docs/services.md §4.7). */
function breaks({ attribute_key: key, filter_operator: operator }: Readonly<Record<string, unknown>>): boolean {
  return operator === 'contains' && key !== 'labels' && key !== 'mail_subject'
}

function itemTest(base: Base, item: unknown): Test {
  if (!isRecord(item)) throw refusal(422, 'filtro inválido')
  const key = String(item.attribute_key)
  const operator = String(item.filter_operator)
  const values = [item.values ?? []].flat().map(String)
  const isDate = key === 'created_at' || key === 'last_activity_at'
  if (!isDate && !(key in attributes)) {
    const allowed = [...Object.keys(attributes), 'created_at', 'last_activity_at'].join(',')
    throw refusal(422, `Atributo inválido: [${key}]. Os permitidos são [${allowed}].`)
  }
  const operators: readonly string[] = isDate ? dateOperators : valueOperators
  if (!operators.includes(operator)) {
    throw refusal(422, `Operador inválido. Os permitidos para ${key} são [${operators.join(',')}].`)
  }
  if (isDate) return dateTest(base, key, operator, values[0] ?? '')
  if (key === 'status' && values.includes('all')) return () => true
  return valueTest(base, key, operator, values)
}

function dateTest(base: Base, key: string, operator: string, value: string): Test {
  const daysAgo = operator === 'days_before'
  const limit = daysAgo ? base.clock() - Number(value) * day : Date.parse(value) / 1000
  if (value === '' || Number.isNaN(limit)) throw refusal(422, `Valor inválido. Os valores de ${key} são datas`)
  const limitDay = Math.floor(limit / day)
  const moment = key === 'created_at' ? base.facts.createdAt : base.facts.lastMessageAt
  if (operator === 'is_greater_than') return (ref) => Math.floor(moment(ref) / day) > limitDay
  return (ref) => Math.floor(moment(ref) / day) < limitDay
}

/** Several values mean any of them; with `not_equal_to`, none of them. */
function valueTest(base: Base, key: string, operator: string, values: readonly string[]): Test {
  const read = attributes[key] ?? (() => [])
  const compared = values.map((value) => value.toLowerCase())
  const valuesOf = (ref: ConversationRef) =>
    read(base, ref).flatMap((value) => (value === null ? [] : [String(value).toLowerCase()]))
  if (operator === 'is_present') return (ref) => valuesOf(ref).length > 0
  if (operator === 'is_not_present') return (ref) => valuesOf(ref).length === 0
  if (operator === 'contains')
    return (ref) => valuesOf(ref).some((value) => compared.some((part) => value.includes(part)))
  if (operator === 'equal_to') return (ref) => valuesOf(ref).some((value) => compared.includes(value))
  return (ref) => !valuesOf(ref).some((value) => compared.includes(value))
}

const attributes: Readonly<Record<string, (base: Base, ref: ConversationRef) => readonly Value[]>> = {
  status: (base, ref) => [base.facts.status(ref)],
  assignee_id: (base, ref) => [agents[base.facts.agent(ref)]?.id ?? null],
  inbox_id: (base, ref) => [inboxes[base.facts.inbox(ref)]?.id ?? null],
  team_id: (base, ref) => [teamOf(base, ref)],
  contact_id: (_, ref) => [contactId(personOf(ref))],
  priority: (base, ref) => [priorityOf(base, ref)],
  display_id: (_, ref) => [conversationId(ref)],
  campaign_id: (base, ref) => [campaignOf(base, ref)],
  labels: (base, ref) => labelsIn(base.facts.labels(ref), conversationLabels),
  mail_subject: (base, ref) => [subjectOf(base, ref)],
}
