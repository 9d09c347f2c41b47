import * as z from 'zod'
import type { Contract } from './kernel.ts'
import { write } from './writes.ts'

const account = z.object({ connection_id: z.string() })

/** What was sent to an agent platform to change something there, with its outcome. */
export const activity = {
  /** Newest first, those of the last 30 days. */
  'activity.list': { input: account, output: z.array(write) },
  /** Determines the outcome of an `unknown` write by reading; nothing is sent again. What is unknown stays `unknown`. */
  'activity.check': { input: account.extend({ id: z.string() }), output: write },
  /** The person checked the outcome of an `unknown` write; before it has settled, `not_done` leaves it unknown. */
  'activity.settle': {
    input: account.extend({ id: z.string(), state: z.enum(['confirmed', 'not_done']) }),
    output: write,
  },
} satisfies Contract
