import { isoLocal, readMoment } from './calendar.ts'
import type { ConversationRef, History } from './history.ts'
import { agents, bitsOf, conversationLabels, inboxes, type Status, statuses } from './workplace.ts'

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
export interface Parameters {
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
export function conversationTest(filter: LeadFilter, facts: History): (ref: ConversationRef) => boolean {
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
