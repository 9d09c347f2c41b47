import type { RelatedBy } from '../../preload/contract/contacts.ts'
import type { EntryLead } from '../../preload/contract/entries.ts'
import { noRow } from '../engine/columns/derived-columns.ts'
import type { Memory, Part } from '../engine/columns/part.ts'
import { concatenateParts, takeRows } from '../engine/columns/segment.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { CachedSheet } from '../leads/cached-sheets.ts'
import { extraKey, leadColumnOf, leadColumns } from '../leads/lead-columns.ts'
import type { StoredRows } from '../leads/open-sheet.ts'
import { phoneForms } from '../phones/match-ladder.ts'
import type { ContactKeys } from './contact-keys.ts'
import { noConversation, type PeopleOfSheets, type SheetPeople } from './sheet-people.ts'

/** How a text names a person: a phone as it is, with another ninth digit, or an e-mail. */
export type TextBy = Exclude<RelatedBy, 'contato_id'>

/**
 * A text under which a sheet may have a person, or the number of a contact, which means something within one account
 * only.
 */
export type Candidate<By extends RelatedBy = TextBy> = readonly [text: string, by: By]

/** What sheets know of a person. */
interface FoundPerson<By extends RelatedBy> extends Omit<EntryLead, 'lead' | 'matched_by' | 'alike'> {
  readonly matched_by: By | null
  /** Of the lead among the columns; `noRow` (columns/derived-columns.ts) for `ausente` and `ambigua`. */
  readonly row: number
}

export interface FoundPeople<By extends RelatedBy = TextBy> {
  /** Whether any sheet could be read. */
  readonly searched: boolean
  /** The person of a key; null for one without candidates. */
  of(key: number): FoundPerson<By> | null
  /** The lead of a key as `leadReader` gives it; null without one, and where several contacts match alike. */
  leadOf(key: number): Record<string, unknown> | null
  /** The contacts that match a key alike; null where none or one is the best. */
  alikeOf(key: number): EntryLead['alike']
  /** The leads that were found, by column key (`leadColumns` of the sheets). */
  readonly columns: ReadonlyMap<string, Part>
}

/** A lead that may be the person's. */
interface Hit<By extends RelatedBy> {
  readonly by: By
  readonly sheet: CachedSheet
  /** Of the sheet, later among the leads that were taken. */
  readonly row: number
  readonly rank: number
  /** `contato_id`; NaN without one. */
  readonly contact: number
}

/** The surest first: the same digits before the same number with another ninth digit, a phone before an e-mail. */
const matchOrder: readonly RelatedBy[] = ['contato_id', 'telefone', 'nono_digito', 'email']

/** The surer of two ways in which the same record was recognised. */
export function strongerMatch<By extends RelatedBy>(one: By, other: By | undefined): By {
  return other !== undefined && matchOrder.indexOf(other) <= matchOrder.indexOf(one) ? other : one
}

export function candidatesOf({ phones, emails }: ContactKeys): Candidate[] {
  const forms = phones.map(phoneForms)
  return [
    ...forms.flatMap(({ exact }) => exact.map((text): Candidate => [text, 'telefone'])),
    ...forms.flatMap(({ otherNinth }) => otherNinth.map((text): Candidate => [text, 'nono_digito'])),
    ...emails.map((text): Candidate => [text, 'email']),
  ]
}

/** Changes with what is found in these sheets, and with how they are shown. */
export function revisionOfSheets(sheets: readonly CachedSheet[]): string {
  return JSON.stringify(sheets.map(({ id, name, read_at, version }) => [id, name, read_at, version]))
}

/**
 * Searches the person of every row in every sheet, one sheet after the other; `read` gives what a row says of its
 * person. As on the match ladder of a run the surest match decides; several contacts of one account that match so are
 * `ambigua` and none is chosen. Of several accounts, which do not know each other, the contact with the newest
 * conversation is meant. Of the same contact it is the row with the newest one, then of the fresher sheet. A sheet
 * whose rows cannot be read is passed over.
 */
