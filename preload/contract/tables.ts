import * as z from 'zod'
import { exportFormats } from '../values/export-formats.ts'
import { longestFileName } from '../values/names.ts'
import { calendarPeriods, countedPeriods, type DayPeriod, type Period } from '../values/periods.ts'
import type { RowProgress } from '../values/progress.ts'
import { tableKindNames } from '../values/table-kinds.ts'
import type { Contract } from './question.ts'

export const rowProgress = z.object({ rows: z.int(), total: z.int().nullable() }) satisfies z.ZodType<RowProgress>

export const columnType = z.enum([
  'text',
  'phone',
  'integer',
  'number',
  'time',
  'list',
  'choice',
  'status',
  'outcome',
  'reason',
  /** A code, or a list of codes, whose words the catalogue has by the column's key. */
  'code',
  'codes',
  /** A day of the calendar, as 2026-11-20, and a month, as 2026-11. */
  'day',
  'month',
  /** A part of all rows: 1 is all of them. */
  'share',
])
export type ColumnType = z.output<typeof columnType>

export const tableColumn = z.object({
  key: z.string(),
  type: columnType,
  /** A heading of the person's own file; null when the catalogue has it (`leads.fields`, `cruzar.columns`). */
  heading: z.string().nullable(),
  /** In a grouping whose second field stands across: the value of that field which the column is for. */
  across: z.object({ column: z.string(), type: columnType, value: z.string().nullable() }).optional(),
})
export type TableColumn = z.output<typeof tableColumn>

/** A column that is computed from others once it is needed. It is hidden until the person shows it. */
export const derivedColumn = tableColumn.extend({
  /** The column that it stands beside; null behind all others. */
  beside: z.string().nullable(),
})
export type DerivedColumn = z.output<typeof derivedColumn>

const periodCount = z.int().min(1).max(9999)

const calendarPeriod = z.object({ name: z.enum(calendarPeriods) })
const countedPeriod = z.object({ name: z.enum(countedPeriods), count: periodCount })

/** Whole days that move with the calendar (values/periods.ts). */
export const dayPeriod = z.discriminatedUnion('name', [calendarPeriod, countedPeriod]) satisfies z.ZodType<DayPeriod>
export const period = z.discriminatedUnion('name', [
  calendarPeriod,
  countedPeriod,
  z.object({ name: z.literal('last_hours'), count: periodCount }),
]) satisfies z.ZodType<Period>

/** A condition that is switched off stays in the query and lets every row through. */
const switched = { off: z.literal(true).optional() }
const ofColumn = { column: z.string(), ...switched }

/**
 * A filter of one column. Texts compare without accents and case. `between` is inclusive, times in epoch ms. A "not"
 * holds for empty cells too.
 */
export const columnFilter = z.discriminatedUnion('operator', [
  z.object({
    ...ofColumn,
    operator: z.enum(['contains', 'not_contains', 'equals', 'starts_with', 'ends_with']),
    text: z.string().max(500),
  }),
  /** A regular expression of RE2, without case, in any place of the cell as it came. Throws `bad_pattern`. */
  z.object({ ...ofColumn, operator: z.literal('matches'), text: z.string().min(1).max(500) }),
  z.object({
    ...ofColumn,
    operator: z.literal('between'),
    min: z.number().nullable(),
    max: z.number().nullable(),
    /**
     * The days of the person's calendar that begin at `min` and end at `max`. A cell that is a day is compared with
     * them.
     */
    days: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }).optional(),
  }),
  z.object({
    ...ofColumn,
    operator: z.enum(['equal', 'not_equal', 'less', 'at_most', 'more', 'at_least']),
    value: z.number(),
  }),
  /** Moments within a period, as of each reading of the rows. */
  z.object({ ...ofColumn, operator: z.literal('period'), period }),
  /** Any of these values; null stands for empty. For lists: has at least one of them; `all_of`: has each of them. */
  z.object({
    ...ofColumn,
    operator: z.enum(['in', 'not_in', 'all_of']),
    values: z.array(z.string().nullable()).max(5000),
  }),
  /** Moments on these weekdays (1 is Monday, 7 is Sunday), or in these hours (0 to 23), in the person's zone. */
  z.object({
    ...ofColumn,
    operator: z.literal('clock'),
    unit: z.enum(['weekday', 'hour']),
    numbers: z.array(z.int().min(0).max(23)).min(1).max(24),
  }),
  /** A `misfit` is a text in a column of numbers or times. */
  z.object({ ...ofColumn, operator: z.enum(['blank', 'not_blank', 'misfit']) }),
])
export type ColumnFilter = z.output<typeof columnFilter>

const match = z.enum(['all', 'any'])
/** Filters of which all must hold, or any. Without one that is on, every row is let through. */
export const filterGroup = z.object({ ...switched, match, filters: z.array(columnFilter).max(50) })
export type FilterGroup = z.output<typeof filterGroup>

export type ConditionPart = ColumnFilter | FilterGroup

/** Filters and groups of filters of which all must hold, or any. */
export const conditions = z.object({ match, of: z.array(z.union([columnFilter, filterGroup])).max(50) })
export type Conditions = z.output<typeof conditions>

const queryShape = z.object({
  /**
   * Words that must all be found in name, phone (digits), e-mail or identifier; for runs, in any original column too.
   */
  search: z.string().max(500).default(''),
  sort: z
    .array(z.object({ column: z.string(), descending: z.boolean() }))
    .max(8)
    .default([]),
  /** The filters of the headings: one a column, all of which must hold. */
  filters: z.array(columnFilter).max(100).default([]),
  /** What must hold besides the filters of the headings. */
  conditions: conditions.nullable().default(null),
})
// Named types and schemas of them: written out in every question, they would be too long for the compiler.
export interface TableQuery extends z.output<typeof queryShape> {}
export interface TableQueryInput extends z.input<typeof queryShape> {}
export const tableQuery: z.ZodType<TableQuery, TableQueryInput> = queryShape

