import * as z from 'zod'
import { phoneRungs } from '../values/rungs.ts'
import { leadFilter } from './sheets.ts'

/**
 * What a run asks of its list: who answers, and what counts as an answer. A repeated run, a continued list, a recipe
 * and a schedule ask the same value again. Only runs that ask the same are compared.
 */
export const runQuestion = z.object({
  connection_id: z.string(),
  /** The cached sheet that answers instead of the service; null for a run over the network. */
  sheet_id: z.string().nullable().default(null),
  /** More sheets that answer with it. Of a person in several sheets, the newest conversation is shown. */
  sheet_ids: z.array(z.string()).max(50).default([]),
  /** The service is asked with it, or it is applied to the rows of the sheets. */
  filter: leadFilter,
  /**
   * The last rung of the match ladder that counts (`rungs.ts`). Null when the run starts means `area` if the list has
   * an area code to give, else `ninth`. For a service it stays null, and `other_ninth` decides about the ninth digit.
   */
  match: z.enum(phoneRungs).nullable().default(null),
  /**
   * Whether a service is also asked with the other ninth digit for mobiles that it does not know, or that have no
   * conversation. Null in what former versions stored, which did not ask so; who repeats it asks as is usual today.
   */
  other_ninth: z.boolean().nullable().default(null),
})
export type RunQuestion = z.output<typeof runQuestion>
