import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { axisLines } from '../ui/axis-lines.ts'
import { type AxisMark, axisMarks, type DayColumn, dayColumns, type Step } from './day-columns.ts'

type Texts = Messages['reviews']['figures']

/** Entries over time as columns; the same as a table on request. */
export function DayChart({ days }: { readonly days: EntryFigures['days'] }) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const id = useId()
  const [table, setTable] = useState(false)
  const [hovered, setHovered] = useState<DayColumn | null>(null)
  const { step, columns } = dayColumns(days)
  const title = titleOf(step, texts)
  const phrase = (column: DayColumn) => startPhrase(column.start, step, texts, format)
  return (
    <section className="figures-panel" data-wide aria-labelledby={id}>
      <div className="figures-panel-head">
        <h2 id={id}>{title}</h2>
        <span className="day-chart-hovered figures" aria-hidden="true">
          {hovered && !table ? texts.column(phrase(hovered), hovered.count) : null}
        </span>
        <Button variant="subtle" size="compact-xs" onClick={() => setTable(!table)}>
          {table ? texts.asPicture : texts.asTable}
        </Button>
      </div>
      {table ? (
        <DayTable columns={columns} phrase={phrase} label={title} />
      ) : (
        <Picture title={title} step={step} columns={columns} phrase={phrase} onHover={setHovered} />
      )}
    </section>
  )
}

interface PictureProps {
  readonly title: string
  readonly step: Step
  readonly columns: readonly DayColumn[]
  readonly phrase: (column: DayColumn) => string
  readonly onHover: (column: DayColumn | null) => void
}

function Picture({ title, step, columns, phrase, onHover }: PictureProps) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const lines = axisLines(Math.max(0, ...columns.map(({ count }) => count)))
  const top = lines.at(-1) ?? 1
  const highest = columns.toSorted((one, other) => other.count - one.count)[0]
  const total = columns.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [columns[0], columns.at(-1)]
  const summary =
    first && last && highest
      ? texts.columns(
          title,
          texts.total(total),
          phrase(first),
          phrase(last),
          format.number(highest.count),
          phrase(highest),
        )
      : title
  return (
    <div className="day-chart" role="img" aria-label={summary}>
      <div className="day-chart-area">
        {lines.map((line) => (
          <div key={line} className="day-chart-line" style={{ bottom: `${(line / top) * 100}%` }}>
            <span className="figures">{format.number(line)}</span>
          </div>
        ))}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only what is read under the mouse; the table has it all */}
        <div className="day-chart-columns" data-step={step} onMouseLeave={() => onHover(null)}>
          {columns.map((column) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: as above
            <div
              key={column.start}
              className="day-chart-column"
              title={texts.column(phrase(column), column.count)}
              onMouseEnter={() => onHover(column)}
            >
              <span data-some={column.count > 0 || undefined} style={{ height: `${(column.count / top) * 100}%` }} />
            </div>
          ))}
        </div>
      </div>
      <div className="day-chart-axis figures">
        {axisMarks(columns, step).map((mark) => (
          <span key={mark.at} style={{ left: `${(mark.at / columns.length) * 100}%` }}>
            {markPhrase(mark, texts, format)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface DayTableProps {
  readonly columns: readonly DayColumn[]
  readonly phrase: (column: DayColumn) => string
  readonly label: string
}

function DayTable({ columns, phrase, label }: DayTableProps) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="day-table" aria-label={texts.tableOf(label)} tabIndex={0}>
      <table className="plain-figures figures">
        <thead>
          <tr>
            <th scope="col">{texts.when}</th>
            <th scope="col" className="number">
              {texts.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.toReversed().map((column) => (
            <tr key={column.start}>
              <th scope="row">{phrase(column)}</th>
              <td className="number">{format.number(column.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function titleOf(step: Step, texts: Texts): string {
  if (step === 'day') return texts.perDay
  return step === 'week' ? texts.perWeek : texts.perMonth
}

/** 20/11/2026, "semana de 15/11/2026" or "nov 2026". */
function startPhrase(start: string, step: Step, texts: Texts, format: Format): string {
  if (step === 'month') return monthPhrase(start, texts, true)
  return step === 'week' ? texts.week(format.day(start)) : format.day(start)
}

function markPhrase({ day, shows }: AxisMark, texts: Texts, format: Format): string {
  return shows === 'day' ? format.day(day).slice(0, 5) : monthPhrase(day, texts, shows === 'year')
}

function monthPhrase(day: string, texts: Texts, withYear: boolean): string {
  const month = texts.months[Number(day.slice(5, 7)) - 1] ?? day
  return withYear ? `${month} ${day.slice(0, 4)}` : month
}
