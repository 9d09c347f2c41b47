import type { EntryLead } from '../../../preload/contract/entries.ts'
import { phoneForms } from '../../kernel/phones.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { Part } from '../columns/part.ts'
import { concatenateParts, takeRows } from '../columns/segment.ts'
import { extraKey, leadColumnOf, leadColumns } from '../sheets/lead-columns.ts'
import type { StoredRows } from '../sheets/open-sheet.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { ContactKeys } from './contact-keys.ts'
import type { PeopleOfSheets, SheetPeople } from './sheet-people.ts'

type MatchedBy = NonNullable<EntryLead['matched_by']>

/** The service's own number of the contact; it means something within one account only. */
export type MatchedByAny = MatchedBy | 'contato_id'

/** A text under which a sheet may have a person. */
export interface Candidate<By extends MatchedByAny = MatchedBy> {
  readonly text: string
  readonly by: By
}

/** Where a person was found. */
interface FoundLead<By extends MatchedByAny = MatchedBy> {
  readonly by: By
  readonly sheet: CachedSheet
  readonly hasConversation: boolean
  /** The row among the leads that were taken. */
  readonly row: number
}

export function outcomeOf(lead: FoundLead<MatchedByAny> | undefined): EntryLead['outcome'] {
  if (!lead) return 'ausente'
  return lead.hasConversation ? 'com_conversa' : 'sem_conversa'
}

export interface FoundPeople<By extends MatchedByAny = MatchedBy> {
  /** The sheets that could be read. */
  readonly searched: readonly CachedSheet[]
  /** By the key of `candidates`. */
  readonly leads: ReadonlyMap<number, FoundLead<By>>
  /** The leads that were found, by column key. */
  readonly columns: ReadonlyMap<string, Part>
}

/** A lead that may be the person's; its `row` is that of the sheet. */
interface Hit<By extends MatchedByAny> extends FoundLead<By> {
  /** When its conversation was created, epoch ms. */
  readonly at: number
}

/** The surest first: the same digits before the same number with another ninth digit, a phone before an e-mail. */
export const matchOrder: readonly MatchedByAny[] = ['contato_id', 'telefone', 'nono_digito', 'email']

export function candidatesOf({ phones, emails }: ContactKeys): Candidate[] {
  const forms = phones.map(phoneForms)
  return [
    ...forms.flatMap(({ exact }) => exact.map((text): Candidate => ({ text, by: 'telefone' }))),
    ...forms.flatMap(({ otherNinth }) => otherNinth.map((text): Candidate => ({ text, by: 'nono_digito' }))),
    ...emails.map((text): Candidate => ({ text, by: 'email' })),
  ]
}

/** Changes with what is found in these sheets, and with how they are shown. */
export function revisionOfSheets(sheets: readonly CachedSheet[]): string {
  return JSON.stringify(sheets.map(({ id, name, read_at, version }) => [id, name, read_at, version]))
}

interface FindDeps {
  readonly sheets: readonly CachedSheet[]
  readonly people: PeopleOfSheets
  readonly yieldToEventLoop: YieldToEventLoop
}

/**
 * Searches every person in every sheet, one sheet after the other. Of several leads the one with the newest conversation is
 * theirs (by when it was created), then the better match, then the fresher sheet. A
 * sheet whose rows cannot be read is passed over.
 */
export async function findPeople<By extends MatchedByAny>(
  candidates: ReadonlyMap<number, readonly Candidate<By>[]>,
  { sheets, people, yieldToEventLoop }: FindDeps,
): Promise<FoundPeople<By>> {
  const searched: CachedSheet[] = []
  const best = new Map<number, Hit<By>>()
  const leads = new Map<number, FoundLead<By>>()
  const taken = createTakenLeads()
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const better = await betterHits(candidates, { sheet, known, best, yieldToEventLoop })
    const positions = await taken.take(
      known.stored,
      new Set([...better.values()].map(({ row }) => row)),
      yieldToEventLoop,
    )
    if (!positions) continue
    searched.push(sheet)
    for (const [entry, hit] of better) {
      best.set(entry, hit)
      leads.set(entry, { ...hit, row: positions.get(hit.row) ?? noRow })
    }
  }
  return { searched, leads, columns: taken.columns() }
}

