import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from '../../preload/contract/conversations.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { waitingSince } from '../tables/waiting.ts'

/** `movement`: as the service lists them, newest first. `wait`: those who wait longest first, then the others. */
export const listOrders = ['movement', 'wait'] as const
export type ListOrder = (typeof listOrders)[number]

/** The orders as views have them. */
const sorts: Readonly<Record<ListOrder, TableQuery['sort']>> = {
  movement: [],
  wait: [{ column: 'wait', descending: true }],
}

export function queryOf(order: ListOrder): TableQuery {
  return { ...emptyQuery, sort: sorts[order] }
}

export function orderOf({ query }: Pick<SavedView, 'query'>): ListOrder {
  return query.sort?.some(({ column }) => column === 'wait') ? 'wait' : 'movement'
}

/** The conversations that were read, in this order: more of them may wait where not all were read. */
export function inOrder(conversations: readonly Conversation[], order: ListOrder): readonly Conversation[] {
  if (order === 'movement') return conversations
  const waits = conversations.map((conversation) => ({ conversation, since: waitingSince(conversation) }))
  // Equal ones keep their order.
  waits.sort((one, other) => (one.since ?? Number.MAX_VALUE) - (other.since ?? Number.MAX_VALUE))
  return waits.map(({ conversation }) => conversation)
}

/** The read conversations in the order of the list. */
export function useListed(): readonly Conversation[] {
  const { store } = useFeature('conversations')
  const conversations = useStore(store, ({ list }) => readyValue(list)?.conversations)
  const order = useStore(store, (state) => state.order)
  return useMemo(() => inOrder(conversations ?? [], order), [conversations, order])
}
