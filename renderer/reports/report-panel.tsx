import { Button, Select, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ClipboardEvent as ReactClipboardEvent, useId, useState } from 'react'
import type { ReportCell, ReportTable } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { copyShownTable } from '../tables/copy.tsx'
import { BarChart, ChangeMark, FigureTiles, LineChart } from './report-charts.tsx'
import { chartRows, figurePlaces, isFigure, isSeries, linePoints, type ReportWords } from './report-words.ts'

export interface ReportPanelProps {
  readonly table: ReportTable
  readonly words: ReportWords
  /** What the table is of. */
  readonly title: string
  /** What a row is; null if the report has none; then the heading of the names is used. */
  readonly row: string | null
  /** The column that is drawn. */
  readonly metric: number | null
  readonly onMetric: (place: number) => void
}

/** One table of an answer: figures as tiles, rows as bars, a series as a line, each with its table. */
export function ReportPanels(props: ReportPanelProps) {
  const { table, words, title } = props
  const texts = useMessages().reports
  if (table.rows.length === 0 || table.columns.length === 0) return null
  if (table.label === null && table.rows.length === 1) {
    return (
      <section className="report-panel card" data-wide aria-label={title}>
        <h2>{title}</h2>
        <FigureTiles table={table} words={words} title={title} />
      </section>
    )
  }
  return (
    <>
      <ChartPanel {...props} />
      <section className="report-panel card" aria-label={title}>
        <div className="report-panel-head row">
          <h2>{title}</h2>
          <span className="dim figures">{texts.rows(table.total)}</span>
        </div>
        <ReportTableView table={table} words={words} title={title} />
        {table.total > table.rows.length ? (
          <p className="report-hint note">{texts.partOf(table.rows.length, table.total)}</p>
        ) : null}
      </section>
    </>
  )
}

function ChartPanel({ table, words, row, metric, onMetric }: ReportPanelProps) {
  const texts = useMessages().reports
  const id = useId()
  const places = figurePlaces(table)
  const place = metric !== null && places.includes(metric) ? metric : places[0]
  if (place === undefined) return null
  const name = words.heading(table.columns[place]?.key ?? '')
  const series = isSeries(table)
  const title = series
    ? texts.lineOf(name)
    : texts.barsOf(name, row ?? words.heading(table.columns[table.label ?? 0]?.key ?? ''))
  const isCompared = !series && table.rows.some(({ before }) => before !== null)
  return (
    <section className="report-panel card" aria-labelledby={id}>
      <div className="report-panel-head row">
        <h2 id={id}>{title}</h2>
        {places.length > 1 ? (
          <Select
            size="xs"
            w={240}
            aria-label={texts.chartOf}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            value={String(place)}
            onChange={(value) => onMetric(Number(value))}
            data={places.map((at) => ({ value: String(at), label: words.heading(table.columns[at]?.key ?? '') }))}
          />
        ) : null}
      </div>
      {isCompared ? (
        <p className="report-legend row note" aria-hidden="true">
          <span /> {texts.nowLegend} <span data-before /> {texts.beforeLegend}
        </p>
      ) : null}
      {series ? (
        <LineChart line={linePoints(table, place, words)} title={name} />
      ) : (
        <BarChart rows={chartRows(table, place, words)} title={title} />
      )}
    </section>
  )
}

interface ReportTableViewProps {
  readonly table: ReportTable
  readonly words: ReportWords
  readonly title: string
}
const firstShown = 100

/** The table as it came, in any order of its columns. */
function ReportTableView({ table, words, title }: ReportTableViewProps) {
  const texts = useMessages().reports
  const [order, setOrder] = useState<ReportOrder | null>(null)
  const [all, setAll] = useState(false)
  const rows = sortedRows(table, order)
  const isCompared = rows.some(({ before }) => before !== null)
  const shown = all ? rows : rows.slice(0, firstShown)
  const copy = ({ nativeEvent }: ReactClipboardEvent) =>
    copyShownTable(
      nativeEvent,
      rows.map(({ cells }) => table.columns.map(({ kind }, place) => words.cell(cells[place] ?? null, kind))),
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="report-table-scroll" aria-label={texts.tableOf(title)} tabIndex={0} onCopy={copy}>
        <table className="report-table figures">
          <thead>
            <tr>
              {table.columns.map((column, place) => (
                <Heading
                  key={column.key}
                  name={words.heading(column.key)}
                  number={isFigure(column)}
                  descending={order?.place === place ? order.descending : null}
                  onSort={() => setOrder({ place, descending: nextDescending(order, place, isFigure(column)) })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cells, before, at }) => (
              <tr key={at}>
                {table.columns.map((column, place) => {
                  const cell = cells[place] ?? null
                  const value = words.cell(cell, column.kind)
                  if (place === table.label) {
                    return (
                      <th key={column.key} scope="row">
                        {value}
                      </th>
                    )
                  }
                  return isFigure(column) ? (
                    <td key={column.key} className="report-number">
                      {value}
                      {isCompared ? (
                        <span className="report-change-place">
                          {before ? (
                            <ChangeMark
                              now={cell}
                              before={before[place] ?? null}
                              kind={column.kind}
                              words={words}
                              short
                            />
                          ) : null}
                        </span>
                      ) : null}
                    </td>
                  ) : (
                    <td key={column.key}>{value}</td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? texts.showLess : texts.showAll(rows.length - firstShown)}
        </Button>
      ) : null}
    </>
  )
}

/** The first sort order: figures descending, names ascending. */
function nextDescending(order: ReportOrder | null, place: number, figure: boolean): boolean {
  return order?.place === place ? !order.descending : figure
}

interface HeadingProps {
  readonly name: string
  readonly number: boolean
  readonly descending: boolean | null
  readonly onSort: () => void
}

function Heading({ name, number, descending, onSort }: HeadingProps) {
  const texts = useMessages().reports
  return (
    <th scope="col" className={number ? 'report-number' : undefined} aria-sort={sortWord(descending)}>
      <UnstyledButton className="report-heading" title={texts.sortBy(name)} onClick={onSort}>
        {name}
        {descending === null ? null : <Arrow descending={descending} />}
      </UnstyledButton>
    </th>
  )
}

function sortWord(descending: boolean | null) {
  if (descending === null) return 'none'
  return descending ? 'descending' : 'ascending'
}

function Arrow({ descending }: { readonly descending: boolean }) {
  const Icon = descending ? IconArrowDown : IconArrowUp
  return <Icon size={12} aria-hidden="true" />
}

interface ReportOrder {
  /** The column. */
  readonly place: number
  readonly descending: boolean
}

/** A row with its place in the answer, which names it in any order. */
type PlacedRow = ReportTable['rows'][number] & { readonly at: number }
const texts = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

/** The rows in the order of a column, those without a value always last; as they came without an order. */
export function sortedRows({ rows }: ReportTable, order: ReportOrder | null): readonly PlacedRow[] {
  const placed = rows.map((row, at) => ({ ...row, at }))
  if (!order) return placed
  const cellOf = ({ cells }: PlacedRow) => cells[order.place] ?? null
  return placed.sort((one, other) => {
    const [left, right] = [cellOf(one), cellOf(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return order.descending ? compare(right, left) : compare(left, right)
  })
}

function compare(one: NonNullable<ReportCell>, other: NonNullable<ReportCell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return texts.compare(String(one), String(other))
}
