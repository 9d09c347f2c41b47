import { type Answer, type Call, json, Refusal } from './answer.ts'
import { type Base, personOfContact, refOfConversation } from './base.ts'
import { readConversationFilter } from './conversation-filter.ts'
import { type ConversationRef, conversationsAtMost, personOf } from './history.ts'
import { conversationsOf } from './leads.ts'
import { platformError } from './platform-errors.ts'
import type { PlatformModes } from './platform-modes.ts'
import { conversationShape, messageShape, type SentMessage } from './platform-shapes.ts'
import type { Route } from './routes.ts'
import { agents } from './workplace.ts'

const pageSize = 25
/** Assumption: the newest twenty of a contact (features.md §8.5). */
const newestOfContact = 20
const prefix = '/api/v1/accounts/{account_id}'

/** Conversation filter, conversations of a contact, and sending a message. `userOf` gives the caller's agent identifier. */
export function conversationRoutes(base: Base, userOf: (call: Call) => number, modes: PlatformModes): readonly Route[] {
  const sent = new Map<ConversationRef, SentMessage>()
  const find = createFinder(base, modes)
  let lastMessage = 90_000_000

  return [
    {
      method: 'POST',
      path: `${prefix}/conversations/filter`,
      handle: (call) => filtered({ base, find, sent, modes }, userOf(call), call),
    },
    {
      method: 'GET',
      path: `${prefix}/contacts/{id}/conversations`,
      handle(call) {
        const person = personOfContact(Number(call.params.id))
        if (!base.exists(person)) throw missing()
        const refs = conversationsOf(base, person, () => true)
          .reverse()
          .slice(0, newestOfContact)
        return json({ payload: refs.map((ref) => conversationShape(base, ref, sent.get(ref), modes.messages)) })
      },
    },
    {
      method: 'POST',
      path: `${prefix}/conversations/{id}/messages`,
      handle(call) {
        const ref = conversationOf(base, call)
        const { content, message_type: type } = call.json()
        if (typeof content !== 'string' || content === '')
          throw new Refusal(platformError(422, 'content não pode ficar em branco'))
        if (type !== undefined && type !== 'outgoing') throw new Refusal(platformError(422, 'message_type inválido'))
        base.move(ref, false)
        const message = { id: ++lastMessage, content, at: base.clock(), sender: userOf(call) }
        sent.set(ref, message)
        return json(messageShape(base, ref, message))
      },
    },
  ]
}

function missing(): Refusal {
  return new Refusal(platformError(404, 'Resource could not be found'))
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

/** Assumption: counts beside the page, twenty-five conversations, last movement first (features.md §8.3). */
function filtered({ base, find, sent, modes }: Filtering, user: number, call: Call): Answer {
  const found = find(call.json().payload)
  if ('status' in found) throw new Refusal(platformError(found.status, found.message))
  const page = Math.max(1, Number.parseInt(call.query.get('page') ?? '1', 10) || 1)
  const refs = found.refs.subarray((page - 1) * pageSize, page * pageSize)
  return json({
    meta: {
      mine_count: found.ofAgent(user),
      assigned_count: found.refs.length - found.ofAgent(-1),
      unassigned_count: found.ofAgent(-1),
      all_count: found.refs.length,
    },
    payload: [...refs].map((ref) => conversationShape(base, ref, sent.get(ref), modes.messages)),
  })
}

interface Found {
  readonly refs: Uint32Array
  /** How many of them this agent has; −1 counts those that nobody has. */
  ofAgent(identifier: number): number
}

const remembered = 4

/** All conversations of a payload, last movement first; the answers of the last few payloads are kept for paging. */
function createFinder(base: Base, modes: PlatformModes) {
  const known = new Map<string, Found>()
  let version = base.version()
  return (payload: unknown): Found | Exclude<ReturnType<typeof readConversationFilter>, (ref: number) => boolean> => {
    const test = readConversationFilter(base, payload, modes)
    if (typeof test !== 'function') return test
    if (version !== base.version()) known.clear()
    version = base.version()
    const key = JSON.stringify(payload)
    const made = known.get(key) ?? search(base, test)
    const oldest = known.keys().next()
    if (known.size >= remembered && !known.has(key) && !oldest.done) known.delete(oldest.value)
    known.set(key, made)
    return made
  }
}

function search(base: Base, test: (ref: ConversationRef) => boolean): Found {
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
  const refs = Uint32Array.from(sorted, (_, place) => (sorted[sorted.length - 1 - place] ?? 0) % refSpan)
  return { refs, ofAgent: (identifier) => counts.get(identifier < 0 ? -1 : agentPlace(identifier)) ?? 0 }
}

/** Time and conversation in one exact number: 2^30 seconds from 2020 on times 2^23 conversations fit in 53 bits. */
const refSpan = 2 ** 23
const start2020 = 1_577_836_800
function sortKey(seconds: number, ref: ConversationRef): number {
  return (seconds - start2020) * refSpan + ref
}

function agentPlace(identifier: number): number {
  return agents.findIndex((agent) => agent.id === identifier)
}
