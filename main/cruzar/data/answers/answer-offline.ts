import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import type { KeyTable } from '../../../engine/columns/key-index.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import type { CachedSheet, CachedSheets, HeldRows } from '../../../leads/cached-sheets.ts'
import { codeOfAnswer } from '../../../leads/cross-check.ts'
import type { Snapshot } from '../../../leads/snapshot.ts'
import { noConversation } from '../../../people/sheet-people.ts'
import { otherNinthForm } from '../../../phones/match-ladder.ts'
import { createColumnStore } from '../lists/list-columns.ts'
import type { KnownAnswers } from './answers.ts'
import { createConversationFilter } from './conversation-filter.ts'
import { type FindDeps, findInAll, type KeyRows } from './find-rows.ts'
import { accountStep, candidateFields, type StoredMatches } from './matches.ts'
import { createSheetLeads, type LeadSource } from './sheet-leads.ts'

interface OfflineDeps extends FindDeps {
  /** A conversation outside of it counts as none. */
  readonly filter: LeadFilter
  readonly cached: CachedSheets
  /** The id of the run, whose snapshots stay; null for one without a file. */
  readonly holder: string | null
}

/** What the sheets know of the keys. */
export interface SheetAnswers extends KnownAnswers {
  /** Where the leads are. */
  readonly sources: readonly LeadSource[]
}

/** A sheet that another process reads for the first time has other rows at every attempt. */
const mostTries = 5

/**
 * Looks up keys in cached sheets, in place of the service: the rows of a snapshot of each go against the table of the
 * keys. The run holds these snapshots, so that it stays whole when a sheet is read anew. Phones match by the ladder
 * (match-ladder.ts) down to the rung that counts, e-mails whatever their case. Of several rows of a contact the one
 * with the newest conversation wins, of equal ones the first of the first sheet. Several contacts of a key are its
 * candidates (matches.ts). Throws `not_found` for a sheet that is not here or has no rows yet, `sheet_lacks_field`
 * for one without what the filter compares, and what the yielding throws.
 */
