import { type Base, type ConversationRef, contactId, conversationId, conversationsAtMost, personOf } from './base.ts'
import { mix, pick } from './random.ts'
import { account, agents, conversationLabels, inboxes, labelsIn, type PlatformModes, teams } from './workplace.ts'

/** A message sent while the demonstration runs. Time in epoch seconds. */
export interface SentMessage {
  readonly id: number
  readonly content: string
  readonly at: number
  readonly sender: number
}

/** The assumed shape of a contact (docs/services.md §5.4); times are epoch seconds. */
export function contactShape(base: Base, index: number): Readonly<Record<string, unknown>> {
  const person = base.people.at(index)
  return {
    id: contactId(index),
    name: person.name,
    email: person.email,
    phone_number: person.phone === null ? null : `+${person.phone}`,
    identifier: person.identifier,
    thumbnail: '',
    blocked: false,
    additional_attributes: { city: person.city },
    custom_attributes: {},
    created_at: base.facts.registeredAt(index),
    last_activity_at: lastActivity(base, index),
    contact_inboxes: [],
  }
}

/** Assumption: 0 when nothing has happened (docs/services.md §4.9). */
function lastActivity(base: Base, index: number): number {
  const count = base.facts.conversations(index)
  return count === 0 ? 0 : base.facts.lastMessageAt(index * conversationsAtMost + count - 1)
}

export function priorityOf(base: Base, ref: ConversationRef): string | null {
  const value = mix(base.seed, ref, 80) % 100
  return value < 80 ? null : pick(['low', 'medium', 'high', 'urgent'], value)
}

export function teamOf(base: Base, ref: ConversationRef): number | null {
  return agents[base.facts.agent(ref)]?.team ?? null
}

export function subjectOf(base: Base, ref: ConversationRef): string | null {
  if (inboxes[base.facts.inbox(ref)]?.origin !== 'email') return null
  return pick(
    ['Orçamento', 'Atraso na entrega', 'Segunda via do boleto', 'Assistência técnica'],
    mix(base.seed, ref, 81),
  )
}

export function campaignOf(base: Base, ref: ConversationRef): number | null {
  return inboxes[base.facts.inbox(ref)]?.origin === 'campanha' ? 5 : null
}

/**
 * The assumed shape of a conversation (docs/services.md §4.9). Its `id` is the number that the lead row calls
 * `conversa_id`.
 */
export function conversationShape(
  base: Base,
  ref: ConversationRef,
  sent: SentMessage | undefined,
  modes: PlatformModes,
): Readonly<Record<string, unknown>> {
  const { facts } = base
  const inbox = inboxes[facts.inbox(ref)] ?? inboxes[0]
  const agent = agents[facts.agent(ref)]
  const team = teams.find((one) => one.id === agent?.team)
  const [created, last] = [facts.createdAt(ref), facts.lastMessageAt(ref)]
  const message = lastMessage(base, ref, sent)
  const status = facts.status(ref)
  if (modes.conversations === 'silent') return silentShape(base, ref, message)
  return {
    id: conversationId(ref),
    account_id: account.id,
    inbox_id: inbox.id,
    status,
    priority: priorityOf(base, ref),
    labels: labelsIn(facts.labels(ref), conversationLabels),
    created_at: created,
    timestamp: last,
    last_activity_at: last,
    agent_last_seen_at: agent ? last : 0,
    contact_last_seen_at: facts.lastFromContactAt(ref),
    waiting_since: status === 'open' && message.message_type === 0 ? last : 0,
    snoozed_until: status === 'snoozed' ? new Date((last + 3 * 86_400) * 1000).toISOString() : null,
    unread_count: status === 'open' ? mix(base.seed, ref, 82) % 4 : 0,
    can_reply: inbox.origin !== 'whatsapp' || base.clock() - facts.lastFromContactAt(ref) < 86_400,
    muted: false,
    additional_attributes: subjectOf(base, ref) === null ? {} : { mail_subject: subjectOf(base, ref) },
    custom_attributes: {},
    ...(modes.messages === 'varied'
      ? variedMessages(base, ref, message)
      : { messages: [message], last_non_activity_message: mix(base.seed, ref, 83) % 50 === 0 ? null : message }),
    meta: {
      sender: contactShape(base, personOf(ref)),
      channel: inbox.channel,
      hmac_verified: false,
      assignee: agent ? { id: agent.id, name: agent.name, email: agent.email, role: agent.role } : null,
      team: team ?? null,
    },
  }
}

