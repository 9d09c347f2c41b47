import type { ConversationFilter } from '../../preload/contract/conversations.ts'

/** What a person looks at first: the conversations that wait for somebody. The service has no "all". */
export const openConversations: ConversationFilter = [
  { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] },
]

/** Filters that the app brings, in the order in which they are offered. */
export const builtInOrder = ['open', 'unassigned', 'waiting', 'pending', 'snoozed'] as const
export type BuiltInFilter = (typeof builtInOrder)[number]

export const builtInFilters: Readonly<Record<BuiltInFilter, ConversationFilter>> = {
  open: openConversations,
  unassigned: [...openConversations, { attribute_key: 'assignee_id', filter_operator: 'is_not_present', values: [] }],
  waiting: [...openConversations, { attribute_key: 'last_activity_at', filter_operator: 'days_before', values: [2] }],
  pending: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['pending'] }],
  snoozed: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['snoozed'] }],
}
