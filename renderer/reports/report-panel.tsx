import { Button, Select, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowDownRight, IconArrowUp, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { type ClipboardEvent as ReactClipboardEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReportCell, ReportColumn, ReportTable } from '../../preload/contract/reports.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { copyShownTable } from '../tables/copy.tsx'
import { Chart } from '../ui/chart.tsx'
import {
  type ChartRow,
  changeOf,
  chartRows,
  figurePlaces,
  isFigure,
  isSeries,
  type Line,
  linePoints,
  type ReportOrder,
  sortedRows,
  useReportWords,
} from './report-words.ts'

interface ReportPanelProps {
  readonly table: ReportTable
  /** The subject of the table. */
  readonly title: string
  /** What a row is; null if the report does not say: then the heading of the names is used. */
  readonly row: string | null
}

/** One table of an answer: figures as tiles, rows as bars, a series as a line, each with its table. */
export function ReportPanels(props: ReportPanelProps) {
  const { table, title } = props
  const { reports: texts, common } = useMessages()
  if (table.rows.length === 0 || table.columns.length === 0) return null
  if (table.label === null && table.rows.length === 1) {
    return (
      <section className="panel narrows pad-12-16 card" data-wide aria-label={title}>
        <h2>{title}</h2>
        <FigureTiles table={table} title={title} />
      </section>
    )
  }
  return (
    <>
      <ChartPanel {...props} />
      <section className="panel narrows pad-12-16 card" aria-label={title}>
        <div className="panel-head row">
          <h2>{title}</h2>
          <span className="dim figures">{common.rows(table.total)}</span>
        </div>
        <ReportTableView table={table} title={title} />
        {table.total > table.rows.length ? (
          <p className="my-4 note">{texts.partOf(table.rows.length, table.total)}</p>
        ) : null}
      </section>
    </>
  )
}

function ChartPanel({ table, row }: ReportPanelProps) {
  const { reports: texts, common } = useMessages()
  const words = useReportWords()
  const { metric, setMetric } = useStore(useFeature('reports'))
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
    <section className="panel narrows pad-12-16 card" aria-labelledby={id}>
      <div className="panel-head row">
        <h2 id={id}>{title}</h2>
        {places.length > 1 ? (
          <div data-screen-only>
            <Select
              size="xs"
              w={240}
              aria-label={common.show}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              value={String(place)}
              onChange={(value) => setMetric(Number(value))}
              data={places.map((at) => ({ value: String(at), label: words.heading(table.columns[at]?.key ?? '') }))}
            />
          </div>
        ) : null}
      </div>
      {isCompared ? (
        <p className="report-legend row note" aria-hidden="true">
          <span /> {texts.nowLegend} <span data-before /> {texts.beforeLegend}
        </p>
      ) : null}
      {series ? (
        <SeriesChart line={linePoints(table, place, words)} title={name} />
      ) : (
        <BarChart rows={chartRows(table, place, words)} title={title} />
      )}
    </section>
  )
}

/** So many rows are shown at first; a button shows the rest. */
const mostRows = 100

