import type { Command } from 'commander'
import {
  type ColumnFilter,
  type GroupFigure,
  type GroupUnit,
  groupFigure,
  groupUnit,
  type TableColumn,
  type TableQuery,
  type TableRef,
} from '../../preload/contract/table-queries.ts'
import type { TableShape } from '../../preload/contract/tables.ts'
import type { SavedView, ViewOwner } from '../../preload/contract/views.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { tableHeadings } from '../../preload/messages/table-words.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { typesOfFigures } from '../../preload/values/group-figures.ts'
import { withinColumns } from '../../preload/values/within-columns.ts'
import { addFileOptions, type FileOptions, listed } from './options.ts'
import { CommandError, type Session, UsageError } from './session.ts'

/** How a table is written: in which file, with the rows and columns of which view, in which groups. */
export interface TableOptions extends FileOptions {
  readonly view?: string
  /** Fields with commas between them: a column, or a column of moments with its unit, as `criada_em:week`. */
  readonly groupBy?: string
  /** As `sum:mensagens`, with commas between them. */
  readonly figures?: string
  readonly across?: boolean
}

export function addTableOptions(command: Command, words: Messages['cli']): Command {
  const { view, groupBy, figures, across } = words.tables
  return addFileOptions(command, words)
    .option('--view <name>', view)
    .option('--group-by <fields>', groupBy)
    .option('--figures <list>', figures)
    .option('--across', across)
}

/** What is written of a table; null for every column. */
export interface ArrangedTable {
  readonly table: TableRef
  readonly query: TableQuery
  readonly columns: string[] | null
}

/**
 * What the options leave of a table, where these filters hold besides. A line on standard error names what a view has
 * and the table lacks. Throws `UsageError` for wrong groups, and a sentence for an unknown view.
 */
export async function arrangeTable(
  session: Session,
  table: TableRef,
  { view: viewName, ...options }: TableOptions,
  filters: readonly ColumnFilter[] = [],
): Promise<ArrangedTable> {
  const { ask, messages } = session
  const isGrouped = options.groupBy !== undefined
  if (!isGrouped && (options.figures !== undefined || options.across)) {
    throw new UsageError(messages.cli.tables.onlyOfGroups)
  }
  if (viewName === undefined && !isGrouped)
    return { table, query: { ...emptyQuery, filters: [...filters] }, columns: null }
  const view = viewName === undefined ? null : await viewNamed(session, table, viewName)
  const shape = await ask('tables.shape', { table, query: {} })
  const columns = everyColumn(shape)
  if (view) requireColumnsOf(session, view, columns)
  const ofView = view ? withinColumns(view.query, columns) : emptyQuery
  const { sort, ...rows } = { ...emptyQuery, ...ofView, filters: [...ofView.filters, ...filters] }
  const choice = isGrouped ? groupsOf(session, { kind: table.kind, columns }, options) : view?.grouping
  if (choice) return { table: { ...table, grouping: { ...choice, query: rows } }, query: emptyQuery, columns: null }
  return { table, query: { ...rows, sort }, columns: view && shownColumns(view, shape) }
}

export function everyColumn({ columns, derived = [] }: TableShape): readonly TableColumn[] {
  return [...columns, ...derived]
}

/** The view of this name. Throws a sentence with the names that there are. */
export async function viewNamed({ ask, messages }: Session, of: ViewOwner, name: string): Promise<SavedView> {
  const views = await ask('views.list', { of })
  const view = views.find((one) => one.name === name)
  if (view) return view
  throw new CommandError(
    messages.cli.tables.noView(
      name,
      views.map((one) => one.name),
    ),
  )
}

/** Notes what the table lacks of a view. Throws a sentence where it cannot make the groups. */
function requireColumnsOf(
  { messages, print }: Session,
  { name, query, columns, grouping }: SavedView,
  all: readonly TableColumn[],
): void {
  const words = messages.cli.tables
  const keys = new Set(all.map(({ key }) => key))
  const missing = (named: readonly string[]) => [...new Set(named)].filter((key) => !keys.has(key))
  const ofGroups = missing([...(grouping?.by ?? []), ...(grouping?.figures ?? [])].map(({ column }) => column))
  if (ofGroups.length > 0) throw new CommandError(words.groupsLack(name, ofGroups))
  const parts = query.conditions?.of ?? []
  const filters = [...query.filters, ...parts.flatMap((part) => ('operator' in part ? [part] : part.filters))]
  const shown = grouping ? [] : columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
  const ofRows = missing([...shown, ...[...filters, ...query.sort].map(({ column }) => column)])
  if (ofRows.length > 0) print.warn(words.viewLacks(name, ofRows))
}

