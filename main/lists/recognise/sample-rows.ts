import type { Encoding } from '../../../preload/contract/cruzar.ts'
import { keepRows, type ListRow, type RowBlock, textsOf } from '../row-block.ts'
import { readSeparated } from '../separated.ts'

/** So many first rows of a list are sampled, and as many from all over the rest of a long one. */
export const sampleRows = 1000

export async function firstRows(
  blocks: AsyncIterable<RowBlock>,
  skipsHidden = false,
  maxRows = sampleRows,
): Promise<readonly ListRow[]> {
  const sample: ListRow[] = []
  for await (const block of blocks) {
    if (skipsHidden) keepRows(block, (row) => !block.hidden?.[row])
    sample.push(...textsOf(block, maxRows - sample.length))
    if (sample.length >= maxRows) break
  }
  return sample
}

/** The sample of a text beyond its first rows: so many places, and bytes and rows of each. */
const latePlaces = 16
const latePlaceBytes = 16 * 1024
const rowsOfPlace = 30

/**
 * Rows of a text from places all over it, without those that its first rows have alike. A place may lie in a quoted
 * cell: rows of a width that the first rows do not have are left out.
 */
export async function laterRows(
  bytes: Uint8Array,
  format: Parameters<typeof readSeparated>[1],
  first: readonly ListRow[],
): Promise<readonly ListRow[]> {
  if (first.length < sampleRows) return []
  if (bytes.length < (latePlaces + 1) * latePlaceBytes) return restOf(readSeparated(bytes, format), first)
  const textOf = ({ texts }: ListRow) => texts.join('\0')
  const firstTexts = new Set(first.map(textOf))
  const widths = new Set(first.map(({ texts }) => texts.length))
  const later: ListRow[] = []
  const step = Math.floor(bytes.length / (latePlaces + 1))
  for (let near = step; near < bytes.length; near += step) {
    const start = lineStartNear(bytes, near, format.encoding)
    const end = start + latePlaceBytes
    const rows = await firstRows(readSeparated(bytes.subarray(start, end), format), false, rowsOfPlace + 1)
    // The last one may be cut off.
    const whole = rows.slice(0, end < bytes.length ? Math.min(rowsOfPlace, rows.length - 1) : rowsOfPlace)
    later.push(...whole.filter((row) => widths.has(row.texts.length) && !firstTexts.has(textOf(row))))
  }
  return later
}

/** The byte behind the first line end from this one on. */
function lineStartNear(bytes: Uint8Array, near: number, encoding: Encoding): number {
  const isWide = encoding.startsWith('utf-16')
  const low = encoding === 'utf-16be' ? 1 : 0
  const unit = isWide ? 2 : 1
  for (let at = near - (near % unit); at < bytes.length; at += unit) {
    const isEnd = bytes[at + low] === 10 || bytes[at + low] === 13
    if (isEnd && (!isWide || bytes[at + 1 - low] === 0)) return at + unit
  }
  return bytes.length
}

/** Rows behind the first ones, evenly from all over the rest. */
export async function restOf(
  blocks: AsyncIterable<RowBlock>,
  first: readonly ListRow[],
  skipsHidden = false,
): Promise<readonly ListRow[]> {
  const last = first.at(-1)?.number ?? 0
  let kept: ListRow[] = []
  let every = 1
  let seen = 0
  for await (const block of blocks) {
    keepRows(block, (row) => {
      const isLater = (block.numbers[row] as number) > last && !(skipsHidden && block.hidden?.[row])
      return isLater && seen++ % every === 0
    })
    kept.push(...textsOf(block))
    while (kept.length > sampleRows) {
      kept = kept.filter((_, at) => at % 2 === 0)
      every *= 2
    }
  }
  return kept
}
