import * as z from 'zod'
import { phoneRungs } from '../values/rungs.ts'
import { leadFilter } from './sheets.ts'

/**
 * What a run asks of its list: who answers, and what counts as an answer. It is one value: a repeated run, a continued
 * list, a recipe and a schedule ask it again, and only runs that ask the same are compared.
 */
export const runQuestion = z.object({
  connection_id: z.string(),
  /** The cached sheet that answers instead of the service; null for a run over the network. */
  sheet_id: z.string().nullable().default(null),
  /** Further sheets that answer with it; a person of several has the newest conversation shown. */
  sheet_ids: z.array(z.string()).max(50).default([]),
  /** What the service is asked with, or what is applied to the rows of the sheets. */
  filter: leadFilter,
  /**
   * The last rung of the match ladder that counts (`rungs.ts`). Where it begins as null, it is `area` if the list has
   * an area code to give, else `ninth`. Of a service it stays null, and `other_ninth` decides about the ninth digit.
   */
  match: z.enum(phoneRungs).nullable().default(null),
  /**
   * Whether a service is asked for mobiles that it does not know, or without a conversation, with their other ninth
   * digit as well. Null in what former versions stored: nobody was asked so, and whoever repeats it asks as is usual
   * today.
   */
  other_ninth: z.boolean().nullable().default(null),
})
export type RunQuestion = z.output<typeof runQuestion>