/** The visible columns of a view, then those that it does not know, as the app shows them. */
function shownColumns({ columns }: SavedView, { columns: stored, derived = [] }: TableShape): string[] | null {
  const derivedKeys = new Set(derived.map(({ key }) => key))
  const keys = new Set([...stored.map(({ key }) => key), ...derivedKeys])
  const arranged = new Set(columns.map(({ key }) => key))
  const shown = columns.filter(({ key, hidden = derivedKeys.has(key) }) => keys.has(key) && !hidden)
  const ordered = [
    ...shown.filter(({ pinned }) => pinned === 'left'),
    ...shown.filter(({ pinned }) => pinned === undefined),
  ].map(({ key }) => key)
  const others = stored.map(({ key }) => key).filter((key) => !arranged.has(key))
  const last = shown.filter(({ pinned }) => pinned === 'right').map(({ key }) => key)
  const all = [...ordered, ...others, ...last]
  return all.length > 0 ? all : null
}

interface GroupedTable {
  readonly kind: TableRef['kind']
  readonly columns: readonly TableColumn[]
}

const mostFields = 3

/** The groups of these options. Throws `UsageError` for what the table has not. */
function groupsOf(
  session: Session,
  grouped: GroupedTable,
  { groupBy, figures, across = false }: Omit<TableOptions, 'view'>,
) {
  const words = session.messages.cli.tables
  const by = listed(groupBy).map((text) => fieldOf(session, grouped, text))
  const isRepeated = new Set(by.map(({ column, unit }) => `${unit}:${column}`)).size < by.length
  if (by.length < 1 || by.length > mostFields || isRepeated) throw new UsageError(words.wrongFields)
  if (across && by.length !== 2) throw new UsageError(words.acrossTwo)
  return { by, across, figures: listed(figures).map((text) => figureOf(session, grouped, text)) }
}

function fieldOf(session: Session, grouped: GroupedTable, text: string) {
  const words = session.messages.cli.tables
  const whole = columnNamed(session, grouped, text)
  const end = text.lastIndexOf(':')
  const column = whole ?? requireColumn(session, grouped, end < 0 ? text : text.slice(0, end))
  const unit = whole ? null : unitOf(text.slice(end + 1))
  if (unit === undefined) throw new UsageError(words.badUnit(text.slice(end + 1), groupUnit.options))
  if (unit !== null && column.type !== 'time') throw new UsageError(words.noMoments(column.key))
  return { column: column.key, unit: column.type === 'time' ? (unit ?? 'day') : null }
}

function unitOf(word: string): GroupUnit | undefined {
  return groupUnit.options.find((unit) => unit === word)
}

function figureOf(session: Session, grouped: GroupedTable, text: string): GroupFigure {
  const words = session.messages.cli.tables
  const [, word = text, name = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
  const names = groupFigure.shape.figure.options
  const figure = names.find((one) => one === word)
  if (!figure) throw new UsageError(words.badFigure(word, names))
  const { key, type } = requireColumn(session, grouped, name)
  const types = typesOfFigures[figure]
  if (types?.includes(type) === false) throw new UsageError(words.noNumbers(figure, key))
  return { figure, column: key }
}

/** A column by its key or its heading. */
function columnNamed({ messages }: Session, { kind, columns }: GroupedTable, name: string): TableColumn | undefined {
  const headings = tableHeadings(
    kind,
    columns,
    columns.map(({ key }) => key),
    messages,
  )
  return columns.find(({ key }) => key === name) ?? columns.find((_, index) => headings[index] === name)
}

function requireColumn(session: Session, grouped: GroupedTable, name: string): TableColumn {
  const column = columnNamed(session, grouped, name)
  if (column) return column
  const keys = grouped.columns.map(({ key }) => key)
  throw new UsageError(session.messages.cli.tables.noColumn(name, keys))
}
