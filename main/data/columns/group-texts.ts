import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { TextHeap } from './fold-text.ts'

const yieldEvery = 32_768

export interface TextGroups {
  /** A row that has the text of the group, by group. */
  readonly firsts: Uint32Array
  /** The group of each row asked for, by its position. */
  readonly groups: Uint32Array
}

/** Rows with equal texts get one group; groups are numbered as they appear. No strings are made. */
export function* groupTexts(source: TextHeap, rows: Uint32Array | null): InterruptibleWork<TextGroups> {
  const { offsets, heap } = source
  const count = rows ? rows.length : offsets.length - 1
  const groups = new Uint32Array(count)
  const firsts = new Uint32Array(count)
  const hashes = new Uint32Array(count)
  let size = 16
  while (size < count * 2) size *= 2
  // Group number + 1; 0 is a free slot.
  const slots = new Uint32Array(size)
  let found = 0
  for (let position = 0; position < count; position++) {
    if (position % yieldEvery === yieldEvery - 1) yield
    // Indexes stay inside the arrays: `as number` spares a check a row.
    const row = rows ? (rows[position] as number) : position
    const hash = hashBytes(heap, offsets[row] as number, offsets[row + 1] as number)
    let slot = hash & (size - 1)
    for (;;) {
      const taken = slots[slot] as number
      if (taken === 0) {
        firsts[found] = row
        hashes[found] = hash
        slots[slot] = found + 1
        groups[position] = found++
        break
      }
      if (hashes[taken - 1] === hash && isSameText(source, firsts[taken - 1] as number, row)) {
        groups[position] = taken - 1
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  return { firsts: firsts.slice(0, found), groups }
}

/** A 32-bit hash (FNV-1a, its bits mixed once more) of bytes `from` to `to`. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

function isSameText({ offsets, heap }: TextHeap, one: number, other: number): boolean {
  let at = offsets[one] as number
  let beside = offsets[other] as number
  const end = offsets[one + 1] as number
  if (end - at !== (offsets[other + 1] as number) - beside) return false
  while (at < end) if (heap[at++] !== heap[beside++]) return false
  return true
}
