import type { RelatedBy } from '../../preload/contract/contacts.ts'
import type { EntryLead } from '../../preload/contract/entries.ts'
import { type MatchReason, matchReasons } from '../../preload/values/rungs.ts'
import type { Column } from '../engine/columns/column.ts'
import { noRow } from '../engine/columns/derived-columns.ts'
import type { Part } from '../engine/columns/part.ts'
import { concatenateParts } from '../engine/columns/segment.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { CachedSheet } from '../leads/cached-sheets.ts'
import { extraKey, type LeadColumn, leadColumns, leadColumnsOf } from '../leads/lead-columns.ts'
import type { StoredRows } from '../leads/open-sheet.ts'
import { matchReasonOf } from '../phones/match-ladder.ts'
import { noConversation, type PeopleOfSheets, type PersonKey, type RowMatch, type SheetPeople } from './sheet-people.ts'
import { type Candidate, type Meant, whoIsMeant } from './who-is-meant.ts'

interface FoundPerson extends Omit<EntryLead, 'lead' | 'matched_by' | 'alike'> {
  readonly matched_by: RelatedBy | null
  /** As in a run; null for `ausente` and where the number of a contact was compared. */
  readonly reason: MatchReason | null
  /** The row of the lead in `columns`; `noRow` (columns/derived-columns.ts) for `ausente` and `ambigua`. */
  readonly row: number
}

export interface FoundPeople {
  /** Whether any sheet could be read. */
  readonly searched: boolean
  /** The person of a row; null for one without keys. */
  of(row: number): FoundPerson | null
  /** The lead of a row as `leadReader` gives it; null without one, and where several contacts match alike. */
  leadOf(row: number): Record<string, unknown> | null
  /**
   * The contacts among which the person is: those that match alike, or two cards of one person, with and without the
   * ninth digit. Null where one contact alone is the surest.
   */
  alikeOf(row: number): EntryLead['alike']
  /** The leads that were found, by column key (`leadColumns` of the sheets). */
  readonly columns: ReadonlyMap<string, Part>
}

/** A lead that may be the person's. */
interface Hit extends RowMatch, Candidate {
  readonly sheet: CachedSheet
  /** The row in the sheet, later the position among the leads that were taken. */
  readonly row: number
  readonly rank: number
}

/** The surest first: the number of a contact, a phone, the same phone with another ninth digit, an e-mail. */
const matchOrder: readonly RelatedBy[] = ['contato_id', 'telefone', 'nono_digito', 'email']

/** The surer of two ways in which the same record was recognised. */
export function strongerMatch<By extends RelatedBy>(one: By, other: By | undefined): By {
  return other !== undefined && matchOrder.indexOf(other) <= matchOrder.indexOf(one) ? other : one
}

/** Changes with what is found in these sheets, and with how they are shown. */
export function revisionOfSheets(sheets: readonly CachedSheet[]): string {
  return JSON.stringify(sheets.map(({ id, name, read_at, version }) => [id, name, read_at, version]))
}

/**
 * Searches the person of every row in every sheet, one sheet after the other; `read` gives the keys of a row.
 * `whoIsMeant` decides whom each key means, as in a run; a tie is `ambigua`, and none is chosen. Of one contact the row
 * with the newest conversation counts, then the fresher sheet. A row takes the best of its keys, of equal ones the
 * first (`key-outcomes.ts`). A sheet whose rows cannot be read is passed over.
 */
