import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import { type LeadParts, takeLeads } from '../lead-links/find-people.ts'
import type { PeopleOfSheets, SheetPeople } from '../lead-links/sheet-people.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { SheetAnswers } from './answers.ts'
import { type KeyAnswer, keyAnswers } from './key-outcomes.ts'
import type { OpenRun } from './open-run.ts'

export interface AnsweringSheets {
  readonly cached: CachedSheets
  readonly people: PeopleOfSheets
}

interface Watch {
  readonly yieldToEventLoop: YieldToEventLoop
  /** Keys that were looked up. */
  readonly progress: (keys: number) => void
}

/** A sheet that another process reads for the first time has other rows at every attempt. */
const mostTries = 5
/** Keys between two checks of the clock. */
const keysAtOnce = 2000

/**
 * Looks up the keys of a run that have no answer in cached sheets, in place of the service: every key against the indexes of
 * the sheets, then the columns of the leads that were found, copied once, so that the run stays whole when a sheet changes or
 * goes. Where several sheets have rows of a person, the row with the newest conversation wins, of equal ones that of the first
 * sheet. Throws `not_found` for a sheet that is not here or has no rows yet, and what the yielding throws.
 */
export async function answerFromSheets(
  run: OpenRun,
  ids: readonly string[],
  { cached, people }: AnsweringSheets,
  watch: Watch,
): Promise<SheetAnswers> {
  for (let tries = 0; tries < mostTries; tries++) {
    const sheets = ids.map((id) => cached.read(id))
    const known = await Promise.all(sheets.map((sheet) => people.of(sheet)))
    const answers = known.every((one) => one !== null) ? await lookUp(run, known, watch) : null
    if (answers) return answers
    // Read anew in the meantime, the new rows answer. Otherwise the file is at fault.
    if (sheets.every(({ id, version }) => cached.read(id).version === version)) {
      throw new AppFailure('file_damaged', {}, 'rows are missing')
    }
  }
  throw new AppFailure('file_busy', { of: 'data' })
}

/** Null when the rows of a sheet are not there any more. */
async function lookUp(run: OpenRun, sheets: readonly SheetPeople[], watch: Watch): Promise<SheetAnswers | null> {
  const found = await findRows(run, sheets, watch)
  const leads: LeadParts[] = []
  let count = 0
  for (const [index, { stored }] of sheets.entries()) {
    const rows = renumber(found, index, stored.rows, count)
    const columns = await takeLeads(stored, rows, watch.yieldToEventLoop)
    if (!columns) return null
    leads.push(columns)
    count += rows.length
  }
  return { answers: found.answers, leads, leadOf: found.rows }
}

interface FoundRows {
  readonly answers: Uint8Array
  /** By key: which sheet has its lead, and the row there; `noRow` for a key without one. */
  readonly sheets: Uint8Array
  readonly rows: Uint32Array
}

async function findRows(
  { list, answers: known }: OpenRun,
  sheets: readonly SheetPeople[],
  watch: Watch,
): Promise<FoundRows> {
  const { offsets, heap, rows: count } = list.keys
  const text = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  const found = {
    answers: new Uint8Array(count),
    sheets: new Uint8Array(count),
    rows: new Uint32Array(count).fill(noRow),
  }
  for (let key = 0; key < count; key++) {
    if (key % keysAtOnce === 0) {
      await watch.yieldToEventLoop()
      watch.progress(key)
    }
    if (known.keyOutcomes.isAnswered(key)) continue
    let best: SheetPeople | null = null
    let bestRow = noRow
    for (let index = 0; index < sheets.length; index++) {
      const sheet = sheets[index] as SheetPeople
      // Offsets lie inside the array: `as number` spares a check a key.
      const row = sheet.answering(text, offsets[key] as number, offsets[key + 1] as number)
      if (row === noRow || (best && !isNewer(sheet, row, best, bestRow))) continue
      best = sheet
      bestRow = row
      found.sheets[key] = index
      found.rows[key] = row
    }
    const hasConversation = best?.hasConversation(bestRow) ?? false
    found.answers[key] = best ? codeOf(hasConversation ? 'com_conversa' : 'sem_conversa') : codeOf('ausente')
  }
  return found
}

function codeOf(answer: KeyAnswer): number {
  return keyAnswers.indexOf(answer) + 1
}

function isNewer(sheet: SheetPeople, row: number, other: SheetPeople, otherRow: number): boolean {
  const has = sheet.hasConversation(row)
  if (has !== other.hasConversation(otherRow)) return has
  return sheet.conversationAt(row) > other.conversationAt(otherRow)
}

/**
 * The rows of a sheet that were found, each once and ascending, so that they are copied in the order of memory. In `found`
 * they become their positions among all leads, of which so many come before.
 */
function renumber(found: FoundRows, sheet: number, sheetRows: number, before: number): Uint32Array {
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