/** The same with only the documented fields of a filtered conversation (docs/services.md §4.4), and its number. */
function silentShape(base: Base, ref: ConversationRef, message: ReturnType<typeof lastMessage>) {
  const { name, created_at } = contactShape(base, personOf(ref))
  const agent = agents[base.facts.agent(ref)]
  return {
    id: conversationId(ref),
    status: base.facts.status(ref),
    labels: labelsIn(base.facts.labels(ref), conversationLabels),
    last_non_activity_message: { created_at: message.created_at },
    meta: { sender: { name, created_at }, ...(agent ? { assignee: { name: agent.name } } : {}) },
  }
}

/** Assumed shape of a message (docs/services.md §5.7). `message_type` is 0 from the contact and 1 from the team. */
function lastMessage(base: Base, ref: ConversationRef, sent: SentMessage | undefined) {
  if (sent && sent.at >= base.facts.lastMessageAt(ref)) return messageShape(base, ref, sent)
  const fromContact = base.facts.lastFromContactAt(ref) === base.facts.lastMessageAt(ref)
  return {
    ...plainMessage(base, ref),
    id: conversationId(ref) * 10,
    content: pick(fromContact ? ofContact : ofTeam, mix(base.seed, ref, 84)),
    message_type: fromContact ? 0 : 1,
    created_at: base.facts.lastMessageAt(ref),
    status: fromContact ? 'sent' : 'read',
    sender: fromContact ? { id: contactId(personOf(ref)), type: 'contact' } : null,
  }
}

function plainMessage(base: Base, ref: ConversationRef) {
  return {
    inbox_id: inboxes[base.facts.inbox(ref)]?.id ?? 0,
    conversation_id: conversationId(ref),
    content_type: 'text',
    content_attributes: {},
    private: false,
    source_id: null,
  }
}

/** Assumed shapes of private notes, failed deliveries, attachments and activities (docs/services.md §5.7). */
function variedMessages(base: Base, ref: ConversationRef, message: Readonly<Record<string, unknown>>) {
  const picture = { id: ref, message_id: message.id, file_type: 'image', data_url: '', file_size: 40_000 }
  const activity = { ...message, message_type: 2, content: 'Conversa foi marcada como resolvida', sender: null }
  const varied = [
    message,
    { ...message, message_type: 1, private: true, status: 'sent', content: 'Cliente difícil: ligar antes de cobrar' },
    { ...message, message_type: 1, private: false, status: 'failed' },
    { ...message, content: null, attachments: [picture] },
    { ...message, content: null, attachments: [picture, { ...picture, file_type: 'audio' }] },
    null,
  ][mix(base.seed, ref, 85) % 6]
  return { messages: [activity], last_non_activity_message: varied ?? null }
}

export function messageShape(base: Base, ref: ConversationRef, sent: SentMessage) {
  const sender = agents.find((agent) => agent.id === sent.sender)
  return {
    ...plainMessage(base, ref),
    id: sent.id,
    content: sent.content,
    message_type: 1,
    created_at: sent.at,
    status: 'sent',
    sender: sender ? { id: sender.id, name: sender.name, type: 'user' } : null,
  }
}

const ofContact = [
  'Bom dia! Qual o valor do frete?',
  'Obrigada, vou aguardar o orçamento.',
  'Ainda tem na cor nogueira?',
  'Meu montador não veio hoje.',
  '👍',
] as const

const ofTeam = [
  'Olá! Seu pedido sai para entrega amanhã.',
  'Enviei o boleto no seu e-mail.',
  'Podemos agendar a visita para quinta-feira?',
  'Agradecemos o contato. Posso ajudar em algo mais?',
] as const
