import { type DuplicateReason, duplicateReasons, rungOfReason } from '../../../preload/values/duplicate-pairs.ts'
import { type Rung, rungNames } from '../../../preload/values/rungs.ts'
import { createKeyTable, type KeyTable, noKey } from '../../engine/columns/key-index.ts'
import { textReader } from '../../engine/columns/part.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { StoredRows } from '../../leads/open-sheet.ts'
import { type AddPhone, addEmail, addNumber, addPhone, clearBlock, createKeyBlock } from '../../people/key-block.ts'
import { conversationRank } from '../../people/sheet-people.ts'
import { otherNinth, otherNinthForm, rungOf } from '../../phones/match-ladder.ts'
import { isNobodysPhone } from '../../phones/phones.ts'

/** Pairs of contacts that look like one person. Rows are numbered through all sheets, in their order. */
export interface FoundPairs {
  /** How many contacts were compared. */
  readonly contacts: number
  /** The reason of each pair, as an index in `duplicateReasons`. */
  readonly reasons: Uint8Array
  /** The rows of each pair's contacts. The first one has the newer conversation. */
  readonly rows: readonly [Uint32Array, Uint32Array]
  /** The number of pairs beyond the bounds. */
  readonly leftOut: number
}

/**
 * The most pairs to find. A phone or e-mail of more contacts is nobody's, and the first of these pairs are enough to
 * show that.
 */
export interface DuplicateBounds {
  readonly pairs: number
  readonly pairsOfKey: number
}

/**
 * Finds contacts of one account that have the same phone or e-mail on any rung of the match ladder (match-ladder.ts),
 * except assumed area codes. A contact is compared by its row with the newest conversation; among equal ones, that of
 * the first sheet counts.
 *
 * All contacts of one phone or e-mail form pairs with the one that has the newest conversation. Service numbers and
 * phones of less than eight digits are not compared. Null when the rows of a sheet no longer exist.
 */
export async function findDuplicates(
  sheets: readonly StoredRows[],
  bounds: DuplicateBounds,
  yieldToEventLoop: YieldToEventLoop,
): Promise<FoundPairs | null> {
  const contacts = await readContacts(sheets, yieldToEventLoop)
  const entries = contacts && (await readEntries(sheets, contacts, yieldToEventLoop))
  if (!entries) return null
  return pairUp(contacts, entries, bounds, yieldToEventLoop)
}

/** How many rows are read at once. */
const rowsAtOnce = 4096
/** A row has a phone and an e-mail. */
const keysOfRow = 2
/** Keys and entries between two checks of the clock. */
const yieldEvery = 16_384
const fewestDigits = 8

/** The contacts of all rows, numbered as they come. */
interface Contacts {
  readonly count: number
  /** The contact of each row of all sheets; `noKey` without one. */
  readonly ofRow: Uint32Array
  /** For each contact, the row with its newest conversation, and that conversation's rank (`conversationRank`). */
  readonly rows: Uint32Array
  readonly ranks: Float64Array
}

