import { type Base, contactId, conversationId } from './base.ts'
import { type ConversationRef, personOf } from './history.ts'
import type { PlatformModes } from './platform-modes.ts'
import { campaignOf, priorityOf, subjectOf, teamOf } from './platform-shapes.ts'
import { isRecord } from './records.ts'
import { agents, conversationLabels, inboxes, labelsIn } from './workplace.ts'

/** What is wrong with a filter: its status, and a text unless the service would break. */
export interface FilterProblem {
  readonly status: 422 | 500
  readonly message: string
}

type Test = (ref: ConversationRef) => boolean
type Value = string | number | null

const dateOperators = ['is_greater_than', 'is_less_than', 'days_before']
const valueOperators = ['equal_to', 'not_equal_to', 'contains', 'is_present', 'is_not_present']
const day = 86_400

/**
 * The payload of the conversation filter as a test of one conversation (agent-platform.md, "Conversation filter").
 * Assumption: bad attributes and operators are a 422, a wrong chain of `query_operator` a 500, and dates compare by
 * whole days of UTC (features.md §8.1, §8.3).
 */
export function readConversationFilter(
  base: Base,
  payload: unknown,
  { filter }: Pick<PlatformModes, 'filter'> = {},
): Test | FilterProblem {
  if (!Array.isArray(payload)) return { status: 422, message: 'payload deve ser uma lista' }
  const tests: { readonly test: Test; readonly or: boolean }[] = []
  let or = false
  for (const [place, item] of payload.entries()) {
    const test = itemTest(base, item)
    if (typeof test !== 'function') return test
    if (filter === 'breaking' && isRecord(item) && breaks(item)) return broken
    tests.push({ test, or })
    const next = isRecord(item) && typeof item.query_operator === 'string' ? item.query_operator.toUpperCase() : null
    const last = place === payload.length - 1
    if (last ? next !== null : next !== 'AND' && next !== 'OR') return broken
    or = next === 'OR'
  }
  return (ref) => tests.reduce((passed, one) => (one.or ? passed || one.test(ref) : passed && one.test(ref)), true)
}

const broken: FilterProblem = { status: 500, message: 'Internal Server Error' }

/** Assumption: numbers cannot be searched in like texts, and nobody has noticed (features.md §8.3). */
function breaks({ attribute_key: key, filter_operator: operator }: Readonly<Record<string, unknown>>): boolean {
  return operator === 'contains' && key !== 'labels' && key !== 'mail_subject'
}

function itemTest(base: Base, item: unknown): Test | FilterProblem {
  if (!isRecord(item)) return { status: 422, message: 'filtro inválido' }
  const key = String(item.attribute_key)
  const operator = String(item.filter_operator)
  const values = [item.values ?? []].flat().map(String)
  const isDate = key === 'created_at' || key === 'last_activity_at'
  if (!isDate && !(key in attributes)) {
    const allowed = [...Object.keys(attributes), 'created_at', 'last_activity_at'].join(',')
    return { status: 422, message: `Atributo inválido: [${key}]. Os permitidos são [${allowed}].` }
  }
  if (!(isDate ? dateOperators : valueOperators).includes(operator)) {
    return {
      status: 422,
      message: `Operador inválido. Os permitidos para ${key} são [${(isDate ? dateOperators : valueOperators).join(',')}].`,
    }
  }
  if (isDate) return dateTest(base, key, operator, values[0] ?? '')
  if (key === 'status' && values.includes('all')) return () => true
  return valueTest(base, key, operator, values)
}

function dateTest(base: Base, key: string, operator: string, value: string): Test | FilterProblem {
  const daysAgo = operator === 'days_before'
  const limit = daysAgo ? base.clock() - Number(value) * day : Date.parse(value) / 1000
  if (value === '' || Number.isNaN(limit))
    return { status: 422, message: `Valor inválido. Os valores de ${key} são datas` }
  const limitDay = Math.floor(limit / day)
  const moment = key === 'created_at' ? base.facts.createdAt : base.facts.lastMessageAt
  if (operator === 'is_greater_than') return (ref) => Math.floor(moment(ref) / day) > limitDay
  return (ref) => Math.floor(moment(ref) / day) < limitDay
}

/** Several values mean any of them; with `not_equal_to`, none of them. */
function valueTest(base: Base, key: string, operator: string, values: readonly string[]): Test {
  const read = attributes[key] ?? (() => [])
  const wanted = values.map((value) => value.toLowerCase())
  const own = (ref: ConversationRef) =>
    read(base, ref).flatMap((value) => (value === null ? [] : [String(value).toLowerCase()]))
  if (operator === 'is_present') return (ref) => own(ref).length > 0
  if (operator === 'is_not_present') return (ref) => own(ref).length === 0
  if (operator === 'contains') return (ref) => own(ref).some((value) => wanted.some((part) => value.includes(part)))
  if (operator === 'equal_to') return (ref) => own(ref).some((value) => wanted.includes(value))
  return (ref) => !own(ref).some((value) => wanted.includes(value))
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
