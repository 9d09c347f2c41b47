import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import { type KeyRun, type KeyTable, noKey, withRoom } from '../columns/key-index.ts'
import { createReusedMemory, type Part, type TextPart, textAt } from '../columns/part.ts'
import { takeLeads } from '../lead-links/find-people.ts'
import { conversationRank, noConversation, numberIn } from '../lead-links/sheet-people.ts'
import type { StoredRows } from '../sheets/open-sheet.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { KnownAnswers } from './answers.ts'
import { codeOfAnswer } from './key-outcomes.ts'
import type { ColumnStore } from './list-columns.ts'

interface Watch {
  readonly yieldToEventLoop: YieldToEventLoop
  /** Rows of sheets that were compared with the keys, and how many there are. */
  readonly progress: (rows: number, total: number) => void
}

/** A sheet that another process reads for the first time has other rows at every attempt. */
const mostTries = 5

/**
 * Looks up keys in cached sheets, in place of the service: the rows of the sheets against the table of the keys, then the columns
 * of the leads that were found, copied once, so that the run stays whole when a sheet changes or goes. Phones count by digits
 * alone, with or without 55, never by the ninth digit; e-mails whatever their case (agent-platform.md, "Cross-check envelope").
 * Of several rows of a person the one with the newest conversation wins, of equal ones the first of the first sheet; one with 55
 * before the key's digits only where none has just these. `store` gets the columns of the leads as `lead_…`, and all of them once
 * more where a sheet was read anew meanwhile. Throws `not_found` for a sheet that is not here or has no rows yet, and what the
 * yielding throws.
 */
export async function answerFromSheets(
  keys: KeyTable,
  ids: readonly string[],
  cached: CachedSheets,
  store: ColumnStore,
  watch: Watch,
): Promise<KnownAnswers> {
  for (let tries = 0; tries < mostTries; tries++) {
    const sheets = ids.map((id) => cached.read(id))
    const rows = sheets.map(({ id }) => cached.rows(id))
    const answers = await lookUp(keys, rows, store, watch)
    if (answers) return answers
    // Read anew in the meantime, the new rows answer. Otherwise the file is at fault.
    if (sheets.every(({ id, version }) => cached.read(id).version === version)) {
      throw new AppFailure('file_damaged', {}, 'rows are missing')
    }
  }
  throw new AppFailure('file_busy', { of: 'data' })
}

/** Null when the rows of a sheet are not there any more. */
async function lookUp(
  keys: KeyTable,
  sheets: readonly StoredRows[],
  store: ColumnStore,
  watch: Watch,
): Promise<KnownAnswers | null> {
  const found = await findInAll(keys, sheets, watch)
  if (!found) return null
  let leads = 0
  let pieces = 0
  for (const [index, sheet] of sheets.entries()) {
    const rows = renumber(found, index, sheet.rows, leads)
    const before = pieces
    const takeLead = (key: string, piece: number, part: Part) => store.add(`lead_${key}`, before + piece, part)
    const taken = await takeLeads(sheet, rows, takeLead, watch.yieldToEventLoop, createReusedMemory())
    if (taken === null) return null
    leads += rows.length
    pieces += taken
  }
  return { answers: answersOf(found), keyLeads: found.rows, read: store.read }
}

/** The lead of each key so far. */
interface Found {
  /** By key: which sheet has it, and the row there; `noRow` for a key without one. */
  readonly sheets: Uint8Array
  readonly rows: Uint32Array
  /**
   * The higher, the surer a row is its person's: when its conversation was created, epoch ms; less where nobody knows that,
   * and minus infinity without a conversation.
   */
  readonly ranks: Float64Array
  /** 1 where the row has 55 before the digits of the key, which counts only while no row has just these. */
  readonly longer: Uint8Array
}

async function findInAll(
  keys: KeyTable,
  sheets: readonly StoredRows[],
  { yieldToEventLoop, progress }: Watch,
): Promise<Found | null> {
  const { size } = keys
  const found: Found = {
    sheets: new Uint8Array(size),
    rows: new Uint32Array(size).fill(noRow),
    ranks: new Float64Array(size),
    longer: new Uint8Array(size),
  }
  const findIn = createFinder(keys, found)
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0)
  let before = 0
  for (const [index, sheet] of sheets.entries()) {
    let first = 0
    for (const read of sheet.pieces()) {
      const phones = read('telefone_digitos', 'text')
      const emails = read('email', 'text')
      const rank = conversationRank(read('conversa_id', 'number'), read('conversa_criada_em', 'time'))
      const people = { sheet: index, first, phones, emails, rank }
      await yieldToEventLoop()
      for (let from = 0; from < phones.rows; from += rowsAtOnce) {
        findIn(people, from, Math.min(phones.rows, from + rowsAtOnce))
        await yieldToEventLoop()
        progress(before + first + from, total)
      }
      first += phones.rows
    }
    if (first !== sheet.rows) return null
    before += first
  }
  progress(total, total)
  return found
}

/** What of a piece of a sheet is compared with keys. */
interface People {
  readonly sheet: number
  /** The first row of the piece in its sheet. */
  readonly first: number
  readonly phones: TextPart
  readonly emails: TextPart
  readonly rank: ReturnType<typeof conversationRank>
}

