import * as z from 'zod'
import { longestName } from '../values/names.ts'
import type { Contract } from './question.ts'

export const serviceKind = z.enum(['platform', 'forms'])
export type ServiceKind = z.output<typeof serviceKind>

/** The input of a question about one connection. */
export const ofConnection = z.object({ connection_id: z.string() })

/** The values of a sentence of the catalogue, by their names there. */
export const sentenceParams = z.record(z.string(), z.union([z.string(), z.number()]))

export const checkStep = z.object({
  step: z.enum(['reachable', 'service', 'token', 'account', 'lead_export', 'clock']),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'skipped']),
  /** What the step found: a key of the catalogue's `connections.findings`, with values for its sentence. */
  finding: z.string(),
  params: sentenceParams,
})
export type CheckStep = z.output<typeof checkStep>

export const check = z.object({ passed: z.boolean(), steps: z.array(checkStep), checked_at: z.iso.datetime() })
export type Check = z.output<typeof check>

/** A connection without its secret: no answer of the contract carries one. */
export const connection = z.object({
  id: z.string(),
  service: serviceKind,
  name: z.string(),
  base_url: z.string(),
  /** Platform only: the account's number and the brand word in the lead paths. */
  account_id: z.int().nullable(),
  brand: z.string().nullable(),
  /** Platform only: a second host that serves the same description (docs/services.md §1.3). */
  beta_url: z.string().nullable(),
  /** The second host is the one in use. */
  on_beta: z.boolean(),
  /** Whether it is the one in use of its service. */
  current: z.boolean(),
  has_secret: z.boolean(),
  /** How many sheets were read through it. */
  sheets: z.int(),
  /** The last finished check of the present address and secret; null where there was none. */
  last_check: check.nullable(),
})
export type Connection = z.output<typeof connection>

export const connectionDraft = z.object({
  /** Absent for a new one. */
  id: z.string().optional(),
  service: serviceKind,
  name: z.string().trim().min(1).max(longestName),
  base_url: z.string().trim().min(1).max(2000),
  account_id: z.int().positive().nullable().default(null),
  brand: z.string().trim().max(longestName).nullable().default(null),
  /** Platform only; empty is none. */
  beta_url: z.string().trim().max(2000).nullable().default(null),
  /** Absent: the stored one stays. Trimmed, never given back. */
  secret: z.string().trim().min(1).max(4096).optional(),
})
export type ConnectionDraft = z.output<typeof connectionDraft>

/**
 * What this computer stores of a connection and what goes with it, for "forget". Of a form service it is entries and
 * reviews, which exist nowhere else; of a platform offline conversations; of both data sets.
 */
export const connectionDeletionImpact = z.object({
  entries: z.int(),
  reviewed: z.int(),
  conversation_sets: z.int(),
  datasets: z.int(),
  /** Notes about people. */
  notes: z.int(),
})
export type ConnectionDeletionImpact = z.output<typeof connectionDeletionImpact>

const byId = z.object({ id: z.string() })

/** What the platform's own web app shows of an account. */
export const platformRecord = z.enum(['conversation', 'contact'])
export type PlatformRecord = z.output<typeof platformRecord>

export const connections = {
  'connections.list': { input: z.object({}), output: z.array(connection) },
  /** Stores the connection and its secret, then checks it; both stay after a failed check. */
  'connections.save': {
    input: connectionDraft,
    output: z.object({ connection, check }),
    progress: z.array(checkStep),
  },
  'connections.check': { input: byId, output: check, progress: z.array(checkStep) },
  'connections.use': { input: byId, output: z.array(connection) },
  /** Uses the second host from now on, or the first again. `bad_request` where there is no second one. */
  'connections.switch_host': { input: byId.extend({ on_beta: z.boolean() }), output: z.array(connection) },
  /**
   * Opens a record in the person's own browser, where the web app of the platform has it as a rule: the document does
   * not promise its addresses. Nothing is asked of the service, and the page asks for the person's own login. Where
   * Cruza's page itself is in that browser, `page_opens` is the address for it to open.
   */
  'connections.open_record': {
    input: ofConnection.extend({ record: platformRecord, id: z.int().positive() }),
    output: z.object({ page_opens: z.string().nullable() }),
  },
  'connections.deletion_impact': { input: byId, output: connectionDeletionImpact },
  /**
   * `forget_sheets` also forgets what was read through it: its sheets, or its forms with entries and reviews.
   * Conversations, data sets and the rest can only be seen through the connection, and are always forgotten.
   */
  'connections.forget': { input: byId.extend({ forget_sheets: z.boolean() }), output: z.array(connection) },
} satisfies Contract
