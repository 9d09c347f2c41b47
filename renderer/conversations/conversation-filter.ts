import type { ConversationCondition, ConversationFilter } from '../../preload/contract/conversations.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import {
  type ConversationAttribute,
  type ConversationOperator,
  conversationAttributes,
} from '../../preload/values/conversation-fields.ts'
import { isDay } from '../../preload/values/days.ts'
import type { Format } from '../kernel/format.ts'

import { conversationStatusWord } from '../tables/words.ts'

/** A condition that is being edited; it may lack its values. */
export interface ConditionDraft extends ConversationCondition {
  /** Identifies the line while conditions are added and removed. */
  readonly key: number
}

/** The attributes in the order in which people look for them. */
export const attributeOrder = [
  'status',
  'assignee_id',
  'inbox_id',
  'team_id',
  'labels',
  'created_at',
  'last_activity_at',
  'priority',
  'contact_id',
  'display_id',
  'mail_subject',
  'campaign_id',
] as const satisfies readonly ConversationAttribute[]

export function draftsOf(filter: ConversationFilter): readonly ConditionDraft[] {
  return filter.map((condition, key) => ({ ...condition, key }))
}

/** Adds a condition, of the first attribute that no condition has yet. */
export function withCondition(drafts: readonly ConditionDraft[]): readonly ConditionDraft[] {
  const used = new Set(drafts.map(({ attribute_key }) => attribute_key))
  const attribute = attributeOrder.find((each) => !used.has(each)) ?? 'status'
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [...drafts, { key, ...fresh(attribute) }]
}

/** The condition with another attribute, without the former operator and values, which mean nothing there. */
export function withAttribute(draft: ConditionDraft, attribute: ConversationAttribute): ConditionDraft {
  return attribute === draft.attribute_key ? draft : { key: draft.key, ...fresh(attribute) }
}

/** The condition with another operator. Values stay where they mean the same. */
export function withOperator(draft: ConditionDraft, operator: ConversationOperator): ConditionDraft {
  const kept = valueShape(draft) === valueShape({ ...draft, filter_operator: operator }) ? draft.values : []
  return { ...draft, filter_operator: operator, values: kept }
}

function fresh(attribute: ConversationAttribute): ConversationCondition {
  return { attribute_key: attribute, filter_operator: conversationAttributes[attribute].operators[0], values: [] }
}

export type ValueShape = 'none' | 'choices' | 'ids' | 'numbers' | 'part' | 'labels' | 'text' | 'day' | 'days'

const shapes = {
  choice: 'choices',
  id: 'ids',
  number: 'numbers',
  label: 'labels',
  text: 'text',
  date: 'day',
} as const satisfies Record<string, ValueShape>

export function valueShape({
  attribute_key,
  filter_operator,
}: Pick<ConversationCondition, 'attribute_key' | 'filter_operator'>): ValueShape {
  if (filter_operator === 'is_present' || filter_operator === 'is_not_present') return 'none'
  if (filter_operator === 'days_before') return 'days'
  const { kind } = conversationAttributes[attribute_key]
  if (filter_operator === 'contains') return kind === 'id' || kind === 'number' ? 'part' : 'text'
  return shapes[kind]
}

/** Whether a condition has a value that its operator can compare with: the text in a field of a day may be none. */
export function isWhole(condition: ConversationCondition): boolean {
  const days = valueShape(condition) === 'day' ? condition.values : []
  return !lacksValue(condition) && days.every((day) => isDay(String(day)))
}

/** Whether no value was given that the operator could compare with. */
export function lacksValue(condition: ConversationCondition): boolean {
  return valueShape(condition) !== 'none' && condition.values.every((value) => value === '')
}

/** The filter of the drafts; null where one lacks its values or there is none. */
export function filterOf(drafts: readonly ConditionDraft[]): ConversationFilter | null {
  if (drafts.length === 0 || !drafts.every(isWhole)) return null
  return drafts.map(({ key: _key, ...condition }) => condition)
}

export function isSameFilter(one: ConversationFilter, other: ConversationFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The names that the app has seen in an account, for the ids of its filters. */
export type KnownNames = Output<AppContract['conversations.known']>

/** The names for the ids of an attribute; undefined where it has none. */
export function namesOf(attribute: string, names: KnownNames): KnownNames['agents'] | undefined {
  if (attribute === 'assignee_id') return names.agents
  if (attribute === 'inbox_id') return names.inboxes
  return attribute === 'team_id' ? names.teams : undefined
}

/** The default filter: open conversations. The service has no "all". */
export const openConversations: ConversationFilter = [
  { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] },
]

/** The built-in filters, in the order in which they are offered. */
export const builtInOrder = ['open', 'unassigned', 'waiting', 'pending', 'snoozed'] as const

export type BuiltInFilter = (typeof builtInOrder)[number]

export const builtInFilters: Readonly<Record<BuiltInFilter, ConversationFilter>> = {
  open: openConversations,
  unassigned: [...openConversations, { attribute_key: 'assignee_id', filter_operator: 'is_not_present', values: [] }],
  waiting: [...openConversations, { attribute_key: 'last_activity_at', filter_operator: 'days_before', values: [2] }],
  pending: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['pending'] }],
  snoozed: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['snoozed'] }],
}

interface PhraseWords {
  readonly messages: Messages
  readonly format: Format
  /** The names of agents, inboxes and teams, as far as they are known; an id without a name is shown as a number. */
  readonly known: KnownNames
}
/** More than these are counted instead of named. */
const mostNamed = 3
/** A filter as a sentence: "Conversas em que a situação é aberta e o agente é Ana ou Bruno". */
export function filterPhrase(filter: ConversationFilter, words: PhraseWords): string {
  const { conversations, common } = words.messages
  const { phrase } = conversations
  const conditions = filter.map((condition) => {
    const values = condition.values.map((value) => valueWord(condition, value, words))
    const named = values.length > mostNamed + 1 ? values.slice(0, mostNamed) : values
    const shownValues =
      named.length < values.length ? [...named, common.countMore(values.length - named.length)] : named
    return phrase.condition(
      condition.attribute_key,
      condition.filter_operator,
      words.format.either(shownValues),
      values.length > 1,
    )
  })
  return phrase.where(words.format.list(conditions))
}
function valueWord(condition: ConversationCondition, value: string | number, words: PhraseWords): string {
  const { messages, format, known } = words
  const { phrase } = messages.conversations
  switch (valueShape(condition)) {
    case 'choices':
      return choiceWord(condition, String(value), messages).toLocaleLowerCase()
    case 'ids':
    case 'numbers':
      return (
        namesOf(condition.attribute_key, known)?.find(({ id }) => id === value)?.name ??
        messages.common.numbered(Number(value))
      )
    case 'day':
      return format.day(String(value))
    case 'days':
      return phrase.days(Number(value))
    default:
      return phrase.quoted(String(value))
  }
}
/** The word for a status or a priority. */
export function choiceWord(
  { attribute_key }: Pick<ConversationCondition, 'attribute_key'>,
  value: string,
  messages: Messages,
): string {
  return attribute_key === 'priority' ? priorityWord(messages, value) : conversationStatusWord(messages, value)
}

/** The word for a priority. Services may have others, which are shown as they came. */
export function priorityWord(messages: Messages, priority: string): string {
  const words: Readonly<Record<string, string>> = messages.conversations.priorities
  return Object.hasOwn(words, priority) ? (words[priority] ?? priority) : priority
}
