import { type PhoneRung, phoneRungs } from '../../../../preload/values/rungs.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import { type KeyTable, noKey } from '../../../engine/columns/key-index.ts'
import type { NumberPart, TextPart } from '../../../engine/columns/part.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import type { CachedSheet } from '../../../leads/cached-sheets.ts'
import type { StoredRows } from '../../../leads/open-sheet.ts'
import { type AddPhone, addEmail, addNumber, addPhone, clearBlock, createKeyBlock } from '../../../people/key-block.ts'
import { conversationRank } from '../../../people/sheet-people.ts'
import { isAccepted, otherNinth, otherNinthForm } from '../../../phones/match-ladder.ts'
import { writtenForms } from '../../../phones/phones.ts'
import type { ConversationFilter } from './conversation-filter.ts'
import { contested, unknownForm } from './matches.ts'

export interface FindDeps {
  /** The last rung of the match ladder that counts; null is `ninth`. */
  readonly match: PhoneRung | null
  /** The area code of phones of the sheets that lack one. */
  readonly areaCode: string | null
  readonly yieldToEventLoop: YieldToEventLoop
  /** Rows of sheets that were compared with the keys, and how many there are. */
  readonly progress: (rows: number, total: number) => void
}

/** The lead of each key so far, by key. */
export interface KeyRows {
  /** Rows of all sheets one after the other, of leads later; `noRow` for none. */
  readonly rows: Uint32Array
  /**
   * Two numbers a key, so that both are in one place of memory. The rank (`conversationRank`): the higher, the surer a
   * row is its person's. And `contato_id`, which means something within the account of the sheet; NaN where there is
   * none.
   */
  readonly marks: Float64Array
  /** How the row has the key (`writtenForms`, `otherNinthForm`), and the hash of what it has `otherwise`. */
  readonly forms: Uint8Array
  readonly hashes: Map<number, number>
  /** Rows by key, where rows of different contacts have the key, or one contact has it in different forms. */
  readonly rivals: Map<number, Map<string, Rival>>
}

interface Rival {
  /** As in `KeyRows`. */
  readonly row: number
  readonly rank: number
  readonly form: number
  readonly hash: number
  /** The account, by its number among the sheets, and the contact there. */
  readonly account: number
  readonly contact: number
}

/**
 * Compares the rows of all sheets with the keys, piece by piece. Gives the lead of each key, and its rivals where there
 * are several; null when the rows of a sheet are not there any more.
 */
export async function findInAll(
  keys: KeyTable,
  sheets: readonly CachedSheet[],
  stored: readonly StoredRows[],
  filters: readonly (ConversationFilter | null)[],
  deps: FindDeps,
): Promise<KeyRows | null> {
  const { yieldToEventLoop, progress } = deps
  const { size } = keys
  const hits: KeyRows = {
    rows: new Uint32Array(size).fill(noRow),
    marks: new Float64Array(2 * size),
    forms: new Uint8Array(size).fill(unknownForm),
    hashes: new Map(),
    rivals: new Map(),
  }
  const findIn = createFinder(keys, hits, accountsOf(sheets, stored), deps)
  const total = stored.reduce((sum, { rows }) => sum + rows, 0)
  let earlierRows = 0
  for (const [index, sheet] of stored.entries()) {
    const filter = filters[index]
    let first = 0
    for (const read of sheet.pieces()) {
      const phones = read('telefone_digitos', 'text')
      const emails = read('email', 'text')
      const contacts = read('contato_id', 'number')
      const newest = conversationRank(read('conversa_id', 'number'), read('conversa_criada_em', 'time'))
      const rank = filter ? filter.over(newest, first, read) : newest
      const people = { first: earlierRows + first, phones, emails, contacts, rank }
      await yieldToEventLoop()
      for (let from = 0; from < phones.rows; from += rowsAtOnce) {
        findIn(people, from, Math.min(phones.rows, from + rowsAtOnce))
        await yieldToEventLoop()
        progress(earlierRows + first + from, total)
      }
      first += phones.rows
    }
    if (first !== sheet.rows) return null
    filter?.requireFields()
    earlierRows += first
  }
  progress(total, total)
  return hits
}

/** The columns of a piece of a sheet that are compared with keys. */
interface People {
  /** The first row of the piece among those of all sheets. */
  readonly first: number
  readonly phones: TextPart
  readonly emails: TextPart
  readonly contacts: NumberPart
  readonly rank: ReturnType<typeof conversationRank>
}

/**
 * How many rows of a sheet are compared at once. Each has up to four keys: a phone, its bare digits, its other ninth
 * digit, an e-mail.
 */
const rowsAtOnce = 1024
const keysAtOnce = 4 * rowsAtOnce
const { asKey, otherwise, without55 } = writtenForms

/** Gives the account of a row of all sheets, by its number among those of the sheets. */
function accountsOf(sheets: readonly CachedSheet[], stored: readonly StoredRows[]): (row: number) => number {
  const accounts = [...new Set(sheets.map(({ connection_id }) => connection_id))]
  const numbers = sheets.map(({ connection_id }) => accounts.indexOf(connection_id))
  return (row) => {
    let sheet = 0
    for (let end = 0; accounts.length > 1; sheet++) {
      end += stored[sheet]?.rows ?? Number.POSITIVE_INFINITY
      if (row < end) break
    }
    return numbers[sheet] ?? 0
  }
}

