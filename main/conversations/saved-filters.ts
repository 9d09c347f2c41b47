import * as z from 'zod'
import { type SavedConversationFilter, savedConversationFilter } from '../../preload/contract/conversations.ts'
import type { Data } from '../data/calls.ts'

export interface SavedFilters {
  list(connectionId: string): Promise<SavedConversationFilter[]>
  /** In the place of the one with its id or its name. */
  save(connectionId: string, filter: SavedConversationFilter): Promise<SavedConversationFilter[]>
  forget(connectionId: string, id: string): Promise<SavedConversationFilter[]>
}

const name = 'conversation_filters'
const stored = z.array(savedConversationFilter).catch([])

/** Filters that a person named, kept with the connection; by name. */
export function createSavedFilters(data: Data): SavedFilters {
  const list = async (connectionId: string): Promise<SavedConversationFilter[]> => {
    const facts = await data.ask('facts.read', { service: 'platform', connection_id: connectionId, prefix: name })
    return stored.parse(facts[0]?.value ?? [])
  }
  const put = async (connectionId: string, filters: readonly SavedConversationFilter[]) => {
    const sorted = filters.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
    await data.ask('facts.put', { service: 'platform', connection_id: connectionId, name, value: sorted })
    return sorted
  }
  return {
    list,
    async save(connectionId, filter) {
      const others = (await list(connectionId)).filter(
        ({ id, name: other }) => id !== filter.id && other !== filter.name,
      )
      return put(connectionId, [...others, filter])
    },
    async forget(connectionId, id) {
      const before = await list(connectionId)
      const others = before.filter((filter) => filter.id !== id)
      return others.length === before.length ? before : put(connectionId, others)
    },
  }
}
