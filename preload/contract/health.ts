import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { ofConnection, sentenceParams } from './connections.ts'
import type { Contract } from './question.ts'
import { savedFile } from './saved-files.ts'
import { failure } from './tasks.ts'

/** The state of a connection's service by its last answers. Nothing is known of one without a request yet. */
export const serviceHealth = z.object({
  connection_id: z.string(),
  /**
   * `answers`; `offline`: this computer has no network; `silent`: nothing came back. `failing`: what came back is no
   * answer, such as an error of its server; `refused`: it refuses the token.
   */
  state: z.enum(['answers', 'offline', 'silent', 'failing', 'refused']),
  /** The time of the first of the latest answers that all show this state. */
  since: z.iso.datetime(),
  /** The time of the last answer. */
  at: z.iso.datetime(),
  /** Why it does not answer. */
  failure: failure.nullable(),
})
export type ServiceHealth = z.output<typeof serviceHealth>

export const health = {
  'health.list': { input: z.object({}), output: z.array(serviceHealth) },
  /** Sends the service's cheapest request with the token, once; its outcome is in the list. */
  'health.probe': { input: z.object({ id: z.string() }), output: z.array(serviceHealth) },
} satisfies Contract

/** What is found out of a platform only by reading (docs/services.md §13.7), in this order. */
export const probeStep = z.enum([
  'documentation',
  'token',
  'clock',
  'filter_shape',
  'administrator',
  'period_zone',
  'conversation_number',
  'lead_csv',
  'report_agents',
  'report_summary',
  'report_inboxes',
  'report_teams',
  'report_labels',
])
export type ProbeStep = z.output<typeof probeStep>

export const probe = z.object({
  step: probeStep,
  /** `unknown`: nothing follows from its answer, or it could not be probed. `failed`: the answer was a failure. */
  state: z.enum(['waiting', 'running', 'known', 'unknown', 'failed']),
  /**
   * What was found, as a key of the catalogue's `diagnostics.findings`, with values for its sentence: never a person's.
   */
  finding: z.string(),
  params: sentenceParams,
  failure: z.enum(failureCodes).nullable(),
})
export type Probe = z.output<typeof probe>

/** What is known of one host of a platform since its last probe. */
export const diagnosis = z.object({
  /** Without its scheme: `atendimento.exemplo.com.br`. */
  host: z.string(),
  on_beta: z.boolean(),
  checked_at: z.iso.datetime(),
  probes: z.array(probe),
})
export type Diagnosis = z.output<typeof diagnosis>

export const diagnostics = {
  /** The last one of the host in use; null while there is none. */
  'diagnostics.read': { input: ofConnection, output: diagnosis.nullable() },
  /** Probes the host in use, only by reading, and stores what was found. */
  'diagnostics.run': { input: ofConnection, output: diagnosis, progress: z.array(probe) },
  /** Saves the last one as JSON: no token, no account, no customer. Throws `not_found` while there is none. */
  'diagnostics.export': {
    input: ofConnection,
    output: savedFile.pick({ saved: true, name: true, bytes: true, file: true }),
  },
} satisfies Contract
