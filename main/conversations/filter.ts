import type { ConversationCondition, ConversationFilter } from '../../preload/contract/conversations.ts'
import { type ConversationValueKind, conversationAttributes } from '../../preload/values/conversation-fields.ts'
import { isDay } from '../../preload/values/days.ts'
import { AppFailure } from '../kernel/failure.ts'
import { recordOf } from '../kernel/json.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { wait } from '../kernel/schedule.ts'
import { dayIn, dayMs } from '../kernel/times.ts'
import { accepts } from '../remotes/account.ts'
import type { Platform } from '../remotes/platform.ts'
import type { AskedConversations, DayBounds } from './data/conversation-calls.ts'

interface Person {
  readonly now: Date
  /** IANA. */
  readonly zone: string
}

/** A condition in the sent form, with the days of the person's zone. */
interface ReadCondition extends DayBounds {
  readonly sent: Omit<ConversationCondition, 'values'> & { readonly values: readonly (string | number)[] }
}

const mostDays = 36_500

/**
 * A person's filter in the service's form (docs/services.md §4.1): chained by AND with null on the last item, ids as
 * numbers, days as date strings. The service compares whole days of UTC (docs/services.md §4.6), so the request has
 * one day more at each side; `days` are the person's own, which limit the answers. Throws `bad_request` with the place
 * of a condition that the service would refuse.
 */
export function filterPayload(filter: ConversationFilter, person: Person): AskedConversations {
  const today = dayIn(person.zone, person.now)
  const read = filter.map((condition, place) => readCondition(condition, `filter.${place}`, today))
  const bounds = (attribute: 'created_at' | 'last_activity_at'): DayBounds => {
    const conditions = read.filter(({ sent }) => sent.attribute_key === attribute)
    // Days as texts sort by time. All conditions apply together, so the narrowest counts.
    const after = conditions.flatMap((condition) => condition.after ?? []).sort()
    const ends = conditions.flatMap((condition) => condition.before ?? []).sort()
    return { after: after.at(-1) ?? null, before: ends[0] ?? null }
  }
  return {
    payload: read.map(({ sent }, place) => ({ ...sent, query_operator: place === read.length - 1 ? null : 'AND' })),
    days: { zone: person.zone, created_at: bounds('created_at'), last_activity_at: bounds('last_activity_at') },
  }
}

function readCondition(condition: ConversationCondition, place: string, today: string): ReadCondition {
  const { attribute_key, filter_operator, values } = condition
  const { kind, operators } = conversationAttributes[attribute_key]
  if (!operators.some((operator) => operator === filter_operator)) throw refused(place)
  if (filter_operator === 'is_present' || filter_operator === 'is_not_present') {
    if (values.length > 0) throw refused(place)
    return { sent: condition, after: null, before: null }
  }
  if (values.length === 0) throw refused(place)
  if (kind === 'date') return readDate(condition, place, today)
  return { sent: { ...condition, values: values.map((value) => typed(value, kind, place)) }, after: null, before: null }
}

function readDate(condition: ConversationCondition, place: string, today: string): ReadCondition {
  const [value, ...more] = condition.values
  if (value === undefined || more.length > 0) throw refused(place)
  if (condition.filter_operator === 'days_before') {
    const days = Number(value)
    if (value === '' || !Number.isInteger(days) || days < 0 || days > mostDays) throw refused(place)
    const end = moved(today, -days)
    // The service can count back only to past days.
    if (days === 0) return { sent: lessThan(condition, end), after: null, before: end }
    return { sent: { ...condition, values: [days - 1] }, after: null, before: end }
  }
  const day = String(value)
  if (!isDay(day)) throw refused(place)
  if (condition.filter_operator === 'is_less_than') return { sent: lessThan(condition, day), after: null, before: day }
  return { sent: { ...condition, values: [moved(day, -1)] }, after: day, before: null }
}

function lessThan(condition: ConversationCondition, day: string): ReadCondition['sent'] {
  return { ...condition, filter_operator: 'is_less_than', values: [moved(day, 1)] }
}

/** Ids become numbers, words and labels texts. */
function typed(value: string | number, kind: ConversationValueKind, place: string): string | number {
  if (kind !== 'id' && kind !== 'number') {
    if (String(value).trim() === '') throw refused(place)
    return String(value)
  }
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) throw refused(place)
  return number
}

/** The day that lies so many days later. */
function moved(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

function refused(place: string): AppFailure {
  return new AppFailure('bad_request', { place })
}

interface FilterPageDeps {
  readonly account: Platform
  readonly retryPolicy: Pick<RetryPolicy, 'delays'>
  readonly signal: AbortSignal
}

/**
 * One page of the conversation filter, as its JSON text. Some installations answer 500 to documented operators, such as
 * `contains` on a number. So a first page with a 500 is retried once. After that, each condition is sent alone, and the
 * failure is `filter_breaks` with the failing condition. Throws the errors of the service and the network.
 */
export async function filterPage(payload: readonly unknown[], page: number, deps: FilterPageDeps): Promise<string> {
  const { account, retryPolicy, signal } = deps
  const ask = async () => (await account.filterConversations(payload, page, signal)).text
  try {
    return await ask()
  } catch (error) {
    // A later page shows that the conditions work.
    if (!isBroken(error) || page > 1) throw error
  }
  await wait(retryPolicy.delays[0] ?? 0, signal)
  try {
    return await ask()
  } catch (error) {
    if (!isBroken(error) || !(await accepts(account, signal))) throw error
    const breaking = await breakingCondition(payload, deps)
    throw breaking === null ? error : new AppFailure('filter_breaks', breaking, error.details)
  }
}

/** The service's own 500. A gateway's error or a throttle says nothing about the conditions. */
function isBroken(error: unknown): error is AppFailure {
  return error instanceof AppFailure && error.code === 'service_failed' && error.params.status === 500
}

/** The first condition that alone makes the service fail, with its position from 1 on; null where none does. */
async function breakingCondition(payload: readonly unknown[], { account, signal }: FilterPageDeps) {
  for (const [place, item] of payload.entries()) {
    const condition = recordOf(item)
    const { attribute_key: attribute, filter_operator: operator } = condition
    try {
      await account.filterConversations([{ ...condition, query_operator: null }], 1, signal)
    } catch (error) {
      if (!isBroken(error)) throw error
      return { condition: place + 1, attribute: String(attribute), operator: String(operator) }
    }
  }
  return null
}

/** The size of a page (docs/services.md §4.3). */
const pageSize = 25

/**
 * Whether to request a page after this one: not after an empty page, nor after a short one unless the service counts
 * more. After a full page always, since some builds count one page alone (docs/services.md §4.3).
 */
export function hasMore(page: number, received: number, allCount: number | null): boolean {
  if (received === 0 || received >= pageSize) return received > 0
  return allCount !== null && (page - 1) * pageSize + received < allCount
}
