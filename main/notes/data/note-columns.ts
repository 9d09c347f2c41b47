import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { noteFields } from '../../../preload/values/notes.ts'
import type { Column } from '../../engine/columns/column.ts'
import { columnsOf, createThroughColumn, noRow } from '../../engine/columns/derived-columns.ts'
import { createLazyColumn } from '../../engine/columns/lazy-column.ts'
import { readBytes, readColumn, readNumbers } from '../../engine/columns/row-reader.ts'
import { segmentRows } from '../../engine/columns/segment.ts'
import type { Table } from '../../engine/tables/table.ts'
import type { AddedColumns } from '../../engine/tables/views.ts'
import { type InterruptibleWork, runSync } from '../../kernel/schedule.ts'
import { derivedTableColumn } from '../../leads/derived-lead-columns.ts'
import { addEmail, addNumber, addPhone, clearBlock, createKeyBlock } from '../../people/key-block.ts'
import type { NoteIndex } from './note-index.ts'
import type { Notes } from './stored-notes.ts'

/** Which columns say who the person of a row is. */
interface PersonColumns {
  readonly contact?: string
  /** Phones and e-mails, the surest first. */
  readonly keys: readonly string[]
  /** The column of the names. */
  readonly name?: string
}

const ofLeads = { contact: 'contato_id', keys: ['telefone_digitos', 'email'], name: 'nome' } as const
const ofEntries = { keys: ['telefone', 'email'], name: 'remetente' } as const
/** By kind; null where a row is not one person. */
const personColumns: Readonly<Record<TableRef['kind'], PersonColumns | null>> = {
  sheet: ofLeads,
  difference: ofLeads,
  run: { contact: 'lead_contato_id', keys: ['cruzar_chave', 'lead_telefone_digitos', 'lead_email'] },
  entries: ofEntries,
  newest_entries: ofEntries,
  conversations: { contact: 'contato_id', keys: ['telefone', 'email'], name: 'contato' },
  dataset: { keys: ['lead_telefone_digitos', 'lead_email'], name: 'lead_nome' },
  duplicates: null,
}

interface NoteColumnsDeps {
  readonly notes: Pick<Notes, 'read'>
  /** The account whose contacts the rows name; null where that is unknown. */
  readonly accountOf: (ref: TableRef) => string | null
}

/** The notes beside the rows of the people whom they are about, in tables of every kind. */
export function createNoteColumns({ notes, accountOf }: NoteColumnsDeps): AddedColumns {
  return {
    version: ({ kind }) => (personColumns[kind] ? notes.read().version : ''),
    of(ref, table) {
      const { index } = notes.read()
      const names = personColumns[ref.kind]
      const keys = names?.keys.flatMap((key) => table.columns.get(key) ?? []) ?? []
      const account = names?.contact === undefined ? null : accountOf(ref)
      const contact = account === null ? undefined : table.columns.get(names?.contact ?? '')
      if (keys.length === 0 && !contact) return []
      const people: RowPeople = { length: table.length, account, contact, keys }
      const [textKey, tagsKey] = noteFields
      const { text, list } = columnsOf(index.notes)
      const bases = new Map([
        [textKey, text('text', ({ text }) => text || null)],
        [tagsKey, list('list', ({ tags }) => tags)],
      ] as const)
      const places = createPlaces(people, index)
      const beside = names?.name !== undefined && table.columns.has(names.name) ? names.name : null
      return [...bases].flatMap(([key, base]) => {
        // A field of the service's own has its name.
        if (table.columns.has(key)) return []
        const column = noteColumn(base, people.length, places)
        return { column, shown: derivedTableColumn(key, column, beside) }
      })
    },
  }
}

interface RowPeople extends Pick<Table, 'length'> {
  readonly account: string | null
  readonly contact: Column | undefined
  readonly keys: readonly Column[]
}

/** By row of a range: the place of the note about its person. All rows are read once for both columns. */
type Places = (first: number, rows: number) => InterruptibleWork<Uint32Array>

function createPlaces(people: RowPeople, index: NoteIndex): Places {
  let ofAll: Uint32Array | null = null
  return function* read(first, rows) {
    const places = ofAll?.subarray(first, first + rows) ?? (yield* placesOfRows(people, index, first, rows))
    if (rows === people.length) ofAll = places
    return places
  }
}

function noteColumn(base: Column, length: number, places: Places): Column {
  function* range(first: number, rows: number): InterruptibleWork<Column> {
    return createThroughColumn(base, yield* places(first, rows))
  }
  return createLazyColumn({
    type: base.type,
    length,
    bytes: 0,
    piece(number) {
      const first = number * segmentRows
      return runSync(range(first, Math.min(segmentRows, length - first)))
    },
    whole: () => range(0, length),
  })
}

/** Some milliseconds of work. */
const rowsAtOnce = 8192

/** By row: the place of the note about its person, `noRow` for none. Few notes cost one look-up a row. */
function* placesOfRows(
  { account, contact, keys }: RowPeople,
  index: NoteIndex,
  first: number,
  rows: number,
): InterruptibleWork<Uint32Array> {
  const places = new Uint32Array(rows).fill(noRow)
  const contactAt = contact ? readColumn(contact, readNumbers) : () => Number.NaN
  const ofContacts = index.ofContacts(account ?? '')
  const isMeantByKey = index.notes.some((_, place) => index.mayMean(place, account))
  const block = createKeyBlock(rowsAtOnce)
  const indexes = new Uint32Array(rowsAtOnce)
  const readers = keys.map((column) => keyReader(column, block))
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const end = Math.min(rows, from + rowsAtOnce)
    for (let place = from; place < end; place++) {
      const note = ofContacts.get(contactAt(first + place))
      if (note !== undefined) places[place] = note
    }
    for (const readKey of readers) {
      clearBlock(block)
      for (let place = from; place < end; place++) {
        // Rows lie inside the arrays: `as number` spares a check each.
        if (places[place] !== noRow || (!isMeantByKey && contactAt(first + place) > 0)) continue
        const count = block.count
        readKey(first + place)
        if (block.count > count) block.rows[count] = place
      }
      index.keys.findAll(block, indexes)
      for (let at = 0; at < block.count; at++) {
        const place = block.rows[at] as number
        const contactOf = contactAt(first + place) > 0 ? account : null
        const note = index.atKey(indexes[at] as number).find((one) => index.mayMean(one, contactOf))
        if (note !== undefined) places[place] = note
      }
    }
    yield
  }
  return places
}

/** Adds the phone or the e-mail of a row to the block, where it has one. */
function keyReader(column: Column, block: ReturnType<typeof createKeyBlock>): (row: number) => void {
  return readColumn(
    column,
    readBytes((bytes, from, to) => {
      if (from === to) return 0
      if (hasAt(bytes, from, to)) addEmail(block, bytes, from, to)
      else addPhone(block, bytes, from, to, null, addNumber)
      return 0
    }),
  )
}

/** Not `indexOf`, which goes on behind the text. */
function hasAt(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === 0x40) return true
  return false
}
