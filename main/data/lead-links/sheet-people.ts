import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { foldHeap, foldText, type TextHeap } from '../columns/fold-text.ts'
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
  const phones = stored.column('telefone_digitos', 'text')
  await yieldToEventLoop()
  const emails = stored.column('email', 'text')
  await yieldToEventLoop()
  const contacts = stored.column('contato_id', 'number')
  const conversations = stored.column('conversa_id', 'number')
  const created = stored.column('conversa_criada_em', 'time')
  if (!phones || !emails || !contacts || !conversations || !created) return null
  const byPhone = await indexTexts(phones, yieldToEventLoop)
  const byAddress = await indexTexts(foldHeap(emails), yieldToEventLoop)
  const ids = conversations.values
  const contactIds = contacts.values
  let byId: ReturnType<typeof indexNumbers> | null = null
  const { at } = created
  const hasConversation = (row: number) => !Number.isNaN(ids[row] ?? Number.NaN)
  return {
    stored,
    bytes: byPhone.bytes + byAddress.bytes + ids.byteLength + contactIds.byteLength + at.byteLength,
    byDigits: byPhone.rowsOf,
    byEmail: (email) => byAddress.rowsOf(foldText(email)),
    byContact(id) {
      byId ??= indexNumbers(contactIds)
      return byId(id)
    },
    hasConversation,
    conversationAt(row) {
      const moment = at[row] ?? Number.NaN
      return hasConversation(row) && !Number.isNaN(moment) ? moment : Number.NEGATIVE_INFINITY
    },
  }
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
  /** Ascending. */
  rowsOf(text: string): number[]
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
  const buffer = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  return {
    bytes: heap.byteLength + offsets.byteLength + heads.byteLength + next.byteLength,
    rowsOf(text) {
      const searched = Buffer.from(text)
      const found: number[] = []
      let link = heads[hashBytes(searched, 0, searched.length) & (slots - 1)] as number
      while (link !== 0) {
        const row = link - 1
        if (searched.compare(buffer, offsets[row], offsets[row + 1]) === 0) found.push(row)
        link = next[row] as number
      }
      return found
    },
  }
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
