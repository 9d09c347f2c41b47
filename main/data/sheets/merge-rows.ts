import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { createKeyIndex, type KeyIndex } from '../columns/key-index.ts'

const yieldEvery = 32_768

export interface MergedRows {
  /** For each row of the outcome, the row it comes from: first those of `base`, then those of `staged` behind them. */
  readonly sources: Uint32Array
  /** Different keys among the staged rows; a row without a key is different from all. */
  readonly distinct: number
  /** Whether the outcome is `staged` (or, with nothing staged, `base`) as it is. */
  readonly unchanged: boolean
}

interface Merge {
  /** Keys of the rows that are shown (a quick refresh), or none (a full read). */
  readonly base: Float64Array
  /** Keys of the rows of the pull, in the order of its pages. */
  readonly staged: Float64Array
  /** The contacts of the staged rows where a quick refresh brings conversations: one may have had a row without any. */
  readonly contacts: Float64Array | null
}

/**
 * One row a key: a later row wins at the position of the first; rows with new keys come last. A conversation that is
 * new replaces its contact's row without conversation. See `leadKeys` for what a key is.
 */
export function* mergeRows({ base, staged, contacts }: Merge): InterruptibleWork<MergedRows> {
  const sources = new Uint32Array(base.length + staged.length)
  const positions = createKeyIndex(sources.length)
  for (const [row, key] of base.entries()) {
    sources[row] = row
    if (!Number.isNaN(key)) positions.set(key, row)
    if (row % yieldEvery === yieldEvery - 1) yield
  }
  let end = base.length
  let repeated = 0
  for (const [row, key] of staged.entries()) {
    const source = base.length + row
    let position = Number.isNaN(key) ? -1 : positions.get(key)
    // Rows lie inside both arrays here and below: `as number` spares a check a row.
    if (position >= 0 && (sources[position] as number) >= base.length) repeated++
    if (position < 0 && contacts) position = takePlaceholder(positions, contacts[row] as number)
    if (position < 0) position = end++
    sources[position] = source
    if (!Number.isNaN(key)) positions.set(key, position)
    if (row % yieldEvery === yieldEvery - 1) yield
  }
  return {
    sources: sources.slice(0, end),
    distinct: staged.length - repeated,
    unchanged: end === base.length + staged.length && (base.length === 0 || staged.length === 0),
  }
}

/** The position of the contact's row without conversation among the shown rows, given away once; -1 when there is none. */
function takePlaceholder(positions: KeyIndex, contact: number): number {
  const position = Number.isNaN(contact) ? -1 : positions.get(placeholderOf(contact))
  if (position >= 0) positions.set(placeholderOf(contact), -1)
  return position
}

/**
 * What makes two rows the same lead: the contact, or for `agrupar=conversa` the conversation; a person without one is
 * the contact, below zero so that the two never meet (features.md §9 points 11 and 12). NaN has no key and repeats nobody.
 */
export function leadKeys(
  contacts: Float64Array,
  conversations: Float64Array,
  group: LeadFilter['agrupar'],
): Float64Array {
  if (group === 'contato') return contacts
  return contacts.map((contact, row) => {
    const conversation = conversations[row] ?? Number.NaN
    return Number.isNaN(conversation) ? placeholderOf(contact) : conversation
  })
}

/** The key of a contact's row without conversation, in a sheet of conversations. */
function placeholderOf(contact: number): number {
  return -contact
}

/** What a row states about the person; everything else is of the conversation that it shows (agent-platform.md, "Lead row"). */
export const personFields: ReadonlySet<string> = new Set([
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
  /** Rows from this one on were read with the sheet's own filter: they are complete. */
  readonly wholeFrom: number
  readonly conversations: Float64Array
  readonly created: Float64Array
  readonly counts: Float64Array
}

/** What each row shows of a conversation. */
export interface ShownConversations {
  /** Where all but the fields of the person comes from. */
  readonly sources: Uint32Array
  /** How many conversations a person has in the period, by source; NaN is unknown. */
  readonly counts: Float64Array
}

/**
 * In a sheet of people, a quick refresh requests a shorter period than the sheet has: the service then returns the most
 * recent conversation and the number of conversations of that period alone. So an older conversation that moved does not
 * replace the newest one, and a person's count stays what it was while the newest conversation is the same.
 * With a conversation that was not there, or of a person who was not there, the count is unknown.
 */
export function keepNewestConversation(refreshed: Refreshed): ShownConversations {
  const { sources, shownRows, wholeFrom, conversations, created } = refreshed
  const newest = sources.slice()
  const counts = refreshed.counts.slice()
  for (const [row, fresh] of sources.entries()) {
    if (fresh < shownRows || fresh >= wholeFrom) continue
    const wasShown = row < shownRows
    const older = wasShown && isOlder(fresh, row, conversations, created)
    const isSame = wasShown && conversations[fresh] === conversations[row]
    if (older) newest[row] = row
    counts[older ? row : fresh] = older || isSame ? (refreshed.counts[row] ?? Number.NaN) : Number.NaN
  }
  return { sources: newest, counts }
}

/** Whether the fresh row shows an older conversation than the shown one, or none where there was one. */
function isOlder(fresh: number, shown: number, conversations: Float64Array, created: Float64Array): boolean {
  const has = (row: number) => !Number.isNaN(conversations[row] ?? Number.NaN)
  if (!has(shown)) return false
  // An unknown time is not older: the comparison is false.
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
  readonly contacts: Float64Array
}): Float64Array {
  const touched = new Map<number, number>()
  for (const row of sources) if (row >= shownRows) touched.set(contacts[row] ?? Number.NaN, 0)
  for (const row of sources) {
    const contact = contacts[row] ?? Number.NaN
    const before = touched.get(contact)
    if (before !== undefined && !Number.isNaN(conversations[row])) touched.set(contact, before + 1)
  }
  const counted = counts.slice()
  for (const row of sources) counted[row] = touched.get(contacts[row] ?? Number.NaN) ?? counts[row] ?? Number.NaN
  return counted
}
