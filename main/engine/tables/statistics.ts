import type { ColumnStatistics } from '../../../preload/contract/tables.ts'
import { isIdentifier } from '../../../preload/values/names.ts'
import { addDays } from '../../../preload/values/periods.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { dayIn, momentsOfDays } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'
import { cellNumbers, type NamedColumn } from './figures.ts'
import { allRows, orderRows } from './order-rows.ts'

type Bins = ColumnStatistics['bins']

const yieldEvery = 4096
/** How many of the most frequent values are given. */
const mostShown = 10
/** At most so many bins, of days, months, years or steps of numbers. */
const mostBins = 30
/** Whole numbers over a smaller span have a bin each. */
const numberBins = 20

/** What a column holds in these rows. `zone`: that of the days, as an IANA name. */
export function* statisticsOf(
  { key, column }: NamedColumn,
  rows: Uint32Array,
  zone: string,
): InterruptibleWork<ColumnStatistics> {
  const filled = yield* filledRows(column, rows)
  const counts = { rows: rows.length, filled: filled.length, minimum: null, maximum: null, sum: null, mean: null }
  const { type } = column
  if (type !== 'integer' && type !== 'number' && type !== 'time') {
    const { values, distinct } = yield* column.counts(filled, mostShown)
    return { ...counts, misfits: 0, distinct, frequent: values, unit: null, bins: [] }
  }
  const sorted = yield* sortedNumbers(yield* cellNumbers(column), filled)
  const misfits = filled.length - sorted.length
  const limits = { misfits, minimum: sorted[0] ?? null, maximum: sorted.at(-1) ?? null }
  const { distinct, frequent } = runsOf(sorted, type === 'time' ? 0 : mostShown)
  yield
  const times = type === 'time' ? binsOfDays(sorted, zone) : null
  if (times) return { ...counts, ...limits, distinct, frequent, ...times }
  if (isIdentifier(key)) return { ...counts, ...limits, distinct, frequent, unit: null, bins: [] }
  const sum = sumOf(sorted)
  const mean = sorted.length > 0 ? sum / sorted.length : null
  return { ...counts, ...limits, sum, mean, distinct, frequent, unit: 'number', bins: binsOfNumbers(sorted) }
}

function* filledRows(column: Column, rows: Uint32Array): InterruptibleWork<Uint32Array> {
  const filled = new Uint32Array(rows.length)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    if (at % yieldEvery === 0) yield
    // Rows lie inside the column here and below: `as number` spares a check a row.
    const row = rows[at] as number
    if (!column.isEmpty(row)) filled[count++] = row
  }
  return filled.subarray(0, count)
}

/** The numbers or times of the rows, from the least on. Texts among them are left out. */
function* sortedNumbers(numberAt: (row: number) => number, rows: Uint32Array): InterruptibleWork<Float64Array> {
  const numbers = new Float64Array(rows.length)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    if (at % yieldEvery === 0) yield
    const number = numberAt(rows[at] as number)
    if (!Number.isNaN(number)) numbers[count++] = number
  }
  const present = numbers.subarray(0, count)
  return (yield* countedInOrder(present)) ?? (yield* inOrder(present))
}

/** Whole numbers of a smaller span than this are counted, which takes two passes over them. */
const mostCounted = 65_536

/** Whole numbers of a small span, such as of messages, from the least on; null for any others. */
function* countedInOrder(numbers: Float64Array): InterruptibleWork<Float64Array | null> {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (!Number.isInteger(number)) return null
    if (number < low) low = number
    if (number > high) high = number
    if (high - low >= mostCounted) return null
  }
  yield
  const counts = new Uint32Array(numbers.length === 0 ? 0 : high - low + 1)
  for (let at = 0; at < numbers.length; at++) {
    const place = (numbers[at] as number) - low
    counts[place] = (counts[place] as number) + 1
  }
  yield
  const sorted = new Float64Array(numbers.length)
  let from = 0
  for (let place = 0; place < counts.length; place++) {
    const to = from + (counts[place] as number)
    sorted.fill(low + place, from, to)
    from = to
  }
  return sorted
}

