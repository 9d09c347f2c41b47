import type { ColumnType } from '../../../preload/contract/tables.ts'
import type { Column } from './column.ts'
import {
  createDictionaryBuilder,
  createDictionaryColumn,
  createListBuilder,
  createListColumn,
} from './dictionary-column.ts'
import { createNumberColumn, numberPart } from './number-column.ts'
import { createTextColumn } from './text-column.ts'
import { textPartOf } from './text-part.ts'
import { createTimeBuilder, createTimeColumn } from './time-column.ts'

/** Builds columns over rows in memory; `read` gives the value of a row, null for an empty cell. */
export function columnsOf<Row>(rows: readonly Row[]) {
  return {
    text: (type: 'text' | 'phone', read: (row: Row) => string | null): Column =>
      createTextColumn(type, textPartOf(rows.map(read))),
    /** Few distinct texts; `code` for those that the catalogue translates. */
    dictionary(type: ColumnType, read: (row: Row) => string | null): Column {
      const builder = createDictionaryBuilder()
      for (const row of rows) builder.append(read(row))
      return createDictionaryColumn(type, builder.take())
    },
    list(type: 'list' | 'codes', read: (row: Row) => readonly string[]): Column {
      const builder = createListBuilder()
      for (const row of rows) builder.append(read(row))
      return createListColumn(builder.take(), type)
    },
    /** Texts are ISO 8601 or what the service wrote; numbers are epoch seconds or milliseconds. */
    time(read: (row: Row) => string | number | null): Column {
      const builder = createTimeBuilder()
      for (const row of rows) {
        const value = read(row)
        if (typeof value === 'number') builder.appendEpoch(value)
        else builder.append(value)
      }
      return createTimeColumn(builder.take())
    },
    number: (type: 'integer' | 'number', read: (row: Row) => number | null): Column =>
      createNumberColumn(numberPart(Float64Array.from(rows, (row) => read(row) ?? Number.NaN)), type),
  }
}
