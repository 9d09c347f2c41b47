import { foldText } from './text.ts'

/**
 * A column of a list by its heading. `nth` counts, from 0, the columns with the same heading without accents and case.
 * In a list without headings it counts all columns.
 */
export interface ListColumn {
  readonly heading: string
  readonly nth: number
}

/** Only this many characters of a heading count. */
export const longestHeading = 200

/** The columns of a list by their headings. A heading with somebody's phone or e-mail counts as none. */
export function listColumns(headings: readonly string[]): ListColumn[] {
  const counts = new Map<string, number>()
  return headings.map((text) => {
    const heading = isOfSomebody(text) ? '' : text.trim().slice(0, longestHeading)
    const folded = foldHeading(heading)
    const nth = counts.get(folded) ?? 0
    counts.set(folded, nth + 1)
    return { heading, nth }
  })
}

/** Gives a function that finds a column of another list among these headings; undefined where none is like it. */
export function placesByHeading(headings: readonly string[]): (column: ListColumn) => number | undefined {
  const places = new Map(listColumns(headings).map((column, place) => [nameOf(column), place]))
  return (column) => places.get(nameOf(column))
}

interface TableColumn {
  readonly key: string
  readonly heading: string | null
}

interface ArrangedColumn {
  /** By its key, or a column of the list by its heading. */
  readonly column: string | ListColumn
  readonly hidden: boolean
}

/** The columns of a list in a run's table: `c0` is the first. */
const ownKey = /^c(\d+)$/

/**
 * The keys of the shown columns of a run's table with this arrangement. Columns of the list that it does not name come
 * last: none is left out unless it was hidden. Null where none would be left.
 */
export function shownKeys(
  table: readonly TableColumn[],
  arranged: readonly ArrangedColumn[],
): readonly string[] | null {
  const listColumns = table
    .flatMap(({ key, heading }) => {
      const place = ownKey.exec(key)?.[1]
      return place === undefined ? [] : [{ key, place: Number(place), heading: heading ?? '' }]
    })
    .sort((one, other) => one.place - other.place)
  const placeOf = placesByHeading(listColumns.map(({ heading }) => heading))
  const tableKeys = new Set(table.map(({ key }) => key))
  const keyOf = (column: string | ListColumn) =>
    typeof column === 'string' ? column : (listColumns[placeOf(column) ?? listColumns.length]?.key ?? '')
  const named = arranged.map(({ column, hidden }) => ({ key: keyOf(column), hidden }))
  const keys = named.filter(({ key, hidden }) => !hidden && tableKeys.has(key)).map(({ key }) => key)
  const isNamed = new Set(named.map(({ key }) => key))
  const unnamed = listColumns.map(({ key }) => key).filter((key) => !isNamed.has(key))
  const shown = [...new Set([...keys, ...unnamed])]
  return shown.length === 0 ? null : shown
}

/** Headings as people compare them: without accents, case, and blanks beyond one. */
export function foldHeading(heading: string): string {
  return foldText(heading).replace(/\s+/g, ' ').trim()
}

function nameOf({ heading, nth }: ListColumn): string {
  return `${foldHeading(heading)}\n${nth}`
}

const shortestPhone = 8

function isOfSomebody(heading: string): boolean {
  return heading.includes('@') || heading.replace(/\D+/g, '').length >= shortestPhone
}
