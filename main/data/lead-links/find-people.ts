import type { EntryLead } from '../../../preload/contract/entries.ts'
import type { Pause } from '../columns/column.ts'
import type { Part } from '../columns/part.ts'
import { concatenateParts, takeRows } from '../columns/parts.ts'
import { noRow } from '../columns/through.ts'
import { leadColumns } from '../sheets/lead-columns.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { StoredRows } from '../sheets/stored-rows.ts'
import type { ContactKeys } from './contact-keys.ts'
import { phoneForms } from './phone-forms.ts'
import type { PeopleOfSheets, SheetPeople } from './sheet-people.ts'

export type MatchedBy = NonNullable<EntryLead['matched_by']>

/** A text under which a sheet may have the person of an entry. */
export interface Candidate {
  readonly text: string
  readonly by: MatchedBy
}

/** Where an entry's person was found. */
export interface FoundLead {
  readonly by: MatchedBy
  readonly sheet: CachedSheet
  readonly hasConversation: boolean
  /** The row among the leads that were taken. */
  readonly row: number
}

export interface FoundPeople {
  /** The sheets that could be looked in. */
  readonly looked: readonly CachedSheet[]
  readonly leads: ReadonlyMap<number, FoundLead>
  /** The leads that were found, by column key. */
  readonly columns: ReadonlyMap<string, Part>
}

interface Hit {
  readonly by: MatchedBy
  readonly sheet: CachedSheet
  readonly hasConversation: boolean
  readonly at: number
  /** Of the sheet. */
  readonly row: number
}

/** The same digits before the same number with another ninth digit, a phone before an e-mail. */
const order: readonly MatchedBy[] = ['telefone', 'nono_digito', 'email']

export function candidatesOf({ phones, emails }: ContactKeys): Candidate[] {
  const forms = phones.map(phoneForms)
  return [
    ...forms.flatMap(({ exact }) => exact.map((text): Candidate => ({ text, by: 'telefone' }))),
    ...forms.flatMap(({ otherNinth }) => otherNinth.map((text): Candidate => ({ text, by: 'nono_digito' }))),
    ...emails.map((text): Candidate => ({ text, by: 'email' })),
  ]
}

interface FindDeps {
  readonly sheets: readonly CachedSheet[]
  readonly people: PeopleOfSheets
  readonly pause: Pause
}

/**
 * Looks everybody up in every sheet, one sheet after the other. Of several leads the one with the newest conversation is
 * an entry's (as in newest-conversation.ts, by when it was created), then the better match, then the fresher sheet. A
 * sheet whose rows cannot be read is passed over.
 */
export async function findPeople(
  candidates: ReadonlyMap<number, readonly Candidate[]>,
  { sheets, people, pause }: FindDeps,
): Promise<FoundPeople> {
  const looked: CachedSheet[] = []
  const best = new Map<number, Hit>()
  const leads = new Map<number, FoundLead>()
  const taken = createTakenLeads()
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const better = await betterHits(candidates, { sheet, known, best, pause })
    const places = await taken.take(known.stored, new Set([...better.values()].map(({ row }) => row)), pause)
    if (!places) continue
    looked.push(sheet)
    for (const [entry, hit] of better) {
      best.set(entry, hit)
      leads.set(entry, { ...hit, row: places.get(hit.row) ?? noRow })
    }
  }
  return { looked, leads, columns: taken.columns() }
}

interface Looking {
  readonly sheet: CachedSheet
  readonly known: SheetPeople
  /** Of the sheets before. */
  readonly best: ReadonlyMap<number, Hit>
  readonly pause: Pause
}

/** The entries for which this sheet has a lead, and none before had a better one. */
async function betterHits(
  candidates: ReadonlyMap<number, readonly Candidate[]>,
  { sheet, known, best, pause }: Looking,
): Promise<Map<number, Hit>> {
  const better = new Map<number, Hit>()
  for (const [entry, texts] of candidates) {
    await pause()
    let found = best.get(entry)
    for (const { text, by } of texts) {
      for (const row of by === 'email' ? known.byEmail(text) : known.byDigits(text)) {
        const hit = { by, sheet, hasConversation: known.hasConversation(row), at: known.conversationAt(row), row }
        if (found && !isBetter(hit, found)) continue
        found = hit
        better.set(entry, hit)
      }
    }
  }
  return better
}

function isBetter(hit: Hit, other: Hit): boolean {
  if (hit.hasConversation !== other.hasConversation) return hit.hasConversation
  if (hit.at !== other.at) return hit.at > other.at
  if (hit.by !== other.by) return order.indexOf(hit.by) < order.indexOf(other.by)
  return (hit.sheet.read_at ?? '') > (other.sheet.read_at ?? '')
}

interface TakenLeads {
  /** Copies these rows of a sheet; gives their places among all that were taken. Null when they are not there any more. */
  take(stored: StoredRows, rows: ReadonlySet<number>, pause: Pause): Promise<ReadonlyMap<number, number> | null>
  columns(): ReadonlyMap<string, Part>
}

function createTakenLeads(): TakenLeads {
  const parts = new Map<string, Part[]>(leadColumns.map(({ key }) => [key, []]))
  let count = 0
  return {
    async take(stored, rows, pause) {
      const places = new Map([...rows].map((row, place) => [row, count + place]))
      if (rows.size === 0) return places
      const wanted = Uint32Array.from(rows)
      const own = new Map<string, Part>()
      for (const { key, kind } of leadColumns) {
        const part = stored.column(key, kind)
        if (!part) return null
        own.set(key, takeRows(part, wanted))
        await pause()
      }
      for (const [key, part] of own) parts.get(key)?.push(part)
      count += rows.size
      return places
    },
    columns: () =>
      new Map(leadColumns.map(({ key, kind }) => [key, concatenateParts(kind, parts.get(key) ?? [])] as const)),
  }
}
