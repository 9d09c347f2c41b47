import { type DifferenceKind, differenceKinds } from '../../../../preload/values/sheet-differences.ts'
import { listOfBits } from '../../../engine/columns/bits-list.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import { codesFor, type ListPart } from '../../../engine/columns/part.ts'
import { textPartOf } from '../../../engine/columns/text-part.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import type { RowPairs } from './compare-parts.ts'
import { atOnce, rowsWhere } from './match-rows.ts'
import { type ChangeNotes, comparedFields, kindBit, kindsOf, type LabelChange, noLabelChange } from './note-changes.ts'

/** The records that differ: those of the later reading in its order, then those that it has not. */
export interface DifferenceRecords {
  readonly count: number
  /** The rows that they have in each reading, ascending. Record i is row `laterRows[i]`, as long as there are some. */
  readonly laterRows: Uint32Array
  readonly earlierRows: Uint32Array
  /** By record: its place in `earlierRows`, or `noRow`. */
  readonly former: Uint32Array
  /** By record: the fields whose values differ (`fieldBit`). */
  readonly fields: Uint32Array
  readonly kinds: ListPart
  readonly changedFields: ListPart
  readonly won: ListPart
  readonly lost: ListPart
}

interface Differences {
  readonly pairs: RowPairs
  /** By pair. */
  readonly fields: Uint32Array
  readonly notes: ChangeNotes
  readonly newRows: Uint32Array
  readonly newKind: DifferenceKind | null
  readonly goneRows: Uint32Array
  readonly goneKinds: readonly DifferenceKind[]
  /** How many rows the readings have. */
  readonly rows: { readonly earlier: number; readonly later: number }
}

/** The records of pairs that differ, and of rows that one reading alone has. */
export function* recordsOf(differences: Differences): InterruptibleWork<DifferenceRecords> {
  const { pairs, fields: fieldsOfPairs, notes, newRows, newKind, goneRows, goneKinds, rows } = differences
  const changed = rowsWhere(fieldsOfPairs.length, (pair) => fieldsOfPairs[pair] !== 0)
  yield
  const takeFrom = (source: Uint32Array) => changed.map((pair) => source[pair] as number)
  const later = yield* placesOf(rows.later, [takeFrom(pairs.later), newRows])
  const earlier = yield* placesOf(rows.earlier, [takeFrom(pairs.earlier), goneRows])
  const [laterRows, earlierRows] = [later.rows, earlier.rows]
  const count = laterRows.length + goneRows.length
  const former = new Uint32Array(count).fill(noRow)
  const fields = new Uint32Array(count)
  const kinds = new Uint32Array(count)
  const labels = createLabelLists(count, notes.labelChanges)
  // Rows, places and pairs lie inside their arrays: `as number` spares a check each.
  let next = 0
  for (let record = 0; record < laterRows.length; record++) {
    if (record % atOnce === atOnce - 1) yield
    const pair = changed[next] ?? noRow
    if (pairs.later[pair] !== laterRows[record]) {
      kinds[record] = newKind ? kindBit(newKind) : 0
      continue
    }
    next++
    const bits = fieldsOfPairs[pair] as number
    former[record] = earlier.places[pairs.earlier[pair] as number] as number
    fields[record] = bits
    kinds[record] = kindsOf(bits, notes.kinds[pair] as number)
    labels.write(record, notes.labels.contact[pair] as number, notes.labels.conversation[pair] as number)
  }
  for (const [at, row] of goneRows.entries()) {
    if (at % atOnce === atOnce - 1) yield
    former[laterRows.length + at] = earlier.places[row] as number
    kinds[laterRows.length + at] = kindBit(goneKinds[at] ?? 'saiu')
  }
  return {
    count,
    laterRows,
    earlierRows,
    former,
    fields,
    kinds: yield* listOfBits(kinds, differenceKinds),
    changedFields: yield* listOfBits(fields, comparedFields),
    ...labels.parts(),
  }
}

/** These rows ascending, and by row its place among them. */
function* placesOf(
  count: number,
  groups: readonly Uint32Array[],
): InterruptibleWork<{ readonly rows: Uint32Array; readonly places: Uint32Array }> {
  const places = new Uint32Array(count).fill(noRow)
  for (const group of groups) {
    for (let at = 0; at < group.length; at++) places[group[at] as number] = 0
    yield
  }
  const rows = new Uint32Array(groups.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (let row = 0; row < count; row++) {
    if (places[row] === noRow) continue
    rows[place] = row
    places[row] = place++
  }
  yield
  return { rows, places }
}

/** The labels that records won and lost, of the contact and of the conversation together. */
function createLabelLists(rows: number, changes: readonly LabelChange[]) {
  const lists = { won: createCodes(rows), lost: createCodes(rows) }
  const codesOf = new Map<number, { readonly won: number; readonly lost: number }>()
  return {
    write(row: number, contact: number, conversation: number): void {
      if (contact === 0 && conversation === 0) return
      const both = contact * changes.length + conversation
      const codes = codesOf.get(both) ?? codesOfBoth(changes[contact], changes[conversation])
      codesOf.set(both, codes)
      lists.won.codes[row] = codes.won
      lists.lost.codes[row] = codes.lost
    },
    parts: (): Pick<DifferenceRecords, 'won' | 'lost'> => ({ won: lists.won.part(), lost: lists.lost.part() }),
  }

  function codesOfBoth(contact = noLabelChange, conversation = noLabelChange) {
    const merged = (side: keyof LabelChange) => [...new Set([...contact[side], ...conversation[side]])]
    return { won: lists.won.codeOf(merged('won')), lost: lists.lost.codeOf(merged('lost')) }
  }
}

function createCodes(rows: number) {
  const codes = codesFor(rows, rows)
  const codeBySet = new Map<string, number>([['[]', 0]])
  return {
    codes,
    codeOf(labels: readonly string[]): number {
      const set = JSON.stringify(labels)
      const code = codeBySet.get(set) ?? codeBySet.size
      codeBySet.set(set, code)
      return code
    },
    part: (): ListPart => ({ kind: 'list', rows, codes, keys: textPartOf([...codeBySet.keys()].slice(1)) }),
  }
}
