import { startOfDay } from './calendar.ts'
import { fraction, mix, pick } from './random.ts'
import { agents, contactLabels, conversationLabels, inboxes, type Status } from './workplace.ts'

/** A conversation is a person's index times four plus its place in time, 0 being the oldest. */
export const conversationsAtMost = 4
export type ConversationRef = number
export const personOf = (ref: ConversationRef): number => Math.floor(ref / conversationsAtMost)

/** What happened in the account before it was started: each fact computed from the index, times in epoch seconds. */
export interface History {
  /** How many people the base holds: those with conversations first, then the merely registered ones. */
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

/** Of all people, 12 % are registered without ever having had a conversation; their indexes follow the others'. */
export function registeredWithout(leads: number): number {
  return Math.round((leads * 12) / 88)
}

/** `leads` is the number of people with conversations; `now` is in epoch seconds. */
export function createHistory(input: { readonly seed: number; readonly leads: number; readonly now: number }): History {
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
   * Moved into the working hours of its day, or of the day before when that hour is still to come. One hour for each
   * person keeps a person's conversations in order.
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
