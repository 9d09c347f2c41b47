/**
 * Keys → their indexes among distinct ones, in the tables of columns/key-index.ts, and which row has which
 * (lists/keys.ts).
 */

/** Of no meaning: without it nothing would be read ahead. */
export let loaded: u32 = 0

/**
 * Writes to `into` the index of each of some keys in a table (columns/key-index.ts), 0xffffffff for new ones. With
 * `adds` these are added, for which there is room. The text of the first key begins at `start` of the heap. Gives how
 * many keys the table has then.
 */
export function lookUp(
  keys: u32,
  numbers: usize,
  ends: usize,
  heap: usize,
  start: u32,
  into: usize,
  adds: bool,
  slots: usize,
  mask: u32,
  tableNumbers: usize,
  offsets: usize,
  tableHeap: usize,
  tableSize: u32,
): u32 {
  let text = start
  for (let key: usize = 0; key < <usize>keys; key++) {
    const number = <u64>load<f64>(numbers + (key << 3))
    const end = load<u32>(ends + (key << 2))
    store<u32>(into + (key << 2), number ? hashNumber(number) : hashBytes(heap + text, heap + end))
    text = end
  }
  // No branch depends on the loaded values, so that the processor waits for many places at once.
  let sum: u32 = 0
  for (let key: usize = 0; key < <usize>keys; key++) {
    sum += load<u32>(slots + ((<usize>(load<u32>(into + (key << 2)) & mask)) << 3))
  }
  loaded = sum
  text = start
  let size = tableSize
  for (let key: usize = 0; key < <usize>keys; key++) {
    const hash = load<u32>(into + (key << 2))
    const number = load<f64>(numbers + (key << 3))
    const end = load<u32>(ends + (key << 2))
    let slot = hash & mask
    let index: u32 = 0
    while (true) {
      const place = slots + ((<usize>slot) << 3)
      index = load<u32>(place)
      if (index === 0) break
      if (load<u32>(place, 4) === hash && load<f64>(tableNumbers + ((<usize>(index - 1)) << 3)) === number) {
        const from = load<u32>(offsets + ((<usize>(index - 1)) << 2))
        const length = load<u32>(offsets + ((<usize>index) << 2)) - from
        if (number > 0 || (length === end - text && isSame(tableHeap + from, heap + text, length))) break
      }
      slot = (slot + 1) & mask
    }
    if (index === 0 && adds) {
      const from = load<u32>(offsets + ((<usize>size) << 2))
      index = ++size
      store<u32>(slots + ((<usize>slot) << 3), index)
      store<u32>(slots + ((<usize>slot) << 3), hash, 4)
      for (let at: usize = 0; at < <usize>(end - text); at += 16)
        v128.store(tableHeap + from + at, v128.load(heap + text + at))
      store<f64>(tableNumbers + ((<usize>(index - 1)) << 3), number)
      store<u32>(offsets + ((<usize>index) << 2), from + end - text)
    }
    store<u32>(into + (key << 2), index - 1)
    text = end
  }
  return size
}

function isSame(one: usize, other: usize, length: u32): bool {
  let at: usize = 0
  for (; at + 8 <= <usize>length; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false
  for (; at < <usize>length; at++) if (load<u8>(one + at) !== load<u8>(other + at)) return false
  return true
}

/** A row with more keys than this marks each of them; the keys of others are compared one by one. */
const fewKeys: u32 = 8

/**
 * Notes the keys of rows, whose indexes `keyOf` has, each once in each form; gives how many are noted in all. `offsets`
 * has a place for each row. In `stamps`, by key, stand the row that had it last, counted from `number`, and its forms.
 */
export function noteRows(
  rows: u32,
  number: u32,
  rowEnds: usize,
  keyOf: usize,
  keyForms: usize,
  keyHashes: usize,
  noted: u32,
  indexes: usize,
  forms: usize,
  hashes: usize,
  offsets: usize,
  stamps: usize,
): u32 {
  let at: usize = 0
  let behind = <usize>noted
  for (let one: usize = 0; one < <usize>rows; one++) {
    const end = <usize>load<u32>(rowEnds + (one << 2))
    const first = behind
    const isLong = <u32>(end - at) > fewKeys
    for (; at < end; at++) {
      const key = load<u32>(keyOf + (at << 2))
      const form = load<u8>(keyForms + at)
      if (
        isLong
          ? isStamped(stamps + ((<usize>key) << 3), <u64>(number + <u32>one), form)
          : isAmong(indexes, forms, first, behind, key, form)
      )
        continue
      store<u32>(indexes + (behind << 2), key)
      store<u8>(forms + behind, form)
      if (keyHashes) store<u32>(hashes + (behind << 2), load<u32>(keyHashes + (at << 2)))
      behind++
    }
    store<u32>(offsets + (one << 2), <u32>behind)
  }
  return <u32>behind
}

/** Whether a row has had a key in this form; from now on it has. */
function isStamped(stamp: usize, rowNumber: u64, form: u8): bool {
  const forms = load<u64>(stamp) >> 16 === rowNumber ? load<u64>(stamp) : rowNumber << 16
  store<u64>(stamp, forms | (1 << (<u64>form)))
  return (forms & (1 << (<u64>form))) !== 0
}

function isAmong(indexes: usize, forms: usize, from: usize, end: usize, key: u32, form: u8): bool {
  for (let at = from; at < end; at++)
    if (load<u32>(indexes + (at << 2)) === key && load<u8>(forms + at) === form) return true
  return false
}

/** The hashes of columns/key-index.ts. */
function hashNumber(key: u64): u32 {
  let mixed = (<u32>key ^ (<u32>(key >> 32) * 0x9e3779b1)) * 0x85ebca6b
  mixed ^= mixed >> 15
  mixed *= 0xc2b2ae35
  return mixed ^ (mixed >> 13)
}

export function hashBytes(from: usize, end: usize): u32 {
  let hash: u32 = 0x811c9dc5 ^ <u32>(end - from)
  let at = from
  for (; at + 4 <= end; at += 4) {
    hash = (hash ^ load<u32>(at)) * 16_777_619
    hash ^= hash >> 15
  }
  for (; at < end; at++) hash = (hash ^ load<u8>(at)) * 16_777_619
  hash ^= hash >> 15
  hash *= 0x85ebca6b
  return hash ^ (hash >> 13)
}
