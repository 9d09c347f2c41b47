import type { Column } from './column.ts'
import type { DictionaryPart, NumberPart } from './part.ts'
import type { TextColumn } from './text-column.ts'

/**
 * A column of a person's own spreadsheet: texts as the person saw them, and the numbers, dates and booleans that some of its
 * cells hold. Where no cell is a mere text, the order is that of the numbers: 2 before 10, and days by the calendar.
 */
export function createSpreadsheetColumn(texts: TextColumn, numbers: NumberPart, formats: DictionaryPart): Column {
  const { values } = numbers
  const isOrdered = values.every((value, row) => !Number.isNaN(value) || texts.isEmpty(row))
  return {
    ...texts,
    get bytes() {
      return texts.bytes + values.byteLength + formats.codes.byteLength
    },
    typed(row) {
      const number = values[row] ?? Number.NaN
      const code = formats.codes[row] ?? 0
      return Number.isNaN(number) ? null : { number, format: formats.values[code - 1] ?? '' }
    },
    ranks: () => (isOrdered ? values : texts.ranks()),
    prepareRanks: async (pause) => {
      if (!isOrdered) await texts.prepareRanks(pause)
    },
  }
}