export async function answerFromSheets(
  keys: KeyTable,
  ids: readonly string[],
  deps: OfflineDeps,
): Promise<SheetAnswers> {
  const { cached, holder } = deps
  for (let tries = 0; tries < mostTries; tries++) {
    const sheets = ids.map((id) => cached.read(id))
    const snapshots: HeldRows[] = []
    for (const { id } of sheets) snapshots.push(await cached.hold(id, holder))
    const answers = await lookUp(keys, sheets, snapshots, deps)
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
  sheets: readonly CachedSheet[],
  snapshots: readonly HeldRows[],
  deps: OfflineDeps,
): Promise<SheetAnswers | null> {
  const { yieldToEventLoop } = deps
  const stored = snapshots.map(({ rows }) => rows)
  const filters = stored.map(({ rows }, index) =>
    createConversationFilter(deps.filter, sheets[index]?.echoed ?? null, rows),
  )
  const hits = await findInAll(keys, sheets, stored, filters, deps)
  if (!hits) return null
  const answers = answersOf(hits)
  await yieldToEventLoop()
  const candidates = placesOfRivals(hits)
  await yieldToEventLoop()
  const sources: LeadSource[] = []
  let leads = 0
  let first = 0
  for (const [index, { number, rows: ofSheet }] of snapshots.entries()) {
    const rows = await renumber([hits.rows, candidates.rows], first, ofSheet.rows, leads, yieldToEventLoop)
    const outside = filters[index]?.outside
    sources.push({
      sheet_id: sheets[index]?.id ?? '',
      snapshot: number,
      rows,
      outside: outside ? Uint8Array.from(rows, (row) => outside[row] as number) : new Uint8Array(0),
    })
    first += ofSheet.rows
    leads += rows.length
    await yieldToEventLoop()
  }
  const snapshotBySource = new Map(sources.map((source, index) => [source, snapshots[index]?.snapshot]))
  const sheetLeads = createSheetLeads(sources, (source) => snapshotBySource.get(source) as Snapshot)
  const matches = matchesOf(hits, candidates)
  const { read } = createColumnStore(0)
  return { answers, keyLeads: hits.rows, matches, others: new Uint8Array(0), sheetLeads, read, sources }
}

function answersOf({ rows, marks, rivals }: KeyRows): Uint8Array {
  const answers = new Uint8Array(rows.length).fill(codeOfAnswer('ausente'))
  for (let key = 0; key < rows.length; key++) {
    if (rows[key] !== noRow) answers[key] = codeOfRank(marks[2 * key] as number)
  }
  for (const key of rivals.keys()) answers[key] = codeOfAnswer('ambigua')
  return answers
}

const [withConversation, registered] = [codeOfAnswer('com_conversa'), codeOfAnswer('sem_conversa')]

function codeOfRank(rank: number): number {
  return rank === noConversation ? registered : withConversation
}

/**
 * So many candidates of a key have their leads copied, for each way in which it is written. Where one alone is meant,
 * it is the first of its way.
 */
const mostLeads = 100

interface CandidatePlaces {
  /** As in `KeyRows`. */
  readonly rows: Uint32Array
  /** As in `StoredMatches`, but for the leads. */
  readonly numbers: Uint32Array
}

/**
 * The candidates of all keys that have several, by key, the newest conversation first. Their keys have no place of
 * their own then.
 */
function placesOfRivals({ rows, rivals }: KeyRows): CandidatePlaces {
  const count = [...rivals.values()].reduce((sum, { size }) => sum + size, 0)
  const places = new Uint32Array(count).fill(noRow)
  const numbers = new Uint32Array(count * candidateFields)
  let one = 0
  for (const key of [...rivals.keys()].sort((first, second) => first - second)) {
    rows[key] = noRow
    const candidates = [...(rivals.get(key)?.values() ?? [])]
    candidates.sort(
      (first, second) => second.rank - first.rank || ninthOf(first) - ninthOf(second) || first.row - second.row,
    )
    const people = new Map<string, number>()
    const copied = new Map<string, number>()
    for (const { row, rank, form, hash, account, contact } of candidates) {
      const name = `${account} ${contact}`
      const person = people.get(name) ?? account * accountStep + people.size
      people.set(name, person)
      const way = `${form} ${hash}`
      const copies = copied.get(way) ?? 0
      copied.set(way, copies + 1)
      if (copies < mostLeads) places[one] = row
      numbers.set([key, noRow, form, hash, person, codeOfRank(rank)], one++ * candidateFields)
    }
  }
  return { rows: places, numbers }
}

/** 0 where a contact has the ninth digit of the key, so that it sorts first. */
function ninthOf({ form }: { readonly form: number }): number {
  return form & otherNinthForm
}

function matchesOf({ forms, hashes }: KeyRows, { numbers, rows }: CandidatePlaces): StoredMatches {
  for (let one = 0; one < rows.length; one++) numbers[one * candidateFields + 1] = rows[one] as number
  const written = new Uint32Array(hashes.size > 0 ? forms.length : 0)
  for (const [key, hash] of hashes) written[key] = hash
  return { forms, hashes: written, candidates: numbers }
}

/**
 * The rows of a sheet that were found, each once and ascending, so that they are copied in the order of memory. `first`
 * is its first row among those of all sheets. In `places` they become their positions among all leads, of which so many
 * come before: never more than rows come before. So no position is taken for a row of a later sheet.
 */
async function renumber(
  places: readonly Uint32Array[],
  first: number,
  sheetRows: number,
  earlierLeads: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  const positions = new Uint32Array(sheetRows)
  for (const place of places) {
    markRows(place, first, positions)
    await yieldToEventLoop()
  }
  const rows = numberRows(positions, earlierLeads)
  for (const place of places) {
    await yieldToEventLoop()
    replaceRows(place, first, positions)
  }
  return rows
}

function markRows(place: Uint32Array, first: number, positions: Uint32Array): void {
  for (let one = 0; one < place.length; one++) {
    const row = (place[one] as number) - first
    if (row >= 0 && row < positions.length) positions[row] = 1
  }
}

/** Gives the marked rows. Instead of its mark each gets its number, counted from `from`. */
function numberRows(positions: Uint32Array, from: number): Uint32Array {
  let count = 0
  for (let row = 0; row < positions.length; row++) count += positions[row] as number
  const rows = new Uint32Array(count)
  count = 0
  for (let row = 0; row < positions.length; row++) {
    if (positions[row] === 0) continue
    rows[count] = row
    positions[row] = from + count++
  }
  return rows
}

function replaceRows(place: Uint32Array, first: number, positions: Uint32Array): void {
  for (let one = 0; one < place.length; one++) {
    const row = (place[one] as number) - first
    if (row >= 0 && row < positions.length) place[one] = positions[row] as number
  }
}
