import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Cell } from '../../preload/contract/tables.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'

/** A lead of another table, with the fields that identify its row in a sheet. */
export interface SoughtLead {
  readonly contact: number
  readonly conversation: number | null
  readonly phone: string | null
  readonly email: string | null
}

/** A row of a sheet; its number is valid for this version of the rows. */
export interface SheetRow {
  readonly sheet_id: string
  readonly row: number
  readonly version: string
}

/** A contact has a row for each of its conversations, and never more than this. */
const mostRows = 1000

/**
 * The row of a lead in the first of these sheets that has it with the same conversation, else in the first that has the
 * contact. Null where none has it now. A contact's number is only valid within its account: in sheets of several
 * accounts the phone or the e-mail must be equal too. Throws why a sheet could not be read where no other one has the
 * lead.
 */
export async function findLead(
  ask: AppAsk,
  sheets: readonly Pick<Sheet, 'id' | 'connection_id'>[],
  lead: SoughtLead,
): Promise<SheetRow | null> {
  const ofOneAccount = new Set(sheets.map(({ connection_id }) => connection_id)).size === 1
  const filter = { column: 'contato_id', operator: 'between', min: lead.contact, max: lead.contact } as const
  const columns = ['conversa_id', 'telefone', 'email']
  const isSame = (phone: Cell | undefined, email: Cell | undefined) =>
    (lead.phone !== null && lead.phone === phone) || (lead.email !== null && lead.email === email)
  let match: SheetRow | null = null
  let failed: unknown = null
  for (const { id } of sheets) {
    try {
      const query = { ...emptyQuery, filters: [filter] }
      const table = { kind: 'sheet', id } as const
      const { rows, version } = await ask('tables.rows', { table, query, from: 0, count: mostRows, columns })
      const personRows = rows.filter(({ cells: [, phone, email] }) => ofOneAccount || isSame(phone, email))
      const exact = personRows.find(({ cells: [conversation] }) => conversation === lead.conversation)
      const row = exact ?? personRows[0]
      if (row && (exact || !match)) match = { sheet_id: id, row: row.row, version }
      if (exact) break
    } catch (error) {
      // The sheet was forgotten meanwhile.
      if (failureOf(error).code !== 'not_found') failed = error
    }
  }
  if (!match && failed) throw failed
  return match
}
