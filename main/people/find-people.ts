import type { RelatedBy } from '../../preload/contract/contacts.ts'
import type { EntryLead } from '../../preload/contract/entries.ts'
import { noRow } from '../engine/columns/derived-columns.ts'
import type { Memory, Part } from '../engine/columns/part.ts'
import { concatenateParts, takeRows } from '../engine/columns/segment.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { CachedSheet } from '../leads/cached-sheets.ts'
import { extraKey, leadColumnOf, leadColumns } from '../leads/lead-columns.ts'
import type { StoredRows } from '../leads/open-sheet.ts'
import { noConversation, type PeopleOfSheets, type PersonKey, type RowMatch, type SheetPeople } from './sheet-people.ts'

/** What sheets know of a person. */
interface FoundPerson extends Omit<EntryLead, 'lead' | 'matched_by' | 'alike'> {
  readonly matched_by: RelatedBy | null
  /** Of the lead among the columns; `noRow` (columns/derived-columns.ts) for `ausente` and `ambigua`. */
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
interface Hit extends Omit<RowMatch, 'row'> {
  readonly sheet: CachedSheet
  /** Of the sheet, later among the leads that were taken. */
  readonly row: number
  readonly rank: number
  /** `contato_id`; NaN without one. */
  readonly contact: number
}

/** The surer first: the number of a contact, a phone, the same phone with another ninth digit, an e-mail. */
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
 * Searches the person of every row in every sheet, one sheet after the other; `read` gives the keys of a row. The rules
 * are those of a run (cruzar/data/matches.ts). Of each key the surest match decides. Several contacts of one account
 * that match so are `ambigua`, and none is chosen. Two cards of one person, with and without the ninth digit, are no
 * tie: the one with the newest conversation is meant. Accounts do not know each other: of several the newest
 * conversation decides, of one contact the row with the newest one, then the fresher sheet. A row takes the best of its
 * keys, of equal ones the first (`key-outcomes.ts`). A sheet whose rows cannot be read is passed over.
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
  const best = new Map<number, readonly (Candidates | undefined)[]>()
  const taken = createTakenLeads(yieldToEventLoop)
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const better = new Map<number, readonly (Candidates | undefined)[]>()
    for (const [row, keys] of keysOfRows) {
      await yieldToEventLoop()
      const before = best.get(row)
      const candidates = keys.map((key, place) => {
        const kept = before?.[place]
        let own = kept
        for (const hit of hitsIn(sheet, known, [key])) own = withHit(own, hit, kept)
        return own
      })
      if (candidates.some((own, place) => own !== before?.[place])) better.set(row, candidates)
    }
    const hits = [...better.values()]
      .flat()
      .flatMap(listed)
      .filter((hit) => hit.sheet === sheet)
    const positions = await taken.take(
      known.stored,
      hits.map(({ row }) => row),
    )
    if (!positions) continue
    searched.push(sheet)
    const placed = (hit: Hit) => (hit.sheet === sheet ? { ...hit, row: positions.get(hit.row) ?? noRow } : hit)
    for (const [row, candidates] of better)
      best.set(
        row,
        candidates.map((one) => one && placedBy(one, placed)),
      )
  }
  const [oldest = null] = searched.flatMap(({ read_at }) => read_at ?? []).sort()
  const absent = { outcome: 'ausente', matched_by: null, sheet_id: null, sheet_name: null, row: noRow } as const
  const columns = taken.columns()
  const leadAt = leadReader(columns)
  const meant = new Map<number, Meant>()
  for (const [row, candidates] of best) {
    const one = bestOfKeys(candidates)
    if (one) meant.set(row, one)
    await yieldToEventLoop()
  }
  return {
    searched: searched.length > 0,
    of(row) {
      const one = meant.get(row)
      if (!one) return keysOfRows.has(row) ? { ...absent, read_at: oldest } : null
      const { hit, among, outcome } = one
      if (outcome === 'ambigua') {
        const isElsewhere = among.some(({ sheet }) => sheet !== hit.sheet)
        const source = isElsewhere ? { ...absent, read_at: oldest } : sourceOf(hit.sheet)
        return { ...source, outcome, matched_by: hit.by, row: noRow }
      }
      return { outcome, matched_by: hit.by, ...sourceOf(hit.sheet), row: hit.row }
    },
    leadOf(row) {
      const one = meant.get(row)
      return one && one.outcome !== 'ambigua' ? leadAt(one.hit.row) : null
    },
    alikeOf(row) {
      const { among = [] } = meant.get(row) ?? {}
      if (among.length < 2) return null
      const leads = among
        .filter((hit) => hit.row !== noRow)
        .slice(0, mostListed)
        .map((hit) => ({ lead: leadAt(hit.row), sheet_name: hit.sheet.name }))
      return { count: among.length, leads }
    },
    columns,
  }
}

