import type { Fetch, HttpAnswer } from '../kernel/http.ts'
import type { Waiting } from '../kernel/patience.ts'

export interface FormsDeps {
  readonly fetch: Fetch
  /** Ends in /api/v1 (form-collection.md). */
  readonly baseUrl: string
  /** Reads the API key from the vault. */
  key(): Promise<string>
}

/** How a request stands in the queue of the key's budget: people first, then long work, then what fills idle time. */
export type Priority = 'interactive' | 'background' | 'idle'

export interface FormsCall {
  readonly signal: AbortSignal
  readonly priority: Priority
  /** Hears of a wait for the budget, and null when it is over. */
  waiting?(waiting: Waiting | null): void
}

export interface FormsPage {
  readonly page: number
  /** 1 to 100. */
  readonly per_page: number
}

/**
 * Every row of form-collection.md. Answers are raw: the body is parsed where it is used. Reads that wait for the budget
 * or were throttled go on by themselves; nothing else is repeated here. A write whose answer did not come after it may
 * have been sent throws `sent_unknown`; one that surely was not sent throws `offline`. A 422 throws `validation_failed`
 * with the service's messages in `fields`.
 */
export interface Forms {
  account(call: FormsCall): Promise<HttpAnswer>
  /** `period`: current, previous or YYYY-MM. */
  usage(period: string, call: FormsCall): Promise<HttpAnswer>
  forms(
    query: FormsPage & { readonly status: string | null; readonly search: string },
    call: FormsCall,
  ): Promise<HttpAnswer>
  form(id: number, call: FormsCall): Promise<HttpAnswer>
  createForm(body: unknown, call: FormsCall): Promise<HttpAnswer>
  updateForm(id: number, body: unknown, call: FormsCall): Promise<HttpAnswer>
  deleteForm(id: number, call: FormsCall): Promise<HttpAnswer>
  /** `since` and `until` are ISO 8601 and leave out their own moment. */
  entries(
    formId: number,
    query: FormsPage & { readonly since: string | null; readonly until: string | null },
    call: FormsCall,
  ): Promise<HttpAnswer>
  entry(id: number, call: FormsCall): Promise<HttpAnswer>
  createEntry(body: unknown, call: FormsCall): Promise<HttpAnswer>
  deleteEntry(id: number, call: FormsCall): Promise<HttpAnswer>
  webhooks(call: FormsCall): Promise<HttpAnswer>
  createWebhook(body: unknown, call: FormsCall): Promise<HttpAnswer>
  updateWebhook(id: number, body: unknown, call: FormsCall): Promise<HttpAnswer>
  deleteWebhook(id: number, call: FormsCall): Promise<HttpAnswer>
}
