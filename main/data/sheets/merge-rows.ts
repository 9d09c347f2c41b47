import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { createKeyIndex, type KeyIndex, placeholderOf } from './lead-keys.ts'

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
 * One row a key: a later row wins and keeps the position of the first; rows with new keys come last. A conversation that is
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
