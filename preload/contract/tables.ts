import * as z from 'zod'
import { longestFileName } from '../values/names.ts'
import type { RowProgress } from '../values/progress.ts'
import type { Contract } from './question.ts'
import { exportFormat, picture, savedFile, withOrigin } from './saved-files.ts'
import { chosenRows, derivedColumn, groupChoice, tableColumn, tableQuery, tableRef } from './table-queries.ts'

export const rowProgress = z.object({ rows: z.int(), total: z.int().nullable() }) satisfies z.ZodType<RowProgress>

/** A time keeps the text that the service sent, for the hover. */
export const cell = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.array(z.string()),
  z.object({ at: z.number(), original: z.string() }),
])
export type Cell = z.output<typeof cell>

/** `row` is the number of the row in the table, whatever the order. It is stable until the table changes. */
export const tableRow = z.object({ row: z.int(), cells: z.array(cell) })

export const keyKind = z.enum(['phone', 'email'])
export type KeyKind = z.output<typeof keyKind>

export const tableShape = z.object({
  columns: z.array(tableColumn),
  /** Absent where there are none. */
  derived: z.array(derivedColumn).optional(),
  /** Keys of the columns in which people see what the search box finds; absent where there are none. */
  searchable: z.array(z.string()).optional(),
  /** Keys of the columns that are empty in every row, whatever the query. */
  empty: z.array(z.string()),
  /** What rows can be reached by (`tables.copy_keys`). */
  keys: z.array(keyKind),
  total: z.int(),
  matching: z.int(),
  /** Changes whenever the stored rows do, so that a screen knows when to read again. */
  version: z.string(),
  /** Changes whenever what other features add to the rows does, such as notes; absent where they add nothing. */
  added: z.string().optional(),
})
export type TableShape = z.output<typeof tableShape>

/** Why rows match a search, where the shown columns do not show it. */
export const searchHits = z.object({
  /** Rows found only by a phone with the ninth digit that was searched without it, and the other way round. */
  with_ninth: z.int(),
  without_ninth: z.int(),
  /** Rows that have a word of the search in hidden columns only, and the keys of these columns. */
  hidden_rows: z.int(),
  hidden_columns: z.array(z.string()),
})
export type SearchHits = z.output<typeof searchHits>

/** What a spreadsheet says of marked cells. */
export const tableFigures = z.object({
  /** Cells that hold something. */
  filled: z.int(),
  /** Cells that are numbers, and their sum. Numbers that name a record are none. */
  numbers: z.int(),
  sum: z.number(),
  /** The first and the last time, in epoch ms; null without times. */
  earliest: z.number().nullable(),
  latest: z.number().nullable(),
})
export type TableFigures = z.output<typeof tableFigures>

/** What a column holds in the rows of a query. */
export const columnStatistics = z.object({
  rows: z.int(),
  /** Rows in which the column holds something, and how many different values it holds. */
  filled: z.int(),
  distinct: z.int(),
  /** Filled cells of a column of numbers or times that are none. */
  misfits: z.int(),
  /** Of numbers, and of times in epoch ms; null otherwise. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** Of numbers that do not name a record. */
  sum: z.number().nullable(),
  mean: z.number().nullable(),
  /** The ten most frequent values; none for times. */
  frequent: z.array(z.object({ value: z.string().nullable(), rows: z.int() })),
  /** What a bin of the distribution is. */
  unit: z.enum(['number', 'day', 'month', 'year']).nullable(),
  /** At most 30, from the least to the largest value; the last ones of more years. Both limits are in the bin. */
  bins: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      /** The whole days of a bin of times, in the person's zone. */
      days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
      rows: z.int(),
    }),
  ),
})
export type ColumnStatistics = z.output<typeof columnStatistics>

/** Phones or e-mails of rows as text, one in each line, without repetitions. */
export const copiedKeys = z.object({
  text: z.string(),
  keys: z.int(),
  /** Rows with the same key as an earlier row. */
  repeated: z.int(),
  /** Rows without a key. */
  without: z.int(),
})
export type CopiedKeys = z.output<typeof copiedKeys>

/**
 * How a person arranged the columns of a table. Unknown columns are ignored, new ones come last. A column without
 * `hidden` is shown, unless it is derived or the table hides its empty columns.
 */
