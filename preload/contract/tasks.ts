import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { sentenceParams } from './connections.ts'
import type { Contract } from './question.ts'

/** A failure as it is stored with what it happened to. */
export const failure = z.object({ code: z.enum(failureCodes), params: sentenceParams })

/** A piece of long work that goes on whatever screen is open. */
export const task = z.object({
  id: z.string(),
  kind: z.enum(['pull', 'cruzar', 'check', 'entries', 'delete_entries', 'conversations', 'documentation', 'forget']),
  /**
   * The sheet, run, check (`<run>:check`), form (`<connection>:<form>`), set of conversations (`<connection>:<set>`) or
   * connection it works on.
   */
  subject: z.string(),
  name: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int().nullable(),
  /** Rows or keys a second over the last seconds. */
  rate: z.number(),
  seconds_left: z.number().nullable(),
  /** While `waiting`: until when the service, or the missing network, makes it wait. */
  waiting_until: z.iso.datetime().nullable(),
  waiting_for: z.enum(['rate_limited', 'budget', 'offline', 'service_failed', 'second_thoughts']).nullable(),
  failure: failure.nullable(),
  started_at: z.iso.datetime(),
})
export type Task = z.output<typeof task>

export const tasks = {
  'tasks.list': { input: z.object({}), output: z.array(task) },
  'tasks.cancel': { input: z.object({ id: z.string() }), output: z.array(task) },
  /** Removes an ended task from the list. */
  'tasks.dismiss': { input: z.object({ id: z.string() }), output: z.array(task) },
  'tasks.dismiss_ended': { input: z.object({}), output: z.array(task) },
} satisfies Contract
