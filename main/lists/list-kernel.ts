import type { TableMemory } from '../engine/columns/key-index.ts'
import { createKernel } from '../engine/kernel-memory.ts'

/** The exports of kernels/lists/, which say what they do. Places are bytes of the kernel's memory. */
export interface ListExports {
  splitRows(splitter: number, from: number, end: number, isLast: number): number
  readKeys(reader: number, end: number): void
  lookUp(...places: readonly number[]): number
  noteRows(...places: readonly number[]): number
}

export type ListKernel = ReturnType<typeof createListKernel>

/**
 * The kernel for one list, in whose memory its rows and keys lie: from bytes to rows, from rows to keys, and from keys
 * to distinct ones.
 */
export function createListKernel() {
  const kernel = createKernel<ListExports>('lists')
  const { exports, withRoom } = kernel
  let numbers = new Float64Array(0)
  let ends = new Uint32Array(0)
  let heap = new Uint8Array(0)
  let indexes = new Uint32Array(0)

  /** Keys may lie anywhere: a few of them at a time are copied here. */
  const lookUp: TableMemory['lookUp'] = (table, keys, [first, last], into, adds) => {
    const count = last - first
    const start = first === 0 ? 0 : (keys.ends[first - 1] as number)
    const texts = keys.heap.subarray(start, keys.ends[last - 1])
    numbers = withRoom(numbers, count)
    ends = withRoom(ends, count)
    indexes = withRoom(indexes, count)
    heap = withRoom(heap, texts.length)
    numbers.set(keys.numbers.subarray(first, last))
    ends.set(keys.ends.subarray(first, last))
    heap.set(texts)
    const batch = [numbers.byteOffset, ends.byteOffset, heap.byteOffset - start, start, indexes.byteOffset]
    const { slots, offsets, size } = table
    const mask = slots.length / 2 - 1
    const places = [slots.byteOffset, mask, table.numbers.byteOffset, offsets.byteOffset, table.heap.byteOffset, size]
    table.size = exports.lookUp(count, ...batch, Number(adds), ...places) >>> 0
    into.set(indexes.subarray(0, count), first)
  }
  return { ...kernel, lookUp }
}
