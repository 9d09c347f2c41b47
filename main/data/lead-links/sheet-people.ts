import { digitsOf } from '../../kernel/phones.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import { foldHeap, foldText, type TextHeap } from '../columns/fold-text.ts'
import { numberSlot } from '../columns/key-index.ts'
import type { PartKind, TextPart } from '../columns/part.ts'
import { hashBytes } from '../columns/text-column.ts'
import type { StoredRows } from '../sheets/open-sheet.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'

/** Whom a sheet has, by phone and e-mail, and which of their conversations is the newest. */
export interface SheetPeople {
  readonly stored: StoredRows
  readonly bytes: number
  /** Rows whose `telefone_digitos` are exactly these. */
  byDigits(digits: string): readonly number[]
  /** Rows with this e-mail, whatever its case and accents. */
  byEmail(email: string): readonly number[]
  /**
   * The row that answers a key as it is sent, which lies in these bytes as UTF-8; `noRow` without one. Phones by digits alone,
   * with or without 55, never by the ninth digit; e-mails whatever their case (agent-platform.md, "Cross-check envelope").
   * Of several rows of a person it is the one with the newest conversation.
   */
  answering(key: Buffer, from: number, to: number): number
  /** Rows of the contact with this number (`contato_id`), of the account that the sheet was read from. */
  byContact(id: number): readonly number[]
  hasConversation(row: number): boolean
  /** When the row's conversation was created, epoch ms; minus infinity without one, or where nobody knows. */
  conversationAt(row: number): number
}

export type PeopleOfSheets = SheetCache<SheetPeople>

export function createPeopleOfSheets(sheets: CachedSheets): PeopleOfSheets {
  return createSheetCache((id) => readPeople(sheets.rows(id)))
}

async function readPeople(stored: StoredRows): Promise<SheetPeople | null> {
  const yieldToEventLoop = createYieldToEventLoop()
  const column = async <Kind extends PartKind>(key: string, kind: Kind) => {
    await yieldToEventLoop()
    return stored.column(key, kind)
  }
  const phones = await column('telefone_digitos', 'text')
  const emails = await column('email', 'text')
  const contacts = await column('contato_id', 'number')
  const conversations = await column('conversa_id', 'number')
  const created = await column('conversa_criada_em', 'time')
  await yieldToEventLoop()
  if (!phones || !emails || !contacts || !conversations || !created) return null
  const byPhone = await indexPhones(phones, yieldToEventLoop)
  const byAddress = await indexTexts(foldHeap(emails), yieldToEventLoop)
  const ids = conversations.values
  const contactIds = contacts.values
  let byId: ReturnType<typeof indexNumbers> | null = null
  const { at } = created

  const hasConversation = (row: number) => !Number.isNaN(ids[row] ?? Number.NaN)
  const conversationAt = (row: number) => {
    const moment = at[row] ?? Number.NaN
    return hasConversation(row) && !Number.isNaN(moment) ? moment : Number.NEGATIVE_INFINITY
  }
  const isNewer = (row: number, other: number) =>
    hasConversation(row) === hasConversation(other) ? conversationAt(row) > conversationAt(other) : hasConversation(row)
  const newest = (rows: Iterable<number>) => {
    let best = noRow
    for (const row of rows) if (best === noRow || isNewer(row, best)) best = row
    return best
  }
  const newestOfPhone = (phone: number) => {
    let best = noRow
    for (let row = byPhone.first(phone); row !== noRow; row = byPhone.next(row)) {
      if (best === noRow || isNewer(row, best)) best = row
    }
    return best
  }
  const byDigits = (digits: string) =>
    isPhoneNumber(digits) ? rowsOf(byPhone.first(Number(digits)), byPhone.next) : (byPhone.others.get(digits) ?? [])
  const byEmail = (email: string) => {
    const folded = Buffer.from(foldText(email))
    return byAddress.rowsOf(folded, 0, folded.length)
  }

  return {
    stored,
    bytes: byPhone.bytes + byAddress.bytes + ids.byteLength + contactIds.byteLength + at.byteLength,
    byDigits,
    byEmail,
    answering(key, from, to) {
      const phone = numberIn(key, from, to)
      if (phone > 0) {
        const row = newestOfPhone(phone)
        return row === noRow && to - from < mostDigits - 1 ? newestOfPhone(phone + 55 * 10 ** (to - from)) : row
      }
      let isEmail = false
      let isAscii = true
      for (let byte = from; byte < to; byte++) {
        if (key[byte] === atSign) isEmail = true
        if ((key[byte] as number) >= 0x80) isAscii = false
      }
      if (isEmail) {
        const rows = isAscii ? byAddress.rowsOf(key, from, to) : byEmail(key.toString('utf8', from, to))
        return newest(rows.filter((row) => hasEmail(emails, row, key, from, to)))
      }
      const digits = digitsOf(key.toString('utf8', from, to))
      const row = newest(byDigits(digits))
      return row === noRow ? newest(byDigits(`55${digits}`)) : row
    },
    byContact(id) {
      byId ??= indexNumbers(contactIds)
      return byId(id)
    },
    hasConversation,
    conversationAt,
  }
}

