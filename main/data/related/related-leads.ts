import type { RelatedBy, RelatedLead } from '../../../preload/contract/contacts.ts'
import type { YieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import { takeRows } from '../columns/parts.ts'
import { leadRow } from '../lead-links/lead-row.ts'
import type { PeopleOfSheets, SheetPeople } from '../lead-links/sheet-people.ts'
import { leadColumnOf, leadColumns } from '../sheets/lead-columns.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { StoredRows } from '../sheets/stored-rows.ts'
import { strongerMatch, type TextBy } from './person-texts.ts'

export interface PersonQuery {
  readonly connectionId: string
  /** Of the connection's account; it means nothing in another one's sheets. */
  readonly contactId: number | null
  readonly texts: ReadonlyMap<string, TextBy>
}

export interface RelatedLeadsDeps {
  readonly sheets: readonly CachedSheet[]
  readonly people: PeopleOfSheets
  readonly yieldToEventLoop: YieldToEventLoop
}

/** Rows of one sheet are those of a person, not of a crowd that shares a number. */
const mostOfSheet = 20

/** The rows of the cached sheets that are this person's, sheet by sheet; one whose rows cannot be read is passed over. */
export async function relatedLeads(
  wanted: PersonQuery,
  { sheets, people, yieldToEventLoop }: RelatedLeadsDeps,
): Promise<RelatedLead[]> {
  const found: RelatedLead[] = []
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const rows = [...rowsOf(known, sheet, wanted)].slice(0, mostOfSheet)
    if (rows.length === 0) continue
    const leads = await leadsAt(
      known.stored,
      rows.map(([row]) => row),
      yieldToEventLoop,
    )
    for (const [place, lead] of leads.entries()) {
      const by = rows[place]?.[1]
      if (by) {
        found.push({ sheet_id: sheet.id, sheet_name: sheet.name, read_at: sheet.read_at, matched_by: by, lead })
      }
    }
  }
  return found
}

function rowsOf(known: SheetPeople, sheet: CachedSheet, wanted: PersonQuery): ReadonlyMap<number, RelatedBy> {
  const rows = new Map<number, RelatedBy>()
  const add = (row: number, by: RelatedBy) => rows.set(row, strongerMatch(by, rows.get(row)))
  if (wanted.contactId !== null && sheet.connection_id === wanted.connectionId) {
    for (const row of known.byContact(wanted.contactId)) add(row, 'contato_id')
  }
  for (const [text, by] of wanted.texts) {
    for (const row of by === 'email' ? known.byEmail(text) : known.byDigits(text)) add(row, by)
  }
  return rows
}

/** None where the rows are not there any more. */
async function leadsAt(
  stored: StoredRows,
  rows: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Record<string, unknown>[]> {
  const wanted = Uint32Array.from(rows)
  const columns = new Map<string, ReturnType<typeof leadColumnOf>>()
  for (const { key, kind, type } of leadColumns) {
    const part = stored.column(key, kind)
    if (!part) return []
    columns.set(key, leadColumnOf(type, takeRows(part, wanted)))
    await yieldToEventLoop()
  }
  return rows.map((_, place) => leadRow(columns, place))
}
