import type { ReportCell, ReportColumn, ReportQuestion, ReportTable } from '../../preload/contract/reports.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

type Texts = Messages['reports']

/** How the cells, headings and periods of a report are said. */
export interface ReportWords {
  cell(cell: ReportCell, kind: ReportColumn['kind']): string
  heading(key: string): string
  days(days: Pick<ReportQuestion, 'since' | 'until'>): string
  /** 12% more, 3% less, the same, also where both are shown alike; empty where there is nothing to compare with. */
  change(now: ReportCell, before: ReportCell, kind: ReportColumn['kind']): string
  /** 12% of a share in percents, without its sign. */
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
    change(now, before, kind) {
      const share = changeOf(now, before)
      if (share === null) return ''
      // Nobody sees a difference between 17 min and 17 min.
      if (share === 0 || words.cell(now, kind) === words.cell(before, kind)) return texts.same
      return share > 0 ? texts.more(percent(share)) : texts.less(percent(share))
    },
  }
  return words
}

/** Whole percents of the former value; null where either is no number or the former is 0. */
export function changeOf(now: ReportCell, before: ReportCell): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  return Math.round(((now - before) / Math.abs(before)) * 100)
}

/** 45 s, 12 min, 3 h 20 min, 4 d 5 h: at most two units, both languages write them so. Takes seconds. */
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

/** Places of the columns that can be drawn. */
export function figurePlaces({ columns }: ReportTable): number[] {
  return columns.flatMap((column, place) => (isFigure(column) ? [place] : []))
}

/** Whether the rows follow one another in time. */
export function isSeries({ columns, label, rows }: ReportTable): boolean {
  const kind = label === null ? undefined : columns[label]?.kind
  return rows.length > 1 && (kind === 'time' || kind === 'day')
}
