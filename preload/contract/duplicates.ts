import * as z from 'zod'
import { type DuplicateScope, duplicateReasons } from '../values/duplicate-pairs.ts'
import type { Contract } from './question.ts'

const duplicateScope = z.object({
  connection_id: z.string(),
  sheet_id: z.string().nullable(),
}) satisfies z.ZodType<DuplicateScope>

/** What was compared, and what was found. */
export const duplicateSummary = z.object({
  contacts: z.int(),
  sheets: z.array(z.object({ name: z.string(), read_at: z.string().nullable() })),
  pairs: z.int(),
  /** The reasons that were found, the surest first. */
  reasons: z.array(z.object({ reason: z.enum(duplicateReasons), pairs: z.int() })),
  /** Pairs that are not in the table, because a phone or e-mail has too many contacts or the table too many rows. */
  left_out: z.int(),
})
export type DuplicateSummary = z.output<typeof duplicateSummary>

export const duplicates = {
  /**
   * Compares the contacts where their sheets changed since. Throws `not_found` for a sheet that is not here or has no
   * rows yet.
   */
  'duplicates.summary': { input: duplicateScope, output: duplicateSummary },
} satisfies Contract