/**
 * Looks up the keys of some rows of a piece, and notes those rows that answer a key better than what was found before.
 */
function createFinder(
  keys: KeyTable,
  hits: KeyRows,
  accountOf: (row: number) => number,
  { match, areaCode }: FindDeps,
) {
  const { rows, marks, forms, hashes, rivals } = hits
  const block = createKeyBlock(keysAtOnce)
  const add = phoneAdder(match === null || isAccepted(phoneRungs.indexOf('ninth'), match))
  const into = new Uint32Array(keysAtOnce)
  /** Places in the block of the keys that the list has. */
  const places = new Uint32Array(keysAtOnce + 1)

  // Keys lie inside the arrays here and below: `as number` spares a check each.
  const rivalAt = (key: number): Rival => ({
    row: rows[key] as number,
    rank: marks[2 * key] as number,
    form: forms[key] as number,
    hash: hashes.get(key) ?? 0,
    account: accountOf(rows[key] as number),
    contact: marks[2 * key + 1] as number,
  })

  /**
   * Whether a row replaces an earlier one with the same key. A row that may be another person's goes among the rivals.
   */
  function takesPlace(key: number, rival: Rival): boolean {
    const { rank, form, hash, account, contact } = rival
    const candidates = forms[key] === contested ? rivals.get(key) : undefined
    const isOther =
      forms[key] !== form ||
      !Object.is(marks[2 * key + 1], contact) ||
      accountOf(rows[key] as number) !== account ||
      ((form & otherwise) > 0 && hashes.get(key) !== hash)
    if (!candidates && !isOther) return rank > (marks[2 * key] as number)
    rivals.set(key, addRival(candidates ?? addRival(new Map(), rivalAt(key)), rival))
    forms[key] = contested
    return false
  }

  function note(key: number, people: People, personRow: number, form: number, hash: number): void {
    const row = people.first + personRow
    const rank = people.rank(personRow)
    const contact = people.contacts.values[personRow] as number
    if (rows[key] !== noRow && !takesPlace(key, { row, rank, form, hash, account: accountOf(row), contact })) return
    rows[key] = row
    marks[2 * key] = rank
    marks[2 * key + 1] = contact
    forms[key] = form
    if ((form & otherwise) > 0) hashes.set(key, hash)
  }

  return (people: People, from: number, to: number): void => {
    const { phones, emails } = people
    clearBlock(block)
    for (let row = from; row < to; row++) {
      const firstOfRow = block.count
      const start = phones.offsets[row] as number
      const end = phones.offsets[row + 1] as number
      if (start < end) addPhone(block, phones.heap, start, end, areaCode, add)
      const mailStart = emails.offsets[row] as number
      const mailEnd = emails.offsets[row + 1] as number
      if (mailStart < mailEnd) addEmail(block, emails.heap, mailStart, mailEnd)
      for (let at = firstOfRow; at < block.count; at++) block.rows[at] = row
    }
    keys.findAll(block, into)
    let count = 0
    for (let at = 0; at < block.count; at++) {
      places[count] = at
      count += Number(into[at] !== noKey)
    }
    // The processor waits for the places of many keys at once, since no branch depends on what it loads.
    let loaded = 0
    for (let one = 0; one < count; one++) {
      const key = into[places[one] as number] as number
      loaded += (rows[key] as number) + (forms[key] as number) + Number((marks[2 * key] as number) > 0)
    }
    for (let one = loaded < 0 ? count : 0; one < count; one++) {
      const at = places[one] as number
      const form = block.forms[at] as number
      const hash = (form & otherwise) > 0 ? (block.hashes.get(at) ?? 0) : 0
      note(into[at] as number, people, block.rows[at] as number, form, hash)
    }
  }
}

/** So many candidates of a key are counted: a number that more have belongs to nobody. */
const mostRivals = 10_000

/** Adds a row of a contact unless a surer row of this contact, in this form, is among them. */
function addRival(all: Map<string, Rival>, rival: Rival): Map<string, Rival> {
  const { account, contact, form, hash } = rival
  const name = `${account} ${contact} ${form} ${hash}`
  const previous = all.get(name)
  if (previous ? previous.rank < rival.rank : all.size < mostRivals) all.set(name, rival)
  return all
}

/**
 * Adds the keys of a phone: its own, its bare digits, and the same mobile with the other ninth digit where that counts.
 */
function phoneAdder(findsNinth: boolean): AddPhone {
  return (block, key, form, written) => {
    addNumber(block, key, form, written)
    // Another country's number may have the same digits.
    if (form === without55) addNumber(block, key - (key > 55e11 ? 55e11 : 55e10), asKey, '')
    const other = findsNinth ? otherNinth(key) : 0
    if (other > 0) addNumber(block, other, form | otherNinthForm, written)
  }
}
