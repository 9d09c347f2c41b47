import type { RelatedBy } from '../../preload/contract/contacts.ts'
import { createKeyTable, hashText } from '../engine/columns/key-index.ts'
import type { NumberPart, TextPart, TimePart } from '../engine/columns/part.ts'
import { createDerivedCache } from '../kernel/recent.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { CachedSheets } from '../leads/cached-sheets.ts'
import type { StoredRows } from '../leads/open-sheet.ts'
import type { CellKey } from '../phones/addresses.ts'
import { otherNinth, otherNinthForm, rungOf } from '../phones/match-ladder.ts'
import { writtenForms } from '../phones/phones.ts'
import { addEmail, addNumber, addPhone, clearBlock, createKeyBlock, indexOfKey } from './key-block.ts'

/** Names a person: a phone or an e-mail as it was written somewhere, or the number of a contact within one account. */
export type PersonKey = CellKey | { readonly kind: 'contato_id'; readonly key: string }

/** A row of a sheet that a key may mean. */
export interface RowMatch {
  readonly row: number
  readonly by: RelatedBy
  /** The index in `rungNames`, the surest first. */
  readonly rung: number
}

/** Finds the people of a sheet by phone and e-mail, and ranks their conversations by age. */
export interface SheetPeople {
  readonly stored: StoredRows
  readonly bytes: number
  /** The rows that a key means by the rules of the match ladder (phones/match-ladder.ts), those of a run. */
  matches(key: PersonKey): readonly RowMatch[]
  /** `contato_id` of a row; NaN without one. */
  contactOf(row: number): number
  readonly rank: ReturnType<typeof conversationRank>
}

export const noConversation = Number.NEGATIVE_INFINITY

export interface PeopleOfSheets extends SheetCache<SheetPeople> {
  /** The sheets that have rows to search. */
  readonly list: CachedSheets['list']
}

export function createPeopleOfSheets(sheets: CachedSheets): PeopleOfSheets {
  return { list: sheets.list, ...createSheetCache(async (id) => readPeople(sheets.rows(id))) }
}

/** Throws where the file no longer holds the rows. */
async function readPeople(stored: StoredRows): Promise<SheetPeople> {
  const yieldToEventLoop = createYieldToEventLoop()
  const phones = await stored.column('telefone_digitos', 'text', yieldToEventLoop)
  const emails = await stored.column('email', 'text', yieldToEventLoop)
  const contacts = await stored.column('contato_id', 'number', yieldToEventLoop)
  const conversations = await stored.column('conversa_id', 'number', yieldToEventLoop)
  const created = await stored.column('conversa_criada_em', 'time', yieldToEventLoop)
  if (!phones || !emails || !contacts || !conversations || !created) throw new Error('the rows are gone')
  const keys = await indexKeys(phones, emails, yieldToEventLoop)
  let numbers: ReturnType<typeof indexNumbers> | null = null
  const arrays = [contacts.values, conversations.values, created.at]
  return {
    stored,
    bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, keys.bytes),
    matches(key) {
      if (key.kind !== 'contato_id') return keys.matches(key)
      numbers ??= indexNumbers(contacts.values)
      return numbers(Number(key.key)).map((row) => ({ row, by: 'contato_id', rung: 0 }))
    },
    contactOf: (row) => contacts.values[row] ?? Number.NaN,
    rank: conversationRank(conversations, created),
  }
}

/**
 * The higher, the surer a row is its person's: when its conversation was created, epoch ms; less where nobody knows
 * that, and `noConversation` without one.
 */
export function conversationRank({ values }: NumberPart, { at }: TimePart): (row: number) => number {
  // Rows lie inside the arrays: `as number` spares a check each.
  return (row) => {
    if (Number.isNaN(values[row] as number)) return noConversation
    return Number.isNaN(at[row] as number) ? -Number.MAX_VALUE : (at[row] as number)
  }
}

const rowsAtOnce = 4096
/** A row has a phone and an e-mail. */
const keysOfRow = 2
const { otherwise, without55, asKey } = writtenForms

/**
 * The keys of contacts by their index in a table, as chains through the rows: entry `2 * row` is the phone of a row,
 * the next one its e-mail. Each has its written form beside it.
 */
