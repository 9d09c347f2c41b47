import type { RelatedBy } from '../../preload/contract/contacts.ts'
import { foldText } from '../../preload/values/text.ts'
import { foldHeap } from '../engine/columns/fold-text.ts'
import { createKeyTable, type KeyTable } from '../engine/columns/key-index.ts'
import type { NumberPart, TextHeap, TimePart } from '../engine/columns/part.ts'
import { createRemade } from '../kernel/recent.ts'
import { createYieldToEventLoop, type InterruptibleWork, runInSlices, runSync } from '../kernel/schedule.ts'
import type { CachedSheets } from '../leads/cached-sheets.ts'
import type { StoredRows } from '../leads/open-sheet.ts'

/** Whom a sheet has, by phone and e-mail, and which of their conversations is the newest. */
export interface SheetPeople {
  readonly stored: StoredRows
  readonly bytes: number
  /**
   * Rows with exactly these digits in `telefone_digitos`, with this e-mail, whatever its case and accents, or of the
   * contact with this number (`contato_id`). It belongs to the account that the sheet was read from.
   */
  rowsOf(text: string, by: RelatedBy): readonly number[]
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
  // Ready for every form of a phone, since each is a number of its own.
  const byPhone = await runInSlices(chainTexts(phones), yieldToEventLoop)
  const byAddress = await runInSlices(chainTexts(foldHeap(emails)), yieldToEventLoop)
  let byId: RowChains | null = null
  const arrays = [contacts.values, conversations.values, created.at]
  return {
    stored,
    bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, byPhone.bytes + byAddress.bytes),
    rowsOf(text, by) {
      if (by === 'contato_id') {
        byId ??= runSync(chainNumbers(contacts.values))
        return byId.rows(byId.table.indexOfNumber(Number(text)))
      }
      const { table, rows } = by === 'email' ? byAddress : byPhone
      const bytes = Buffer.from(by === 'email' ? foldText(text) : text)
      const number = numberIn(bytes, 0, bytes.length)
      return rows(number > 0 ? table.indexOfNumber(number) : table.indexOfText(bytes, 0, bytes.length))
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

/** Digits that a number holds exactly. */
const mostDigits = 15

/** The number that these bytes are the digits of; 0 where they are none, begin with a zero or are more than 15. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > mostDigits || bytes[from] === 0x30) return 0
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30
    if (digit < 0 || digit > 9) return 0
    number = number * 10 + digit
  }
  return number
}

/** Rows by key: chains through the rows, ascending, which weigh a fraction of a list for each key. */
interface RowChains {
  readonly table: KeyTable
  readonly bytes: number
  /** The rows with the key of this index of the table; none for -1. */
  rows(index: number): number[]
}

const yieldEvery = 32_768

/** `take` takes a row's key into the table and gives its index; -1 where it has none. */
function* chainRows(rows: number, take: (table: KeyTable, row: number) => number): InterruptibleWork<RowChains> {
  const table = createKeyTable(2 * rows)
  // Row + 1; 0 ends a chain.
  const heads = new Uint32Array(rows)
  const links = new Uint32Array(rows)
  // From the last row to the first, so that chains ascend. Indexes stay inside the arrays: `as number` spares checks.
  for (let row = rows - 1; row >= 0; row--) {
    if (row % yieldEvery === 0) yield
    const index = take(table, row)
    if (index < 0) continue
    links[row] = heads[index] as number
    heads[index] = row + 1
  }
  return {
    table,
    bytes: table.bytes + heads.byteLength + links.byteLength,
    rows(index) {
      const found: number[] = []
      for (let link = heads[index] ?? 0; link !== 0; link = links[link - 1] as number) found.push(link - 1)
      return found
    },
  }
}

/** Empty texts are left out: they are nobody's. Digits are taken as the number that they are. */
function chainTexts({ offsets, heap }: TextHeap): InterruptibleWork<RowChains> {
  return chainRows(offsets.length - 1, (table, row) => {
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    const number = numberIn(heap, from, to)
    if (number > 0) return table.takeNumber(number)
    return from === to ? -1 : table.takeText(heap, from, to)
  })
}

function chainNumbers(numbers: Float64Array): InterruptibleWork<RowChains> {
  return chainRows(numbers.length, (table, row) => {
    const number = numbers[row] as number
    return Number.isNaN(number) ? -1 : table.takeNumber(number)
  })
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
  const known = createRemade<Value>(mostBytes, { sizeOf: ({ bytes }) => bytes })
  let idle: NodeJS.Timeout | undefined
  return {
    of({ id, version }) {
      clearTimeout(idle)
      idle = setTimeout(known.clear, idleMs).unref()
      return known(id, [version], () => read(id)).catch(() => null)
    },
    close() {
      clearTimeout(idle)
      known.clear()
    },
  }
}
