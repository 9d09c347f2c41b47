import type { DerivedColumn, TableColumn } from '../../../preload/contract/table-queries.ts'
import type { KeyKind } from '../../../preload/contract/tables.ts'
import { type FailureCode, failureCodes } from '../../../preload/values/failures.ts'
import { keyProblems } from '../../../preload/values/key-problems.ts'
import { outcomeNames } from '../../../preload/values/outcomes.ts'
import { matchReasons, rungNames } from '../../../preload/values/rungs.ts'
import type { Column } from '../../engine/columns/column.ts'
import { createThroughColumn, noRow } from '../../engine/columns/derived-columns.ts'
import { createDictionaryColumn } from '../../engine/columns/dictionary-column.ts'
import { createNumberColumn } from '../../engine/columns/number-column.ts'
import { numberPart } from '../../engine/columns/numbers.ts'
import type { TextPart } from '../../engine/columns/part.ts'
import { createTextColumn } from '../../engine/columns/text-column.ts'
import { firstKey } from '../../engine/tables/row-keys.ts'
import type { KeyOfRow, Table } from '../../engine/tables/table.ts'
import { type InterruptibleWork, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { derivedLeadColumns, derivedTableColumn, type LeadRowsContext } from '../../leads/derived-lead-columns.ts'
import { extraColumns } from '../../leads/extra-fields.ts'
import { extraKey, leadFieldsBeside } from '../../leads/lead-columns.ts'
import { nameColumnOf } from '../../lists/headings.ts'
import { leadReader } from '../../people/find-people.ts'
import { type RowMatch, unclear } from './answers/matches.ts'
import type { OpenRun } from './open-run.ts'
import { otherNames } from './other-names.ts'
import { changeColumns } from './row-changes.ts'
import type { RunList } from './run-file.ts'

/** The part of a run's table that answers never change; made once and used by every version. */
export interface ListTable {
  readonly columns: ReadonlyMap<string, Column>
  readonly order: readonly TableColumn[]
  /** The key of the column with the names of the people; null where the list has none. */
  readonly names: string | null
  readonly keys: Column
}

const reasons: readonly string[] = [...keyProblems, ...failureCodes, ...matchReasons]
const firstMatchReason = keyProblems.length + failureCodes.length + 1
const codeOfReason = new Map(reasons.map((reason, index) => [reason, index + 1]))
const searchedFields = ['nome', 'telefone', 'telefone_digitos', 'email', 'identificador'] as const
/**
 * Makes the table of the person's own columns, untouched and in their order, under `c0`, `c1`, …. Headings may be empty
 * or repeated.
 */
export async function createListTable(
  headings: readonly string[],
  keys: TextPart,
  columnAt: (index: number) => Column,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ListTable> {
  const order: TableColumn[] = []
  const columns = new Map<string, Column>()
  for (const [index, heading] of headings.entries()) {
    const key = `c${index}`
    const column = columnAt(index)
    columns.set(key, column)
    order.push({ key, type: column.type, heading })
    await yieldToEventLoop()
  }
  return { columns, order, names: order[nameColumnOf(headings)]?.key ?? null, keys: createTextColumn('text', keys) }
}

/**
 * A run as a table: the original columns, `cruzar_resultado`, `cruzar_chave` (the key that decided the row, as it was
 * sent), `cruzar_motivo`, `cruzar_degrau` (the rung of the match ladder). Then come `cruzar_candidatos` (how many
 * contacts match alike), `cruzar_antes` and `cruzar_mudanca` where it was compared with an earlier run. The lead's
 * fields are `lead_…`. It shows what is known now and stays as it is when more is answered. `found` is what `matchRows`
 * gives of this version, `unknown` what `unknownColumns` gives. Derived are
 * `cruzar_outro_nome`, the lead's name where the list has another, and those of leads.
 */
export function createRunTable(
  run: Pick<OpenRun, 'list' | 'answers' | 'version' | 'changes'>,
  list: ListTable,
  rowMatches: MatchedRows,
  unknown: ReadonlyMap<string, Column>,
  context: LeadRowsContext,
): Table {
  const { leads } = run.answers
  const { outcomes } = rowMatches
  const rows = outcomes.length
  const columns = new Map(list.columns)
  const leadColumns = leads.shown()
  const others = otherNamesOf(list, leadColumns.get('nome'), rowMatches.leads)
  const order = [...list.order]
  const derived: DerivedColumn[] = []
  if (others) {
    columns.set(otherNameKey, others)
    derived.push(derivedTableColumn(otherNameKey, others, list.names))
  }
  const add = (key: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading: null })
  }
  add(
    'cruzar_resultado',
    createDictionaryColumn('outcome', { kind: 'dictionary', rows, codes: outcomes, values: outcomeNames }),
  )
  add('cruzar_chave', createThroughColumn(list.keys, rowMatches.keys))
  const dictionary = (codes: Uint8Array, values: readonly string[]) =>
    ({ kind: 'dictionary', rows, codes, values }) as const
  add('cruzar_motivo', createDictionaryColumn('reason', dictionary(rowMatches.reasons, reasons)))
  add('cruzar_degrau', createDictionaryColumn('code', dictionary(rowMatches.rungs, rungNames)))
  const counts = createNumberColumn(numberPart(Float64Array.from(rowMatches.candidates)))
  add('cruzar_candidatos', createThroughColumn(counts, rowMatches.several))
  const changes = run.changes()
  for (const [key, column] of changes ? changeColumns(changes) : []) add(key, column)
  for (const [key, column] of leadFieldsBeside(leadColumns, rowMatches.leads)) add(key, column)
  for (const [key, column] of unknown) add(`lead_${key}`, createThroughColumn(column, rowMatches.leads))
  for (const [field, base] of derivedLeadColumns(leadColumns, context)) {
    const key = `lead_${field}`
    if (columns.has(key)) continue
    const column = createThroughColumn(base, rowMatches.leads)
    columns.set(key, column)
    derived.push(derivedTableColumn(key, column))
  }
  return {
    columns,
    order,
    derived,
    length: rows,
    version: run.version(),
    searchable: [...list.columns.keys(), 'cruzar_chave', ...searchedFields.map((field) => `lead_${field}`)],
    keys: {
      phone: keysOfRows('phone', run.list, rowMatches.keys, columns),
      email: keysOfRows('email', run.list, rowMatches.keys, columns),
    },
  }
}

