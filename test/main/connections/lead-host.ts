import type { PlatformAt } from '../../kit/connection-drafts.ts'
import { startService } from '../../kit/service.ts'

/** What a person fills in for this account. */
export function draftAt({ url, accountId, brand, token }: PlatformAt) {
  const service = 'platform' as const
  return { service, name: 'Atendimento', base_url: url, account_id: accountId, brand, secret: token }
}

type Lead = Readonly<Record<string, unknown>>
type Query = Pick<URLSearchParams, 'get' | 'getAll'>

/** A platform that has these leads on one page, and nothing else. */
export function startLeadHost(leadsOf: (query: Query) => readonly Lead[]) {
  return startService(({ path, query }) => {
    if (!path.endsWith('/leads')) return { json: { meta: { all_count: 0 }, payload: [] } }
    const leads = leadsOf(query)
    const { length } = leads
    return {
      json: { meta: { total: length, count: length, page: 1, per_page: 50, has_more: false, next_page: null }, leads },
    }
  })
}
