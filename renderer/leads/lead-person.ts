import type { GridRow } from '../tables/table-state.ts'

/**
 * The person of a lead's row: the contact of the account, with phone and e-mail. `prefix` stands before the names of
 * the lead's fields, such as `lead_` in a run; `keys` name columns with a phone or an e-mail of the person besides.
 */
export function personOfRow(
  { cells }: GridRow,
  { connection, prefix = '', keys = [] }: { connection: string; prefix?: string; keys?: readonly string[] },
) {
  const text = (key: string) => (typeof cells[key] === 'string' ? cells[key] : null)
  const more = keys.map(text)
  const contact = cells[`${prefix}contato_id`]
  const digits = text(`${prefix}telefone_digitos`)
  return {
    connection,
    contact: typeof contact === 'number' && contact > 0 ? contact : null,
    phones: [...more.filter((key) => !key?.includes('@')), digits ?? text(`${prefix}telefone`)],
    emails: [...more.filter((key) => key?.includes('@')), text(`${prefix}email`)],
  }
}
