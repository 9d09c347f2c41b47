import {
  type ConversationAttribute,
  type ConversationOperator,
  conversationAttributes,
  dateOperators,
} from '../../preload/contract/conversation-filter.ts'
import type { ConversationCondition, ConversationFilter } from '../../preload/contract/conversations.ts'
import { isDay } from '../tables/day-range.ts'

/** A condition that is being described; it may lack its values. */
export interface ConditionDraft extends ConversationCondition {
  /** Names the line while conditions come and go. */
  readonly key: number
}

/** The attributes in the order in which people think of them. */
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

/** One condition more, of the first attribute that no condition has yet. */
export function withCondition(drafts: readonly ConditionDraft[]): readonly ConditionDraft[] {
  const used = new Set(drafts.map(({ attribute_key }) => attribute_key))
  const attribute = attributeOrder.find((each) => !used.has(each)) ?? 'status'
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [...drafts, { key, ...fresh(attribute) }]
}

/** The condition with another attribute: operator and values of the one before mean nothing there. */
export function withAttribute(draft: ConditionDraft, attribute: ConversationAttribute): ConditionDraft {
  return attribute === draft.attribute_key ? draft : { key: draft.key, ...fresh(attribute) }
}

/** The condition with another operator; values stay where they mean the same. */
export function withOperator(draft: ConditionDraft, operator: ConversationOperator): ConditionDraft {
  const kept = valueShape(draft) === valueShape({ ...draft, filter_operator: operator }) ? draft.values : []
  return { ...draft, filter_operator: operator, values: kept }
}

function fresh(attribute: ConversationAttribute): ConversationCondition {
  return { attribute_key: attribute, filter_operator: conversationAttributes[attribute].operators[0], values: [] }
}

/** How the values of a condition are given. */
export type ValueShape = 'none' | 'choices' | 'ids' | 'numbers' | 'part' | 'labels' | 'text' | 'day' | 'days'

export function valueShape({
  attribute_key,
  filter_operator,
}: Pick<ConversationCondition, 'attribute_key' | 'filter_operator'>): ValueShape {
  if (filter_operator === 'is_present' || filter_operator === 'is_not_present') return 'none'
  if (filter_operator === 'days_before') return 'days'
  if (dateOperators.some((operator) => operator === filter_operator)) return 'day'
  const { kind } = conversationAttributes[attribute_key]
  if (filter_operator === 'contains') return kind === 'id' || kind === 'number' ? 'part' : 'text'
  switch (kind) {
    case 'choice':
      return 'choices'
    case 'id':
      return 'ids'
    case 'number':
      return 'numbers'
    case 'label':
      return 'labels'
    default:
      return 'text'
  }
}

/** The operators that fit an attribute (agent-platform.md, "Conversation filter", rules 1 and 2). */
export function operatorsOf(attribute: ConversationAttribute): readonly ConversationOperator[] {
  return conversationAttributes[attribute].operators
}

/** Whether a condition has what its operator compares with: a text in a field of a day may be none. */
export function isWhole(condition: ConversationCondition): boolean {
  const days = valueShape(condition) === 'day' ? condition.values : []
  return !lacksValue(condition) && days.every((day) => isDay(String(day)))
}

/** Nothing was given that the operator could compare with. */
export function lacksValue(condition: ConversationCondition): boolean {
  return valueShape(condition) !== 'none' && condition.values.every((value) => value === '')
}

/** The filter that the drafts make, or null while one lacks its values or there is none. */
export function filterOf(drafts: readonly ConditionDraft[]): ConversationFilter | null {
  if (drafts.length === 0 || !drafts.every(isWhole)) return null
  return drafts.map(({ key: _key, ...condition }) => condition)
}

/** Whether two filters ask for the same. */
export function isSameFilter(one: ConversationFilter, other: ConversationFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
