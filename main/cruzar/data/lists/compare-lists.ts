import type { SetCounts, SetOperation } from '../../../../preload/values/list-sets.ts'
import { createKeyTable, type KeyTable } from '../../../engine/columns/key-index.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import type { KeyMap } from '../../../lists/keys.ts'
import { otherNinth } from '../../../phones/match-ladder.ts'

/** How a row of a list stands to another list. */
export const place = { only: 0, both: 1, keyless: 2, repeated: 3 } as const

/** Where the rows of two lists stand, by row. */
export interface ComparedLists {
  readonly counts: SetCounts
  /** For the first list. None is `repeated`: its rows are taken as they are. */
  readonly one: Uint8Array
  readonly other: Uint8Array
}

/** Rows or keys between two checks of the clock. */
const atOnce = 16_384

/**
 * Compares the people in two lists by their keys (keys.ts). The same mobile with and without its ninth digit is one
 * person (match-ladder.ts). E-mails and all other forms of phones are equal as keys already. Any key of a row makes it
 * a person's row. Linear in the keys; yields to the event loop. `yieldToEventLoop` throws when the work is cancelled.
 */
export async function compareLists(
  one: KeyMap,
  other: KeyMap,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ComparedLists> {
  const [ofBoth, bytes] = [one.keys.size + other.keys.size, one.keys.all().heap.length + other.keys.all().heap.length]
  // The table has room for all people: one that grows is copied whole.
  const people = createKeyTable(2 * ofBoth, bytes)
  const ofOne = await takePeople(people, one.keys, yieldToEventLoop)
  const peopleOfOne = people.size
  const ofOther = await takePeople(people, other.keys, yieldToEventLoop)
  const inOther = new Uint8Array(people.size)
  for (let key = 0; key < ofOther.length; key++) inOther[ofOther[key] as number] = 1
  await yieldToEventLoop()
  const isAdded = new Uint8Array(people.size)

  // Indexes lie inside their arrays: `as number` spares a check each.
  const placeInOther = (person: number) => (inOther[person] === 1 ? place.both : place.only)
  const placeInOne = (person: number) => {
    if (person < peopleOfOne) return place.both
    return isAdded[person] === 1 ? place.repeated : place.only
  }
  const rows = await placeRows(one, ofOne, placeInOther, () => undefined, yieldToEventLoop)
  const otherRows = await placeRows(
    other,
    ofOther,
    placeInOne,
    (person) => {
      isAdded[person] = 1
    },
    yieldToEventLoop,
  )
  return {
    one: rows.places,
    other: otherRows.places,
    counts: {
      rows: one.rows,
      both: rows.counts[place.both],
      only: rows.counts[place.only],
      keyless: rows.counts[place.keyless],
      other: {
        rows: other.rows,
        both: otherRows.counts[place.both],
        only: otherRows.counts[place.only],
        keyless: otherRows.counts[place.keyless],
        repeated: otherRows.counts[place.repeated],
      },
    },
  }
}

/** Whether an operation takes a row with this place, of the first list or of the other one. */
export function isTaken(how: SetOperation, where: number, isOther: boolean): boolean {
  if (isOther) return how === 'or' && (where === place.only || where === place.keyless)
  if (how === 'or') return true
  return how === 'and' ? where === place.both : where !== place.both
}

/** Adds the people of a list to the table; gives the index of each key's person. */
async function takePeople(people: KeyTable, keys: KeyTable, yieldToEventLoop: YieldToEventLoop): Promise<Uint32Array> {
  const all = keys.all()
  const numbers = new Float64Array(all.count)
  const into = new Uint32Array(all.count)
  for (let from = 0; from < all.count; from += atOnce) {
    const end = Math.min(all.count, from + atOnce)
    for (let key = from; key < end; key++) numbers[key] = withNinth(all.numbers[key] as number)
    people.takeAll({ ...all, numbers }, into, from, end)
    await yieldToEventLoop()
  }
  return into
}

/**
 * A mobile of Brazil as the larger of its two numbers, which has the ninth digit; other numbers, and 0 for a text, as
 * they are.
 */
function withNinth(number: number): number {
  return number > 0 ? Math.max(number, otherNinth(number)) : 0
}

/**
 * A row stands where its first key stands that is in both lists, else where any earlier key stands; `onOnly` gets its
 * people.
 */
async function placeRows(
  { rows, rowKeys: { offsets, indexes } }: KeyMap,
  personOf: Uint32Array,
  placeOf: (person: number) => number,
  onOnly: (person: number) => void,
  yieldToEventLoop: YieldToEventLoop,
) {
  const places = new Uint8Array(rows)
  const counts: [number, number, number, number] = [0, 0, 0, 0]
  for (let row = 0; row < rows; row++) {
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    let rowPlace: number = from === to ? place.keyless : place.only
    for (let at = from; at < to && rowPlace !== place.both; at++) {
      const where = placeOf(personOf[indexes[at] as number] as number)
      if (where !== place.only) rowPlace = where
    }
    if (rowPlace === place.only) for (let at = from; at < to; at++) onOnly(personOf[indexes[at] as number] as number)
    places[row] = rowPlace
    counts[rowPlace as 0]++
    if (row % atOnce === atOnce - 1) await yieldToEventLoop()
  }
  return { places, counts }
}
