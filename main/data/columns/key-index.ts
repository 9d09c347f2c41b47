/** Numbers by key: an open table of 12 bytes a slot (performance.md §5). */
export interface KeyIndex {
  readonly size: number
  /** -1 when the key is not there. */
  get(key: number): number
  /** Whether the key is new. */
  set(key: number, value: number): boolean
}

export function createKeyIndex(expected = 1024): KeyIndex {
  let slots = 16
  while (slots < expected * 2) slots *= 2
  // NaN is a free slot.
  let keys = new Float64Array(slots).fill(Number.NaN)
  let values = new Int32Array(slots)
  let size = 0

  const slotOf = (key: number): number => {
    let slot = hashNumber(key) & (slots - 1)
    // Slots stay inside the arrays: `as number` spares a check a probe.
    while (!Number.isNaN(keys[slot] as number) && keys[slot] !== key) slot = (slot + 1) & (slots - 1)
    return slot
  }
  const put = (key: number, value: number): boolean => {
    const slot = slotOf(key)
    const isNew = keys[slot] !== key
    if (isNew) size++
    keys[slot] = key
    values[slot] = value
    return isNew
  }
  const grow = (): void => {
    const before = { keys, values }
    slots *= 2
    keys = new Float64Array(slots).fill(Number.NaN)
    values = new Int32Array(slots)
    size = 0
    for (const [slot, key] of before.keys.entries()) if (!Number.isNaN(key)) put(key, before.values[slot] as number)
  }
  return {
    get size() {
      return size
    },
    get: (key) => {
      const slot = slotOf(key)
      return keys[slot] === key ? (values[slot] as number) : -1
    },
    set: (key, value) => {
      if (size * 2 >= slots) grow()
      return put(key, value)
    },
  }
}

/** Where a number above 0 lies in an open table whose free slots are 0, or the free slot where it would lie. */
export function numberSlot(table: Float64Array, number: number): number {
  const mask = table.length - 1
  let slot = hashNumber(number) & mask
  while (table[slot] !== number && table[slot] !== 0) slot = (slot + 1) & mask
  return slot
}

/** A 32-bit hash of a whole number. */
export function hashNumber(key: number): number {
  const high = (key / 4_294_967_296) | 0
  const low = key | 0
  let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
