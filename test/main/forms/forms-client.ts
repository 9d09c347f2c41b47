import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createBudget, type RequestBudget } from '../../../main/kernel/budget.ts'
import type { Fetch } from '../../../main/kernel/http.ts'
import type { RetryPolicy } from '../../../main/kernel/retry.ts'
import { createForms, type Forms, type FormsCall } from '../../../main/remotes/forms.ts'

export interface ClientOptions {
  readonly fetch?: Fetch
  readonly retryPolicy?: Partial<RetryPolicy>
  /** The length of the service's windows, for what its headers do not say. */
  readonly windowMs?: number
}

export interface Client {
  readonly forms: Forms
  readonly budget: RequestBudget
}

const now = () => new Date()

/** The form service as the app has it, with short delays. */
export function clientOf(at: { readonly url: string; readonly key: string }, options: ClientOptions = {}): Client {
  const budget = createBudget({ now, changed() {}, windowMs: options.windowMs ?? 2000 })
  const forms = createForms({
    fetch: options.fetch ?? createNodeFetch(),
    baseUrl: at.url,
    key: async () => at.key,
    budget,
    retryPolicy: { delays: [5, 10, 20, 40], timeoutMs: 5000, now, ...options.retryPolicy },
  })
  return { forms, budget }
}

export function call(priority: FormsCall['priority'], more: Partial<FormsCall> = {}): FormsCall {
  return { signal: new AbortController().signal, priority, ...more }
}

/** Reads every page of a form's entries side by side, as a background reading does; gives the bodies. */
export async function readPages(forms: Forms, formId: number, pages: number, concurrency = 6): Promise<string[]> {
  const bodies: string[] = []
  let next = 1
  const lane = async () => {
    for (let page = next++; page <= pages; page = next++) {
      const query = { page, per_page: 100, since: null, until: null }
      bodies.push((await forms.entries(formId, query, call('background'))).text)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return bodies
}