/** Whether the row has the e-mail that lies between these bytes, whatever its case. */
function hasEmail({ heap, offsets }: TextPart, row: number, email: Buffer, from: number, to: number): boolean {
  const start = offsets[row] as number
  const end = offsets[row + 1] as number
  for (let at = from, beside = start; beside < end; at++, beside++) {
    const sign = heap[beside] as number
    if (sign >= 0x80) {
      const text = Buffer.from(heap.buffer, heap.byteOffset).toString('utf8', start, end)
      return text.toLowerCase() === email.toString('utf8', from, to).toLowerCase()
    }
    if ((sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign) !== email[at]) return false
  }
  return end - start === to - from
}

/** Digits that a number holds exactly. */
const mostDigits = 15
const atSign = 0x40

function isPhoneNumber(digits: string): boolean {
  return /^[1-9]\d{0,14}$/.test(digits)
}

/** The number that these bytes are the digits of; 0 where they are none, begin with a zero or are more than 15. */
function numberIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > mostDigits || bytes[from] === 0x30) return 0
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30
    if (digit < 0 || digit > 9) return 0
    number = number * 10 + digit
  }
  return number
}

/**
 * Rows by phone: an open table of numbers, from which chains go through the rows. What is no number of at most 15 digits
 * (`others`) is found by its text. Ready for every form of a phone, since each is a number of its own.
 */
async function indexPhones(phones: TextPart, yieldToEventLoop: YieldToEventLoop) {
  const { rows, offsets, heap } = phones
  let slots = 16
  while (slots < rows * 2) slots *= 2
  const table = new Float64Array(slots)
  // Row + 1; 0 ends a chain.
  const heads = new Uint32Array(slots)
  const links = new Uint32Array(rows)
  const others = new Map<string, number[]>()
  // From the last row to the first, so that chains ascend. Indexes stay inside the arrays: `as number` spares checks.
  for (let row = rows - 1; row >= 0; row--) {
    if (row % yieldEvery === 0) await yieldToEventLoop()
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    if (from === to) continue
    const phone = numberIn(heap, from, to)
    if (phone === 0) {
      const text = Buffer.from(heap.buffer, heap.byteOffset).toString('utf8', from, to)
      const same = others.get(text)
      if (same) same.push(row)
      else others.set(text, [row])
      continue
    }
    const slot = numberSlot(table, phone)
    table[slot] = phone
    links[row] = heads[slot] as number
    heads[slot] = row + 1
  }
  for (const same of others.values()) same.reverse()
  return {
    bytes: table.byteLength + heads.byteLength + links.byteLength,
    others,
    first(phone: number): number {
      const slot = numberSlot(table, phone)
      return table[slot] === phone ? (heads[slot] as number) - 1 : noRow
    },
    next: (row: number): number => (links[row] === 0 ? noRow : (links[row] as number) - 1),
  }
}

function rowsOf(first: number, next: (row: number) => number): number[] {
  const rows: number[] = []
  for (let row = first; row !== noRow; row = next(row)) rows.push(row)
  return rows
}