export async function findPeople<Row, By extends RelatedBy>(
  rows: Iterable<readonly [key: number, row: Row]>,
  read: (row: Row) => readonly Candidate<By>[],
  { sheets, people }: { readonly sheets: readonly CachedSheet[]; readonly people: PeopleOfSheets },
): Promise<FoundPeople<By>> {
  const yieldToEventLoop = createYieldToEventLoop()
  const candidates = new Map<number, readonly Candidate<By>[]>()
  for (const [key, row] of rows) {
    const texts = read(row)
    if (texts.length > 0) candidates.set(key, texts)
    if (yieldToEventLoop.due()) await yieldToEventLoop()
  }
  const searched: CachedSheet[] = []
  const best = new Map<number, Best<By>>()
  const taken = createTakenLeads(yieldToEventLoop)
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const better = new Map<number, Best<By>>()
    for (const [key, texts] of candidates) {
      await yieldToEventLoop()
      const before = best.get(key)
      let found = before
      for (const hit of hitsIn(sheet, known, texts)) found = withHit(found, hit, before)
      if (found && found !== before) better.set(key, found)
    }
    const found = [...better.values()].flatMap(listed).filter((hit) => hit.sheet === sheet)
    const positions = await taken.take(
      known.stored,
      found.map(({ row }) => row),
    )
    if (!positions) continue
    searched.push(sheet)
    const placed = (hit: Hit<By>) => (hit.sheet === sheet ? { ...hit, row: positions.get(hit.row) ?? noRow } : hit)
    for (const [key, hits] of better) {
      best.set(key, isSeveral(hits) ? new Map([...hits].map(([name, hit]) => [name, placed(hit)])) : placed(hits))
    }
  }
  const [oldest = null] = searched.flatMap(({ read_at }) => read_at ?? []).sort()
  const absent = { outcome: 'ausente', matched_by: null, sheet_id: null, sheet_name: null, row: noRow } as const
  const columns = taken.columns()
  const leadAt = leadReader(columns)
  const several = new Map<number, readonly Hit<By>[]>()
  for (const [key, hits] of best) if (isSeveral(hits)) several.set(key, meantOf(hits))
  const meant = (key: number): readonly Hit<By>[] => {
    const found = best.get(key)
    return several.get(key) ?? (found && !isSeveral(found) ? [found] : [])
  }
  return {
    searched: searched.length > 0,
    of(key) {
      const [hit, ...others] = meant(key)
      if (!hit) return candidates.has(key) ? { ...absent, read_at: oldest } : null
      const { by: matched_by, sheet, row, rank } = hit
      if (others.length > 0) {
        const isElsewhere = others.some((other) => other.sheet !== sheet)
        const source = isElsewhere ? { ...absent, read_at: oldest } : sourceOf(sheet)
        return { ...source, outcome: 'ambigua', matched_by, row: noRow }
      }
      const outcome = rank === noConversation ? 'sem_conversa' : 'com_conversa'
      return { outcome, matched_by, ...sourceOf(sheet), row }
    },
    leadOf(key) {
      const [hit, ...others] = meant(key)
      return hit && others.length === 0 ? leadAt(hit.row) : null
    },
    alikeOf(key) {
      const alike = meant(key)
      if (alike.length < 2) return null
      const leads = alike
        .filter(({ row }) => row !== noRow)
        .slice(0, mostListed)
        .map(({ row, sheet }) => ({ lead: leadAt(row), sheet_name: sheet.name }))
      return { count: alike.length, leads }
    },
    columns,
  }
}

function sourceOf({ id, name, read_at }: CachedSheet) {
  return { sheet_id: id, sheet_name: name, read_at }
}

/** The contacts on the surest way of matching: nearly always one, else each by its name (`nameOf`), as its best row. */
type Best<By extends RelatedBy> = Hit<By> | Map<string, Hit<By>>

/** A number of more contacts is nobody's: these are counted. */
const mostAlike = 1000
/** Contacts whose leads are copied. */
const mostListed = 100

function isSeveral<By extends RelatedBy>(found: Best<By>): found is Map<string, Hit<By>> {
  return found instanceof Map
}

/** The best with one more hit; `kept` is never changed. */
function withHit<By extends RelatedBy>(
  found: Best<By> | undefined,
  hit: Hit<By>,
  kept: Best<By> | undefined,
): Best<By> {
  if (!found) return hit
  const [first = hit] = isSeveral(found) ? found.values() : [found]
  const order = matchOrder.indexOf(hit.by) - matchOrder.indexOf(first.by)
  if (order !== 0) return order < 0 ? hit : found
  const name = nameOf(hit)
  if (!isSeveral(found)) {
    if (nameOf(found) !== name) return new Map([found, hit].map((each) => [nameOf(each), each]))
    return isNewer(hit, found) ? hit : found
  }
  const before = found.get(name)
  if (before ? !isNewer(hit, before) : found.size === mostAlike) return found
  return (found === kept ? new Map(found) : found).set(name, hit)
}

/** A contact of an account; a row that has none is one of its own. */
function nameOf({ sheet, contact, row }: Hit<RelatedBy>): string {
  return Number.isNaN(contact) ? `${sheet.id} row ${row}` : `${sheet.connection_id} ${contact}`
}

/** Those whose leads are copied, the newest first. */
function listed<By extends RelatedBy>(found: Best<By>): Hit<By>[] {
  return isSeveral(found) ? newestFirst([...found.values()]).slice(0, mostListed) : [found]
}

function newestFirst<By extends RelatedBy>(hits: readonly Hit<By>[]): Hit<By>[] {
  return hits.toSorted((one, other) => Number(isNewer(other, one)) - Number(isNewer(one, other)))
}

/** Who is meant: the newest one, and behind it those of its account that match alike. */
function meantOf<By extends RelatedBy>(found: ReadonlyMap<string, Hit<By>>): readonly Hit<By>[] {
  const hits = newestFirst([...found.values()])
  return hits.filter(({ sheet }) => sheet.connection_id === hits[0]?.sheet.connection_id)
}

/** The rows of a sheet that may be a person's. */
export function* hitsIn<By extends RelatedBy>(
  sheet: CachedSheet,
  known: SheetPeople,
  texts: readonly Candidate<By>[],
): Generator<Hit<By>> {
  for (const [text, by] of texts) {
    for (const row of known.rowsOf(text, by)) {
      yield { by, sheet, row, rank: known.rank(row), contact: known.contactOf(row) }
    }
  }
}

/** Of rows that match alike: by when the conversation was created, then by when the sheet was read. */
function isNewer(hit: Hit<RelatedBy>, other: Hit<RelatedBy>): boolean {
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
