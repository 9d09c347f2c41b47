import * as z from 'zod'
import { damageKinds } from '../values/key-problems.ts'

const digits = z.string()

/** What is left of a phone that lost a part. Digits are those of the cell, without signs. */
export const damagedPhone = z.object({
  kind: z.enum(damageKinds),
  /** The cell's own text, or the part of it that is damaged. */
  text: z.string(),
  known: z.discriminatedUnion('kind', [
    /** Any number from one to the other, both included: the cell holds a rounded number. */
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
  /** The sheets that were searched; empty where none is stored. */
  sheets: z.array(z.object({ name: z.string(), read_at: z.iso.datetime().nullable() })),
  /** How many contacts have a number that fits. */
  count: z.int(),
  /**
   * Too little is left to identify anybody, or too many contacts fit. Then only those are listed whose name the row
   * has.
   */
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

/** How many rows of a list are `invalida` because their number is damaged, by kind. */
export const damagedRows = z.array(z.object({ kind: z.enum(damageKinds), rows: z.int() }))
