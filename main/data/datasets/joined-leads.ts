import type { RelatedBy } from '../../../preload/contract/contacts.ts'
import type { Dataset } from '../../../preload/contract/reports.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import { type Candidate, candidatesOf, findPeople, revisionOfSheets } from '../lead-links/find-people.ts'
import type { PeopleOfSheets } from '../lead-links/sheet-people.ts'
import { emailKey, readCellKeys } from '../lists/cell-keys.ts'
import { leadsBeside } from '../sheets/lead-columns.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'

type Join = NonNullable<Dataset['join']>
/** Finds the cached leads that belong to rows. */
export interface JoinedLeads {
  /** Changes with every sheet that is searched; cheap, for a table's version. */
  revision(connectionId: string, by: Join['by']): string
  /**
   * `lead_resultado` (whether there is one, empty where the value is nobody's), `lead_planilha` (the sheet that has the
   * lead), then the lead's fields as `lead_…`; one row a value of `column`.
   */
  beside(column: Column, connectionId: string, by: Join['by']): Promise<ReadonlyMap<string, Column>>
}
interface JoinedLeadsDeps {
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
}
const yieldEvery = 512
/**
 * Matches values with the leads of the cached sheets. A contact's number
 * means something within its account only, so the sheets of the same connection are searched; phones, with the ninth
 * digit and without, and e-mails are searched in every sheet.
 */
export function createJoinedLeads({ sheets, people }: JoinedLeadsDeps): JoinedLeads {
  const sheetsFor = (connectionId: string, by: Join['by']): readonly CachedSheet[] =>
    sheets.list().filter((sheet) => by !== 'contato_id' || sheet.connection_id === connectionId)
  return {
    revision: (connectionId, by) => revisionOfSheets(sheetsFor(connectionId, by)),
    async beside(column, connectionId, by) {
      const yieldToEventLoop = createYieldToEventLoop()
      const candidates = new Map<number, readonly Candidate<RelatedBy>[]>()
      for (let row = 0; row < column.length; row++) {
        const found = keysOf(column.text(row), by)
        if (found.length > 0) candidates.set(row, found)
        if (row % yieldEvery === 0) await yieldToEventLoop()
      }
      const searched = sheetsFor(connectionId, by)
      const found = await findPeople(candidates, { sheets: searched, people, yieldToEventLoop })
      const leads = Array.from({ length: column.length }, (_, row) => (candidates.has(row) ? found.of(row) : null))
      return leadsBeside(leads, found.columns)
    },
  }
}
/** Columns in the order in which they are, whose headings the catalogue has. */
export function ownOrder(columns: ReadonlyMap<string, Column>): readonly TableColumn[] {
  return [...columns].map(([key, { type }]) => ({ key, type, heading: null }))
}
function keysOf(text: string, by: Join['by']): readonly Candidate<RelatedBy>[] {
  const value = text.trim()
  if (value === '') return []
  switch (by) {
    case 'contato_id':
      return /^\d{1,15}$/.test(value) ? [{ text: value, by }] : []
    case 'telefone':
      return candidatesOf({ phones: readCellKeys(value, 'phone').keys.map(({ key }) => key), emails: [] })
    case 'email': {
      const reading = emailKey(value)
      return reading.ok ? candidatesOf({ phones: [], emails: [reading.key] }) : []
    }
  }
}
