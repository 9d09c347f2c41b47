import { Select } from '@mantine/core'
import { useId } from 'react'
import type { ReportTable } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { BarChart } from './bar-chart.tsx'
import { chartRows } from './chart-rows.ts'
import { FigureTiles } from './figure-tiles.tsx'
import { LineChart } from './line-chart.tsx'
import { linePoints } from './line-points.ts'
import { ReportTableView } from './report-table-view.tsx'
import { figurePlaces, isSeries, type ReportWords } from './report-words.ts'

export interface ReportPanelProps {
  readonly table: ReportTable
  readonly words: ReportWords
  /** What the table is of. */
  readonly title: string
  /** What a row is; null where the report itself has none, and the heading of the names says it. */
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
      <section className="report-panel" data-wide aria-label={title}>
        <h2>{title}</h2>
        <FigureTiles table={table} words={words} title={title} />
      </section>
    )
  }
  return (
    <>
      <ChartPanel {...props} />
      <section className="report-panel" aria-label={title}>
        <div className="report-panel-head">
          <h2>{title}</h2>
          <span className="dim figures">{texts.rows(table.total)}</span>
        </div>
        <ReportTableView table={table} words={words} title={title} />
        {table.total > table.rows.length ? (
          <p className="report-hint">{texts.partOf(table.rows.length, table.total)}</p>
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
    <section className="report-panel" aria-labelledby={id}>
      <div className="report-panel-head">
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
        <p className="report-legend" aria-hidden="true">
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