/** Rows of a sheet that are compared at once, and the keys of so many at most. */
const rowsAtOnce = 1024
const keysAtOnce = 3 * rowsAtOnce

/** Looks up the keys of some rows of a piece, and notes those rows that answer a key better than what was found before. */
function createFinder(keys: KeyTable, { sheets, rows, ranks, longer }: Found) {
  const block: KeyBlock = {
    count: 0,
    numbers: new Float64Array(keysAtOnce),
    ends: new Uint32Array(keysAtOnce),
    heap: new Uint8Array(16 * keysAtOnce),
    used: 0,
  }
  const rowOf = new Uint32Array(keysAtOnce)
  const isLonger = new Uint8Array(keysAtOnce)
  const into = new Uint32Array(keysAtOnce)
  return ({ sheet, first, phones, emails, rank }: People, from: number, to: number): void => {
    block.count = 0
    block.used = 0
    isLonger.fill(0)
    // Indexes stay inside the arrays: `as number` spares a check each.
    for (let row = from; row < to; row++) {
      const before = block.count
      const start = phones.offsets[row] as number
      const end = phones.offsets[row + 1] as number
      if (start < end) addKey(block, phones.heap, start, end)
      if (has55(phones.heap, start, end)) {
        isLonger[block.count] = 1
        addKey(block, phones.heap, start + 2, end)
      }
      const mailStart = emails.offsets[row] as number
      const mailEnd = emails.offsets[row + 1] as number
      if (mailStart < mailEnd) addSmall(block, emails.heap, mailStart, mailEnd)
      for (let at = before; at < block.count; at++) rowOf[at] = row
    }
    keys.findAll(block, into)
    for (let at = 0; at < block.count; at++) {
      const key = into[at] as number
      if (key === noKey) continue
      const row = rowOf[at] as number
      const [own, held] = [isLonger[at] as number, longer[key] as number]
      const ownRank = rank(row)
      if (rows[key] !== noRow && (held < own || (held === own && ownRank <= (ranks[key] as number)))) continue
      sheets[key] = sheet
      rows[key] = first + row
      ranks[key] = ownRank
      longer[key] = own
    }
  }
}

function answersOf({ rows, ranks }: Found): Uint8Array {
  const answers = new Uint8Array(rows.length).fill(codeOfAnswer('ausente'))
  const without = codeOfAnswer('sem_conversa')
  const withConversation = codeOfAnswer('com_conversa')
  for (let key = 0; key < rows.length; key++) {
    if (rows[key] !== noRow) answers[key] = ranks[key] === noConversation ? without : withConversation
  }
  return answers
}

/** Keys one after the other, as `KeyTable` takes them. */
interface KeyBlock extends KeyRun {
  count: number
  heap: Uint8Array
  /** Bytes of texts. */
  used: number
}

/** Adds digits as a number, or anything else as its text. */
function addKey(block: KeyBlock, bytes: Uint8Array, from: number, to: number): void {
  const number = numberIn(bytes, from, to)
  if (number === 0) addText(block, bytes.subarray(from, to))
  else endKey(block, number, block.used)
}

function addText(block: KeyBlock, bytes: Uint8Array): void {
  block.heap = withRoom(block.heap, block.used + bytes.length)
  block.heap.set(bytes, block.used)
  endKey(block, 0, block.used + bytes.length)
}

function endKey(block: KeyBlock, number: number, end: number): void {
  block.used = end
  block.numbers[block.count] = number
  block.ends[block.count++] = end
}

/** Adds a text in small letters. */
function addSmall(block: KeyBlock, bytes: Uint8Array, from: number, to: number): void {
  block.heap = withRoom(block.heap, block.used + to - from)
  const { heap } = block
  let end = block.used
  for (let at = from; at < to; at++) {
    const sign = bytes[at] as number
    if (sign >= 0x80) {
      addText(block, Buffer.from(textAt(bytes, from, to).toLowerCase()))
      return
    }
    heap[end++] = sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign
  }
  endKey(block, 0, end)
}

/** Whether these are the digits of a phone after 55. */
function has55(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > 2 && bytes[from] === 0x35 && bytes[from + 1] === 0x35 && bytes[from + 2] !== 0x30
}

/**
 * The rows of a sheet that were found, each once and ascending, so that they are copied in the order of memory. In `found`
 * they become their positions among all leads, of which so many come before.
 */
function renumber(found: Found, sheet: number, sheetRows: number, before: number): Uint32Array {
  const positions = new Uint32Array(sheetRows)
  for (let key = 0; key < found.rows.length; key++) {
    if (found.rows[key] !== noRow && found.sheets[key] === sheet) positions[found.rows[key] as number] = 1
  }
  const rows = new Uint32Array(positions.reduce((sum, isFound) => sum + isFound, 0))
  let count = 0
  for (let row = 0; row < sheetRows; row++) {
    if (positions[row] === 0) continue
    rows[count] = row
    positions[row] = before + count++
  }
  for (let key = 0; key < found.rows.length; key++) {
    if (found.rows[key] !== noRow && found.sheets[key] === sheet) {
      found.rows[key] = positions[found.rows[key] as number] as number
    }
  }
  return rows
}
