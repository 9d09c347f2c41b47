import type { TableRef } from '../contract/table-queries.ts'
import type { LeadField } from './lead-fields.ts'
import type { Rung } from './rungs.ts'

/** Why two contacts of one account look like one person, the surest first. */
export const duplicateReasons = ['same_phone', 'same_email', 'country', 'email_case', 'trunk', 'ninth'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** The rung of the match ladder on which the two match. */
export const rungOfReason = {
  same_phone: 'exact',
  same_email: 'exact',
  country: 'country',
  email_case: 'folded',
  trunk: 'trunk',
  ninth: 'ninth',
} as const satisfies Record<DuplicateReason, Rung>

/** Contacts that are compared: those of one sheet, or of all sheets of a connection. */
export interface DuplicateScope {
  readonly connection_id: string
  readonly sheet_id: string | null
}

/** How the pairs of duplicates are named as a table (table-queries.ts): a row has two contacts side by side. */
export function duplicatesTable({ connection_id, sheet_id }: DuplicateScope): TableRef {
  return { kind: 'duplicates', id: `${connection_id}:${sheet_id ?? 'all'}` }
}

/** The reverse of `duplicatesTable`; null for another id. */
export function readDuplicatesTable(id: string): DuplicateScope | null {
  const [, connection_id, sheet] = /^([\w-]+):([\w-]+)$/.exec(id) ?? []
  if (connection_id === undefined || sheet === undefined) return null
  return { connection_id, sheet_id: sheet === 'all' ? null : sheet }
}

/** The columns of the table before those of the contacts. */
export const duplicateColumns = { reason: 'par_motivo', rung: 'par_degrau' } as const

/**
 * The columns of both contacts of a pair: `um_…` for the first one and `outro_…` for the other one. The first one has
 * the newer conversation. `planilha` is the sheet of a contact, where several are compared.
 */
export const duplicateFields = [
  'nome',
  'telefone',
  'telefone_digitos',
  'email',
  'contato_id',
  'ultima_mensagem_em',
  'agente',
  'status',
  'conversas_no_periodo',
] as const satisfies readonly LeadField[]
export const contactPrefixes = ['um_', 'outro_'] as const
