import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import { foldHeap, foldText } from '../columns/fold-text.ts'
import { partOf } from '../columns/parts.ts'
import { leadColumns } from '../sheets/lead-columns.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { StoredRows } from '../sheets/stored-rows.ts'
import { createSheetCache, type SheetCache } from './kept-of-sheets.ts'
import { indexTexts } from './text-index.ts'

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
  return createSheetCache((id) => readPeople(sheets, id))
}

async function readPeople(sheets: CachedSheets, id: string): Promise<SheetPeople | null> {
  try {
    return await peopleOf(sheets.rows(id))
  } catch {
    // The sheet was forgotten meanwhile, or its file cannot be read: the list of sheets shows what is wrong with it.
    return null
  }
}

async function peopleOf(stored: StoredRows): Promise<SheetPeople | null> {
  const yieldToEventLoop = createYieldToEventLoop()
  const part = (key: string) => {
    const column = leadColumns.find((each) => each.key === key)
    return column ? stored.column(key, column.kind) : null
  }
  const phones = part('telefone_digitos')
  await yieldToEventLoop()
  const emails = part('email')
  await yieldToEventLoop()
  const contacts = part('contato_id')
  const conversations = part('conversa_id')
  const created = part('conversa_criada_em')
  if (!phones || !emails || !contacts || !conversations || !created) return null
  const byPhone = await indexTexts(partOf(phones, 'text'), yieldToEventLoop)
  const byAddress = await indexTexts(foldHeap(partOf(emails, 'text')), yieldToEventLoop)
  const ids = partOf(conversations, 'number').values
  const contactIds = partOf(contacts, 'number').values
  let byId: ReturnType<typeof indexNumbers> | null = null
  const { at } = partOf(created, 'time')
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
function indexNumbers(numbers: Float64Array): (wanted: number) => readonly number[] {
  const first = new Map<number, number>()
  // Row + 1; 0 ends a chain.
  const next = new Uint32Array(numbers.length)
  for (let row = numbers.length - 1; row >= 0; row--) {
    const number = numbers[row] ?? Number.NaN
    if (Number.isNaN(number)) continue
    next[row] = first.get(number) ?? 0
    first.set(number, row + 1)
  }
  return (wanted) => {
    const rows: number[] = []
    for (let place = first.get(wanted) ?? 0; place !== 0; place = next[place - 1] ?? 0) rows.push(place - 1)
    return rows
  }
}
