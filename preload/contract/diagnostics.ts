import * as z from 'zod'
import type { Contract } from './kernel.ts'
import { savedFile } from './tables.ts'
import { failureCodes } from './wire.ts'

/** What is asked of a platform by reading alone (features.md §8.10), in this order. */
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
  /** `unknown`: it was answered, or could not be asked, and nothing follows from it; `failed`: the answer was a failure. */
  state: z.enum(['waiting', 'running', 'known', 'unknown', 'failed']),
  /** What was found, as a key of the catalogue's `diagnostics.findings`, with values for its sentence: never a person's. */
  finding: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  failure: z.enum(failureCodes).nullable(),
})
export type Probe = z.output<typeof probe>

/** What one host of a platform is like, as it was found last. */
export const diagnosis = z.object({
  /** Without its scheme: `atendimento.exemplo.com.br`. */
  host: z.string(),
  on_beta: z.boolean(),
  checked_at: z.iso.datetime(),
  probes: z.array(probe),
})
export type Diagnosis = z.output<typeof diagnosis>

const account = z.object({ connection_id: z.string() })

export const diagnostics = {
  /** The last one of the host in use; null while there is none. */
  'diagnostics.read': { input: account, output: diagnosis.nullable() },
  /** Asks the host in use, only by reading, and keeps what was found. */
  'diagnostics.run': { input: account, output: diagnosis, progress: z.array(probe) },
  /** Saves the last one as JSON: no token, no account, no customer. Throws `not_found` while there is none. */
  'diagnostics.export': {
    input: account,
    output: savedFile.pick({ saved: true, name: true, bytes: true, file: true }),
  },
} satisfies Contract
