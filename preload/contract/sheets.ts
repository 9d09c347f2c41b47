import * as z from 'zod'
import { conversationStatuses } from '../values/conversation-fields.ts'
import { failureCodes } from '../values/failures.ts'
import { longestFileName, longestName } from '../values/names.ts'
import { differenceKinds, type ReadingPair } from '../values/sheet-differences.ts'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'
import { savedFile } from './saved-files.ts'
import { dayPeriod } from './table-queries.ts'

export const conversationStatus = z.enum(conversationStatuses)
export type ConversationStatus = z.output<typeof conversationStatus>

/** The filters of the lead export, which cruzar takes as well (docs/services.md §2.3 and §3.1). */
export const leadFilter = z.object({
  created_after: z.iso.date().optional(),
  created_before: z.iso.date().optional(),
  updated_after: z.iso.date().optional(),
  /**
   * The period of `created_after` and `created_before`, which move with it at each full reading of a sheet. The service
   * gets the days alone.
   */
  created_within: dayPeriod.optional(),
  inbox_ids: z.array(z.int().positive()).default([]),
  assignee_ids: z.array(z.int().positive()).default([]),
  status: z.array(conversationStatus).default([]),
  with_labels: z.array(z.string().min(1)).default([]),
  without_labels: z.array(z.string().min(1)).default([]),
  agrupar: z.enum(['contato', 'conversa']).default('contato'),
})
export type LeadFilter = z.output<typeof leadFilter>

/**
 * Whether the rows are all that the service has.
 * - `complete`: rows, distinct keys and `meta.total` agree.
 * - `refreshed`: complete once, and then renewed by a quick refresh, which cannot see all that changed.
 * - `changed`: the total or the rows moved while they were read; `reason` states how.
 * - `partial`: reading stopped before the end; starting again goes on.
 * - `reading`: being read now.
 * - `damaged`: the file cannot be read; a full refresh reads the sheet anew.
 */
export const sheetBadge = z.object({
  kind: z.enum(['complete', 'refreshed', 'changed', 'partial', 'reading', 'damaged']),
  /** A key of the catalogue's `sheets.reasons`. */
  reason: z
    .enum([
      'none',
      'total_changed',
      'rows_repeated',
      'rows_missing',
      'more_than_total',
      'cancelled',
      'failed',
      'ended',
      'not_numbered',
      'quick',
      'set_aside',
      'endless',
    ])
    .default('none'),
  failure: z.enum(failureCodes).nullable().default(null),
})
export type SheetBadge = z.output<typeof sheetBadge>

export const sheet = z.object({
  id: z.string(),
  name: z.string(),
  connection_id: z.string(),
  connection_name: z.string(),
  filter: leadFilter,
  badge: sheetBadge,
  rows: z.int(),
  /** `meta.total` of the last page read. */
  total: z.int().nullable(),
  repeated: z.int(),
  /**
   * Records that could not be stored: no leads, or nested too deeply; `contato_id` of the first ones, where it is
   * known.
   */
  aside: z.object({ count: z.int(), contacts: z.array(z.int()) }).default({ count: 0, contacts: [] }),
  bytes: z.int(),
  /** When the rows that are shown were read whole, or null while they never were. */
  read_at: z.iso.datetime().nullable(),
  /** When a quick refresh last requested what had moved. */
  refreshed_at: z.iso.datetime().nullable(),
  /**
   * How many people may have other numbers of conversations in the period than the sheet says, since a quick refresh
   * could not read all of theirs.
   */
  unknown_counts: z.int().default(0),
  /** `meta.filtros` as the service echoed it. */
  echoed: z.record(z.string(), z.unknown()).nullable(),
  /** A refresh that was interrupted and can continue. The rows of the last whole read stay shown. */
  interrupted: z.enum(['full', 'quick']).nullable(),
  task_id: z.string().nullable(),
  /** How many runs lose leads when it is forgotten, as the last try to forget it has shown. */
  lost_runs: z.int(),
})
export type Sheet = z.output<typeof sheet>

export const sheetPlan = z.object({
  total: z.int(),
  requests: z.int(),
  /** Expected, with the pages in flight that a download would have now. */
  seconds: z.number(),
  /**
   * Estimated from earlier downloads of the connection; else a first guess from the answer time of one small request.
   */
  measured: z.boolean(),
  echoed: z.record(z.string(), z.unknown()).nullable(),
})
export type SheetPlan = z.output<typeof sheetPlan>

const named = z.object({ id: z.int(), name: z.string(), rows: z.int() })
/** Names that the app has seen in cached rows of the connection: people choose by name, and the service needs ids. */
export const leadNames = z.object({
  inboxes: z.array(named),
  agents: z.array(named),
  labels: z.array(z.object({ name: z.string(), rows: z.int() })),
})
export type LeadNames = z.output<typeof leadNames>