async function readContacts(
  sheets: readonly StoredRows[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Contacts | null> {
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0)
  const table = createKeyTable(total)
  const ofRow = new Uint32Array(total).fill(noKey)
  const rows = new Uint32Array(total)
  const ranks = new Float64Array(total)
  let at = 0
  for (const sheet of sheets) {
    const end = at + sheet.rows
    for (const read of sheet.pieces()) {
      const { values } = read('contato_id', 'number')
      const rank = conversationRank(read('conversa_id', 'number'), read('conversa_criada_em', 'time'))
      // Indexes stay inside the arrays here and below: `as number` saves a check for each.
      for (let row = 0; row < values.length; row++, at++) {
        if (row % rowsAtOnce === 0) await yieldToEventLoop()
        const id = values[row] as number
        if (!(id > 0)) continue
        const previousSize = table.size
        const contact = table.takeNumber(id)
        ofRow[at] = contact
        if (contact < previousSize && rank(row) <= (ranks[contact] as number)) continue
        rows[contact] = at
        ranks[contact] = rank(row)
      }
    }
    if (at !== end) return null
  }
  return { count: table.size, ofRow, rows, ranks }
}

/**
 * The keys of contacts: entry `e` is the key `keys[e]` of the table, of the contact `contacts[e]`. A contact has each
 * key once.
 */
interface Entries {
  readonly table: KeyTable
  readonly count: number
  readonly keys: Uint32Array
  readonly contacts: Uint32Array
  /** How it is written: `writtenForms`, `oldMobile`, `isEmail`. */
  readonly forms: Uint8Array
  /** The hash of a key that is written `otherwise`. */
  readonly hashes: Uint32Array
}

/** Bits beside `writtenForms`: a mobile without its ninth digit, which shares the key of the full one; an e-mail. */
const oldMobile = 16
const isEmail = 32
const formBits = oldMobile - 1

/** Both forms of a mobile have one key. */
const addMobileOnce: AddPhone = (block, key, form, written) => {
  const other = key < 55e11 ? otherNinth(key) : 0
  addNumber(block, other || key, form, written)
  if (other > 0) block.forms[block.count - 1] = form | oldMobile
}

async function readEntries(
  sheets: readonly StoredRows[],
  { count: contactCount, ofRow, rows }: Contacts,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Entries | null> {
  const maxKeys = keysOfRow * contactCount
  const table = createKeyTable(maxKeys, 16 * contactCount)
  const entries = {
    keys: new Uint32Array(maxKeys),
    contacts: new Uint32Array(maxKeys),
    forms: new Uint8Array(maxKeys),
    hashes: new Uint32Array(maxKeys),
  }
  const block = createKeyBlock(keysOfRow * rowsAtOnce)
  const into = new Uint32Array(keysOfRow * rowsAtOnce)
  let count = 0
  let first = 0
  for (const sheet of sheets) {
    const end = first + sheet.rows
    for (const read of sheet.pieces()) {
      const phones = read('telefone_digitos', 'text')
      const emails = read('email', 'text')
      for (let from = 0; from < phones.rows; from += rowsAtOnce) {
        await yieldToEventLoop()
        clearBlock(block)
        const to = Math.min(phones.rows, from + rowsAtOnce)
        for (let row = from; row < to; row++) {
          const contact = ofRow[first + row] as number
          if (contact === noKey || rows[contact] !== first + row) continue
          const firstKey = block.count
          const [start, stop] = [phones.offsets[row] as number, phones.offsets[row + 1] as number]
          if (stop - start >= fewestDigits) addPhone(block, phones.heap, start, stop, null, addMobileOnce)
          const phoneEnd = block.count
          const [mailStart, mailStop] = [emails.offsets[row] as number, emails.offsets[row + 1] as number]
          if (mailStart < mailStop) addEmail(block, emails.heap, mailStart, mailStop)
          if (block.count > phoneEnd) block.forms[phoneEnd] = (block.forms[phoneEnd] as number) | isEmail
          for (let at = firstKey; at < block.count; at++) block.rows[at] = contact
        }
        table.takeAll(block, into)
        for (let at = 0; at < block.count; at++, count++) {
          entries.keys[count] = into[at] as number
          entries.contacts[count] = block.rows[at] as number
          entries.forms[count] = block.forms[at] as number
          entries.hashes[count] = block.hashes.get(at) ?? 0
        }
      }
      first += phones.rows
    }
    if (first !== end) return null
  }
  return { ...entries, table, count }
}

async function pairUp(
  { count: contactCount, rows, ranks }: Contacts,
  { table, count, keys, contacts, forms, hashes }: Entries,
  bounds: DuplicateBounds,
  yieldToEventLoop: YieldToEventLoop,
): Promise<FoundPairs> {
  // Entry + 1; 0 ends a chain.
  const heads = new Uint32Array(table.size)
  const links = new Uint32Array(count)
  for (let entry = count - 1; entry >= 0; entry--) {
    if (entry % yieldEvery === 0) await yieldToEventLoop()
    const key = keys[entry] as number
    links[entry] = heads[key] as number
    heads[key] = entry + 1
  }

  const isNewer = (one: number, other: number): boolean => {
    const [contact, than] = [contacts[one] as number, contacts[other] as number]
    const [rank, thanRank] = [ranks[contact] as number, ranks[than] as number]
    return rank === thanRank ? contact < than : rank > thanRank
  }
  const reasonOf = (one: number, other: number): number => {
    const [form, otherForm] = [forms[one] as number, forms[other] as number]
    const ninth = ((form ^ otherForm) & oldMobile) > 0 ? otherNinthForm : 0
    const isSame = hashes[one] === hashes[other]
    const ofEmail = (form & isEmail) > 0
    const rung = rungOf(form & formBits, (otherForm & formBits) | ninth, isSame, ofEmail)
    return (ofEmail ? emailReasons : phoneReasons)[rung] as number
  }
  const isNobodys = (key: number, entry: number): boolean =>
    ((forms[entry] as number) & isEmail) === 0 && isNobodysPhone(textReader(table.texts(key, key + 1))(0))

  const pairTable = createKeyTable()
  const reasons: number[] = []
  const pairs: readonly [number[], number[]] = [[], []]
  let leftOut = 0
  /** Returns false where there is no room for it. */
  const add = (newest: number, other: number): boolean => {
    const [one, two] = [contacts[newest] as number, contacts[other] as number]
    const reason = reasonOf(newest, other)
    const name = one * contactCount + two + 1
    const pair = pairTable.indexOfNumber(name)
    if (pair >= 0) {
      reasons[pair] = Math.min(reason, reasons[pair] as number)
      return true
    }
    if (reasons.length === bounds.pairs) return false
    pairTable.takeNumber(name)
    reasons.push(reason)
    pairs[0].push(rows[one] as number)
    pairs[1].push(rows[two] as number)
    return true
  }

  for (let key = 0; key < table.size; key++) {
    if (key % yieldEvery === 0) await yieldToEventLoop()
    const head = (heads[key] as number) - 1
    if (links[head] === 0 || isNobodys(key, head)) continue
    let newest = head
    for (let link = links[head] as number; link !== 0; link = links[link - 1] as number) {
      if (isNewer(link - 1, newest)) newest = link - 1
    }
    let ofKey = 0
    for (let link = head + 1; link !== 0; link = links[link - 1] as number) {
      if (link - 1 === newest) continue
      if (ofKey++ >= bounds.pairsOfKey || !add(newest, link - 1)) leftOut++
      if (ofKey % yieldEvery === 0) await yieldToEventLoop()
    }
  }
  return {
    contacts: contactCount,
    reasons: Uint8Array.from(reasons),
    rows: [Uint32Array.from(pairs[0]), Uint32Array.from(pairs[1])],
    leftOut,
  }
}

/** The index of the reason for each rung, by its index in `rungNames`. */
const phoneReasons = reasonsOf(['same_phone', 'country', 'trunk', 'ninth'])
const emailReasons = reasonsOf(['same_email', 'email_case'])

function reasonsOf(reasons: readonly DuplicateReason[]): Uint8Array {
  const places = new Uint8Array(rungNames.length)
  for (const reason of reasons) {
    const rung: Rung = rungOfReason[reason]
    places[rungNames.indexOf(rung)] = duplicateReasons.indexOf(reason)
  }
  return places
}
