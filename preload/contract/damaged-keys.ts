import * as z from 'zod'
import { damageKinds } from './key-problems.ts'
import type { Contract } from './wire.ts'

const digits = z.string()

/** What is left of a phone that lost a part, and how it is told. Digits are those of the cell, without signs. */
export const damagedPhone = z.object({
  kind: z.enum(damageKinds),
  /** The cell's own text, or the part of it that is damaged. */
  text: z.string(),
  known: z.discriminatedUnion('kind', [
    /** Any number from one to the other, both included: what was written is rounded. */
    z.object({ kind: z.literal('between'), from: digits, to: digits }),
    z.object({ kind: z.literal('begins'), digits }),
    z.object({ kind: z.literal('ends'), digits }),
    z.object({ kind: z.literal('same'), digits }),
    /** Two numbers in one: the first one is whole, as it is sent. */
    z.object({ kind: z.literal('joined'), digits }),
  ]),
})
export type DamagedPhone = z.output<typeof damagedPhone>

export const likelyContacts = z.object({
  phone: damagedPhone,
  /** The sheets that were looked through; none where none is here. */
  sheets: z.array(z.object({ name: z.string(), read_at: z.iso.datetime().nullable() })),
  /** How many contacts have a number that fits. */
  count: z.int(),
  /** Too little is left to mean anybody, or too many fit: then only those whose name the row has are listed. */
  is_vague: z.boolean(),
  /** At most a hundred, those first whose name the row has, then by the newest conversation. */
  contacts: z.array(
    z.object({
      lead: z.record(z.string(), z.unknown()),
      sheet_name: z.string(),
      /** Words of the contact's name stand in the row. */
      has_name: z.boolean(),
      /** The number fits with its ninth digit added or removed. */
      other_ninth: z.boolean(),
    }),
  ),
})
export type LikelyContacts = z.output<typeof likelyContacts>

const byId = z.object({ id: z.string() })

/** Damaged numbers of the list of a run: nothing of it counts as a match, is stored or is sent. */
export const damagedKeys = {
  /** How many rows are `invalida` because their number is damaged, by kind. */
  'cruzar.damaged': {
    input: byId,
    output: z.array(z.object({ kind: z.enum(damageKinds), rows: z.int() })),
  },
  /**
   * The contacts of cached sheets whose number may be the damaged one of a row: of the sheets that answered the run, or of all sheets
   * of its connection. Null for a row without a damaged number. Throws `file_busy` where a sheet is read anew meanwhile.
   */
  'cruzar.likely': { input: byId.extend({ row: z.int().min(0) }), output: likelyContacts.nullable() },
} satisfies Contract