/** What moments are grouped by: days, weeks from Monday on, months, weekdays and hours of the person's zone. */
export const groupUnit = z.enum(['day', 'week', 'month', 'weekday', 'hour'])
export type GroupUnit = z.output<typeof groupUnit>

/** A figure of the rows of a group; `distinct` counts different values, such as people by `contato_id`. */
export const groupFigure = z.object({
  figure: z.enum(['sum', 'mean', 'minimum', 'maximum', 'distinct']),
  column: z.string(),
})
export type GroupFigure = z.output<typeof groupFigure>

/** How rows of a table are grouped. A row with several labels belongs to the group of each. */
export const grouping = z.object({
  /** Of which rows. */
  query: queryShape.omit({ sort: true }),
  /** Moments have a unit, other columns none. */
  by: z
    .array(z.object({ column: z.string(), unit: groupUnit.nullable() }))
    .min(1)
    .max(3),
  /** The values of the second field stand across, with the first figure, or the number of rows, below each. */
  across: z.boolean(),
  figures: z.array(groupFigure).max(12),
})
export type Grouping = z.output<typeof grouping>

/**
 * A table of the data process. Each kind makes its `id` in its own way. With a grouping it is the table of the groups
 * of that table's rows.
 */
const refShape = z.object({
  kind: z.enum(tableKindNames),
  id: z.string(),
  grouping: grouping.optional(),
})
export interface TableRef extends z.output<typeof refShape> {}
export interface TableRefInput extends z.input<typeof refShape> {}
export const tableRef: z.ZodType<TableRef, TableRefInput> = refShape

/** Entries of a table of entries: these ids, or all that a query matches. */
export const entrySelection = z.union([
  z.object({ ids: z.array(z.int()).min(1).max(200_000) }),
  z.object({ query: tableQuery }),
])
export type EntrySelection = z.output<typeof entrySelection>

/**
 * Rows of any table: all that a query matches, or only the marked ones of these. Of a table of entries, rows can also
 * be named by ids.
 */
export const rowSelection = z.union([
  z.object({ ids: z.array(z.int()).min(1).max(200_000) }),
  z.object({ query: tableQuery, rows: z.array(z.int().min(0)).max(1_000_000).nullable().default(null) }),
])
export type RowSelection = z.output<typeof rowSelection>

/**
 * Rows of a query: by their numbers, or between two positions of its order, both included; null for all of them.
 */
export const chosenRows = z
  .union([z.array(z.int().min(0)).max(100_000), z.object({ first: z.int().min(0), last: z.int().min(0) })])
  .nullable()
export type ChosenRows = z.output<typeof chosenRows>

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

/** How a table of groups is made, without the rows. */
export const groupChoice = grouping.omit({ query: true })

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

/** A picture that the screen drew: PNG, base64, and the name that is proposed, without an extension. */
export const picture = z.object({
  name: z.string().trim().min(1).max(longestFileName),
  png: z.base64().max(20_000_000),
})
export type Picture = z.output<typeof picture>

export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof exportFormat>

/** Names a file on this computer for `app.open_file` and `app.show_file`; null where the host knows no place of it. */
export const savedPlace = z
  .object({
    id: z.string(),
    /** Whether the file still has the ending that Cruza proposed, so that its own program opens it. */
    opens: z.boolean(),
  })
  .nullable()
export type SavedPlace = z.output<typeof savedPlace>

/**
 * Where the origin of the rows is written: in the workbook or Parquet file, or in a file beside the CSV. `unavailable`:
 * the host gives the person only one file, such as a browser. `failed`: the CSV was written, and the file beside it was
 * not.
 */
export const originPlace = z.enum(['none', 'inside', 'beside', 'unavailable', 'failed'])
export type OriginPlace = z.output<typeof originPlace>

/** Where an export went: a file that the person chose, or a download that the browser got. */
export const savedFile = z.object({
  /** False when the person closed the dialog without choosing. */
  saved: z.boolean(),
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** Cells that were longer than a spreadsheet holds and were cut (XLSX); always reported. */
  cut_cells: z.int(),
  /** The same cells of a CSV, which holds them whole while Excel does not. */
  long_cells: z.int(),
  /** Cells that lost control characters which the format cannot hold. */
  cleaned_cells: z.int(),
  /** Rows of a CSV after the last one that Excel opens. */
  rows_beyond: z.int(),
  origin: originPlace,
  /** False where the list of exports could not note it (`activity.exports`). */
  logged: z.boolean(),
  file: savedPlace,
})
export type SavedFile = z.output<typeof savedFile>
/** What is known of a file when it was written, wherever it is. */
export type WrittenFile = Omit<SavedFile, 'saved' | 'name' | 'file' | 'logged'>
export type FileNotes = Omit<SavedFile, 'saved' | 'name' | 'rows' | 'bytes' | 'file'>
export const noFileNotes: FileNotes = {
  cut_cells: 0,
  long_cells: 0,
  cleaned_cells: 0,
  rows_beyond: 0,
  origin: 'none',
  logged: true,
}
/** The person closed the dialog without choosing. */
export const notSaved: SavedFile = { saved: false, name: '', rows: 0, bytes: 0, ...noFileNotes, file: null }

/** Whether the file states where its rows come from; null for what the person prefers. */
export const withOrigin = z.boolean().nullable().default(null)

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
