import type { NumberPart, TimePart } from '../columns/part.ts'
import type { LeadColumn } from './lead-columns.ts'

/** What a row says of the person; everything else is of the conversation that it shows (agent-platform.md, "Lead row"). */
const personFields: ReadonlySet<string> = new Set([
  'contato_id',
  'nome',
  'telefone',
  'telefone_digitos',
  'email',
  'identificador',
  'contato_criado_em',
  'etiquetas_contato',
  'extra',
])

/** Rows of a quick refresh as `mergeRows` numbers them: those that are shown first, the fresh ones behind them. */
interface Refreshed {
  readonly sources: Uint32Array
  readonly shownRows: number
  /** Rows from this one on were read with the sheet's own filter: what they say is whole. */
  readonly wholeFrom: number
  readonly conversations: NumberPart
  readonly created: TimePart
  readonly counts: NumberPart
}

/** Where each column of the outcome comes from, and how many conversations a person has in the period; NaN is unknown. */
export interface NewestConversation {
  sourcesOf(column: LeadColumn): Uint32Array
  readonly counts: NumberPart
}

/**
 * In a sheet of people, a quick refresh asks for a shorter period than the sheet has: the service then tells the most
 * recent conversation and the number of conversations of that period alone. So an older conversation that moved does not
 * replace the newest one, and a person's count stays what it was while the newest conversation is the same.
 * With a conversation that was not there, or of a person who was not there, the count is unknown.
 */
export function keepNewestConversation(refreshed: Refreshed): NewestConversation {
  const { sources, shownRows, wholeFrom, conversations, created } = refreshed
  const conversationSources = sources.slice()
  const counts = refreshed.counts.values.slice()
  for (const [row, fresh] of sources.entries()) {
    if (fresh < shownRows || fresh >= wholeFrom) continue
    const wasShown = row < shownRows
    const older = wasShown && isOlder(fresh, row, conversations.values, created.at)
    const isSame = wasShown && conversations.values[fresh] === conversations.values[row]
    if (older) conversationSources[row] = row
    counts[older ? row : fresh] = older || isSame ? (refreshed.counts.values[row] ?? Number.NaN) : Number.NaN
  }
  return {
    sourcesOf: ({ key }) => (personFields.has(key) ? sources : conversationSources),
    counts: { ...refreshed.counts, values: counts },
  }
}

/** Whether the fresh row shows an older conversation than the shown one, or none where there was one. */
function isOlder(fresh: number, shown: number, conversations: Float64Array, created: Float64Array): boolean {
  const has = (row: number) => !Number.isNaN(conversations[row] ?? Number.NaN)
  if (!has(shown)) return false
  // An unknown time is no reason to keep what was shown: the comparison is false.
  return !has(fresh) || (created[fresh] ?? Number.NaN) < (created[shown] ?? Number.NaN)
}

/** In a sheet of conversations, each person's count is the number of rows with a conversation that the sheet has of them. */
export function countConversations({
  sources,
  shownRows,
  contacts,
  conversations,
  counts,
}: Pick<Refreshed, 'sources' | 'shownRows' | 'conversations' | 'counts'> & {
  readonly contacts: NumberPart
}): NumberPart {
  const touched = new Map<number, number>()
  for (const row of sources) if (row >= shownRows) touched.set(contacts.values[row] ?? Number.NaN, 0)
  for (const row of sources) {
    const contact = contacts.values[row] ?? Number.NaN
    const before = touched.get(contact)
    if (before !== undefined && !Number.isNaN(conversations.values[row])) touched.set(contact, before + 1)
  }
  const values = counts.values.slice()
  for (const row of sources) values[row] = touched.get(contacts.values[row] ?? Number.NaN) ?? values[row] ?? Number.NaN
  return { ...counts, values }
}
