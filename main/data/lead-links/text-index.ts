import type { YieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { TextHeap } from '../columns/fold-text.ts'
import { hashBytes } from '../columns/group-texts.ts'

/** Finds the rows that have a text, in a few bytes a row and without making strings. */
export interface TextIndex {
  /** Ascending. */
  rowsOf(text: string): number[]
  readonly bytes: number
}

const yieldEvery = 32_768

/** Empty texts are left out: they are nobody's. */
export async function indexTexts(source: TextHeap, yieldToEventLoop: YieldToEventLoop): Promise<TextIndex> {
  const { offsets, heap } = source
  const rows = offsets.length - 1
  let slots = 16
  while (slots < rows) slots *= 2
  // Row + 1; 0 ends a chain.
  const heads = new Uint32Array(slots)
  const next = new Uint32Array(rows)
  // From the last row to the first, so that chains ascend. Indexes stay inside the arrays: `as number` spares checks.
  for (let row = rows - 1; row >= 0; row--) {
    if (row % yieldEvery === 0) await yieldToEventLoop()
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    if (from === to) continue
    const slot = hashBytes(heap, from, to) & (slots - 1)
    next[row] = heads[slot] as number
    heads[slot] = row + 1
  }
  const buffer = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  return {
    bytes: heap.byteLength + offsets.byteLength + heads.byteLength + next.byteLength,
    rowsOf(text) {
      const wanted = Buffer.from(text)
      const found: number[] = []
      let place = heads[hashBytes(wanted, 0, wanted.length) & (slots - 1)] as number
      while (place !== 0) {
        const row = place - 1
        if (wanted.compare(buffer, offsets[row], offsets[row + 1]) === 0) found.push(row)
        place = next[row] as number
      }
      return found
    },
  }
}
