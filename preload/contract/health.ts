import * as z from 'zod'
import type { Contract } from './kernel.ts'
import { failureCodes } from './wire.ts'

/** The state of a connection's service by its last answers. Nothing is known of one that was not asked yet. */
export const serviceHealth = z.object({
  connection_id: z.string(),
  /**
   * It answers; this computer has no network; nothing came back from the service; something else than its answers came
   * back, such as an error of its server; it refuses the token.
   */
  state: z.enum(['answers', 'offline', 'silent', 'failing', 'refused']),
  /** The first of the answers in a row that say so. */
  since: z.iso.datetime(),
  /** The last one. */
  at: z.iso.datetime(),
  /** Why it does not answer. */
  failure: z
    .object({ code: z.enum(failureCodes), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
})
export type ServiceHealth = z.output<typeof serviceHealth>

export const health = {
  'health.list': { input: z.object({}), output: z.array(serviceHealth) },
  /** Asks the service its cheapest question with the token, once; what comes of it is in the list. */
  'health.probe': { input: z.object({ id: z.string() }), output: z.array(serviceHealth) },
} satisfies Contract