interface SheetSearch<By extends MatchedByAny> {
  readonly sheet: CachedSheet
  readonly known: SheetPeople
  /** Of the sheets before. */
  readonly best: ReadonlyMap<number, Hit<By>>
  readonly yieldToEventLoop: YieldToEventLoop
}

/** Those for whom this sheet has a lead, and none before had a better one. */
async function betterHits<By extends MatchedByAny>(
  candidates: ReadonlyMap<number, readonly Candidate<By>[]>,
  { sheet, known, best, yieldToEventLoop }: SheetSearch<By>,
): Promise<Map<number, Hit<By>>> {
  const better = new Map<number, Hit<By>>()
  for (const [entry, texts] of candidates) {
    await yieldToEventLoop()
    let found = best.get(entry)
    for (const { text, by } of texts) {
      for (const row of rowsOf(known, text, by)) {
        const hit = { by, sheet, hasConversation: known.hasConversation(row), at: known.conversationAt(row), row }
        if (found && !isBetter(hit, found)) continue
        found = hit
        better.set(entry, hit)
      }
    }
  }
  return better
}

function rowsOf(known: SheetPeople, text: string, by: MatchedByAny): readonly number[] {
  if (by === 'contato_id') return known.byContact(Number(text))
  return by === 'email' ? known.byEmail(text) : known.byDigits(text)
}

function isBetter(hit: Hit<MatchedByAny>, other: Hit<MatchedByAny>): boolean {
  if (hit.hasConversation !== other.hasConversation) return hit.hasConversation
  if (hit.at !== other.at) return hit.at > other.at
  if (hit.by !== other.by) return matchOrder.indexOf(hit.by) < matchOrder.indexOf(other.by)
  return (hit.sheet.read_at ?? '') > (other.sheet.read_at ?? '')
}

/** Copies these rows of a sheet, which ascend, column by column; gives whether they are still there. */
export async function takeLeads(
  stored: StoredRows,
  rows: Uint32Array,
  take: (key: string, part: Part) => void,
  yieldToEventLoop: YieldToEventLoop,
): Promise<boolean> {
  const split = splitByPieces(stored, rows)
  for (const { key, kind } of split ? leadColumns : []) {
    const parts: Part[] = []
    for (const [piece, read] of [...stored.pieces()].entries()) {
      const own = split?.[piece]
      if (own && own.length > 0) parts.push(takeRows(read(key, kind), own))
      await yieldToEventLoop()
    }
    take(key, concatenateParts(kind, parts))
    await yieldToEventLoop()
  }
  return split !== null
}

/** The rows by the piece that they lie in, counted from its first. */
function splitByPieces(stored: StoredRows, rows: Uint32Array): Uint32Array[] | null {
  const split: Uint32Array[] = []
  let before = 0
  let at = 0
  for (const read of stored.pieces()) {
    const end = before + read('contato_id', 'number').rows
    let to = at
    while (to < rows.length && (rows[to] as number) < end) to++
    const first = before
    split.push(rows.subarray(at, to).map((row) => row - first))
    before = end
    at = to
  }
  return before === stored.rows ? split : null
}

interface TakenLeads {
  /** Copies these rows of a sheet; gives their positions among all that were taken. Null when they are not there any more. */
  take(
    stored: StoredRows,
    rows: ReadonlySet<number>,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<ReadonlyMap<number, number> | null>
  columns(): ReadonlyMap<string, Part>
}

export function createTakenLeads(): TakenLeads {
  const parts = new Map<string, Part[]>(leadColumns.map(({ key }) => [key, []]))
  let count = 0
  return {
    async take(stored, rows, yieldToEventLoop) {
      const ascending = Uint32Array.from(rows).sort()
      const positions = new Map(Array.from(ascending, (row, position) => [row, count + position]))
      if (rows.size === 0) return positions
      const take = (key: string, part: Part) => void parts.get(key)?.push(part)
      if (!(await takeLeads(stored, ascending, take, yieldToEventLoop))) return null
      count += rows.size
      return positions
    },
    columns: () =>
      new Map(leadColumns.map(({ key, kind }) => [key, concatenateParts(kind, parts.get(key) ?? [])] as const)),
  }
}

/**
 * Leads by row as the service sent them (agent-platform.md, "Lead row"): their fields, times in their own words, and over them
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