export async function findPeople<Row>(
  rows: Iterable<readonly [row: number, value: Row]>,
  read: (value: Row) => readonly PersonKey[],
  { sheets, people }: { readonly sheets: readonly CachedSheet[]; readonly people: PeopleOfSheets },
): Promise<FoundPeople> {
  const yieldToEventLoop = createYieldToEventLoop()
  const keysOfRows = new Map<number, readonly PersonKey[]>()
  for (const [row, value] of rows) {
    const keys = read(value)
    if (keys.length > 0) keysOfRows.set(row, keys)
    if (yieldToEventLoop.due()) await yieldToEventLoop()
  }
  const searched: CachedSheet[] = []
  /** By row, for each of its keys. */
  const candidatesOfRows = new Map<number, readonly (Candidates | undefined)[]>()
  const leads = createTakenLeads(yieldToEventLoop)
  for (const sheet of sheets) {
    const peopleOfSheet = await people.of(sheet)
    if (!peopleOfSheet) continue
    const changes = new Map<number, readonly (Candidates | undefined)[]>()
    for (const [row, keys] of keysOfRows) {
      await yieldToEventLoop()
      const previous = candidatesOfRows.get(row)
      const candidates = keys.map((key, place) => {
        let ofKey = previous?.[place]
        for (const hit of hitsIn(sheet, peopleOfSheet, [key])) ofKey = withHit(ofKey, hit, previous?.[place])
        return ofKey
      })
      if (candidates.some((ofKey, place) => ofKey !== previous?.[place])) changes.set(row, candidates)
    }
    const hits = [...changes.values()]
      .flat()
      .flatMap(leadsToCopy)
      .filter((hit) => hit.sheet === sheet)
    const positions = await leads.take(
      peopleOfSheet.stored,
      hits.map(({ row }) => row),
    )
    if (!positions) continue
    searched.push(sheet)
    const placed = (hit: Hit) => (hit.sheet === sheet ? { ...hit, row: positions.get(hit.row) ?? noRow } : hit)
    for (const [row, candidates] of changes)
      candidatesOfRows.set(
        row,
        candidates.map((ofKey) => ofKey && placedBy(ofKey, placed)),
      )
  }
  const [oldest = null] = searched.flatMap(({ read_at }) => read_at ?? []).sort()
  const absent = {
    outcome: 'ausente',
    matched_by: null,
    reason: null,
    sheet_id: null,
    sheet_name: null,
    row: noRow,
  } as const
  const columns = leads.columns()
  const leadAt = leadReader(leadColumnsOf(columns))
  const meantByRow = new Map<number, MeantByKey>()
  for (const [row, candidates] of candidatesOfRows) {
    const meant = bestOfKeys(candidates, keysOfRows.get(row) ?? [])
    if (meant) meantByRow.set(row, meant)
    await yieldToEventLoop()
  }
  return {
    searched: searched.length > 0,
    of(row) {
      const meant = meantByRow.get(row)
      if (!meant) return keysOfRows.has(row) ? { ...absent, read_at: oldest } : null
      const { first, among, isTie, reason } = meant
      const source =
        isTie && among.some(({ sheet }) => sheet !== first.sheet)
          ? { ...absent, read_at: oldest }
          : sourceOf(first.sheet)
      return { ...source, outcome: outcomeOf(meant), matched_by: first.by, reason, row: isTie ? noRow : first.row }
    },
    leadOf(row) {
      const meant = meantByRow.get(row)
      return meant && !meant.isTie ? leadAt(meant.first.row) : null
    },
    alikeOf(row) {
      const { among = [] } = meantByRow.get(row) ?? {}
      if (among.length < 2) return null
      const listed = among
        .filter((hit) => hit.row !== noRow)
        .slice(0, maxLeads)
        .map((hit) => ({ lead: leadAt(hit.row), sheet_name: hit.sheet.name }))
      return { count: among.length, leads: listed }
    },
    columns,
  }
}

function sourceOf({ id, name, read_at }: CachedSheet) {
  return { sheet_id: id, sheet_name: name, read_at }
}

/**
 * The contacts that a key may mean. Nearly always it is one. Several stand by their person and their way of matching
 * (`nameOf`), each as its newest row.
 */
type Candidates = Hit | ReadonlyMap<string, Hit>

/** A number that more contacts have belongs to nobody: only so many are counted. */
const maxCandidates = 1000
/** So many leads are copied for each way of matching. */
const maxLeads = 100

function isMap(candidates: Candidates): candidates is ReadonlyMap<string, Hit> {
  return candidates instanceof Map
}

function placedBy(candidates: Candidates, place: (hit: Hit) => Hit): Candidates {
  return isMap(candidates) ? new Map([...candidates].map(([name, hit]) => [name, place(hit)])) : place(candidates)
}

/** The candidates with one more hit; `previous` is never changed. */
function withHit(candidates: Candidates | undefined, hit: Hit, previous: Candidates | undefined): Candidates {
  if (!candidates) return hit
  const name = nameOf(hit)
  if (!isMap(candidates)) {
    if (nameOf(candidates) !== name) return new Map([candidates, hit].map((each) => [nameOf(each), each]))
    return isNewer(hit, candidates) ? hit : candidates
  }
  const other = candidates.get(name)
  if (other ? !isNewer(hit, other) : candidates.size === maxCandidates) return candidates
  // A map that is not `previous` was made here.
  return (candidates === previous ? new Map(candidates) : (candidates as Map<string, Hit>)).set(name, hit)
}

function nameOf(hit: Hit): string {
  return `${hit.person} ${wayOf(hit)}`
}

function wayOf({ rung, hasOtherNinth }: Hit): string {
  return `${rung} ${hasOtherNinth}`
}

/** In the order of `whoIsMeant`: the newest conversation, then the key's own ninth digit, then the fresher sheet. */
function inOrder(candidates: Candidates | undefined): readonly Hit[] {
  if (!candidates) return []
  if (!isMap(candidates)) return [candidates]
  return [...candidates.values()].sort((one, other) => {
    if (one.rank !== other.rank) return one.rank > other.rank ? -1 : 1
    const byNinth = Number(one.hasOtherNinth) - Number(other.hasOtherNinth)
    return byNinth || Number(isNewer(other, one)) - Number(isNewer(one, other))
  })
}