const byId = z.object({ id: z.string() })

/** One reading of a sheet that is stored. */
const sheetSnapshot = z.object({
  number: z.int(),
  rows: z.int(),
  /** Null for a reading that never ended. */
  read_at: z.iso.datetime().nullable(),
  badge: sheetBadge.nullable(),
  bytes: z.int(),
  /** How many runs show its rows: it stays as long as they do. */
  runs: z.int(),
})

export const mostSnapshots = 10

const sheetSnapshots = z.object({
  /** The newest first, which is the one that is shown. */
  snapshots: z.array(sheetSnapshot),
  /** How many of them stay at least; null for as many as the preferences say, `standard`. */
  keep: z.int().min(1).max(mostSnapshots).nullable(),
  standard: z.int(),
  /** Which ones stay with the newest, the newest two, … of them: those that runs show stay as well. */
  stays: z.array(z.object({ readings: z.int(), bytes: z.int() })),
})
export type SheetSnapshots = z.output<typeof sheetSnapshots>

const reading = z.object({ sheet: z.string(), number: z.int() })
const readingPair = z.object({ from: reading, to: reading }) satisfies z.ZodType<ReadingPair>
const comparedReading = reading.extend({
  name: z.string(),
  read_at: z.iso.datetime().nullable(),
  rows: z.int(),
  /** Whether it has every record that fitted the filter. */
  whole: z.boolean(),
})
const move = z.object({ from: z.string().nullable(), to: z.string().nullable(), rows: z.int() })

/** What differs between two readings. The records are a table (values/sheet-differences.ts). */
const sheetDifference = z.object({
  from: comparedReading,
  to: comparedReading,
  rows: z.int(),
  new: z.int(),
  gone: z.int(),
  changed: z.int(),
  /** A record can have several. */
  kinds: z.array(z.object({ kind: z.enum(differenceKinds), rows: z.int() })),
  /** Within one conversation, most records first. */
  moves: z.object({ status: z.array(move), agente: z.array(move) }),
  labels: z.array(z.object({ label: z.string(), won: z.int(), lost: z.int() })),
  /** Records of one reading that the other may only lack, since it is not whole: they are not among the rows. */
  unclear: z.object({ later: z.int(), earlier: z.int() }),
  /** Rows of the later reading without a number. */
  without_key: z.int(),
  /** Only quick refreshes lie between the two, which see no record that is gone. */
  quick: z.boolean(),
})
export type SheetDifference = z.output<typeof sheetDifference>

const filterOfConnection = ofConnection.extend({ filter: leadFilter })

export const sheets = {
  'sheets.list': { input: z.object({}), output: z.array(sheet) },
  /** One request with per_page=1. */
  'sheets.plan': { input: filterOfConnection, output: sheetPlan },
  'sheets.known': { input: ofConnection, output: leadNames },
  /** Makes the sheet and starts to read it as a task. */
  'sheets.create': {
    input: filterOfConnection.extend({ name: z.string().trim().min(1).max(longestName) }),
    output: sheet,
  },
  /** Continues where reading stopped. */
  'sheets.resume': { input: byId, output: sheet },
  'sheets.refresh': { input: byId.extend({ mode: z.enum(['quick', 'full']) }), output: sheet },
  'sheets.rename': { input: byId.extend({ name: z.string().trim().min(1).max(longestName) }), output: sheet },
  'sheets.snapshots': { input: byId, output: sheetSnapshots },
  /**
   * How many readings stay from now on; null for as many as the preferences say. Those beyond them go at once, unless
   * runs show them.
   */
  'sheets.keep_snapshots': {
    input: byId.extend({ keep: z.int().min(1).max(mostSnapshots).nullable() }),
    output: sheetSnapshots,
  },
  /** Compares two readings of one sheet, or of two of one account that are grouped alike. */
  'sheets.difference': { input: readingPair, output: sheetDifference },
  /**
   * Leads that only the sheet has, and runs show, are copied to these runs first: as a task, where there are any. Those
   * that cannot be copied go only with `lose_leads`; the task fails without it (`leads_lost`).
   */
  'sheets.forget': { input: byId.extend({ lose_leads: z.boolean().default(false) }), output: z.array(sheet) },
  /** The service's own `formato=csv`, saved byte by byte as it comes. */
  'sheets.save_server_csv': {
    input: filterOfConnection.extend({ name: z.string().min(1).max(longestFileName) }),
    output: savedFile,
    progress: z.object({ bytes: z.int() }),
  },
} satisfies Contract
