import { keyProblem, outcome } from '../../../preload/contract/cruzar.ts'
import { leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import { type FailureCode, failureCodes } from '../../../preload/contract/wire.ts'
import type { Column } from '../columns/column.ts'
import { createSpreadsheetColumn, createThroughColumn, noRow } from '../columns/derived-columns.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { partOf } from '../columns/parts.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { leadColumnOf } from '../sheets/lead-columns.ts'
import type { Table } from '../tables/table.ts'
import type { OpenRun } from './open-run.ts'
import { neededFact, readColumn } from './run-file.ts'

/** The part of a run's table that answers never change; made once and used by every version. */
export interface ListTable {
  readonly columns: ReadonlyMap<string, Column>
  readonly order: readonly TableColumn[]
  readonly keys: Column
}

const reasons: readonly string[] = [...keyProblem.options, ...failureCodes]
const codeOfReason = new Map(reasons.map((reason, index) => [reason, index + 1]))
const searchedFields = ['nome', 'telefone', 'telefone_digitos', 'email', 'identificador'] as const
/** The person's own columns, untouched and in their order, under `c0`, `c1`, …; headings may be empty or repeated. */
export function readListTable(run: OpenRun): ListTable {
  const headings = neededFact<string[]>(run.database, 'headings')
  const order = headings.map((heading, index): TableColumn => ({ key: `c${index}`, type: 'text', heading }))
  const columns = order.map(({ key }): [string, Column] => {
    const texts = createTextColumn('text', partOf(readColumn(run.database, key, 'text'), 'text'))
    const numbers = partOf(readColumn(run.database, key.replace('c', 'v'), 'number'), 'number')
    if (numbers.rows === 0) return [key, texts]
    const formats = partOf(readColumn(run.database, key.replace('c', 'f'), 'dictionary'), 'dictionary')
    return [key, createSpreadsheetColumn(texts, numbers, formats)]
  })
  return { columns: new Map(columns), order, keys: createTextColumn('text', run.list.keys) }
}

/**
 * A run as a table: the original columns, `cruzar_resultado`, `cruzar_chave` (the key that decided
 * the row, as it was sent), `cruzar_motivo`, then the lead's fields as `lead_…`. It shows what is known now and stays as
 * it is when more is answered.
 */
export function createRunTable(run: OpenRun, list: ListTable, whyNotAsked: FailureCode | null): Table {
  const { keyOutcomes, leads, keyLeads } = run.answers
  const rows = keyOutcomes.rowOutcomes.length
  const deciders = keyOutcomes.rowDeciders.slice()
  const outcomes = keyOutcomes.rowOutcomes.slice()
  const columns = new Map(list.columns)
  const order = [...list.order]
  const add = (key: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading: null })
  }
  add(
    'cruzar_resultado',
    createDictionaryColumn('outcome', { kind: 'dictionary', rows, codes: outcomes, values: outcome.options }),
  )
  add('cruzar_chave', createThroughColumn(list.keys, deciders))
  const codes = reasonsOf(run, whyNotAsked)
  add('cruzar_motivo', createDictionaryColumn('reason', { kind: 'dictionary', rows, codes, values: reasons }))
  const leadRows = deciders.map((key) => (key === noRow ? noRow : (keyLeads[key] ?? noRow)))
  const parts = leads.columns()
  for (const { key, type } of leadFields) {
    const part = parts.get(key)
    if (part) add(`lead_${key}`, createThroughColumn(leadColumnOf(type, part), leadRows))
  }
  return {
    columns,
    order,
    length: rows,
    version: run.version(),
    searchable: [...list.columns.keys(), 'cruzar_chave', ...searchedFields.map((field) => `lead_${field}`)],
  }
}

/** Why a row is `invalida` or `sem_resposta`, as 1 + its index among the reasons; 0 for the others. */
function reasonsOf({ list, answers: { keyOutcomes } }: OpenRun, whyNotAsked: FailureCode | null): Uint8Array {
  const unanswered = outcome.options.indexOf('sem_resposta') + 1
  // The contract's key problems come first in both lists, so their codes are the same.
  const codes = list.rowProblems.slice()
  for (let row = 0; row < codes.length; row++) {
    if (keyOutcomes.rowOutcomes[row] !== unanswered) continue
    const reason = keyOutcomes.reasonOf(keyOutcomes.rowDeciders[row] ?? noRow) ?? whyNotAsked
    codes[row] = reason ? (codeOfReason.get(reason) ?? 0) : 0
  }
  return codes
}
