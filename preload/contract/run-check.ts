import * as z from 'zod'
import { checkCauses, differences } from '../values/check-rate.ts'
import { failureCodes } from '../values/failures.ts'
import { outcomeNames } from '../values/outcomes.ts'

/** How far the answers of cached sheets agree with those of the service, with the filters of the run. */
export const runCheck = z.object({
  state: z.enum(['running', 'finished', 'interrupted']),
  /** Why the last try stopped, if it did. */
  failure: z.enum(failureCodes).nullable(),
  /** Whether every key is asked. Else it is a sample, chosen by the seed, with a share of each outcome. */
  all: z.boolean(),
  seed: z.int(),
  /** How many keys were chosen, how many of them the service answered, and how many answers are equal. */
  keys: z.int(),
  answered: z.int(),
  equal: z.int(),
  causes: z.array(z.object({ cause: z.enum(checkCauses), keys: z.int() })),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  requests: z.int(),
  seconds: z.number(),
  task_id: z.string().nullable().default(null),
})
export type RunCheck = z.output<typeof runCheck>

const answer = z.object({
  outcome: z.enum(outcomeNames),
  contato_id: z.int().nullable(),
  conversa_id: z.int().nullable(),
})

export const checkDifference = z.object({
  /** As it was sent. */
  key: z.string(),
  differs: z.enum(differences),
  sheet: answer,
  service: answer,
  cause: z.enum(checkCauses),
  /**
   * The time that proves a `stale` answer: when the contact or conversation was created, or the last message came. Null
   * for a conversation that lies outside of the filters in the sheet.
   */
  at: z.iso.datetime().nullable(),
})
export type CheckDifference = z.output<typeof checkDifference>