/** The table as it came. It can be sorted by any column. */
function ReportTableView({ table, title }: Omit<ReportPanelProps, 'row'>) {
  const { reports: texts, common } = useMessages()
  const words = useReportWords()
  const [order, setOrder] = useState<ReportOrder | null>(null)
  const [all, setAll] = useState(false)
  const rows = sortedRows(table, order)
  const isCompared = rows.some(({ before }) => before !== null)
  const shown = all ? rows : rows.slice(0, mostRows)
  const copy = ({ nativeEvent }: ReactClipboardEvent) =>
    copyShownTable(
      nativeEvent,
      rows.map(({ cells }) => table.columns.map(({ kind }, place) => words.cell(cells[place] ?? null, kind))),
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="report-table-scroll" aria-label={texts.tableOf(title)} tabIndex={0} onCopy={copy}>
        <table className="report-table data-table sticky-head figures">
          <thead>
            <tr>
              {table.columns.map((column, place) => (
                <Heading
                  key={column.key}
                  name={words.heading(column.key)}
                  number={isFigure(column)}
                  descending={order?.place === place ? order.descending : null}
                  // At first figures descend and names ascend.
                  onSort={() =>
                    setOrder({ place, descending: order?.place === place ? !order.descending : isFigure(column) })
                  }
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
                    <td key={column.key} className="number">
                      {value}
                      {isCompared ? (
                        <span className="report-change-place">
                          {before ? (
                            <ChangeMark now={cell} previous={before[place] ?? null} kind={column.kind} short />
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
      {rows.length > mostRows ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? common.showLess : common.showOthers(rows.length - mostRows)}
        </Button>
      ) : null}
    </>
  )
}

interface HeadingProps {
  readonly name: string
  readonly number: boolean
  /** Null where another column sorts the table. */
  readonly descending: boolean | null
  readonly onSort: () => void
}

function Heading({ name, number, descending, onSort }: HeadingProps) {
  const texts = useMessages().reports
  const Arrow = descending ? IconArrowDown : IconArrowUp
  const order = descending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={number ? 'number' : undefined} aria-sort={descending === null ? 'none' : order}>
      <UnstyledButton className="report-heading" title={texts.sortBy(name)} onClick={onSort}>
        {name}
        {descending === null ? null : <Arrow size={12} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}

/** A single row of figures, each large, with its value in the period before. */
function FigureTiles({ table, title }: Omit<ReportPanelProps, 'row'>) {
  const { reports: texts, common } = useMessages()
  const words = useReportWords()
  const [row] = table.rows
  if (!row) return null
  return (
    <dl className="report-tiles captions figures" aria-label={title}>
      {table.columns.map((column, place) => {
        const cell = row.cells[place] ?? null
        const previous = row.before?.[place] ?? null
        return (
          <div key={column.key} className="report-tile" data-small={!isFigure(column) || undefined}>
            <dt>{words.heading(column.key)}</dt>
            <dd>{cell === null ? <span className="dim">{texts.nothing}</span> : words.cell(cell, column.kind)}</dd>
            {isFigure(column) && previous !== null ? (
              <dd className="report-tile-before">
                {common.was(words.cell(previous, column.kind))}
                <ChangeMark now={cell} previous={previous} kind={column.kind} />
              </dd>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}

interface BarChartProps {
  readonly rows: readonly ChartRow[]
  readonly title: string
}

/** So many bars are shown at first; a button shows the rest. */
const firstShown = 15

/** A bar for each row, the longest first, with that of the period before below it. */
function BarChart({ rows, title }: BarChartProps) {
  const { common } = useMessages()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, firstShown)
  return (
    <>
      <table className="report-bars figures" aria-label={title}>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={row.name}>
                <div className="cut">{row.name}</div>
              </th>
              <td className="report-bar-value">{row.value}</td>
              <td>
                <div className="report-bar" aria-hidden="true">
                  <span data-some={row.share > 0 || undefined} style={{ width: `${row.share * 100}%` }} />
                  {row.beforeShare === null ? null : (
                    <span style={{ width: `${row.beforeShare * 100}%` }} data-before />
                  )}
                </div>
                {row.before === null ? null : <span className="unseen">{common.was(row.before)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? common.showLess : common.showOthers(rows.length - firstShown)}
        </Button>
      ) : null}
    </>
  )
}

interface SeriesChartProps {
  readonly line: Line
  readonly title: string
}

/** A series over time. The table beside it has every value. */
function SeriesChart({ line: { points, timeOf, amountOf }, title }: SeriesChartProps) {
  const texts = useMessages().reports
  const highest = amountOf(Math.max(0, ...points.map(({ value }) => value)))
  return (
    <Chart
      kind="line"
      label={texts.lineSummary(title, points.length, highest)}
      height={260}
      points={points.map(({ at, value }) => ({ at, values: [value] }))}
      series={[{ label: title }]}
      tickOf={(at) => timeOf(Number(at))}
      nameOf={(at) => timeOf(Number(at))}
      amountOf={amountOf}
    />
  )
}

interface ChangeMarkProps {
  readonly now: ReportCell
  readonly previous: ReportCell
  readonly kind: ReportColumn['kind']
  /** Only the number, for columns of them. Its words are for screen readers and in the hover. */
  readonly short?: boolean
}

/** The change since the period before, without a judgement: more is better for some figures and worse for others. */
function ChangeMark({ now, previous, kind, short = false }: ChangeMarkProps) {
  const words = useReportWords()
  const share = changeOf(now, previous)
  if (share === null) return null
  const changeText = words.change(now, previous, kind)
  const isSame = changeText === words.change(previous, previous, kind)
  return (
    <span className="report-change inline-row note" title={short ? changeText : undefined}>
      <ChangeIcon share={isSame ? 0 : share} />
      {short ? (
        <>
          <span aria-hidden="true">{isSame ? '' : words.percent(share)}</span>
          <span className="unseen">{changeText}</span>
        </>
      ) : (
        changeText
      )}
    </span>
  )
}

function ChangeIcon({ share }: { readonly share: number }) {
  const Icon = [IconArrowDownRight, IconEqual, IconArrowUpRight][Math.sign(share) + 1] ?? IconEqual
  return <Icon size={12} aria-hidden="true" />
}
