import { entryColumns, readEntriesTable } from '../../../preload/contract/entries-table.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import type { Database } from '../store/encrypted-file.ts'
import { answerPrefix } from './answer-columns.ts'
import { answerRole } from './answer-role.ts'
import { linkedOrder } from './linked-columns.ts'
import { createFormReader } from './read-forms.ts'
import { type TableField, tableFields } from './table-fields.ts'

/** What every table shows first, before and after the answers. */
const before = ['revisao_estado', 'id', 'created_at', 'formulario', 'remetente', 'telefone', 'email'] as const
const after = [
  'revisao_responsavel',
  'revisao_etiquetas',
  'revisao_notas',
  'revisao_em',
  'indicios',
  'duplicadas',
  'situacao',
  'periodo_de',
  'periodo_ate',
  'lead_resultado',
  'lead_status',
  'lead_agente',
  'lead_ultima_mensagem_em',
  'meta:source',
  'meta:utm_campaign',
]
const hidden = ['meta:referrer', 'meta:user_agent']

/** Before anyone arranged the columns: who and what, the answers, the review, the lead; the rest waits hidden. */
function firstLayout(fields: readonly TableField[], oneForm: boolean): TableLayout {
  const told = repeatedAnswers(fields)
  const shown = [...before, ...fields.map(({ key }) => answerPrefix + key), ...after]
  const waiting = [...entryColumns, ...linkedOrder].map(({ key }) => key).filter((key) => !shown.includes(key))
  const isHidden = (key: string) => told.has(key) || (oneForm && key === 'formulario')
  return {
    columns: [
      ...shown.map((key) => (isHidden(key) ? { key, hidden: true } : { key })),
      ...[...waiting, ...hidden].map((key) => ({ key, hidden: true })),
    ],
  }
}

/** The answers that sender, phone and e-mail repeat: the first of each kind. */
function repeatedAnswers(fields: readonly TableField[]): ReadonlySet<string> {
  const roles = fields.map(({ key, label, type }) => ({ key, role: answerRole(type, [label, key]) }))
  const first = (['name', 'phone', 'email'] as const).map((role) => roles.find((one) => one.role === role))
  return new Set(first.flatMap((one) => (one ? [answerPrefix + one.key] : [])))
}

/** How a person arranged the columns of a table of entries. */
export function readLayout(database: Database | null, id: string): TableLayout {
  const json = database?.prepare<[string], string>('select json from facts where name = ?').pluck().get(nameOf(id))
  // The file is authenticated: what stands in it is what `writeLayout` wrote.
  if (json !== undefined) return JSON.parse(json) as TableLayout
  const formId = readEntriesTable(id)?.form_id ?? null
  const forms = database ? [...createFormReader()(database).values()] : []
  return firstLayout(tableFields(forms.filter((form) => formId === null || form.id === formId)).fields, formId !== null)
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
