import { foldHeading, listColumns } from '../../preload/values/list-headings.ts'
import type { CellValue } from '../engine/columns/column.ts'
import { type JoinedSheet, listLimits, tooLarge } from './plan.ts'
import type { RowBlock } from './row-block.ts'

/** A sheet of people by a sample of its rows. */
export interface SheetSample {
  readonly sheet: string
  readonly header: boolean
  readonly rowsAbove: number
  /** Its headings, and what stands above several of them. */
  readonly names: readonly string[]
  readonly groups: readonly string[]
  readonly data: readonly (readonly string[])[]
}

/**
 * Several sheets as one list: columns with the same heading are one, in the order in which they come, and the last one
 * names the sheet of each row. A sheet without headings that is as wide as the first one with them goes on with its
 * columns.
 */
export function joinSheets(samples: readonly SheetSample[], sheetHeading: string) {
  const names: string[] = []
  const groups: string[] = []
  const columnOf = new Map<string, number>()
  const placesOf = ({ names: sheetNames, groups: above }: SheetSample): number[] => {
    const columns = listColumns(sheetNames)
    return sheetNames.map((name, index) => {
      const { heading = '', nth = 0 } = columns[index] ?? {}
      const key = `${foldHeading(heading)}\n${nth}`
      const place = columnOf.get(key)
      if (place !== undefined) return place
      columnOf.set(key, names.length)
      groups.push(above[index] ?? '')
      return names.push(name) - 1
    })
  }
  const headed = samples.find(({ header }) => header)
  const headedPlaces = headed && placesOf(headed)
  const sheets = samples.map((sample): JoinedSheet & Pick<SheetSample, 'data'> => {
    const goesOn = sample === headed || (!sample.header && sample.names.length === headedPlaces?.length)
    const { sheet: name, rowsAbove, data } = sample
    return { name, rowsAbove, places: headedPlaces && goesOn ? headedPlaces : placesOf(sample), data }
  })
  const last = names.length
  if (samples.length > 1) {
    names.push(sheetHeading)
    groups.push('')
  }
  if (names.length > listLimits.columns) throw tooLarge('columns')
  const data = sheets.flatMap(({ name, places, data: rows }) =>
    rows.map((row) => {
      const texts = names.map(() => '')
      for (const [index, text] of row.entries()) texts[placeOf(places, index, names.length)] = text
      if (samples.length > 1) texts[last] = name
      return Array.from(texts, (text) => text ?? '')
    }),
  )
  return { names, groups, data, sheets: sheets.map(({ data: _, ...sheet }) => sheet) }
}

/** The place of a sheet's column in the list. Columns that its sample did not have come behind all others. */
function placeOf(places: readonly number[], index: number, width: number): number {
  return places[index] ?? width + index - places.length
}

/** The most cells of one block. */
const cellsAtOnce = 1_000_000

/**
 * The rows of a block of a sheet as rows of the list of `width` columns, the last of which names the sheet where there
 * are several.
 */
export function* joinedBlocks(
  block: RowBlock,
  { name, places }: JoinedSheet,
  { width, isNamed }: { readonly width: number; readonly isNamed: boolean },
): Generator<RowBlock> {
  const label = Buffer.from(isNamed ? name : '')
  const bytes = Buffer.concat([block.bytes, label])
  const widest = block.widths.subarray(0, block.rows).reduce((max, cells) => Math.max(max, cells), 0)
  const wide = width + Math.max(0, widest - places.length)
  const rowsAtOnce = Math.max(1, Math.floor(cellsAtOnce / wide))
  for (let from = 0; from < block.rows; from += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, block.rows - from)
    const starts = new Uint32Array(rows * wide)
    const ends = new Uint32Array(rows * wide)
    const values = block.values && Array.from({ length: rows }, (): (CellValue | null)[] => [])
    for (let row = 0; row < rows; row++) {
      // Inside the arrays here and below: `as number` spares a check each.
      const first = block.firstCells[from + row] as number
      for (let index = 0; index < (block.widths[from + row] as number); index++) {
        const place = placeOf(places, index, width)
        starts[row * wide + place] = block.starts[first + index] as number
        ends[row * wide + place] = block.ends[first + index] as number
        const value = block.values?.[from + row]?.[index]
        const rowValues = values?.[row]
        if (value && rowValues) rowValues[place] = value
      }
      if (!isNamed) continue
      starts[row * wide + width - 1] = block.bytes.length
      ends[row * wide + width - 1] = bytes.length
    }
    yield {
      rows,
      bytes,
      starts,
      ends,
      firstCells: Uint32Array.from({ length: rows }, (_, row) => row * wide),
      widths: new Uint32Array(rows).fill(wide),
      numbers: block.numbers.slice(from, from + rows),
      ...(values ? { values } : {}),
    }
  }
}