async function indexKeys(phones: TextPart, emails: TextPart, yieldToEventLoop: YieldToEventLoop) {
  const entries = keysOfRow * phones.rows
  const table = createKeyTable(entries)
  // Entry + 1; 0 ends a chain.
  const heads = new Uint32Array(entries)
  const links = new Uint32Array(entries)
  const forms = new Uint8Array(entries)
  /** By entry: the hash of what is written `otherwise`. */
  const hashes = new Map<number, number>()
  const block = createKeyBlock(keysOfRow * rowsAtOnce)
  const into = new Uint32Array(keysOfRow * rowsAtOnce)
  // From the last rows to the first, so that chains ascend. Indexes stay inside the arrays: `as number` spares checks.
  for (let to = phones.rows; to > 0; to -= rowsAtOnce) {
    clearBlock(block)
    for (let row = Math.max(0, to - rowsAtOnce); row < to; row++) {
      const phoneStart = block.count
      const [start, end] = [phones.offsets[row] as number, phones.offsets[row + 1] as number]
      if (start < end) addPhone(block, phones.heap, start, end, null, addNumber)
      for (let at = phoneStart; at < block.count; at++) block.rows[at] = keysOfRow * row
      const phoneEnd = block.count
      const [mailStart, mailEnd] = [emails.offsets[row] as number, emails.offsets[row + 1] as number]
      if (mailStart < mailEnd) addEmail(block, emails.heap, mailStart, mailEnd)
      for (let at = phoneEnd; at < block.count; at++) block.rows[at] = keysOfRow * row + 1
    }
    table.takeAll(block, into)
    for (let at = block.count - 1; at >= 0; at--) {
      const [index, entry] = [into[at] as number, block.rows[at] as number]
      links[entry] = heads[index] as number
      heads[index] = entry + 1
      forms[entry] = block.forms[at] as number
      const hash = block.hashes.get(at)
      if (hash !== undefined) hashes.set(entry, hash)
    }
    await yieldToEventLoop()
  }

  function* entriesOf(index: number): Generator<number> {
    for (let link = heads[index] ?? 0; link !== 0; link = links[link - 1] as number) yield link - 1
  }
  return {
    bytes: table.bytes + heads.byteLength + links.byteLength + forms.byteLength,
    matches(key: CellKey): readonly RowMatch[] {
      const isEmail = key.kind === 'email'
      const hash = (key.form & otherwise) > 0 ? hashText(key.written) : 0
      const match = (entry: number, form: number): RowMatch => {
        const rung = rungOf(key.form, form, (hashes.get(entry) ?? 0) === hash, isEmail)
        const phoneBy = (form & otherNinthForm) > 0 ? 'nono_digito' : 'telefone'
        return { row: Math.floor(entry / keysOfRow), by: isEmail ? 'email' : phoneBy, rung }
      }
      const keyMatches = [...entriesOf(indexOfKey(table, key.key))].map((entry) => match(entry, forms[entry] as number))
      if (isEmail) return keyMatches
      const number = Number(key.key)
      const other = otherNinth(number)
      const others = other > 0 ? [...entriesOf(table.indexOfNumber(other))] : []
      // Another country's number may have the digits that a contact of Brazil has without 55.
      const same = [55e10 + number, 55e11 + number].flatMap((one) => [...entriesOf(table.indexOfNumber(one))])
      return [
        ...keyMatches,
        ...same.filter((entry) => forms[entry] === without55).map((entry) => match(entry, asKey)),
        ...others.map((entry) => match(entry, (forms[entry] as number) | otherNinthForm)),
      ]
    },
  }
}

/** Gives the rows with a number; ascending. */
function indexNumbers(numbers: Float64Array): (number: number) => readonly number[] {
  const table = createKeyTable(numbers.length)
  // Row + 1; 0 ends a chain.
  const heads = new Uint32Array(numbers.length)
  const links = new Uint32Array(numbers.length)
  for (let row = numbers.length - 1; row >= 0; row--) {
    const number = numbers[row] as number
    if (Number.isNaN(number)) continue
    const index = table.takeNumber(number)
    links[row] = heads[index] as number
    heads[index] = row + 1
  }
  return (number) => {
    const rows: number[] = []
    for (let link = heads[table.indexOfNumber(number)] ?? 0; link !== 0; link = links[link - 1] as number)
      rows.push(link - 1)
    return rows
  }
}

/** LRU cache of what was read of the sheets; cleared after a while without use, since it is large. */
interface SheetCache<Value> {
  /**
   * Null when the file no longer holds the rows of this version, or cannot be read: the list of sheets shows what is
   * wrong with it.
   */
  of(sheet: { readonly id: string; readonly version: string }): Promise<Value | null>
  close(): void
}

const mostBytes = 200_000_000
const idleMs = 30_000

/** Caches what `read` gives for one version of each sheet. Calls that come while it reads share that reading. */
export function createSheetCache<Value extends { readonly bytes: number }>(
  read: (id: string) => Promise<Value>,
): SheetCache<Value> {
  const cache = createDerivedCache<Value>(mostBytes, { sizeOf: ({ bytes }) => bytes })
  let idle: NodeJS.Timeout | undefined
  return {
    of({ id, version }) {
      clearTimeout(idle)
      idle = setTimeout(cache.clear, idleMs).unref()
      return cache(id, [version], () => read(id)).catch(() => null)
    },
    close() {
      clearTimeout(idle)
      cache.clear()
    },
  }
}
