import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { createKeyTable, type KeyTable, noKey } from '../../engine/columns/key-index.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'

const yieldEvery = 32_768

export interface MergedRows {
  /** For each row of the outcome, the row it comes from. */
  readonly sources: Uint32Array
  /** Different keys among the staged rows; a row without a key is different from all. */
  readonly distinct: number
  /** Whether the outcome is the rows of the pull (or, without any, those that were shown) as they are. */
  readonly unchanged: boolean
}

/**
 * One row a key: a later row wins at the position of the first; rows with new keys come last. The first `shown` rows
 * are those that are shown (none for a full read), the others those of the pull, in the order of its pages. Where a
 * quick refresh brings conversations, `contacts` are those of all rows: a conversation that is new replaces its
 * contact's row without conversation. See `leadKeys` for what a key is.
 */
export function* mergeRows(
  keys: Float64Array,
  shown: number,
  contacts: Float64Array | null,
): InterruptibleWork<MergedRows> {
  const sources = new Uint32Array(keys.length)
  const table = createKeyTable(keys.length)
  /** By the index of a key: the position of its row, or -1 where it has none. */
  const positions = new Int32Array(keys.length).fill(-1)
  let end = 0
  let repeated = 0
  for (const [row, key] of keys.entries()) {
    // Shown rows have different keys.
    const isStaged = row >= shown
    const index = Number.isNaN(key) ? noKey : table.takeNumber(key)
    let position = isStaged && index !== noKey ? (positions[index] as number) : -1
    // Rows lie inside the arrays here and below: `as number` spares a check a row.
    if (position >= 0 && (sources[position] as number) >= shown) repeated++
    if (position < 0 && isStaged && contacts) position = takePlaceholder(table, positions, contacts[row] as number)
    if (position < 0) position = end++
    sources[position] = row
    if (index !== noKey) positions[index] = position
    if (row % yieldEvery === yieldEvery - 1) yield
  }
  return {
    sources: sources.slice(0, end),
    distinct: keys.length - shown - repeated,
    unchanged: end === keys.length && (shown === 0 || shown === keys.length),
  }
}

/**
 * The position of the contact's row without conversation among the shown rows, given away once; -1 when there is none.
 */
function takePlaceholder(table: KeyTable, positions: Int32Array, contact: number): number {
  const index = Number.isNaN(contact) ? -1 : table.indexOfNumber(placeholderOf(contact))
  if (index < 0) return -1
  const position = positions[index] as number
  positions[index] = -1
  return position
}

/**
 * What makes two rows the same lead: the contact, or for `agrupar=conversa` the conversation. A person without one is
 * the contact, below zero so that the two never meet (docs/services.md §2.9). NaN has no key and repeats nobody.
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

/** Rows of a quick refresh as `mergeRows` numbers them. */
interface Refreshed {
  readonly sources: Uint32Array
  readonly shownRows: number
  readonly conversations: Float64Array
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
 * In a sheet of people, a quick refresh requests a shorter period than the sheet has. The service then returns the most
 * recent conversation and the number of conversations of that period alone. So an older conversation that moved does
 * not replace the newest one, and a person's count stays what it was while the newest conversation is the same. With a
 * conversation that was not there, or of a person who was not there, the count is unknown. Rows from `wholeFrom` on
 * were read with the sheet's own filter: they are complete. `created` is when the conversation of a row was.
 */
export function keepNewestConversation(
  { sources, shownRows, conversations, counts: previousCounts }: Refreshed,
  wholeFrom: number,
  created: Float64Array,
): ShownConversations {
  const newest = sources.slice()
  const counts = previousCounts.slice()
  for (const [row, fresh] of sources.entries()) {
    if (fresh < shownRows || fresh >= wholeFrom) continue
    const wasShown = row < shownRows
    const older = wasShown && isOlder(fresh, row, conversations, created)
    const isSame = wasShown && Object.is(conversations[fresh], conversations[row])
    if (older) newest[row] = row
    counts[older ? row : fresh] = older || isSame ? (previousCounts[row] ?? Number.NaN) : Number.NaN
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

/**
 * In a sheet of conversations, each person's count is the number of rows with a conversation that the sheet has of
 * them.
 */
export function countConversations(
  { sources, shownRows, conversations, counts }: Refreshed,
  contacts: Float64Array,
): Float64Array {
  const touched = new Map<number, number>()
  for (const row of sources) if (row >= shownRows) touched.set(contacts[row] ?? Number.NaN, 0)
  for (const row of sources) {
    const contact = contacts[row] ?? Number.NaN
    const previousCount = touched.get(contact)
    if (previousCount !== undefined && !Number.isNaN(conversations[row])) touched.set(contact, previousCount + 1)
  }
  const counted = counts.slice()
  for (const row of sources) counted[row] = touched.get(contacts[row] ?? Number.NaN) ?? counts[row] ?? Number.NaN
  return counted
}
