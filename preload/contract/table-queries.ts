import * as z from 'zod'
import { calendarPeriods, countedPeriods, type DayPeriod, type Period } from '../values/periods.ts'
import { tableKindNames } from '../values/table-kinds.ts'

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

/** How a table of groups is made, without the rows. */
export const groupChoice = grouping.omit({ query: true })

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
