import type { ReportCell, ReportColumn, ReportQuestion, ReportTable } from '../../preload/contract/reports.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'

type Texts = Messages['reports']

/** The texts of a report's cells, headings and periods. */
export interface ReportWords {
  cell(cell: ReportCell, kind: ReportColumn['kind']): string
  heading(key: string): string
  days(days: Pick<ReportQuestion, 'since' | 'until'>): string
  /**
   * 12% more, 3% less, or the same, also where both are shown equally. Empty where there is nothing to compare with.
   */
  change(now: ReportCell, previous: ReportCell, kind: ReportColumn['kind']): string
  /** 12% for a share in percent, without its sign. */
  percent(share: number): string
}

export function reportWords(texts: Texts, format: Format): ReportWords {
  const percent = (share: number) => `${format.number(Math.abs(share))}%`
  const words: ReportWords = {
    percent,
    cell(cell, kind) {
      if (cell === null) return ''
      if (typeof cell === 'string') return kind === 'day' ? format.day(cell) : cell
      if (kind === 'duration') return readableDuration(cell, format)
      if (kind === 'time') return format.dateTime(cell)
      const rounded = format.number(Math.round(cell * 100) / 100)
      return kind === 'percent' ? `${rounded}%` : rounded
    },
    heading: (key) => texts.fields[key] ?? (key || texts.unnamed),
    days: ({ since, until }) => texts.days(format.day(since), format.day(until)),
    change(now, previous, kind) {
      const share = changeOf(now, previous)
      if (share === null) return ''
      // Two equal texts, such as 17 min and 17 min, must not show a difference.
      if (share === 0 || words.cell(now, kind) === words.cell(previous, kind)) return texts.same
      return share > 0 ? texts.more(percent(share)) : texts.less(percent(share))
    },
  }
  return words
}

const dayMs = 86_400_000
/** A day as services write it: 2026-11-20, 20/11/2026. */
const writtenDay = /\b(\d{4})-(\d{2})-(\d{2})\b|\b(\d{2})\/(\d{2})\/(\d{4})\b/g
/**
 * Whether a line of the service names these days and no others. It may also name the day beside each: the service
 * counts days in its own zone, and some name the day after the last.
 */
export function tellsDays(note: string, { since, until }: Pick<ReportQuestion, 'since' | 'until'>): boolean {
  const days = [...note.matchAll(writtenDay)].map(([, year, month, day, ownDay, ownMonth, ownYear]) =>
    Date.parse(year === undefined ? `${ownYear}-${ownMonth}-${ownDay}` : `${year}-${month}-${day}`),
  )
  const [first, last] = days
  if (first === undefined || last === undefined || days.length > 2) return false
  return Math.abs(first - Date.parse(since)) <= dayMs && Math.abs(last - Date.parse(until)) <= dayMs
}

export function useReportWords(): ReportWords {
  return reportWords(useMessages().reports, useFormat())
}

/** Whole percents of the former value; null where either is no number or the former is 0. */
export function changeOf(now: ReportCell, previous: ReportCell): number | null {
  if (typeof now !== 'number' || typeof previous !== 'number' || previous === 0) return null
  return Math.round(((now - previous) / Math.abs(previous)) * 100)
}

/** 45 s, 12 min, 3 h 20 min, 4 d 5 h: at most two units, the same in both languages. Takes seconds. */
function readableDuration(seconds: number, { number }: Format): string {
  const sign = seconds < 0 ? '−' : ''
  const whole = Math.round(Math.abs(seconds))
  const minutes = Math.round(whole / 60)
  const hours = Math.round(whole / 3600)
  if (whole < 60) return `${sign}${whole} s`
  if (minutes < 60) return `${sign}${minutes} min`
  if (hours < 48) return sign + twoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  return sign + twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h', number)
}

function twoUnits(
  large: number,
  unit: string,
  small: number,
  smallUnit: string,
  number: (value: number) => string = String,
): string {
  return small > 0 ? `${number(large)} ${unit} ${small} ${smallUnit}` : `${number(large)} ${unit}`
}

/** Whether the cells of a column can be drawn and compared. */
export function isFigure({ kind }: ReportColumn): boolean {
  return kind === 'number' || kind === 'duration' || kind === 'percent'
}

/** Positions of the columns that can be drawn. */
export function figurePlaces({ columns }: ReportTable): number[] {
  return columns.flatMap((column, place) => (isFigure(column) ? [place] : []))
}

