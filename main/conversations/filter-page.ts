import { AppFailure } from '../kernel/failure.ts'
import { recordOf } from '../kernel/json.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { wait } from '../kernel/schedule.ts'
import type { Platform } from '../remotes/platform.ts'
import { accepts } from '../remotes/platform-guards.ts'

export interface FilterPageDeps {
  readonly account: Platform
  readonly retryPolicy: Pick<RetryPolicy, 'delays'>
  readonly signal: AbortSignal
}

/**
 * One page of the conversation filter, as its JSON text. Some installations answer 500 to operators that the document
 * allows, such as `contains` on a number: a first page with a 500 is retried once. Where it stays so, each
 * condition is asked alone, and the failure is `filter_breaks` with the one that breaks the service. Throws what the
 * service and the network fail with.
 */
export async function filterPage(payload: readonly unknown[], page: number, deps: FilterPageDeps): Promise<string> {
  const { account, retryPolicy, signal } = deps
  const ask = async () => (await account.filterConversations(payload, page, signal)).text
  try {
    return await ask()
  } catch (error) {
    // A later page shows that the conditions can be used.
    if (!isBroken(error) || page > 1) throw error
  }
  await wait(retryPolicy.delays[0] ?? 0, signal)
  try {
    return await ask()
  } catch (error) {
    if (!isBroken(error) || !(await accepts(account, signal))) throw error
    const breaking = await breakingCondition(payload, deps)
    throw breaking === null ? error : new AppFailure('filter_breaks', breaking, error.details)
  }
}

/** The service's own 500: a gateway that gives up, or a service that asks to wait, means nothing for the conditions. */
function isBroken(error: unknown): error is AppFailure {
  return error instanceof AppFailure && error.code === 'service_failed' && error.params.status === 500
}

/** The first condition that breaks the service alone, with its place from 1 on; null where none does. */
async function breakingCondition(payload: readonly unknown[], { account, signal }: FilterPageDeps) {
  for (const [place, item] of payload.entries()) {
    const condition = recordOf(item)
    const { attribute_key: attribute, filter_operator: operator } = condition
    try {
      await account.filterConversations([{ ...condition, query_operator: null }], 1, signal)
    } catch (error) {
      if (!isBroken(error)) throw error
      return { condition: place + 1, attribute: String(attribute), operator: String(operator) }
    }
  }
  return null
}

/** agent-platform.md, "Limits". */
const pageSize = 25

/**
 * Whether a page after this one is worth requesting: not after an empty page, nor after a short one unless the service counts
 * more. A full page is followed by another whatever is counted: some builds count a page alone (features.md §8.3).
 */
export function hasMore(page: number, received: number, allCount: number | null): boolean {
  if (received === 0 || received >= pageSize) return received > 0
  return allCount !== null && (page - 1) * pageSize + received < allCount
}
