import { createPeople, type People, registeredWithout } from './people.ts'
import { fraction, mix, pick, startOfDay } from './random.ts'
import { agents, contactLabels, conversationLabels, inboxes, type Status } from './workplace.ts'

/** The changes of the account during a reading, which a drift fault makes between two pages. */
export interface Drift {
  /** New people, each with one conversation of this moment, on top of the list. */
  readonly insert?: number
  /** The number of people who vanish, from the top of the list. */
  readonly remove?: number
  /** The number of rows that move from the top of the list to its end. */
  readonly rotate?: number
}

/** The running account: its history, and what has happened since. Times in epoch seconds. */
export interface Base {
  readonly seed: number
  readonly people: People
  readonly facts: History
  /** The running clock, which starts at the `now` of the options. */
  clock(): number
  /** One more than the highest index of a person, newcomers included. */
  size(): number
  exists(person: number): boolean
  /** Changes whenever an answer computed before may now be wrong. */
  version(): number
  rotation(): number
  /** Adds a new message to this conversation, which opens it again. */
  move(ref: ConversationRef, fromContact: boolean): void
  /** Lets this many people write now; returns the identifiers of their contacts. */
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
    const previous = movements.get(ref)
    const at = clock()
    movements.set(ref, {
      at,
      messages: (previous?.messages ?? 0) + 1,
      fromContactAt: fromContact ? at : (previous?.fromContactAt ?? 0),
    })
    version++
  }

  function removeNewest(count: number): void {
    for (let person = size() - 1, remaining = count; person >= 0 && remaining > 0; person--) {
      if (removed.has(person) || facts.conversations(person) === 0) continue
      removed.add(person)
      remaining--
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
      for (let remaining = change.insert ?? 0; remaining > 0; remaining--) arrivals.push(clock())
      rotation += change.rotate ?? 0
      version++
    },
  }
}

/** The history together with everything that has happened since. */
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

/** The value of a key. It is made if it is not among the last `limit` used since the account changed. */
export function createMemo<T>(base: Base, limit: number): (key: string, make: () => T) => T {
  const values = new Map<string, T>()
  let version = base.version()
  return (key, make) => {
    if (version !== base.version()) values.clear()
    version = base.version()
    const value = values.get(key) ?? make()
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > limit && oldest !== undefined) values.delete(oldest)
    return value
  }
}

/** The number of a conversation is the person's index times four plus its position in time, where 0 is the oldest. */
export const conversationsAtMost = 4
export type ConversationRef = number
export const personOf = (ref: ConversationRef): number => Math.floor(ref / conversationsAtMost)

/** The account's past before the start: each fact is computed from the index, times in epoch seconds. */
export interface History {
  /** The number of people: first those with conversations, then those who are only registered. */
  readonly people: number
  conversations(person: number): number
  registeredAt(person: number): number
  contactLabels(person: number): number
  createdAt(ref: ConversationRef): number
  lastMessageAt(ref: ConversationRef): number
  /** 0 when the person never answered, as after a campaign. */
  firstFromContactAt(ref: ConversationRef): number
  lastFromContactAt(ref: ConversationRef): number
  messages(ref: ConversationRef): number
  status(ref: ConversationRef): Status
  /** Positions in the lists of the workplace; −1 when nobody has the conversation. */
  inbox(ref: ConversationRef): number
  agent(ref: ConversationRef): number
  labels(ref: ConversationRef): number
}

const day = 86_400
/** About fourteen months, so that "since January" leaves something out and something in at any time of the year. */
const depth = 425 * day

const busyHours = [
  8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12, 13, 13, 14, 14, 14, 15, 15, 16, 16, 17, 17, 18, 19, 20, 21,
] as const

