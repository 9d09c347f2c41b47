import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { axisLines } from '../ui/axis-lines.ts'
import { TableHead } from './team-parts.tsx'

type Texts = Messages['reviews']['figures']

/** Entries over time as columns; the same as a table on request. */
export function DayChart({ days }: { readonly days: EntryFigures['days'] }) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const id = useId()
  const [table, setTable] = useState(false)
  const [hovered, setHovered] = useState<DayColumn | null>(null)
  const { step, columns } = dayColumns(days)
  const title = { day: texts.perDay, week: texts.perWeek, month: texts.perMonth }[step]
  const phrase = (column: DayColumn) => startPhrase(column.start, step, texts, format)
  const chart = { title, step, columns, phrase }
  return (
    <section className="panel narrows pad-12-16 card" data-wide aria-labelledby={id}>
      <div className="panel-head row">
        <h2 id={id}>{title}</h2>
        <span className="grow to-right note figures" aria-hidden="true">
          {hovered && !table ? texts.column(phrase(hovered), hovered.count) : null}
        </span>
        <Button variant="subtle" size="compact-xs" onClick={() => setTable(!table)}>
          {table ? texts.asPicture : texts.asTable}
        </Button>
      </div>
      {table ? <DayTable {...chart} /> : <Picture {...chart} onHover={setHovered} />}
    </section>
  )
}

interface ChartProps {
  readonly title: string
  readonly step: Step
  readonly columns: readonly DayColumn[]
  readonly phrase: (column: DayColumn) => string
}

interface PictureProps extends ChartProps {
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
          <div key={line} className="axis-line" style={{ bottom: `${(line / top) * 100}%` }}>
            <span className="figures">{format.number(line)}</span>
          </div>
        ))}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only what is read under the mouse; the table has it all */}
        <div className="day-chart-columns" data-step={step} onMouseLeave={() => onHover(null)}>
          {columns.map((column) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: as above
            <div
              key={column.start}
              className="day-chart-column hoverable words"
              title={texts.column(phrase(column), column.count)}
              onMouseEnter={() => onHover(column)}
            >
              <span data-some={column.count > 0 || undefined} style={{ height: `${(column.count / top) * 100}%` }} />
            </div>
          ))}
        </div>
      </div>
      <div className="day-chart-axis note figures">
        {axisMarks(columns, step).map((mark) => (
          <span key={mark.at} style={{ left: `${(mark.at / columns.length) * 100}%` }}>
            {markPhrase(mark, texts, format)}
          </span>
        ))}
      </div>
    </div>
  )
}

function DayTable({ columns, phrase, title }: ChartProps) {
  const { common } = useMessages()
  const texts = useMessages().reviews.figures
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="day-table" aria-label={texts.tableOf(title)} tabIndex={0}>
      <table className="plain-figures data-table sticky-head figures">
        <TableHead columns={[common.fields.when, { label: common.fields.entries, number: true }]} />
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

type Step = 'day' | 'week' | 'month'
/** A column of the picture: what arrived from this day until the next column begins. */
interface DayColumn {
  /** Its first day, as 2026-11-20: a Sunday for a week, the first for a month. */
  readonly start: string
  readonly count: number
}

/** More days than this are grouped by week, and more weeks by month, so that columns stay distinguishable. */
const mostDays = 370
const mostWeeks = 160
/** A date far off the others, such as the year 1, must not make a hundred thousand empty columns. */
const mostColumns = 400
/** The entries of each day as columns without gaps, in steps wide enough to be seen. Days in any order. */
export function dayColumns(days: EntryFigures['days']): {
  readonly step: Step
  readonly columns: readonly DayColumn[]
} {
  const sorted = days.filter(({ day }) => isDay(day)).toSorted((one, other) => one.day.localeCompare(other.day))
  const first = sorted[0]?.day
  const last = sorted.at(-1)?.day
  if (first === undefined || last === undefined) return { step: 'day', columns: [] }
  const step = stepOf(numberOf(last) - numberOf(first) + 1)
  const counts = new Map<string, number>()
  for (const { day, count } of sorted) {
    const start = startOf(day, step)
    counts.set(start, (counts.get(start) ?? 0) + count)
  }
  const starts = startsBetween(startOf(first, step), last, step) ?? [...counts.keys()]
  return { step, columns: starts.map((start) => ({ start, count: counts.get(start) ?? 0 })) }
}

function stepOf(days: number): Step {
  if (days <= mostDays) return 'day'
  return days <= mostWeeks * 7 ? 'week' : 'month'
}

/** Null when they are too many to be drawn. */
function startsBetween(first: string, last: string, step: Step): string[] | null {
  const starts: string[] = []
  for (let start = first; start <= last; start = after(start, step)) {
    if (starts.length === mostColumns) return null
    starts.push(start)
  }
  return starts
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const dayMs = 86_400_000
/** Calendar days as numbers, counted in UTC, where every day has 24 hours. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOfNumber = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

function startOf(day: string, step: Step): string {
  if (step === 'month') return `${day.slice(0, 7)}-01`
  if (step === 'day') return day
  return dayOfNumber(numberOf(day) - new Date(day).getUTCDay())
}

function after(start: string, step: Step): string {
  if (step === 'month') return startOf(dayOfNumber(numberOf(start) + 31), step)
  return dayOfNumber(numberOf(start) + (step === 'week' ? 7 : 1))
}

/** A word under the columns. `at` is the index of its column. */
interface AxisMark {
  readonly at: number
  readonly day: string
  /** The day, the month, or the month with its year. */
  readonly shows: 'day' | 'month' | 'year'
}

/** Words would run into each other when they are closer than this share of the width. */
const closest = 0.07
/** Where the axis has words: days for a short time, else the beginnings of months. */
export function axisMarks(columns: readonly DayColumn[], step: Step): readonly AxisMark[] {
  if (step === 'day' && columns.length <= 45) {
    const every = Math.ceil(columns.length / 8)
    const marked = columns.map(({ start }, at): AxisMark => ({ at, day: start, shows: 'day' }))
    return marked.filter(({ at }) => at % every === 0)
  }
  const months = columns.flatMap(({ start }, at): AxisMark[] => {
    const before = columns[at - 1]?.start
    if (before?.slice(0, 7) === start.slice(0, 7)) return []
    return [{ at, day: start, shows: before?.slice(0, 4) === start.slice(0, 4) ? 'month' : 'year' }]
  })
  return spread(months, columns.length * closest)
}

/** Leaves out marks that are too close to the next. A change of year is always marked. */
function spread(marks: readonly AxisMark[], room: number): readonly AxisMark[] {
  const shown: AxisMark[] = []
  for (const mark of marks) {
    const before = shown.at(-1)
    if (!before || mark.at - before.at >= room) shown.push(mark)
    else if (mark.shows === 'year' || shown.length === 1) {
      shown.pop()
      shown.push({ ...mark, shows: before.shows === 'year' ? 'year' : mark.shows })
    }
  }
  return shown
}
