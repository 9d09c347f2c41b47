import type { EntryCounts, EntryFigures } from '../../../../preload/contract/entries.ts'
import { pendingStates, reviewStates } from '../../../../preload/values/entries-table.ts'
import { outcomeNames } from '../../../../preload/values/outcomes.ts'
import type { Column, CountedValues } from '../../../engine/columns/column.ts'
import { columnOf, type Table } from '../../../engine/tables/table.ts'
import { runSync } from '../../../kernel/schedule.ts'
import { dayMs, median, type Zone } from '../../../kernel/times.ts'
import { metaPrefix } from './answer-columns.ts'

/** Values that one picture shows; the rest is in the table. */
const mostBars = 50
/**
 * Days without an entry are listed too, so that a gap shows; a span above this comes from a wrong clock and lists only
 * days with entries.
 */
const mostDays = 1200
const hourMs = 3_600_000
const bands: readonly (number | null)[] = [1, 4, 8, 24, 48, 72, 168, null]
const undecided: ReadonlySet<string> = new Set(pendingStates)

/** Counts of the table as a whole, of what a query matches, and of what was decided since midnight in the zone. */
export function countEntries(table: Table, matching: number, { now, zone }: { now: Date; zone: Zone }): EntryCounts {
  const counts = countsOf(columnOf(table, 'revisao_estado'), null, reviewStates)
  const states = Object.fromEntries(counts.map(({ value, count }) => [value, count])) as EntryCounts['states']
  const today = Math.floor(zone.wallClockAt(now.getTime()) / dayMs)
  const decided = columnOf(table, 'revisao_em')
  const decisions = decisionsOf(table)
  // No day of any zone is longer: most rows need no more than this comparison.
  const earliest = now.getTime() - 2 * dayMs
  let decidedToday = 0
  for (let row = 0; row < table.length; row++) {
    if (!(Number(decided.plain(row)) >= earliest)) continue
    const at = decisions(row)
    if (at !== null && Math.floor(zone.wallClockAt(at) / dayMs) === today) decidedToday++
  }
  return { total: table.length, states, matching, decided_today: decidedToday }
}

/** Pictures of these rows. `field` is the key of a column; throws `bad_request` for one that the table has not. */
export function entryFigures(table: Table, rows: Uint32Array, field: string | null, zone: Zone): EntryFigures {
  const counted = field === null ? null : runSync(columnOf(table, field).counts(rows, mostBars))
  return {
    total: rows.length,
    days: daysOf(columnOf(table, 'created_at'), rows, zone),
    forms: barsOf(columnOf(table, 'formulario'), rows),
    sources: barsOf(table.columns.get(`${metaPrefix}source`) ?? table.columns.get(`${metaPrefix}utm_source`), rows),
    campaigns: barsOf(table.columns.get(`${metaPrefix}utm_campaign`), rows),
    states: countsOf(columnOf(table, 'revisao_estado'), rows, reviewStates),
    // Null for rows without a lookup result.
    outcomes: countsOf(columnOf(table, 'lead_resultado'), rows, [...outcomeNames, null]).filter(
      ({ count }) => count > 0,
    ),
    review_hours: reviewHours(table, rows),
    field: counted && bars(counted),
    field_more: counted !== null && counted.distinct > mostBars,
  }
}

function barsOf(column: Column | undefined, rows: Uint32Array): EntryFigures['forms'] {
  return column ? bars(runSync(column.counts(rows, mostBars))) : []
}

function bars({ values }: CountedValues): EntryFigures['forms'] {
  return values.map(({ value, rows: count }) => ({ value, count }))
}

/** How many of these rows have each of the values, which are all that the column has. */
function countsOf<Value extends string | null>(column: Column, rows: Uint32Array | null, values: readonly Value[]) {
  const { values: counted } = runSync(column.counts(rows, values.length))
  const counts = new Map(counted.map(({ value, rows: count }) => [value, count]))
  return values.map((value) => ({ value, count: counts.get(value) ?? 0 }))
}

function daysOf(created: Column, rows: Uint32Array, zone: Zone): EntryFigures['days'] {
  const counts = new Map<number, number>()
  for (const row of rows) {
    const at = timeAt(created, row)
    if (at === null) continue
    const day = Math.floor(zone.wallClockAt(at) / dayMs)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const daysWithEntries = [...counts.keys()].sort((one, other) => one - other)
  const [first, last] = [daysWithEntries[0], daysWithEntries.at(-1)]
  if (first === undefined || last === undefined) return []
  const days =
    last - first < mostDays ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : daysWithEntries
  return days.map((day) => ({ day: new Date(day * dayMs).toISOString().slice(0, 10), count: counts.get(day) ?? 0 }))
}

/** From arrival to the last decision. */
function reviewHours(table: Table, rows: Uint32Array): EntryFigures['review_hours'] {
  const created = columnOf(table, 'created_at')
  const decisions = decisionsOf(table)
  const hours: number[] = []
  for (const row of rows) {
    const [from, to] = [timeAt(created, row), decisions(row)]
    // A clock that runs behind the service's must not make a review older than its entry.
    if (from !== null && to !== null) hours.push(Math.max(0, to - from) / hourMs)
  }
  const count = (above: number, upTo: number | null) =>
    hours.filter((hour) => hour > above && (upTo === null || hour <= upTo)).length
  return {
    median: hours.length === 0 ? null : median(hours),
    bands: bands.map((upTo, band) => ({ up_to: upTo, count: count(bands[band - 1] ?? -1, upTo) })),
  }
}

/** When a row was decided, in epoch ms; null while it is not. */
function decisionsOf(table: Table): (row: number) => number | null {
  const [decided, states] = [columnOf(table, 'revisao_em'), columnOf(table, 'revisao_estado')]
  return (row) => (undecided.has(states.text(row)) ? null : timeAt(decided, row))
}

/** Epoch ms; null for an empty cell or a text that is no time. */
function timeAt(column: Column, row: number): number | null {
  const at = column.plain(row)
  return typeof at === 'number' ? at : null
}