/** Rows by number, ascending: chains through the rows weigh a fraction of a list for each number. */
function indexNumbers(numbers: Float64Array): (searched: number) => readonly number[] {
  const first = new Map<number, number>()
  // Row + 1; 0 ends a chain.
  const next = new Uint32Array(numbers.length)
  for (let row = numbers.length - 1; row >= 0; row--) {
    const number = numbers[row] ?? Number.NaN
    if (Number.isNaN(number)) continue
    next[row] = first.get(number) ?? 0
    first.set(number, row + 1)
  }
  return (searched) => {
    const rows: number[] = []
    for (let link = first.get(searched) ?? 0; link !== 0; link = next[link - 1] ?? 0) rows.push(link - 1)
    return rows
  }
}

/** Finds the rows that have a text, in a few bytes a row and without making strings. */
interface TextIndex {
  /** Those of the text that lies between these bytes, ascending. */
  rowsOf(text: Uint8Array, from: number, to: number): number[]
  readonly bytes: number
}

const yieldEvery = 32_768

/** Empty texts are left out: they are nobody's. */
async function indexTexts(source: TextHeap, yieldToEventLoop: YieldToEventLoop): Promise<TextIndex> {
  const { offsets, heap } = source
  const rows = offsets.length - 1
  let slots = 16
  while (slots < rows) slots *= 2
  // Row + 1; 0 ends a chain.
  const heads = new Uint32Array(slots)
  const next = new Uint32Array(rows)
  // From the last row to the first, so that chains ascend. Indexes stay inside the arrays: `as number` spares checks.
  for (let row = rows - 1; row >= 0; row--) {
    if (row % yieldEvery === 0) await yieldToEventLoop()
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    if (from === to) continue
    const slot = hashBytes(heap, from, to) & (slots - 1)
    next[row] = heads[slot] as number
    heads[slot] = row + 1
  }
  return {
    bytes: heap.byteLength + offsets.byteLength + heads.byteLength + next.byteLength,
    rowsOf(text, from, to) {
      const found: number[] = []
      let link = heads[hashBytes(text, from, to) & (slots - 1)] as number
      while (link !== 0) {
        const row = link - 1
        if (isAt(source, row, text, from, to)) found.push(row)
        link = next[row] as number
      }
      return found
    },
  }
}

function isAt({ offsets, heap }: TextHeap, row: number, text: Uint8Array, from: number, to: number): boolean {
  const start = offsets[row] as number
  if ((offsets[row + 1] as number) - start !== to - from) return false
  for (let at = from, beside = start; at < to; at++, beside++) if (text[at] !== heap[beside]) return false
  return true
}

/** LRU cache of what was read of the sheets; cleared after a while without use, since it is large. */
interface SheetCache<Value> {
  /**
   * Null when the file no longer holds the rows of this version, or cannot be read: the list of sheets shows what is wrong
   * with it.
   */
  of(sheet: { readonly id: string; readonly version: string }): Promise<Value | null>
  close(): void
}

const mostBytes = 200_000_000
const idleMs = 30_000

/** Caches what `read` gives for one version of each sheet. Calls that come while it reads share that reading. */
export function createSheetCache<Value extends { readonly bytes: number }>(
  read: (id: string) => Promise<Value | null>,
): SheetCache<Value> {
  // In the order of last use.
  const known = new Map<string, { readonly version: string; readonly value: Promise<Value | null> }>()
  const sizes = new Map<string, number>()
  let idle: NodeJS.Timeout | undefined

  const readOrNull = async (id: string): Promise<Value | null> => {
    try {
      return await read(id)
    } catch {
      return null
    }
  }
  const forget = (id: string) => {
    known.delete(id)
    sizes.delete(id)
  }
  const shed = (newest: string) => {
    for (const id of [...known.keys()]) {
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (id !== newest && bytes > mostBytes) forget(id)
    }
  }
  const close = () => {
    clearTimeout(idle)
    known.clear()
    sizes.clear()
  }
  return {
    async of({ id, version }) {
      clearTimeout(idle)
      idle = setTimeout(close, idleMs).unref()
      const cached = known.get(id)
      forget(id)
      const value = cached?.version === version ? cached.value : readOrNull(id)
      known.set(id, { version, value })
      const got = await value
      if (known.get(id)?.value === value) {
        if (got) sizes.set(id, got.bytes)
        else forget(id)
        shed(id)
      }
      return got
    },
    close,
  }
}