function leadsToCopy(candidates: Candidates | undefined): readonly Hit[] {
  const counts = new Map<string, number>()
  return inOrder(candidates).filter((hit) => {
    const count = (counts.get(wayOf(hit)) ?? 0) + 1
    counts.set(wayOf(hit), count)
    return count <= maxLeads
  })
}

/** The order in which a row of a run takes the outcomes of its keys. */
const outcomesByRank = ['com_conversa', 'sem_conversa', 'ambigua'] as const

interface MeantByKey extends Meant<Hit> {
  readonly reason: MatchReason | null
}

function bestOfKeys(
  candidates: readonly (Candidates | undefined)[],
  keys: readonly PersonKey[],
): MeantByKey | undefined {
  const all = candidates.flatMap((ofKey, place) => {
    const [meant, key] = [whoIsMeant(inOrder(ofKey)), keys[place]]
    return meant && key ? { ...meant, reason: reasonOf(meant, key) } : []
  })
  return outcomesByRank.flatMap((outcome) => all.find((meant) => outcomeOf(meant) === outcome) ?? [])[0]
}

function reasonOf({ first, among, isTie }: Meant<Hit>, key: PersonKey): MatchReason | null {
  if (isTie) return 'several_candidates'
  if (among.length > 1) return 'two_cards'
  if (key.kind === 'contato_id') return null
  return matchReasons[matchReasonOf(first.rung, key.form, key.key.length === 13)] ?? null
}

function outcomeOf({ first, isTie }: Meant<Hit>): (typeof outcomesByRank)[number] {
  if (isTie) return 'ambigua'
  return first.rank === noConversation ? 'sem_conversa' : 'com_conversa'
}

/** The rows of a sheet that may be a person's. */
export function* hitsIn(sheet: CachedSheet, people: SheetPeople, keys: readonly PersonKey[]): Generator<Hit> {
  for (const key of keys) {
    for (const match of people.matches(key)) {
      const { row, by } = match
      const contact = people.contactOf(row)
      // A row without a contact is one of its own.
      const person = Number.isNaN(contact) ? `${sheet.id} row ${row}` : `${sheet.connection_id} ${contact}`
      const hasOtherNinth = by === 'nono_digito'
      yield { ...match, sheet, rank: people.rank(row), account: sheet.connection_id, person, hasOtherNinth }
    }
  }
}

/** Orders rows that match alike: by when the conversation was created, then by when the sheet was read. */
function isNewer(hit: Hit, other: Hit): boolean {
  if (hit.rank !== other.rank) return hit.rank > other.rank
  return (hit.sheet.read_at ?? '') > (other.sheet.read_at ?? '')
}

/** Columns of these rows of a sheet, which ascend; null where the rows are not there (any more). */
export async function takeLeads(
  stored: StoredRows,
  rows: Uint32Array,
  columns: readonly Pick<LeadColumn, 'key' | 'kind'>[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<string, Part> | null> {
  const parts = new Map<string, Part>()
  for (const { key, kind } of columns) {
    const part = await stored.take(key, kind, rows, yieldToEventLoop)
    if (!part) return null
    parts.set(key, part)
    await yieldToEventLoop()
  }
  return parts
}

/** Copies leads, sheet by sheet. Copies all columns, unless some are named. */
export function createTakenLeads(yieldToEventLoop: YieldToEventLoop, columns = leadColumns) {
  const parts = new Map<string, Part[]>(columns.map(({ key }) => [key, []]))
  let count = 0
  return {
    /**
     * Copies these rows of a sheet; gives their positions among all that were taken. Null when they are not there any
     * more.
     */
    async take(stored: StoredRows, rows: readonly number[]): Promise<ReadonlyMap<number, number> | null> {
      const ascending = Uint32Array.from(new Set(rows)).sort()
      const positions = new Map(Array.from(ascending, (row, position) => [row, count + position]))
      if (rows.length === 0) return positions
      const copies = await takeLeads(stored, ascending, columns, yieldToEventLoop)
      if (!copies) return null
      for (const [key, part] of copies) parts.get(key)?.push(part)
      count += ascending.length
      return positions
    },
    columns: () =>
      new Map(columns.map(({ key, kind }) => [key, concatenateParts(kind, parts.get(key) ?? [])] as const)),
  }
}

/**
 * Gives leads by row as the service sent them (docs/services.md §2.1), with times as they were written. What came
 * beyond the document replaces the fields of the columns. Takes the columns that were taken.
 */
export function leadReader(columns: ReadonlyMap<string, Column>): (row: number) => Record<string, unknown> {
  return (row) => {
    const fields = Array.from(columns, ([key, column]): [string, unknown] => {
      const cell = column.cell(row)
      return [key, typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell]
    })
    const { [extraKey]: extra, ...lead } = Object.fromEntries(fields)
    // `lead-page.ts` alone writes it: an object's JSON, or nothing.
    return typeof extra === 'string' && extra !== '' ? { ...lead, ...JSON.parse(extra) } : lead
  }
}
