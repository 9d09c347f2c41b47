import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { DifferenceKind } from '../../../../preload/values/sheet-differences.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import { takeCodes } from '../../../engine/columns/dictionary-column.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import { leadColumns } from '../../../leads/lead-columns.ts'
import { leadKeys } from '../merge-rows.ts'
import { markDifferences } from './compare-parts.ts'
import { type DifferenceRecords, recordsOf } from './difference-records.ts'
import { keyTableOf, matchReadings, rowsWhere } from './match-rows.ts'
import { type ChangeNotes, createChangeNotes, fieldBit, isCompared } from './note-changes.ts'
import type { ReadingSide } from './reading-side.ts'

/** What may be said of records that one reading alone has. */
export interface OnlyInOne {
  /** Null where the earlier reading may lack records that were there. */
  readonly newKind: DifferenceKind | null
  /** The kind of each record that the later reading has not, by its key; null where it may lack some. */
  readonly goneKinds: ((keys: Float64Array) => InterruptibleWork<readonly DifferenceKind[]>) | null
}

/** What differs between two readings. */
export interface ComparedReadings extends DifferenceRecords {
  readonly moves: ChangeNotes['moves']
  /** Records of one reading that the other one may only lack. */
  readonly unclear: { readonly later: number; readonly earlier: number }
  readonly without_key: number
}

interface Keys {
  readonly contacts: Float64Array
  readonly keys: Float64Array
}

/** The keys of a reading, as `leadKeys` gives them, and its contacts. */
export function* keysOf(side: ReadingSide, group: LeadFilter['agrupar']): InterruptibleWork<Keys> {
  const { values: contacts } = yield* side.column('contato_id', 'number')
  yield
  const { values: conversations } = yield* side.column('conversa_id', 'number')
  yield
  return { contacts, keys: leadKeys(contacts, conversations, group) }
}

/**
 * Compares two readings record by record and field by field. A person's row without conversation, in readings of
 * conversations, is neither new nor gone while the other reading has the person.
 */
export function* compareReadings(
  earlier: ReadingSide,
  later: ReadingSide,
  group: LeadFilter['agrupar'],
  only: OnlyInOne,
): InterruptibleWork<ComparedReadings> {
  const formerKeys = yield* keysOf(earlier, group)
  const currentKeys = yield* keysOf(later, group)
  const matched = yield* matchReadings(formerKeys.keys, currentKeys.keys)
  const { former } = matched
  const matchedRows = rowsWhere(former.length, (row) => former[row] !== noRow)
  yield
  const isNew = (row: number) => former[row] === noRow && !Number.isNaN(currentKeys.keys[row])
  const newRows = yield* withoutPlaceholders(rowsWhere(former.length, isNew), currentKeys, earlier)
  yield
  const goneRows = yield* withoutPlaceholders(matched.gone, formerKeys, later)
  yield
  const pairs = { earlier: takeCodes(former, matchedRows), later: matchedRows }
  const fields = new Uint32Array(matchedRows.length)
  const notes = createChangeNotes(pairs, fields)
  yield
  for (const { key, kind } of leadColumns) {
    if (!isCompared(key)) continue
    const earlierPart = yield* earlier.column(key, kind)
    const laterPart = yield* later.column(key, kind)
    yield* markDifferences(earlierPart, laterPart, pairs, { bits: fields, bit: fieldBit(key) })
    yield* notes.note(key, earlierPart, laterPart)
  }
  const { newKind, goneKinds } = only
  const unclear = { later: newKind ? 0 : newRows.length, earlier: goneKinds ? 0 : goneRows.length }
  const shownNew = newKind ? newRows : new Uint32Array(0)
  const shownGone = goneKinds ? goneRows : new Uint32Array(0)
  const kindsOfGone = goneKinds
    ? yield* goneKinds(Float64Array.from(shownGone, (row) => formerKeys.keys[row] as number))
    : []
  const records = yield* recordsOf({
    pairs,
    fields,
    notes,
    newRows: shownNew,
    newKind,
    goneRows: shownGone,
    goneKinds: kindsOfGone,
    rows: { earlier: formerKeys.keys.length, later: currentKeys.keys.length },
  })
  return { ...records, moves: notes.moves, unclear, without_key: matched.withoutKey }
}

/** The rows whose key is no person without conversation whom the other reading has. */
function* withoutPlaceholders(
  rows: Uint32Array,
  { keys, contacts }: Keys,
  other: ReadingSide,
): InterruptibleWork<Uint32Array> {
  if (!rows.some((row) => (keys[row] as number) < 0)) return rows
  const { values } = yield* other.people()
  const people = yield* keyTableOf(values.filter((contact) => !Number.isNaN(contact)))
  return rows.filter((row) => (keys[row] as number) >= 0 || people.indexOfNumber(contacts[row] as number) < 0)
}
