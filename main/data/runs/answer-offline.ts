import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import { createKeyTable, type KeyRun, type KeyTable, noKey, withRoom } from '../columns/key-index.ts'
import type { Part, TextPart } from '../columns/part.ts'
import { takeLeads } from '../lead-links/find-people.ts'
import { conversationRank, noConversation, numberIn } from '../lead-links/sheet-people.ts'
import type { StoredRows } from '../sheets/open-sheet.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { KnownAnswers } from './answers.ts'
import { codeOfAnswer } from './key-outcomes.ts'
import type { TakePart } from './list-columns.ts'

/** What sheets answer; the leads themselves are given apart. */
type SheetAnswers = Omit<KnownAnswers, 'read'>

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
 * Of several rows of a person the one with the newest conversation wins, of equal ones the first of the first sheet. Throws
 * `not_found` for a sheet that is not here or has no rows yet, and what the yielding throws. `take` gets the columns of the leads
 * as `lead_…`, a part a sheet, and all of them once more where a sheet was read anew meanwhile.
 */
export async function answerFromSheets(
  keys: KeyTable,
  ids: readonly string[],
  cached: CachedSheets,
  take: TakePart,
  watch: Watch,
): Promise<SheetAnswers> {
  for (let tries = 0; tries < mostTries; tries++) {
    const sheets = ids.map((id) => cached.read(id))
    const answers = await lookUp(
      keys,
      sheets.map(({ id }) => cached.rows(id)),
      take,
      watch,
    )
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
  take: TakePart,
  { yieldToEventLoop, ...watch }: Watch,
): Promise<SheetAnswers | null> {
  const found = await findInAll(keys, sheets, { yieldToEventLoop, ...watch })
  let count = 0
  if (!found) return null
  for (const [index, sheet] of sheets.entries()) {
    const rows = renumber(found, index, sheet.rows, count)
    const takeLead = (key: string, part: Part) => take(`lead_${key}`, index, part)
    if (!(await takeLeads(sheet, rows, takeLead, yieldToEventLoop))) return null
    count += rows.length
  }
  return { answers: found.answers, keyLeads: found.rows }
}

async function findInAll(keys: KeyTable, sheets: readonly StoredRows[], watch: Watch): Promise<Found | null> {
  const found = createFound(keys.size)
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0)
  let before = 0
  for (const [index, sheet] of sheets.entries()) {
    const people = await readPeople(sheet, watch.yieldToEventLoop)
    if (!people) return null
    const first = before
    const rows = await findRows(keys, people, async (done) => {
      await watch.yieldToEventLoop()
      watch.progress(first + done, total)
    })
    takeNewest(found, index, rows, people)
    before += sheet.rows
  }
  return found
}

/** What of a sheet is compared with keys. */
interface People {
  readonly rows: number
  readonly phones: TextPart
  readonly emails: TextPart
  readonly rank: ReturnType<typeof conversationRank>
}

async function readPeople(sheet: StoredRows, yieldToEventLoop: YieldToEventLoop): Promise<People | null> {
  const phones = sheet.column('telefone_digitos', 'text')
  await yieldToEventLoop()
  const emails = sheet.column('email', 'text')
  await yieldToEventLoop()
  const conversations = sheet.column('conversa_id', 'number')
  const created = sheet.column('conversa_criada_em', 'time')
  if (!phones || !emails || !conversations || !created) return null
  return { rows: sheet.rows, phones, emails, rank: conversationRank(conversations, created) }
}

/** Rows of a sheet between two checks of the clock. */
const rowsAtOnce = 1024

