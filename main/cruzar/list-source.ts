import type { cruzar, ListSettings } from '../../preload/contract/cruzar.ts'
import type { ParsedInput } from '../../preload/contract/question.ts'
import type { RowSelection, TableColumn, TableRef } from '../../preload/contract/table-queries.ts'
import { catalogues, type Messages, nameWithPeriod } from '../../preload/messages/catalogue.ts'
import { tableHeadings, tableWords } from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { readEntriesTable } from '../../preload/values/entries-table.ts'
import { outcomeNames } from '../../preload/values/outcomes.ts'
import { factsOfTable, type TableKind } from '../../preload/values/table-kinds.ts'
import type { Data, DataCalls } from '../data-calls.ts'
import { AppFailure, orNotFound } from '../kernel/failure.ts'
import type { Services } from '../services.ts'

type StageInput = ParsedInput<(typeof cruzar)['cruzar.stage']>

/** A list as the data process takes it. A text that was pasted has no name. */
type ListSource = Pick<DataCalls['lists.stage']['input'], 'name' | 'source' | 'password'>

/**
 * Gets the list. Throws `file_unreadable` for a ticket that is used up, `not_found` for a run or table that is gone.
 */
export async function listSource(from: StageInput, deps: Services): Promise<ListSource> {
  switch (from.from) {
    case 'file': {
      const offer = deps.fileTickets.take(from.ticket)
      if (!offer) throw new AppFailure('file_unreadable')
      return { name: offer.name, source: offer.source, password: from.password }
    }
    case 'text':
      return textSource('', from.text)
    case 'example': {
      const { name, text } = deps.exampleList()
      return textSource(name, text)
    }
    case 'run': {
      const run = await deps.data.ask('runs.read', { id: from.id })
      return { name: run.list_name, source: { run: run.id } }
    }
    case 'gone': {
      const { since, rows } = await deps.data.ask('runs.gone', { id: from.id })
      const select = { query: emptyQuery, rows }
      const { name } = await deps.data.ask('runs.read', { id: since })
      const source = await tableSource({ table: { kind: 'run', id: since }, select }, deps)
      return { ...source, name: catalogues[deps.language()].cruzar.list.goneRows(name) }
    }
    case 'lists': {
      const { list, settings, other, how, name } = from
      return { name, source: { lists: [{ list, settings }, other], how } }
    }
    case 'table':
      return tableSource(from, deps)
  }
}

function textSource(name: string, text: string): ListSource {
  return { name, source: { bytes: new TextEncoder().encode(text) } }
}

type TableInput = Pick<Extract<StageInput, { from: 'table' }>, 'table' | 'select'>

/** Rows of a table, the headings and the name in the person's language. */
async function tableSource({ table, select }: TableInput, { data, language }: Services): Promise<ListSource> {
  const messages = catalogues[language()]
  const shape = await data.ask('tables.shape', { table, query: emptyQuery })
  const chosen = listColumns(table.kind, shape.columns)
  if (chosen.length === 0) throw new AppFailure('list_empty')
  const keys = chosen.map(({ key }) => key)
  const headings = tableHeadings(table.kind, chosen, keys, messages)
  const name = await nameOf(table, data, messages)
  return {
    name: nameOfRows(name, select, messages),
    source: {
      rows: {
        table,
        select,
        columns: keys.map((key, index) => ({ key, heading: headings[index] ?? key })),
        key_columns: factsOfTable(table.kind).listColumns instanceof RegExp ? null : keyColumns(chosen),
        words: tableWords(messages),
      },
    },
  }
}

function listColumns(kind: TableKind, columns: readonly TableColumn[]): readonly TableColumn[] {
  const { listColumns: chosen } = factsOfTable(kind)
  if (chosen instanceof RegExp) return columns.filter(({ key }) => chosen.test(key))
  return chosen.flatMap((key) => columns.find((column) => column.key === key) ?? [])
}

function keyColumns(columns: readonly TableColumn[]): ListSettings['key_columns'] {
  return columns.flatMap(({ key, type }, index): NonNullable<ListSettings['key_columns']> => {
    if (type === 'phone') return [{ index, kind: 'phone' }]
    return /(?:^|_)email$/.test(key) ? [{ index, kind: 'email' }] : []
  })
}

/** Marks the name of rows that are stored in part only. */
async function nameOf(table: TableRef, data: Data, messages: Messages): Promise<string> {
  if (table.kind === 'entries') return entriesName(table, data, messages)
  if (table.kind === 'duplicates') return messages.duplicates.title
  const { name, state } = await data.ask('tables.about', { table })
  if (table.kind === 'difference') return messages.differences.fileName(name)
  const isPart = table.kind !== 'run' && partStates.has(state)
  return isPart ? `${name} (${messages.sheets.badges.partial})` : name
}

/** In these states rows are only a part of all; those of a run are always all of its list. */
const partStates: ReadonlySet<string> = new Set(['partial', 'reading', 'interrupted', 'newest'])

/** Marks the name of a list of forms that are stored in part only. */
async function entriesName(table: TableRef, data: Data, messages: Messages): Promise<string> {
  const { connection_id, form_id } = orNotFound(readEntriesTable(table))
  const { allEntries, entriesOf } = messages.cruzar.list
  if (form_id === null) {
    const forms = await data.ask('forms.list', { connection_id })
    return forms.some(({ sync }) => sync.period) ? `${allEntries} (${messages.forms.sync.partial})` : allEntries
  }
  const { body, sync } = await data.ask('forms.read', { connection_id, form_id })
  const name = typeof body.name === 'string' && body.name !== '' ? body.name : String(form_id)
  return nameWithPeriod(entriesOf(name), sync.period, messages)
}

/**
 * The name of a table, with the rows that were selected: those of some outcomes of a run, those that were marked or
 * filtered.
 */
function nameOfRows(name: string, select: RowSelection, { cruzar }: Messages): string {
  const { filteredRows, selectedRows, rowsOfOutcomes } = cruzar.list
  if ('ids' in select || select.rows) return selectedRows(name)
  const { search, filters } = select.query
  const [filter, ...others] = filters
  if (search === '' && others.length === 0 && filter?.column === 'cruzar_resultado' && filter.operator === 'in') {
    const outcomes = outcomeNames.filter((outcome) => filter.values.includes(outcome))
    return rowsOfOutcomes(
      name,
      outcomes.map((outcome) => cruzar.run.figures[outcome].toLocaleLowerCase()),
    )
  }
  return search === '' && filters.length === 0 ? name : filteredRows(name)
}