function sourceOf({ id, name, read_at }: CachedSheet) {
  return { sheet_id: id, sheet_name: name, read_at }
}

/** The contacts that match in the surest way: nearly always one, else each by its name (`nameOf`), as its best row. */
type Alike = Hit | ReadonlyMap<string, Hit>

/**
 * The contacts that a key may mean: those that have it, and those that have the other form of its phone. They are kept
 * apart, because one of each may be two cards of one person.
 */
interface Candidates {
  readonly own: Alike | undefined
  readonly other: Alike | undefined
}

/** A number of more contacts is nobody's: these are counted. */
const mostAlike = 1000
/** Contacts whose leads are copied. */
const mostListed = 100

function isMap(alike: Alike): alike is ReadonlyMap<string, Hit> {
  return alike instanceof Map
}

function hitsOf(alike: Alike | undefined): readonly Hit[] {
  if (!alike) return []
  return isMap(alike) ? [...alike.values()] : [alike]
}

function placedBy({ own, other }: Candidates, place: (hit: Hit) => Hit): Candidates {
  const all = (alike: Alike) =>
    isMap(alike) ? new Map([...alike].map(([name, hit]) => [name, place(hit)])) : place(alike)
  return { own: own && all(own), other: other && all(other) }
}

/** The candidates with one more hit; `kept` is never changed. */
function withHit(candidates: Candidates | undefined, hit: Hit, kept: Candidates | undefined): Candidates {
  const place = hit.by === 'nono_digito' ? 'other' : 'own'
  const before = candidates?.[place]
  const alike = withAlike(before, hit, kept?.[place])
  if (candidates && alike === before) return candidates
  return { own: undefined, other: undefined, ...candidates, [place]: alike }
}

function withAlike(before: Alike | undefined, hit: Hit, kept: Alike | undefined): Alike {
  const [first] = hitsOf(before)
  if (!before || !first || hit.rung < first.rung) return hit
  if (hit.rung > first.rung) return before
  const name = nameOf(hit)
  if (!isMap(before)) {
    if (nameOf(before) !== name) return new Map([before, hit].map((each) => [nameOf(each), each]))
    return isNewer(hit, before) ? hit : before
  }
  const own = before.get(name)
  if (own ? !isNewer(hit, own) : before.size === mostAlike) return before
  return before === kept ? new Map(before).set(name, hit) : (before as Map<string, Hit>).set(name, hit)
}

/** A contact of an account; a row that has none is one of its own. */
function nameOf({ sheet, contact, row }: Hit): string {
  return Number.isNaN(contact) ? `${sheet.id} row ${row}` : `${sheet.connection_id} ${contact}`
}

/** Those whose leads are copied, the newest first. */
function listed(candidates: Candidates | undefined): Hit[] {
  return [candidates?.own, candidates?.other].flatMap((alike) => newestFirst(hitsOf(alike)).slice(0, mostListed))
}

function newestFirst(hits: readonly Hit[]): Hit[] {
  return hits.toSorted((one, other) => Number(isNewer(other, one)) - Number(isNewer(one, other)))
}

/** Who is meant, and the contacts among which: all that match alike, or two cards. */
interface Meant {
  /** `ambigua`: several people, none of whom is meant. */
  readonly outcome: (typeof outcomesByRank)[number]
  readonly hit: Hit
  readonly among: readonly Hit[]
}

/** As a row of a run takes them from its keys. */
const outcomesByRank = ['com_conversa', 'sem_conversa', 'ambigua'] as const

function bestOfKeys(candidates: readonly (Candidates | undefined)[]): Meant | undefined {
  const all = candidates.flatMap((one) => (one ? (meantOf(one) ?? []) : []))
  return outcomesByRank.flatMap((outcome) => all.find((meant) => meant.outcome === outcome) ?? [])[0]
}