/** Whether the rows follow one another in time. */
export function isSeries({ columns, label, rows }: ReportTable): boolean {
  const kind = label === null ? undefined : columns[label]?.kind
  return rows.length > 1 && (kind === 'time' || kind === 'day')
}

/** A bar with its texts, for the screen and for the picture. */
export interface ChartRow {
  readonly key: string
  readonly name: string
  readonly value: string
  /** The bar's length, 0 to 1; 0 for negative or missing values. */
  readonly share: number
  /** The text of the period before; null where it has none. */
  readonly before: string | null
  readonly beforeShare: number | null
}

/** The rows of a table as bars of one of its columns, the longest first. Rows without a value are last. */
export function chartRows({ columns, label, rows }: ReportTable, place: number, words: ReportWords): ChartRow[] {
  const kind = columns[place]?.kind ?? 'number'
  const labelKind = label === null ? 'text' : (columns[label]?.kind ?? 'text')
  const highest = Math.max(
    wholeOf(kind),
    ...rows.flatMap(({ cells, before }) => [amount(cells[place]), amount(before?.[place])]),
  )
  return rows
    .map(({ cells, before }, at) => {
      const past = before?.[place] ?? null
      return {
        key: String(at),
        name: label === null ? '' : words.cell(cells[label] ?? null, labelKind),
        value: words.cell(cells[place] ?? null, kind),
        size: typeof cells[place] === 'number' ? cells[place] : Number.NEGATIVE_INFINITY,
        share: shareOf(cells[place], highest),
        before: past === null ? null : words.cell(past, kind),
        beforeShare: past === null ? null : shareOf(past, highest),
      }
    })
    .sort((one, other) => compare(other.size, one.size))
    .map(({ size: _, ...row }) => row)
}

/** The least value of a full bar: for percents it is 100, so that 51% is about half. */
const wholeOf = (kind: ReportColumn['kind']) => (kind === 'percent' ? 100 : 0)
const compare = (one: number, other: number) => (one === other ? 0 : one - other)
const amount = (cell: ReportCell | undefined) => (typeof cell === 'number' && cell > 0 ? cell : 0)
const shareOf = (cell: ReportCell | undefined, highest: number) => (highest > 0 ? amount(cell) / highest : 0)

/** A series with the words of its axes. */
export interface Line {
  /** In the order of time, in epoch ms; values are never negative. */
  readonly points: readonly { readonly at: number; readonly value: number }[]
  timeOf(at: number): string
  amountOf(value: number): string
}

/** One column of a series over time. Rows without a value are left out, negative values are drawn as 0. */
export function linePoints({ columns, label, rows }: ReportTable, place: number, words: ReportWords): Line {
  const timeKind = columns[label ?? 0]?.kind ?? 'time'
  const kind = columns[place]?.kind ?? 'number'
  const points = rows
    .flatMap(({ cells }) => {
      const value = cells[place]
      const at = momentOf(cells[label ?? 0] ?? null)
      return typeof value === 'number' && at !== null ? [{ at, value: Math.max(0, value) }] : []
    })
    .sort((one, other) => one.at - other.at)
  return {
    points,
    timeOf: (at) => words.cell(timeKind === 'day' ? new Date(at).toISOString().slice(0, 10) : at, timeKind),
    amountOf: (value) => words.cell(value, kind),
  }
}

function momentOf(time: ReportCell): number | null {
  if (typeof time === 'number') return time
  const moment = Date.parse(`${time}T00:00:00Z`)
  return Number.isNaN(moment) ? null : moment
}

export interface ReportOrder {
  readonly place: number
  readonly descending: boolean
}

/** A row with its position in the answer, which identifies it in any order. */
type PlacedRow = ReportTable['rows'][number] & { readonly at: number }
const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

/**
 * The rows in the order of a column, with those without a value always last. Without an order they stay as they came.
 */
export function sortedRows({ rows }: ReportTable, order: ReportOrder | null): readonly PlacedRow[] {
  const placed = rows.map((row, at) => ({ ...row, at }))
  if (!order) return placed
  const cellOf = ({ cells }: PlacedRow) => cells[order.place] ?? null
  return placed.sort((one, other) => {
    const [left, right] = [cellOf(one), cellOf(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return order.descending ? compareCells(right, left) : compareCells(left, right)
  })
}

function compareCells(one: NonNullable<ReportCell>, other: NonNullable<ReportCell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}
