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
  readonly conversations: NumberPart
  readonly created: TimePart
  readonly counts: NumberPart
}

/** Where each column of the outcome comes from, and how many conversations a person has in the period. */
export interface NewestConversation {
  sourcesOf(column: LeadColumn): Uint32Array
  readonly counts: NumberPart
}

/**
 * In a sheet of people, a quick refresh asks for a shorter period than the sheet has: the service then tells the most
 * recent conversation and the number of conversations of that period alone. So an older conversation that moved does not
 * take the place of the newest one, and a person's count never gets smaller; a conversation that was not there adds one.
 */
export function keepNewestConversation(refreshed: Refreshed): NewestConversation {
  const { sources, shownRows, conversations, created } = refreshed
  const conversationSources = sources.slice()
  const counts = refreshed.counts.values.slice()
  const countOf = (row: number) => refreshed.counts.values[row] || 0
  for (let place = 0; place < shownRows; place++) {
    const fresh = sources[place] ?? place
    if (fresh < shownRows) continue
    const older = isOlder(fresh, place, conversations.values, created.at)
    const isKnown = older || conversations.values[fresh] === conversations.values[place]
    if (older) conversationSources[place] = place
    counts[older ? place : fresh] = Math.max(countOf(fresh), countOf(place) + (isKnown ? 0 : 1))
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
