import { type ConversationRef, conversationsAtMost, createHistory, type History, personOf } from './history.ts'
import { createPeople, type People } from './people.ts'

/** How the account changes while it is being read; what a drift fault does between two pages. */
export interface Drift {
  /** New people, each with one conversation of this moment, on top of the list. */
  readonly insert?: number
  /** People who vanish, from the top of the list. */
  readonly remove?: number
  /** Rows that move from the top of the list to its end. */
  readonly rotate?: number
}

/** The account while it runs: its history, and what has happened since. Times in epoch seconds. */
export interface Base {
  readonly seed: number
  readonly people: People
  readonly facts: History
  /** The running clock, which starts at the `now` of the options. */
  clock(): number
  /** One more than the highest index of a person, newcomers included. */
  size(): number
  exists(person: number): boolean
  /** Changes whenever an answer computed before may have become wrong. */
  version(): number
  rotation(): number
  /** A new message in this conversation, which opens it again. */
  move(ref: ConversationRef, fromContact: boolean): void
  /** Lets this many people write now; gives the identifiers of their contacts. */
  touch(count: number): number[]
  drift(change: Drift): void
}

const firstContactId = 1001
const firstConversationId = 50_001

export const contactId = (person: number): number => firstContactId + person
export const personOfContact = (id: number): number => id - firstContactId
export const conversationId = (ref: ConversationRef): number => firstConversationId + ref
export const refOfConversation = (id: number): ConversationRef => id - firstConversationId

interface Movement {
  readonly at: number
  readonly messages: number
  readonly fromContactAt: number
}

/** An account of this seed and number of people with conversations. `now` is where its clock starts. */
export function createBase(input: { readonly seed: number; readonly leads: number; readonly now: Date }): Base {
  const openedAt = Date.now()
  const clock = () => Math.floor((input.now.getTime() + Date.now() - openedAt) / 1000)
  const history = createHistory({ seed: input.seed, leads: input.leads, now: input.now.getTime() / 1000 })
  const movements = new Map<ConversationRef, Movement>()
  const arrivals: number[] = []
  const removed = new Set<number>()
  let version = 0
  let rotation = 0
  let touches = 0

  const size = () => history.people + arrivals.length
  const arrival = (person: number) => arrivals[person - history.people]
  const facts = livingFacts(history, movements, arrival)

  function move(ref: ConversationRef, fromContact: boolean): void {
    const before = movements.get(ref)
    const at = clock()
    movements.set(ref, {
      at,
      messages: (before?.messages ?? 0) + 1,
      fromContactAt: fromContact ? at : (before?.fromContactAt ?? 0),
    })
    version++
  }

  function removeNewest(count: number): void {
    for (let person = size() - 1, left = count; person >= 0 && left > 0; person--) {
      if (removed.has(person) || facts.conversations(person) === 0) continue
      removed.add(person)
      left--
    }
  }

  return {
    seed: input.seed,
    people: createPeople(input.seed),
    facts,
    clock,
    size,
    move,
    exists: (person) => Number.isInteger(person) && person >= 0 && person < size() && !removed.has(person),
    version: () => version,
    rotation: () => rotation,
    touch(count) {
      const touched = Math.min(count, input.leads)
      const step = Math.max(1, Math.floor(input.leads / Math.max(1, touched)))
      const people = Array.from({ length: touched }, (_, turn) => (touches + turn * step) % input.leads)
      touches++
      for (const person of people) move(person * conversationsAtMost + facts.conversations(person) - 1, true)
      return people.map(contactId)
    },
    drift(change) {
      removeNewest(change.remove ?? 0)
      for (let left = change.insert ?? 0; left > 0; left--) arrivals.push(clock())
      rotation += change.rotate ?? 0
      version++
    },
  }
}

/** The history with what has happened since laid over it. */
function livingFacts(
  history: History,
  movements: ReadonlyMap<ConversationRef, Movement>,
  arrival: (person: number) => number | undefined,
): History {
  const came = (ref: ConversationRef) => arrival(personOf(ref))
  const moved = (ref: ConversationRef) => (movements.size > 0 ? movements.get(ref) : undefined)
  return {
    people: history.people,
    contactLabels: history.contactLabels,
    inbox: history.inbox,
    agent: history.agent,
    labels: history.labels,
    conversations: (person) => (arrival(person) === undefined ? history.conversations(person) : 1),
    registeredAt: (person) => arrival(person) ?? history.registeredAt(person),
    createdAt: (ref) => came(ref) ?? history.createdAt(ref),
    lastMessageAt: (ref) => moved(ref)?.at ?? came(ref) ?? history.lastMessageAt(ref),
    firstFromContactAt: (ref) => {
      const first = came(ref) ?? history.firstFromContactAt(ref)
      return first === 0 ? (moved(ref)?.fromContactAt ?? 0) : first
    },
    lastFromContactAt: (ref) => moved(ref)?.fromContactAt || (came(ref) ?? history.lastFromContactAt(ref)),
    messages: (ref) => (came(ref) === undefined ? history.messages(ref) : 1) + (moved(ref)?.messages ?? 0),
    status: (ref) => (moved(ref) || came(ref) !== undefined ? 'open' : history.status(ref)),
  }
}