/** Decides among the candidates of a key, as `bestOf` of a run does (cruzar/data/matches.ts); null without any. */
function meantOf({ own, other }: Candidates): Meant | null {
  const [owns, others] = [ofOneAccount(hitsOf(own)), ofOneAccount(hitsOf(other))]
  const [first, second] = [owns[0], others[0]]
  if (!first || !second) return meantAmong(first ? owns : others)
  const isOfAccount = first.sheet.connection_id === second.sheet.connection_id
  if (!isOfAccount || owns.length > 1 || others.length > 1) return meantAmong(first.rung < second.rung ? owns : others)
  const cards = newestFirst([first, second])
  const [hit = first] = cards
  return { outcome: outcomeOf(hit), hit, among: nameOf(first) === nameOf(second) ? [hit] : cards }
}

/** The newest one, and behind it those of its account. */
function ofOneAccount(hits: readonly Hit[]): readonly Hit[] {
  const [newest, ...rest] = newestFirst(hits)
  return newest ? [newest, ...rest.filter(({ sheet }) => sheet.connection_id === newest.sheet.connection_id)] : []
}

function meantAmong(among: readonly Hit[]): Meant | null {
  const [hit] = among
  return hit ? { outcome: among.length > 1 ? 'ambigua' : outcomeOf(hit), hit, among } : null
}

function outcomeOf({ rank }: Hit): Meant['outcome'] {
  return rank === noConversation ? 'sem_conversa' : 'com_conversa'
}

/** The rows of a sheet that may be a person's. */
export function* hitsIn(sheet: CachedSheet, known: SheetPeople, keys: readonly PersonKey[]): Generator<Hit> {
  for (const key of keys) {
    for (const match of known.matches(key)) {
      yield { ...match, sheet, rank: known.rank(match.row), contact: known.contactOf(match.row) }
    }
  }
}

/** Of rows that match alike: by when the conversation was created, then by when the sheet was read. */
function isNewer(hit: Hit, other: Hit): boolean {
  if (hit.rank !== other.rank) return hit.rank > other.rank
  return (hit.sheet.read_at ?? '') > (other.sheet.read_at ?? '')
}

/**
 * Copies these rows of a sheet, which ascend, a part a column from each piece of the sheet that has some, and from the
 * first. With `begin` (`createReusedMemory`) each part is gone when `take` has returned. Gives how many pieces that
 * were; null where the rows are not there any more. All columns, unless some are named.
 */
export async function takeLeads(
  stored: StoredRows,
  rows: Uint32Array,
  take: (key: string, piece: number, part: Part) => void,
  yieldToEventLoop: YieldToEventLoop,
  begin?: () => Memory,
  columns = leadColumns,
): Promise<number | null> {
  let before = 0
  let at = 0
  let piece = 0
  for (const read of stored.pieces()) {
    const first = before
    before += read('contato_id', 'number').rows
    let to = at
    while (to < rows.length && (rows[to] as number) < before) to++
    const own = rows.subarray(at, to).map((row) => row - first)
    at = to
    if (own.length === 0 && piece > 0) continue
    for (const { key, kind } of columns) {
      const memory = begin?.()
      const part = read(key, kind, memory)
      if (part.rows !== before - first) return null
      take(key, piece, takeRows(part, own, memory))
      await yieldToEventLoop()
    }
    piece++
  }
  return before === stored.rows ? piece : null
}

/** Copies of leads, sheet by sheet. All columns, unless some are named. */
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
      const taken: (readonly [key: string, part: Part])[] = []
      const take = (key: string, _piece: number, part: Part) => void taken.push([key, part])
      if ((await takeLeads(stored, ascending, take, yieldToEventLoop, undefined, columns)) === null) return null
      for (const [key, part] of taken) parts.get(key)?.push(part)
      count += ascending.length
      return positions
    },
    columns: () =>
      new Map(columns.map(({ key, kind }) => [key, concatenateParts(kind, parts.get(key) ?? [])] as const)),
  }
}

/**
 * Leads by row as the service sent them (docs/services.md §2.1): their fields, times in their own words, and over them
 * what came beyond the document. Takes the columns that were taken.
 */
export function leadReader(parts: ReadonlyMap<string, Part>): (row: number) => Record<string, unknown> {
  const columns = leadColumns.flatMap(({ key, type }) => {
    const part = parts.get(key)
    return part ? [{ key, column: leadColumnOf(type, part) }] : []
  })
  return (row) => {
    const fields = columns.map(({ key, column }): [string, unknown] => {
      const cell = column.cell(row)
      return [key, typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell]
    })
    const { [extraKey]: extra, ...lead } = Object.fromEntries(fields)
    // `lead-page.ts` alone writes it: an object's JSON, or nothing.
    return typeof extra === 'string' && extra !== '' ? { ...lead, ...JSON.parse(extra) } : lead
  }
}