const otherNameKey = 'cruzar_outro_nome'

function otherNamesOf({ columns, names }: ListTable, leadNames: Column | undefined, leads: Uint32Array): Column | null {
  const listNames = names === null ? undefined : columns.get(names)
  return listNames && leadNames ? otherNames(listNames, leadNames, leads) : null
}

/** Columns of the unknown fields that all leads have. */
export async function unknownColumns(
  { leads }: OpenRun['answers'],
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<string, Column>> {
  const extra = leads.shown().get(extraKey)
  return extra ? await runInSlices(extraColumns(extra), yieldToEventLoop) : new Map()
}

const leadKeys = { phone: ['lead_telefone_digitos', 'lead_telefone'], email: ['lead_email'] } as const
/**
 * The key of a row. It is the one that decides, which is `decided[row]`, else another of its list, else what its lead
 * has.
 */
function keysOfRows(
  kind: KeyKind,
  { rowKeys: { offsets, indexes }, keyAt }: RunList,
  decided: Uint32Array,
  columns: ReadonlyMap<string, Column>,
): KeyOfRow {
  const ofLead = leadKeys[kind].flatMap((key) => columns.get(key) ?? [])
  return (row) => {
    for (const key of [decided[row] ?? noRow, ...indexes.subarray(offsets[row], offsets[row + 1])]) {
      const text = key === noRow ? '' : keyAt(key)
      if (text !== '' && text.includes('@') === (kind === 'email')) return text
    }
    return firstKey(ofLead, row, kind)
  }
}

/**
 * The leads of the contacts that match a row alike, as the service sent them, at most a hundred; `count` is how many
 * there are.
 */
export function candidatesOf({ list, answers }: Pick<OpenRun, 'list' | 'answers'>, row: number) {
  const { keyOutcomes, matches, leads } = answers
  const at = keyOutcomes.rowDeciders[row] ?? noRow
  const key = list.rowKeys.indexes[at] ?? noRow
  return {
    count: matches.candidatesAt(at, key),
    leads: matches.candidateLeads(at, key).map(leadReader(leads.shown())),
  }
}

type MatchedRows = ReturnType<typeof matchRows> extends InterruptibleWork<infer Rows> ? Rows : never

/** Rows between two checks of the clock: about five milliseconds. */
const rowsAtOnce = 65_536

/**
 * By row: the outcome, the key that decides, its lead (`noRow` for none). The reason (why it is `invalida` or
 * `sem_resposta`, or why it matches) and the rung are 1 + their indexes, 0 for none. Where several contacts are meant
 * alike, or are cards of the person, its place in `candidates`, which says how many. An answer that comes in between
 * makes another version of the run, and the rows belong to neither version.
 */
export function* matchRows(
  { list, answers: { keyOutcomes, matches, keyLeads } }: Pick<OpenRun, 'list' | 'answers'>,
  whyNotAsked: FailureCode | null,
) {
  const { answers, rowOutcomes, rowDeciders } = keyOutcomes
  const { usual, forms } = matches
  const { indexes } = list.rowKeys
  const rows = rowOutcomes.length
  const rowForms = list.rowKeys.forms.length > 0 ? list.rowKeys.forms : new Uint8Array(indexes.length)
  const unanswered = outcomeNames.indexOf('sem_resposta') + 1
  const keys = new Uint32Array(rows).fill(noRow)
  const leads = new Uint32Array(rows).fill(noRow)
  const rungs = new Uint8Array(rows)
  const severalRows = new Uint32Array(rows).fill(noRow)
  const candidates: number[] = []
  // The contract's key problems come first in both lists, so their codes are the same.
  const codes = list.rowProblems.slice()
  const match: RowMatch = { lead: noRow, rung: -1, reason: -1 }
  // Rows and keys lie inside the arrays: `as number` spares a check each.
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === 0) yield
    const at = rowDeciders[row] as number
    if (at === noRow) continue
    const key = indexes[at] as number
    const outcome = rowOutcomes[row] as number
    const pair = usual[((rowForms[at] as number) << 8) | (forms[key] as number)] as number
    keys[row] = key
    if (outcome === unanswered) {
      const reason = keyOutcomes.reasonOf(key) ?? whyNotAsked
      codes[row] = reason ? (codeOfReason.get(reason) ?? 0) : 0
    } else if (pair !== unclear) {
      leads[row] = keyLeads[key] as number
      rungs[row] = pair & 15
      if (pair > 0) codes[row] = firstMatchReason - 1 + (pair >> 4)
    } else {
      matches.matchAt(at, key, answers[key] as number, keyLeads[key] as number, match)
      leads[row] = match.lead
      rungs[row] = match.rung + 1
      if (match.reason >= 0) codes[row] = firstMatchReason + match.reason
      const alike = matches.candidatesAt(at, key)
      if (alike > 0) severalRows[row] = candidates.push(alike) - 1
    }
  }
  return { outcomes: rowOutcomes.slice(), keys, leads, rungs, several: severalRows, candidates, reasons: codes }
}
