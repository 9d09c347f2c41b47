import type { duplicates } from '../../preload/contract/duplicates.ts'
import { forwardToData } from '../data/calls.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** Contacts that look like one person: found where the rows are; their table is one of `tables`. */
export function createDuplicatesService({ data }: Services): Handlers<typeof duplicates> {
  return forwardToData(data, ['duplicates.summary'])
}