/** `leads` is the number of people with conversations; `now` is in epoch seconds. */
function createHistory(input: { readonly seed: number; readonly leads: number; readonly now: number }): History {
  const { seed, leads, now } = input
  const people = leads + registeredWithout(leads)

  function conversations(person: number): number {
    if (person >= leads) return 0
    const value = mix(seed, person, 30) % 100
    if (value < 68) return 1
    if (value < 88) return 2
    return value < 96 ? 3 : conversationsAtMost
  }

  /** People come in the order of their index, so that a higher identifier is a newer contact, as in a real base. */
  function firstSeen(person: number): number {
    const place = fraction(seed, person, 31)
    return now - depth * (person < leads ? 1 - (person + place) / leads : place)
  }

  /**
   * Moves a moment into the working hours of its day, or of the day before when that hour is in the future. One hour
   * for each person keeps a person's conversations in order.
   */
  function workingTime(moment: number, person: number, place: number): number {
    const value = mix(seed, person, 32)
    const hour = pick(busyHours, value) * 3600 + ((value >>> 8) % 3500)
    const today = startOfDay(now)
    const latest = today + hour < now - 1800 ? today : today - day
    return Math.min(startOfDay(moment), latest) + hour + place * 97
  }

  function createdAt(ref: ConversationRef): number {
    const person = personOf(ref)
    const place = ref % conversationsAtMost
    const first = firstSeen(person)
    if (place === 0) return workingTime(first, person, 0)
    const share = (place - 1 + fraction(seed, ref, 33)) / (conversations(person) - 1)
    return workingTime(first + (now - first) * share, person, place)
  }

  function lastMessageAt(ref: ConversationRef): number {
    const minutes = 2 ** (1 + fraction(seed, ref, 34) * 12)
    return Math.min(createdAt(ref) + Math.round(minutes * 60), Math.floor(now) - 30)
  }

  const neverAnswered = (ref: ConversationRef) => mix(seed, ref, 35) % 100 < 9

  function status(ref: ConversationRef): Status {
    const value = mix(seed, ref, 36) % 100
    if (now - lastMessageAt(ref) < 4 * day) {
      if (value < 45) return 'open'
      if (value < 62) return 'pending'
      return value < 68 ? 'snoozed' : 'resolved'
    }
    if (value < 4) return 'open'
    if (value < 8) return 'pending'
    return value < 10 ? 'snoozed' : 'resolved'
  }

  return {
    people,
    conversations,
    createdAt,
    lastMessageAt,
    status,
    registeredAt: (person) => workingTime(firstSeen(person), person, 0) - (person < leads ? 40 : 0),
    contactLabels: (person) => sparseBits(mix(seed, person, 37), contactLabels.length),
    firstFromContactAt: (ref) =>
      neverAnswered(ref) ? 0 : createdAt(ref) + Math.min(20, lastMessageAt(ref) - createdAt(ref)),
    lastFromContactAt(ref) {
      if (neverAnswered(ref)) return 0
      const last = lastMessageAt(ref)
      const answered = mix(seed, ref, 38) % 100 < 55
      return answered ? Math.max(createdAt(ref) + Math.min(20, last - createdAt(ref)), last - 300) : last
    },
    messages: (ref) => 1 + (mix(seed, ref, 39) % 46),
    inbox(ref) {
      const value = mix(seed, ref, 40) % 100
      const limits = [38, 60, 74, 86, 92]
      const position = limits.findIndex((limit) => value < limit)
      return position < 0 ? inboxes.length - 1 : position
    },
    agent(ref) {
      const value = mix(seed, ref, 41)
      return value % 100 < 9 ? -1 : (value >>> 8) % agents.length
    },
    labels: (ref) => sparseBits(mix(seed, ref, 42), conversationLabels.length),
  }
}

/** No bit for half of all values, one for most others, two for the rest. */
function sparseBits(value: number, length: number): number {
  if (value % 2 === 0) return 0
  const one = 1 << ((value >>> 4) % length)
  return value % 8 === 1 ? one | (1 << ((value >>> 12) % length)) : one
}
