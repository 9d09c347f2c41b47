import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isDay } from '../../preload/values/days.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Chart, ChartTable } from '../ui/chart.tsx'

type Texts = Messages['reviews']['figures']

/** Entries over time as columns; a button shows the same as a table. */
export function DayChart({ days }: { readonly days: EntryFigures['days'] }) {
  const { common, reviews } = useMessages()
  const texts = reviews.figures
  const format = useFormat()
  const id = useId()
  const [table, setTable] = useState(false)
  const { step, columns } = dayColumns(days)
  const title = { day: texts.perDay, week: texts.perWeek, month: texts.perMonth }[step]
  const phrase = (start: string) => startPhrase(start, step, texts, format)
  return (
    <section className="panel narrows pad-12-16 card" data-wide aria-labelledby={id}>
      <div className="panel-head row">
        <h2 id={id}>{title}</h2>
        <Button variant="subtle" size="compact-xs" className="at-end" onClick={() => setTable(!table)}>
          {table ? texts.asPicture : texts.asTable}
        </Button>
      </div>
      {table ? (
        <ChartTable
          label={texts.tableOf(title)}
          headings={[common.fields.when, common.fields.entries]}
          rows={columns.toReversed().map(({ start, count }) => [phrase(start), format.number(count)] as const)}
        />
      ) : (
        <Chart
          kind="columns"
          label={summaryOf(title, columns, phrase, texts, format)}
          height={chartHeight}
          points={columns.map(({ start, count }) => ({ at: start, values: [count] }))}
          series={[{ label: common.fields.entries }]}
          ticks={axisTicks(columns, step)}
          tickOf={(start) => tickPhrase(String(start), columns, step, texts, format)}
          nameOf={(start) => phrase(String(start))}
          amountOf={format.number}
        />
      )}
    </section>
  )
}

const chartHeight = 200

/** The number of entries, the first and last day, and the highest column. */
function summaryOf(
  title: string,
  columns: readonly DayColumn[],
  phrase: (start: string) => string,
  texts: Texts,
  format: Format,
): string {
  const highest = columns.toSorted((one, other) => other.count - one.count)[0]
  const [first, last] = [columns[0], columns.at(-1)]
  if (!first || !last || !highest) return title
  const total = texts.total(columns.reduce((sum, { count }) => sum + count, 0))
  const [from, to, when] = [first, last, highest].map(({ start }) => phrase(start))
  return texts.columns(title, total, from ?? '', to ?? '', format.number(highest.count), when ?? '')
}

/** 20/11/2026, "semana de 15/11/2026" or "nov 2026". */
function startPhrase(start: string, step: Step, texts: Texts, format: Format): string {
  if (step === 'month') return monthPhrase(start, texts, true)
  return step === 'week' ? texts.week(format.day(start)) : format.day(start)
}

/** The same in few letters, for the axis: 20/11, "nov" or "nov 2026". The year is written only where it is needed. */
function tickPhrase(start: string, columns: readonly DayColumn[], step: Step, texts: Texts, format: Format): string {
  if (showsDays(columns, step)) return format.day(start).slice(0, 5)
  return monthPhrase(start, texts, step !== 'day' || start === columns[0]?.start || start.slice(5, 7) === '01')
}

/** The axis names days for up to two months of them, and months for more. */
const showsDays = (columns: readonly DayColumn[], step: Step) => step === 'day' && columns.length <= 62

/** The columns that the axis names: each day, or the first column of each month. */
export function axisTicks(columns: readonly DayColumn[], step: Step): string[] {
  return columns
    .filter(
      ({ start }, place) => showsDays(columns, step) || start.slice(0, 7) !== columns[place - 1]?.start.slice(0, 7),
    )
    .map(({ start }) => start)
}

function monthPhrase(day: string, texts: Texts, withYear: boolean): string {
  const month = texts.months[Number(day.slice(5, 7)) - 1] ?? day
  return withYear ? `${month} ${day.slice(0, 4)}` : month
}

type Step = 'day' | 'week' | 'month'
/** A column of the chart: the entries from this day until the next column starts. */
interface DayColumn {
  /** Its first day, as 2026-11-20: a Sunday for a week, the first for a month. */
  readonly start: string
  readonly count: number
}

/** More days than this are grouped by week, and more weeks by month, so that columns stay distinguishable. */
const mostDays = 370
const mostWeeks = 160
/** A date far from the others, such as the year 1, must not make a hundred thousand empty columns. */
const mostColumns = 400
/** The entries of each day as columns without gaps, in steps wide enough to be visible. Days in any order. */
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

/** Null when there are too many to draw. */
function startsBetween(first: string, last: string, step: Step): string[] | null {
  const starts: string[] = []
  for (let start = first; start <= last; start = after(start, step)) {
    if (starts.length === mostColumns) return null
    starts.push(start)
  }
  return starts
}

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
