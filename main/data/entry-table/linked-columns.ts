import { outcome } from '../../../preload/contract/cruzar.ts'
import type { LeadField } from '../../../preload/contract/lead-fields.ts'
import { leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createDictionaryBuilder } from '../columns/dictionary-part.ts'
import { createThroughColumn, noRow } from '../columns/through.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import { createLeadBuilder } from '../sheets/lead-builder.ts'
import { leadColumnOf } from '../sheets/lead-columns.ts'
import type { EntryFacts } from './entry-facts.ts'

/** The lead's fields that tell whether somebody was attended, and by whom. */
const shown: ReadonlySet<LeadField> = new Set([
  'nome',
  'telefone',
  'status',
  'agente',
  'caixa',
  'ultima_mensagem_em',
  'ultima_mensagem_do_contato_em',
  'conversa_criada_em',
  'conversa_id',
  'mensagens',
  'etiquetas_contato',
  'etiquetas_conversa',
])
const fields = leadFields.filter(({ key }) => shown.has(key))

/** Without any lead the columns stand empty, so that a filter of one stays a filter. */
const noLeads = createLeadBuilder().take().columns

/** Of a connection without entries. */
export const noLinks: LinkedLeads = { revision: '', of: () => null, leadOf: () => null, columns: noLeads }

export const linkedOrder: readonly TableColumn[] = fields.map(({ key, type }) => ({
  key: `lead_${key}`,
  type,
  heading: null,
}))

/** What the cached sheets know of who sent each entry: the outcome, the sheet, and the lead's fields as in a run. */
export function linkedColumns(entries: readonly EntryFacts[], leads: LinkedLeads): ReadonlyMap<string, Column> {
  const links = entries.map(({ stored }) => leads.of(stored.id))
  const codes = Uint8Array.from(links, (link) => (link ? outcome.options.indexOf(link.outcome) + 1 : 0))
  const outcomes = { kind: 'dictionary', rows: links.length, codes, values: outcome.options } as const
  const sheets = createDictionaryBuilder()
  for (const link of links) sheets.append(link?.sheet_name ?? null)
  const rows = Uint32Array.from(links, (link) => link?.row ?? noRow)
  const columns = new Map<string, Column>([
    ['lead_resultado', createDictionaryColumn('outcome', outcomes)],
    ['lead_planilha', createDictionaryColumn('choice', sheets.take())],
  ])
  for (const { key, type } of fields) {
    const part = leads.columns.get(key) ?? noLeads.get(key)
    if (part) columns.set(`lead_${key}`, createThroughColumn(leadColumnOf(type, part), rows))
  }
  return columns
}
