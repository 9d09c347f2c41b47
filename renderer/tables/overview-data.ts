import type { GroupUnit, TableQuery } from '../../preload/contract/table-queries.ts'
import type { Cell } from '../../preload/contract/tables.ts'
import type { OverviewBlock } from '../../preload/values/overview.ts'
import { addDays } from '../../preload/values/periods.ts'
import { fieldKey, figureKey } from './groups.ts'
import type { GridRow, GroupChoice, GroupsOfRows } from './table-state.ts'

/** Groups of rows, and how they were made: periods are as long as the picture has room for. */
export interface DrawnGroups extends GroupsOfRows {
  readonly choice: GroupChoice
}

/** How groups of a picture are read. */
export type ReadGroups = (choice: GroupChoice, sort: TableQuery['sort']) => Promise<GroupsOfRows>

const periods = ['day', 'week', 'month'] as const satisfies readonly GroupUnit[]
type PeriodUnit = (typeof periods)[number] | 'hour'
/** A picture has room for so many columns. */
const mostPeriods = 92

/** Reads the groups of a picture: moments by day, by hour within one day, else by the first longer unit that fits. */
export async function readDrawn({ drawing, by, ...block }: OverviewBlock, read: ReadGroups): Promise<DrawnGroups> {
  const [field] = by
  const of = async (unit: GroupUnit | null): Promise<DrawnGroups> => {
    const choice = { by: field && drawing === 'days' ? [{ ...field, unit }] : by, ...block }
    return { choice, ...(await read(choice, orderOf(drawing, choice))) }
  }
  if (drawing !== 'days') return of(null)
  let drawn = await of('day')
  if (momentsIn(drawn).length === 1) return of('hour')
  for (const unit of periods) {
    if (unit !== 'day') drawn = await of(unit)
    if (drawn.matching <= mostPeriods && columnsOf(drawn).length <= mostPeriods) return drawn
  }
  return drawn
}

/** The largest values first; periods, weekdays and hours from the first on. */
function orderOf(drawing: OverviewBlock['drawing'], { by: [field], figures: [figure] }: GroupChoice) {
  if (!field) return []
  if (drawing === 'days') return [{ column: fieldKey(field), descending: true }]
  if (field.unit !== null) return [{ column: fieldKey(field), descending: false }]
  return [{ column: figure ? figureKey(figure) : 'group_rows', descending: true }]
}

/** A column of a picture over time. */
export interface DrawnPeriod {
  /** A day, a month as 2026-11, or an hour. */
  readonly at: string
  readonly rows: number
  /** Its group; null where no row is of it. */
  readonly group: GridRow | null
}

/** The groups that are moments; rows without one are in none. */
function momentsIn({ rows, choice }: DrawnGroups): readonly GridRow[] {
  const [field] = choice.by
  return field ? rows.filter(({ cells }) => isFilled(cells[fieldKey(field)])) : []
}

/** A column for each period from the first group to the last, the newest ones of more than fit. */
export function columnsOf(drawn: DrawnGroups): readonly DrawnPeriod[] {
  const [field] = drawn.choice.by
  const unit = periodUnit(field?.unit)
  if (!field || !unit) return []
  const groups = new Map(momentsIn(drawn).map((group) => [String(group.cells[fieldKey(field)]), group]))
  const names = [...groups.keys()].sort()
  const [first, last] = unit === 'hour' ? ['0', '23'] : [names[0], names.at(-1)]
  if (first === undefined || last === undefined) return []
  const columns: DrawnPeriod[] = []
  for (let at = last; columns.length <= mostPeriods; at = previousPeriod(at, unit)) {
    const group = groups.get(at) ?? null
    columns.unshift({ at, rows: group ? rowsOf(group) : 0, group })
    if (at === first) break
  }
  return columns
}

function periodUnit(unit: GroupUnit | null | undefined): PeriodUnit | null {
  return [...periods, 'hour' as const].find((one) => one === unit) ?? null
}

function previousPeriod(at: string, unit: PeriodUnit): string {
  if (unit === 'hour') return String(Number(at) - 1)
  if (unit === 'month') return addDays(`${at}-01`, -1).slice(0, at.length)
  return addDays(at, unit === 'day' ? -1 : -7)
}

/** A bar of a picture: a value and the rows that have it, or a figure of them. */
export interface DrawnBar {
  readonly cell: Cell
  readonly amount: number
  /** The part of all rows; null for a figure. */
  readonly share: number | null
  readonly group: GridRow
}

/** So many bars are drawn. */
export const mostBars = 10

/** The bars of a picture. Groups without the figure have none. Rows without any value draw nothing. */
export function barsOf({ rows, choice: { by, figures } }: DrawnGroups): readonly DrawnBar[] {
  const [[field], [figure]] = [by, figures]
  if (!field) return []
  const bars = rows.flatMap((group): readonly DrawnBar[] => {
    const cell = group.cells[fieldKey(field)] ?? null
    if (!figure) return [{ cell, amount: rowsOf(group), share: numberIn(group.cells.group_share), group }]
    const amount = numberIn(group.cells[figureKey(figure)])
    return amount === null ? [] : [{ cell, amount, share: null, group }]
  })
  return bars.some(({ cell }) => isFilled(cell)) ? bars : []
}

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
export const daysOfWeek = [1, 2, 3, 4, 5, 6, 7] as const

/** By weekday, 1 to 7, and hour: the rows, and their group; null where no row is. Empty without any. */
export function heatOf({ rows, choice: { by } }: DrawnGroups): readonly (readonly (DrawnPeriod | null)[])[] {
  const [weekday, hour] = by
  if (!weekday || !hour) return []
  const keys = [fieldKey(weekday), fieldKey(hour)] as const
  const nameOf = (one: Cell | undefined, other: Cell | undefined) => `${one} ${other}`
  const groups = new Map(rows.map((group) => [nameOf(group.cells[keys[0]], group.cells[keys[1]]), group]))
  const lines = daysOfWeek.map((day) =>
    hoursOfDay.map((at) => {
      const group = groups.get(nameOf(String(day), at))
      return group ? { at: String(at), rows: rowsOf(group), group } : null
    }),
  )
  return lines.some((line) => line.some((cell) => cell !== null)) ? lines : []
}

function rowsOf({ cells }: GridRow): number {
  return numberIn(cells.group_rows) ?? 0
}

function numberIn(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}

function isFilled(cell: Cell | undefined): boolean {
  return cell !== null && cell !== undefined && cell !== ''
}
