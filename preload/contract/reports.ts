import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { longestName } from '../values/names.ts'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'
import { exportFormat, picture, savedFile, withOrigin } from './saved-files.ts'
import { tableQuery } from './table-queries.ts'

/**
 * Records of any shape that were saved from an answer, and open as a table (kind `dataset`): an array of the console, a
 * report. Each key becomes a column whose type is learnt from the values; a nested object becomes `outer.inner`
 * columns.
 */
export const dataset = z.object({
  id: z.string(),
  connection_id: z.string(),
  name: z.string(),
  origin: z.enum(['console', 'report']),
  /** Method and path of the call, without values of parameters. */
  source: z.string(),
  /** The parameters of the call, as they were sent. */
  query: z.array(z.tuple([z.string(), z.string()])).default([]),
  /**
   * Where the answer was one page of several: how many records the service counts, null where it does not. Else null.
   */
  page_of: z.object({ total: z.int().nullable() }).nullable().default(null),
  rows: z.int(),
  columns: z.array(z.string()),
  bytes: z.int(),
  read_at: z.iso.datetime(),
  /** The column that is matched with the cached leads, and how; null where it is not joined. */
  join: z.object({ column: z.string(), by: z.enum(['contato_id', 'telefone', 'email']) }).nullable(),
})
export type Dataset = z.output<typeof dataset>

const one = ofConnection.extend({ id: z.string() })

export const datasets = {
  'datasets.list': { input: ofConnection, output: z.array(dataset) },
  'datasets.rename': { input: one.extend({ name: z.string().trim().min(1).max(longestName) }), output: dataset },
  /** Puts the columns of the matching cached lead (`lead_…`) beside each row; null removes them. */
  'datasets.join': { input: one.extend({ join: dataset.shape.join }), output: dataset },
  'datasets.forget': { input: one, output: z.array(dataset) },
} satisfies Contract

/** The documented reports (docs/services.md §6.1). */
export const reportName = z.enum(['summary', 'agents', 'inboxes', 'teams', 'labels'])
export type ReportName = z.output<typeof reportName>

/** One report of one period. Two questions are the same when all but `compare` agrees. */
export const reportQuestion = z.object({
  connection_id: z.string(),
  report: reportName,
  /** First and last day, both inclusive, of the person's calendar. */
  since: z.iso.date(),
  until: z.iso.date(),
  /** Requests as many days right before as well. */
  compare: z.boolean().default(false),
  /**
   * They replace the app's own parameters of the same name, and are sent as they are. An empty value removes the
   * parameter.
   */
  parameters: z
    .array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(500) }))
    .max(20)
    .default([]),
})
export type ReportQuestion = z.output<typeof reportQuestion>

/**
 * - `number`, `percent` (45 for 45%): numbers.
 * - `duration`: seconds. A text is a duration that could not be read.
 * - `time`: epoch ms; `day`: 2026-11-20.
 */
export const reportColumn = z.object({
  /** The service's own name of it; a place in a nested object is `outer.inner`. */
  key: z.string(),
  kind: z.enum(['text', 'number', 'percent', 'duration', 'time', 'day']),
})
export type ReportColumn = z.output<typeof reportColumn>

const cells = z.array(z.union([z.string(), z.number(), z.null()]))
export type ReportCell = string | number | null

export const reportTable = z.object({
  /** Its path in the answer; empty for the answer as a whole. */
  name: z.string(),
  columns: z.array(reportColumn),
  /** The column that names the rows; null for a single row of figures. */
  label: z.int().nullable(),
  /** `before` are the cells of the period before, null without a comparison or a row of this name. */
  rows: z.array(z.object({ cells, before: cells.nullable() })),
  /** Rows of the answer; `rows` has at most 2,000 of them. */
  total: z.int(),
})
export type ReportTable = z.output<typeof reportTable>

export const report = z.object({
  question: reportQuestion,
  read_at: z.iso.datetime(),
  format: z.enum(['json', 'csv', 'empty']),
  /** Lines of a CSV above its table. */
  notes: z.array(z.string()),
  tables: z.array(reportTable),
  /** The period of `before`. */
  compared: z.object({ since: z.iso.date(), until: z.iso.date() }).nullable(),
  /** Why the period before could not be read, although this one could. */
  compare_failure: z.enum(failureCodes).nullable(),
})
export type Report = z.output<typeof report>

/** A cached sheet of leads that holds the conversations of a period, and what makes its figures less than exact. */
export const reportSheet = z.object({
  id: z.string(),
  name: z.string(),
  read_at: z.iso.datetime(),
  doubts: z.array(
    z.enum([
      /** Only the last conversation of each person. */
      'one_per_person',
      /** Other filters leave conversations out. */
      'filtered',
      /** Read before the period was over. */
      'read_before_end',
      'incomplete',
    ]),
  ),
})
export type ReportSheet = z.output<typeof reportSheet>

/** One figure of the server beside the same one counted in a sheet; `query` finds the rows that were counted. */
const reconciledFigure = z.object({
  server: z.number().nullable(),
  sheet: z.number(),
  query: tableQuery,
})
export type ReconciledFigure = z.output<typeof reconciledFigure>

export const reconciliation = z.object({
  sheet: reportSheet,
  rows: z.array(
    z.object({
      /**
       * As the server writes it; null for the account as a whole, empty for conversations without agent, inbox or
       * label.
       */
      name: z.string().nullable(),
      conversations: reconciledFigure.nullable(),
      resolved: reconciledFigure.nullable(),
    }),
  ),
  /** Columns of the answer that a lead row does not have. */
  not_computable: z.array(z.string()),
})
export type Reconciliation = z.output<typeof reconciliation>

const tableOf = reportQuestion.extend({
  /** Place in `tables`. */
  table: z.int().min(0),
  name: z.string().trim().min(1).max(longestName),
})

export const reports = {
  /** From the service with `fresh`; else as last read, null when it never was or is no longer stored. */
  'reports.read': { input: reportQuestion.extend({ fresh: z.boolean() }), output: report.nullable() },
  /** The last questions that were answered, newest first; they can be read without network. */
  'reports.stored': {
    input: ofConnection,
    output: z.array(z.object({ question: reportQuestion, read_at: z.iso.datetime() })),
  },
  /** The whole table of a stored answer as a file, with the period before beside it where it was compared. */
  'reports.export': { input: tableOf.extend({ format: exportFormat, origin: withOrigin }), output: savedFile },
  /** Saves the same table as a data set, which opens in the grid. */
  'reports.save': { input: tableOf, output: dataset },
  'reports.picture': { input: ofConnection.extend(picture.shape), output: savedFile },
  /** Cached sheets that hold the conversations of the period, the most exact first. */
  'reports.sheets': {
    input: reportQuestion.pick({ connection_id: true, since: true, until: true }),
    output: z.array(reportSheet),
  },
  /**
   * The stored answer beside the same figures counted in a cached sheet (docs/decisions/requests-and-writes.md §15).
   */
  'reports.reconcile': { input: reportQuestion.extend({ sheet_id: z.string() }), output: reconciliation },
} satisfies Contract