export const arrangedColumns = z.array(
  z.object({
    key: z.string(),
    width: z.int().positive().optional(),
    hidden: z.boolean().optional(),
    pinned: z.enum(['left', 'right']).optional(),
  }),
)

/** How a person left one table. */
const layoutShape = z.object({
  columns: arrangedColumns,
  query: tableQuery.optional(),
  grouping: groupChoice.nullable().optional(),
  /** The view that was shown, whatever was changed since. */
  view: z.string().nullable().optional(),
  /** Whether pictures stood beside the rows. */
  overview: z.boolean().optional(),
})
export interface TableLayout extends z.output<typeof layoutShape> {}
export interface TableLayoutInput extends z.input<typeof layoutShape> {}
export const tableLayout: z.ZodType<TableLayout, TableLayoutInput> = layoutShape

const which = z.object({ table: tableRef, query: tableQuery })

export const tables = {
  'tables.shape': { input: which, output: tableShape },
  /** Rows by position in the order of the query; cells in the order of `columns`. */
  'tables.rows': {
    input: which.extend({
      from: z.int().min(0),
      count: z.int().min(1).max(1000),
      columns: z.array(z.string()).max(500),
    }),
    output: z.object({ rows: z.array(tableRow), matching: z.int(), version: z.string() }),
  },
  /**
   * The position of a row of the table in the order of the query; null where the query leaves it out. `before`: how
   * many rows of the query stand before it in that order, in both cases.
   */
  'tables.position': {
    input: which.extend({ row: z.int().min(0) }),
    output: z.object({ position: z.int().nullable(), before: z.int(), version: z.string() }),
  },
  /**
   * The values of a column with how many of the query's rows have each, most frequent first, at most 500. With `search`
   * they are those that contain it, without accents and case.
   */
  'tables.values': {
    input: which.extend({ column: z.string(), search: z.string().max(500).default('') }),
    output: z.object({ values: z.array(z.object({ value: z.string().nullable(), rows: z.int() })), more: z.boolean() }),
  },
  /** Takes the keys of the shown columns. */
  'tables.search_hits': { input: which.extend({ columns: z.array(z.string()).max(500) }), output: searchHits },
  /** How a column is filled in the rows of the query, and how its values are distributed. */
  'tables.statistics': { input: which.extend({ column: z.string() }), output: columnStatistics },
  /** Counts and sums the cells of some columns in these rows. */
  'tables.figures': {
    input: which.extend({ rows: chosenRows, columns: z.array(z.string()).min(1).max(500) }),
    output: tableFigures,
  },
  /** Tab-separated text of rows for the clipboard. At most 200,000 rows and two million cells. */
  'tables.copy': {
    input: which.extend({
      rows: chosenRows,
      columns: z.array(z.string()).min(1).max(500),
      /** With headings, and phones and leading zeros held as texts; otherwise cells as they are shown. */
      excel: z.boolean(),
    }),
    output: z.object({ text: z.string(), rows: z.int() }),
  },
  /**
   * The phones or e-mails of `rows`, or of the whole query, for the clipboard; at most 200,000 rows. For a run it is
   * the key that was sent for the row, else that of its lead.
   */
  'tables.copy_keys': {
    input: which.extend({ rows: z.array(z.int().min(0)).max(100_000).nullable(), kind: keyKind }),
    output: copiedKeys,
  },
  'tables.export': {
    input: which.extend({
      /** Null exports every column in the table's own order, but no derived one. */
      columns: z.array(z.string()).min(1).max(500).nullable(),
      /** Only these rows of the table (a selection), or null for all of the query. */
      rows: z.array(z.int().min(0)).max(1_000_000).nullable().default(null),
      format: exportFormat,
      /** The name that is proposed, without an extension. */
      name: z.string().min(1).max(longestFileName),
      origin: withOrigin,
      /**
       * Makes a folder of Parquet files by the month, in UTC, in which conversations were created
       * (main/engine/export/partitions.ts). Throws `name_taken` for a folder that holds something.
       */
      partition_by: z.enum(['month']).nullable().default(null),
    }),
    output: savedFile,
    progress: rowProgress,
  },
  'tables.save_picture': { input: picture.extend({ table: tableRef }), output: savedFile },
  'tables.layout': { input: z.object({ table: tableRef }), output: tableLayout },
  'tables.arrange': { input: z.object({ table: tableRef, layout: tableLayout }), output: tableLayout },
} satisfies Contract