/** Sorting in place would be one long step. */
function* inOrder(numbers: Float64Array): InterruptibleWork<Float64Array> {
  const ordered = yield* orderRows(allRows(numbers.length), [{ ranks: numbers, descending: false }])
  const sorted = new Float64Array(numbers.length)
  for (let at = 0; at < sorted.length; at++) {
    if (at % yieldEvery === 0) yield
    sorted[at] = numbers[ordered[at] as number] as number
  }
  return sorted
}

/** How many different numbers there are, and the most frequent of them. */
function runsOf(sorted: Float64Array, limit: number): Pick<ColumnStatistics, 'distinct' | 'frequent'> {
  const frequent: { readonly value: string; readonly rows: number }[] = []
  let distinct = 0
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    distinct++
    const rows = to - from
    if (limit === 0) continue
    if (frequent.length === limit && rows <= (frequent.at(-1)?.rows ?? 0)) continue
    const place = frequent.findIndex((one) => one.rows < rows)
    frequent.splice(place < 0 ? frequent.length : place, 0, { value: String(sorted[from]), rows })
    frequent.length = Math.min(frequent.length, limit)
  }
  return { distinct, frequent }
}

function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number
  return sum
}

/** Bins of one width, a round number, from the least to the largest. Both limits of a bin are in it. */
function binsOfNumbers(sorted: Float64Array): Bins {
  const low = sorted[0] ?? 0
  const high = sorted.at(-1) ?? 0
  if (low === high) return []
  const isWhole = sorted.every(Number.isInteger)
  const width = roundStep((high - low) / numberBins, isWhole)
  const first = Math.floor(low / width)
  const bins: Bins = []
  let at = 0
  for (let step = first; step <= Math.floor(high / width); step++) {
    const start = at
    while (at < sorted.length && Math.floor((sorted[at] as number) / width) <= step) at++
    const [from, end] = [exact(step * width), exact((step + 1) * width)]
    // A number that is not whole may lie anywhere before the next bin.
    const to = isWhole ? end - 1 : (sorted[at - 1] ?? from)
    bins.push({ from, to: Math.max(from, to), days: null, rows: at - start })
  }
  return bins
}

/** Steps such as 0.1 have no exact number: 3 * 0.1 would be 0.30000000000000004. */
const exact = (value: number) => Number(value.toPrecision(12))

/** The next of 1, 2, 5, 10, 20, 50, … and their decimals. */
function roundStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
  return isWhole ? Math.max(1, step) : step
}

const units = ['day', 'month', 'year'] as const
type Unit = (typeof units)[number]

/** Bins of days, months or years: the smallest of which there are not too many. */
function binsOfDays(sorted: Float64Array, zone: string): Pick<ColumnStatistics, 'unit' | 'bins'> {
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return { unit: 'day', bins: [] }
  const first = dayIn(zone, new Date(low))
  const last = dayIn(zone, new Date(high))
  for (const unit of units) {
    const periods = periodsOf(first, last, unit)
    if (periods.length > mostBins && unit !== 'year') continue
    return { unit, bins: periods.slice(-mostBins).flatMap((days) => binOf(sorted, days, zone)) }
  }
  return { unit: 'day', bins: [] }
}

interface Days {
  readonly from: string
  readonly to: string
}

function periodsOf(first: string, last: string, unit: Unit): readonly Days[] {
  const periods: Days[] = []
  for (let from = startOf(first, unit); from <= last && periods.length <= maxPeriods; ) {
    const next = startOf(addDays(from, daysInside[unit]), unit)
    periods.push({ from, to: addDays(next, -1) })
    from = next
  }
  return periods
}

/** A day so many days after the first of a period is in the next one. */
const daysInside: Readonly<Record<Unit, number>> = { day: 1, month: 31, year: 366 }
/** More than the years of any calendar that people write. */
const maxPeriods = 1000

function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day
  return unit === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
}

function binOf(sorted: Float64Array, days: Days, zone: string): Bins {
  const { min, max } = momentsOfDays(days, zone)
  if (min === null || max === null) return []
  return [{ from: min, to: max, days, rows: countUpTo(sorted, max) - countUpTo(sorted, min - 1) }]
}

/** How many of the sorted numbers are not above the limit. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
