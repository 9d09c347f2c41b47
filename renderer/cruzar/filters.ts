import type { LeadFilter } from '../../preload/contract/leads.ts'
import { filterPhrase, type PhraseWords } from '../leads/filter-phrase.ts'
import { emptyFilter } from '../leads/periods.ts'

/** Whether a filter leaves anything out. */
export function isFiltered(filter: LeadFilter): boolean {
  const { inbox_ids, assignee_ids, status, with_labels, without_labels } = filter
  const lists = [inbox_ids, assignee_ids, status, with_labels, without_labels]
  const dates = [filter.created_after, filter.created_before, filter.updated_after]
  return lists.some((list) => list.length > 0) || dates.some(Boolean) || filter.agrupar !== emptyFilter.agrupar
}

/** The filters of a run in words, or empty text for none: cruzar needs no period (agent-platform.md, "Lead cross-check"). */
export function runFilterPhrase(filter: LeadFilter, words: PhraseWords): string {
  return isFiltered(filter) ? filterPhrase(filter, words) : ''
}
