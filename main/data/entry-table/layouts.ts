import { entryColumns, readEntriesTable } from '../../../preload/contract/entries-table.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { Database } from '../store/encrypted-file.ts'
import { linkedOrder } from './linked-columns.ts'

/** Before anyone arranged them, these wait hidden. */
const hiddenAtFirst: ReadonlySet<string> = new Set([
  'revisao_motivo',
  'revisao_por',
  'completa',
  'lead_planilha',
  'meta:user_agent',
  'meta:referrer',
  'lead_nome',
  'lead_telefone',
  'lead_caixa',
  'lead_ultima_mensagem_do_contato_em',
  'lead_conversa_criada_em',
  'lead_conversa_id',
  'lead_mensagens',
  'lead_etiquetas_contato',
  'lead_etiquetas_conversa',
])

/** Answers are not named, so they come after what every table has and before nothing. */
const firstLayout: TableLayout = {
  columns: [
    ...entryColumns.map(({ key }) => key),
    'lead_status',
    'lead_agente',
    'lead_ultima_mensagem_em',
    ...linkedOrder.map(({ key }) => key).filter((key) => hiddenAtFirst.has(key)),
    'meta:user_agent',
    'meta:referrer',
  ].map((key) => (hiddenAtFirst.has(key) ? { key, hidden: true } : { key })),
}

/** How a person arranged the columns of a table of entries. */
export function readLayout(database: Database | null, id: string): TableLayout {
  const json = database?.prepare<[string], string>('select json from facts where name = ?').pluck().get(nameOf(id))
  // The file is authenticated: what stands in it is what `writeLayout` wrote.
  return json === undefined ? firstLayout : (JSON.parse(json) as TableLayout)
}

export function writeLayout(database: Database, id: string, layout: TableLayout): TableLayout {
  database.prepare('insert or replace into facts (name, json) values (?, ?)').run(nameOf(id), JSON.stringify(layout))
  return layout
}

/** Without the connection, whose file it is. */
function nameOf(id: string): string {
  const table = readEntriesTable(id)
  return `layout/${table?.form_id ?? 'all'}:${table?.set ?? ''}`
}
