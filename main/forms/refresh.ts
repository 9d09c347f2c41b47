import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { listOf } from '../remotes/forms-bodies.ts'
import type { FormCache } from './form-cache.ts'

export interface FormsQuery {
  /** As the service filters; null for any. */
  readonly status: string | null
  readonly search: string
}

const perPage = 100
/** A service whose last page keeps moving away is left after this many. */
const mostPages = 1000

/**
 * Reads the list of forms, all pages, each stored as it comes; gives the ids in the service's order. A form that is here
 * and not in the whole list is asked for by itself, since lists move while they are read: a 404 alone makes it gone.
 */
export async function refreshForms(
  account: Forms,
  cache: FormCache,
  { status, search }: FormsQuery,
  call: FormsCall,
): Promise<number[]> {
  const ids = new Set<number>()
  for (let page = 1, last = 1; page <= last && page <= mostPages; page += 1) {
    const answer = listOf((await account.forms({ status, search, page, per_page: perPage }, call)).text)
    last = answer.lastPage
    for (const { id } of answer.records) ids.add(id)
    await cache.store(answer.records)
  }
  if (status === null && search === '') {
    const missing = (await cache.list()).filter(({ id, deleted_at }) => !ids.has(id) && deleted_at === null)
    for (const { id } of missing) await readMissing(id, account, cache, call)
  }
  return [...ids]
}

/** A form that is gone is marked by the cache; that is no failure of the list. */
async function readMissing(id: number, account: Forms, cache: FormCache, call: FormsCall): Promise<void> {
  try {
    await cache.refresh(account, id, call)
  } catch (error) {
    if (!(error instanceof AppFailure) || error.code !== 'not_found') throw error
  }
}
