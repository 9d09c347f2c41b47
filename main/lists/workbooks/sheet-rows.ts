import { excelLimits } from '../../../preload/values/excel.ts'
import { listLimits, longestRow, tooLarge, unreadable } from '../plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from '../row-block.ts'
import type { SheetCell } from './number-formats.ts'

/** The most cells and characters of one block. */
const cellsAtOnce = 200_000
const charactersAtOnce = 8 * 1024 * 1024
/** The most cells over which one piece of a file may spread. */
const maxWaiting = 4_000_000

/** A row and how often it is repeated below itself. */
interface RepeatedRow extends ListRow {
  readonly repeated: number
}

/**
 * Collects the cells of a sheet into rows, in their order. Counts them as they come, since few bytes may stand for many
 * cells: gaps, repeated ones, and those of rows that turn out blank, which are left out. Throws `list_too_large`, and
 * `list_unreadable` for what is outside of the sheet.
 */
export function createSheetRows(mostRows: number = excelLimits.rows) {
  let rows: RepeatedRow[] = []
  let texts: string[] = []
  let values: SheetCell['value'][] = []
  let cells = 0
  let characters = 0
  let inRow = 0
  let waiting = 0

  function count(moreCells: number, moreCharacters: number): void {
    cells += moreCells
    characters += moreCharacters
    if (cells > listLimits.cells) throw tooLarge('cells')
    if (characters > listLimits.characters) throw tooLarge('characters')
  }

  return {
    /** Sets a cell and its repetitions to the right; one without text and value takes no place. */
    set(column: number, { text, value }: SheetCell, repeated = 1): void {
      if (text === '' && value === null) return
      const end = column + repeated
      if (!(end <= listLimits.columns)) throw unreadable('damaged', 'a cell outside of the sheet')
      const more = Math.max(0, end - texts.length)
      waiting += more
      inRow += text.length * repeated
      if (waiting > maxWaiting) throw tooLarge('cells')
      if (inRow > longestRow) throw unreadable('damaged', 'a row without an end')
      count(more, text.length * repeated)
      while (texts.length < column) texts.push('')
      for (let at = column; at < end; at++) {
        texts[at] = text
        if (value) values[at] = value
      }
    },
    /** Ends the row of the cells so far. */
    endRow(number: number, hidden: boolean, repeated = 1): void {
      if (texts.some((text) => text.trim() !== '')) {
        const isInside = number >= 1 && number + repeated - 1 <= mostRows
        if (!isInside) throw unreadable('damaged', 'a row outside of the sheet')
        count(texts.length * (repeated - 1), inRow * (repeated - 1))
        rows.push({ texts, values, number, hidden, repeated })
      }
      texts = []
      values = []
      inRow = 0
    },
    /** The rows that ended since the last call. */
    *take(): Generator<RowBlock> {
      const ended = rows
      rows = []
      waiting = 0
      for (const portion of portions(ended)) yield blockOfRows(portion)
    },
  }
}

/** Gives rows as often as they are repeated. */
function* portions(rows: readonly RepeatedRow[]): Generator<ListRow[]> {
  let portion: ListRow[] = []
  let cells = 0
  let characters = 0
  for (const { repeated, number, ...row } of rows) {
    const length = row.texts.reduce((sum, text) => sum + text.length, 0)
    for (let at = 0; at < repeated; at++) {
      portion.push({ ...row, number: number + at })
      cells += row.texts.length
      characters += length
      if (cells < cellsAtOnce && characters < charactersAtOnce) continue
      yield portion
      portion = []
      cells = 0
      characters = 0
    }
  }
  if (portion.length > 0) yield portion
}
