import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Known } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

export interface PhraseWords {
  readonly messages: Messages
  readonly format: Format
  /** The names of inboxes and agents, as far as they were seen; an id without a name is said as a number. */
  readonly known: Known | undefined
}

/** More than this are counted instead of named. */
const mostNamed = 3

/**
 * A lead filter as people say it: "conversas criadas de 01/01/2026 a 20/11/2026, WhatsApp, abertas". What is not
 * restricted is not said.
 */
export function filterPhrase(filter: LeadFilter, { messages, format, known }: PhraseWords): string {
  const { phrase, statuses } = messages.leads
  const some = (names: readonly string[], join: (items: readonly string[]) => string) => {
    const named = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names
    return join(named.length < names.length ? [...named, phrase.more(names.length - named.length)] : named)
  }
  const inboxes = filter.inbox_ids.map((id) => nameOf(id, known?.inboxes) ?? phrase.inbox(id))
  const agents = filter.assignee_ids.map((id) => nameOf(id, known?.agents) ?? phrase.agent(id))
  const parts = [...periodParts(filter, messages, format)]
  if (inboxes.length > 0) parts.push(some(inboxes, format.either))
  if (agents.length > 0) parts.push(phrase.agents(some(agents, format.either)))
  if (filter.status.length > 0) parts.push(format.either(filter.status.map((status) => statuses[status])))
  if (filter.with_labels.length > 0) parts.push(phrase.withLabels(some(filter.with_labels, format.either)))
  if (filter.without_labels.length > 0) parts.push(phrase.withoutLabels(some(filter.without_labels, format.either)))
  if (filter.agrupar === 'conversa') parts.push(phrase.byConversation)
  return parts.join(', ')
}

function nameOf(id: number, named: Known['inboxes'] | undefined): string | undefined {
  return named?.find((each) => each.id === id)?.name
}

/** The three dates of the lead export (agent-platform.md, "Lead export"): two cut by opening, one by last movement. */
function periodParts(filter: LeadFilter, messages: Messages, format: Format): readonly string[] {
  const { phrase } = messages.leads
  const moved = filter.updated_after ? format.day(filter.updated_after) : null
  const created = createdPart(filter, messages, format)
  if (created && moved) return [created, phrase.movedToo(moved)]
  if (created) return [created]
  return [moved ? phrase.moved(moved) : phrase.none]
}

function createdPart(filter: LeadFilter, { leads: { phrase } }: Messages, format: Format): string | null {
  const from = filter.created_after ? format.day(filter.created_after) : null
  const to = filter.created_before ? format.day(filter.created_before) : null
  if (from && to) return phrase.between(from, to)
  if (from) return phrase.from(from)
  return to ? phrase.to(to) : null
}