/** The row of a sheet that answers each key, or `noRow`. */
async function findRows(
  keys: KeyTable,
  { rows, phones, emails, rank }: People,
  pause: (rows: number) => Promise<void>,
): Promise<Uint32Array> {
  const best = new Uint32Array(keys.size).fill(noRow)
  // By key: 1 where its row has 55 before the digits of the key, which counts only while no row has just these.
  const isLonger = new Uint8Array(keys.size)
  const block = createKeyBlock(3 * rowsAtOnce)
  const rowOf = new Uint32Array(3 * rowsAtOnce)
  const longer = new Uint8Array(3 * rowsAtOnce)
  const into = new Uint32Array(3 * rowsAtOnce)
  // Indexes stay inside the arrays: `as number` spares a check each.
  for (let from = 0; from < rows; from += rowsAtOnce) {
    await pause(from)
    clear(block)
    longer.fill(0)
    for (let row = from; row < Math.min(rows, from + rowsAtOnce); row++) {
      const first = block.count
      const start = phones.offsets[row] as number
      const end = phones.offsets[row + 1] as number
      if (start < end) addKey(block, phones.heap, start, end)
      if (has55(phones.heap, start, end)) {
        longer[block.count] = 1
        addKey(block, phones.heap, start + 2, end)
      }
      const mailStart = emails.offsets[row] as number
      const mailEnd = emails.offsets[row + 1] as number
      if (mailStart < mailEnd) addSmall(block, emails.heap, mailStart, mailEnd)
      for (let at = first; at < block.count; at++) rowOf[at] = row
    }
    keys.findAll(block, into)
    for (let at = 0; at < block.count; at++) {
      const key = into[at] as number
      if (key === noKey) continue
      const row = rowOf[at] as number
      const own = longer[at] as number
      const before = best[key] as number
      const held = isLonger[key] as number
      if (before !== noRow && (held < own || (held === own && rank(row) <= rank(before)))) continue
      best[key] = row
      isLonger[key] = own
    }
  }
  await pause(rows)
  return best
}

/** Keys one after the other, as `KeyTable` takes them. */
interface KeyBlock extends KeyRun {
  count: number
  heap: Uint8Array
  /** Bytes of texts. */
  used: number
}

function createKeyBlock(most: number): KeyBlock {
  const heap = new Uint8Array(16 * most)
  return { count: 0, numbers: new Float64Array(most), ends: new Uint32Array(most), heap, used: 0 }
}

function clear(block: KeyBlock): void {
  block.count = 0
  block.used = 0
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
      addText(block, Buffer.from(textIn(bytes, from, to).toLowerCase()))
      return
    }
    heap[end++] = sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign
  }
  endKey(block, 0, end)
}

/** The table of keys that were read from a file. */
export async function keyTableOf(
  { rows, offsets, heap }: TextPart,
  yieldToEventLoop: YieldToEventLoop,
): Promise<KeyTable> {
  const table = createKeyTable()
  const block = createKeyBlock(rowsAtOnce)
  const numbers = new Uint32Array(rowsAtOnce)
  for (let from = 0; from < rows; from += rowsAtOnce) {
    await yieldToEventLoop()
    clear(block)
    const to = Math.min(rows, from + rowsAtOnce)
    for (let key = from; key < to; key++) addKey(block, heap, offsets[key] as number, offsets[key + 1] as number)
    table.takeAll(block, numbers)
  }
  return table
}

/** Whether these are the digits of a phone after 55. */
function has55(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > 2 && bytes[from] === 0x35 && bytes[from + 1] === 0x35 && bytes[from + 2] !== 0x30
}

function textIn(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset).toString('utf8', from, to)
}

interface Found {
  /** 1 plus the index in `keyAnswers`. */
  readonly answers: Uint8Array
  /** By key: which sheet has its lead, the row there, and its rank; `noRow` for a key without one. */
  readonly sheets: Uint8Array
  readonly rows: Uint32Array
  readonly ranks: Float64Array
}

function createFound(keys: number): Found {
  return {
    answers: new Uint8Array(keys).fill(codeOfAnswer('ausente')),
    sheets: new Uint8Array(keys),
    rows: new Uint32Array(keys).fill(noRow),
    ranks: new Float64Array(keys),
  }
}

/** Takes the rows of a sheet where no sheet before has one that ranks as high. */
function takeNewest(found: Found, sheet: number, sheetRows: Uint32Array, { rank }: People): void {
  const { answers, sheets, rows, ranks } = found
  const [withConversation, without] = [codeOfAnswer('com_conversa'), codeOfAnswer('sem_conversa')]
  for (let key = 0; key < sheetRows.length; key++) {
    const row = sheetRows[key] as number
    if (row === noRow) continue
    const own = rank(row)
    if (rows[key] !== noRow && own <= (ranks[key] as number)) continue
    rows[key] = row
    sheets[key] = sheet
    ranks[key] = own
    answers[key] = own === noConversation ? without : withConversation
  }
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
