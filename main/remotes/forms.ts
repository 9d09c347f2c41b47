import type { FailureCode } from '../../preload/values/failures.ts'
import type { RequestBudget } from '../kernel/budget.ts'
import { AppFailure } from '../kernel/failure.ts'
import {
  createHttp,
  type Fetch,
  type HttpAnswer,
  type HttpRequest,
  type HttpStream,
  type OnOutcome,
} from '../kernel/http.ts'
import { looksLikeHtml, pageWithSuccess, surelyNotSent } from '../kernel/http-failures.ts'
import type { Priority } from '../kernel/rate-window.ts'
import { type RetryPolicy, retryWithBackoff, type Waiting } from '../kernel/retry.ts'
import { formsRefusal } from './forms-bodies.ts'
import { lostOnForms } from './lost-write.ts'

interface FormsDeps {
  readonly fetch: Fetch
  /** Ends in /api/v1 (docs/services.md §9.1). */
  readonly baseUrl: string
  key(): Promise<string>
  /** The budget of the key. */
  readonly budget: RequestBudget
  /** Without pauses nothing is repeated, and a 429 fails at once. */
  readonly retryPolicy: RetryPolicy
  readonly onOutcome?: OnOutcome
  /** How the service reads the bounds of a list of entries; moments where nothing is stored. */
  readonly bounds?: StoredBoundMode
  /** Runs before every request but the one for the account, which it may send itself. If it throws, nothing is sent. */
  ready?(call: FormsCall): Promise<void>
}

export interface FormsCall {
  readonly signal: AbortSignal
  readonly priority: Priority
  /** Called when a wait for the budget begins, and with null when it ends. */
  waiting?(waiting: Waiting | null): void
}

/** A call that a person waits for. */
export const interactive = (signal: AbortSignal): FormsCall => ({ signal, priority: 'interactive' })

interface FormsPage {
  readonly page: number
  /** 1 to 100. */
  readonly per_page: number
}

/**
 * Every documented route of the form service. Answers are raw: the body is parsed where it is used. Reads that wait for
 * the budget or were throttled continue by themselves; nothing else is repeated here. A write that may have been sent
 * but got no answer throws `sent_unknown`. One that surely was not sent throws `offline`. A 422 throws
 * `validation_failed` with the service's messages in `fields`.
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
  /** `since` and `until` are exclusive ISO 8601 moments. A service that reads them as days may answer with more. */
  entries(
    formId: number,
    query: FormsPage & { readonly since: string | null; readonly until: string | null },
    call: FormsCall,
  ): Promise<HttpAnswer>
  /** How the service reads those bounds, as far as it is known. */
  boundMode(): Promise<BoundMode>
  entry(id: number, call: FormsCall): Promise<HttpAnswer>
  createEntry(body: unknown, call: FormsCall): Promise<HttpAnswer>
  deleteEntry(id: number, call: FormsCall): Promise<HttpAnswer>
  /** The documented route gives all at once. A further page is requested only if the service reports one. */
  webhooks(page: number, call: FormsCall): Promise<HttpAnswer>
  createWebhook(body: unknown, call: FormsCall): Promise<HttpAnswer>
  updateWebhook(id: number, body: unknown, call: FormsCall): Promise<HttpAnswer>
  deleteWebhook(id: number, call: FormsCall): Promise<HttpAnswer>
  /**
   * Sends any call once and returns any status and body as it comes, for the console. It waits for the budget like the
   * others.
   */
  exchange(request: Request, call: FormsCall): Promise<HttpStream>
}

/** Below /api/v1. */
type Request = Pick<HttpRequest, 'method' | 'path' | 'query' | 'body'>
type Limits = Pick<HttpRequest, 'signal' | 'timeoutMs' | 'answered'>
/** The longest wait of a person for a service that is down. */
const shortSeconds = 5
/** How many consecutive closed windows fail a request: times the number of pauses. */
const windowsAPause: Readonly<Record<Priority, number>> = { interactive: 0.5, background: 5, idle: 1 }

/**
 * The form service at one address with one key. Reads are repeated after failures that may pass: twice and briefly for
 * people, with all delays for long work. Reads and writes alike wait after a 429, since the service did nothing then.
 */
export function createForms(deps: FormsDeps): Forms {
  const { fetch, baseUrl, key, budget, retryPolicy, bounds = asMoments, ready, onOutcome } = deps
  const host = new URL(baseUrl).host
  const http = createHttp({
    fetch,
    baseUrl,
    credentials: async () => ({ authorization: `Bearer ${await key()}` }),
    refusal: formsRefusal,
    onOutcome,
  })

  /** Runs one request at its turn, and reports its outcome to the budget. */
  const once = async <T>(request: Request, call: FormsCall, run: (limits: Limits) => Promise<T>): Promise<T> => {
    const ticket = await budget.take(call)
    const { signal } = call
    let sent = false
    try {
      if (signal.aborted) throw signal.reason
      sent = true
      const answered: HttpRequest['answered'] = ({ status, headers }) => ticket.answered(status, headers)
      return await run({ signal, timeoutMs: retryPolicy.timeoutMs, answered })
    } catch (error) {
      if (isFailure(error, 'rate_limited')) ticket.throttled(Number(error.params.seconds))
      if (error instanceof AppFailure && surelyNotSent(error)) sent = false
      if (isFailure(error, 'not_found') && !namesRecord(request)) throw new AppFailure('service_not_found', { host })
      throw sent && isWrite(request) ? lostOnForms(error, { host, isOwn: isOwnTrouble(error) }) : error
    } finally {
      ticket.ended(sent)
    }
  }

  /** Sends at its turn, and again after every 429, until too many windows were closed. */
  const send = async (request: Request, call: FormsCall): Promise<HttpAnswer> => {
    const maxPauses = Math.ceil(retryPolicy.delays.length * windowsAPause[call.priority])
    for (let throttled = 0; ; throttled += 1) {
      try {
        return await once(request, call, async (limits) => {
          const answer = await http.send({ ...request, ...limits })
          if (looksLikeHtml(answer.text)) throw pageWithSuccess(host)
          return answer
        })
      } catch (error) {
        if (!isFailure(error, 'rate_limited') || throttled >= maxPauses) throw error
      }
    }
  }

  const get = async (path: string, call: FormsCall, query: HttpRequest['query'] = []) => {
    if (path !== '/account') await ready?.(call)
    const people = call.priority === 'interactive'
    const delays = people ? retryPolicy.delays.slice(0, 2) : retryPolicy.delays
    return retryWithBackoff(
      () => send({ path, query }, call),
      { ...retryPolicy, delays },
      {
        signal: call.signal,
        waiting: (waiting) => call.waiting?.(waiting),
        isRetryable: ({ code, params }) =>
          code !== 'rate_limited' && !(people && Number(params.seconds) > shortSeconds),
      },
    )
  }

  const write = async (request: Request, call: FormsCall) => {
    await ready?.(call)
    return send(request, call)
  }

  return {
    account: (call) => get('/account', call),
    usage: (period, call) => get('/account/usage', call, [['period', period]]),
    forms: ({ status, search, ...page }, call) =>
      get('/forms', call, [...paging(page), ...given('status', status), ...given('search', search)]),
    form: (id, call) => get(`/forms/${id}`, call),
    createForm: (body, call) => write({ method: 'POST', path: '/forms', body }, call),
    updateForm: (id, body, call) => write({ method: 'PUT', path: `/forms/${id}`, body }, call),
    deleteForm: (id, call) => write({ method: 'DELETE', path: `/forms/${id}` }, call),
    entries: (formId, { since, until, ...page }, call) =>
      sendWithin({ since, until }, bounds, (limits) => {
        const query = [...paging(page), ...given('since', limits.since), ...given('until', limits.until)]
        return get(`/forms/${formId}/entries`, call, query)
      }),
    boundMode: bounds.read,
    entry: (id, call) => get(`/entries/${id}`, call),
    createEntry: (body, call) => write({ method: 'POST', path: '/entries', body }, call),
    deleteEntry: (id, call) => write({ method: 'DELETE', path: `/entries/${id}` }, call),
    webhooks: (page, call) => get('/webhooks', call, page === 1 ? [] : [['page', String(page)]]),
    createWebhook: (body, call) => write({ method: 'POST', path: '/webhooks', body }, call),
    updateWebhook: (id, body, call) => write({ method: 'PUT', path: `/webhooks/${id}`, body }, call),
    deleteWebhook: (id, call) => write({ method: 'DELETE', path: `/webhooks/${id}` }, call),
    async exchange(request, call) {
      if (isWrite(request)) await ready?.(call)
      return once(request, call, (limits) => http.stream({ ...request, ...limits, anyStatus: true }))
    },
  }
}

const asMoments: StoredBoundMode = { read: async () => 'moments', store: async () => undefined }
const isWrite = ({ method = 'GET' }: Request) => method !== 'GET'
const namesRecord = ({ path }: Request) => /\/\d/.test(path)

function isFailure(error: unknown, code: FailureCode): error is AppFailure {
  return error instanceof AppFailure && error.code === code
}

/** Whether a failure has the service's own text (forms-bodies.ts). */
function isOwnTrouble(error: unknown): boolean {
  return error instanceof AppFailure && error.params.said !== undefined
}

function paging({ page, per_page }: FormsPage): [string, string][] {
  return [
    ['page', String(page)],
    ['per_page', String(per_page)],
  ]
}

function given(name: string, value: string | null): [string, string][] {
  return value ? [[name, value]] : []
}

/**
 * How a service reads the bounds of a list of entries. The document says "ISO 8601 date" (docs/services.md §11.2).
 * Services read it as a moment or as a day; some know no `until`, or neither bound.
 */
export const boundModes = ['moments', 'days', 'since_day', 'none'] as const
export type BoundMode = (typeof boundModes)[number]

export interface Bounds {
  readonly since: string | null
  readonly until: string | null
}

/** Where the mode that a connection's service accepts is stored. */
export interface StoredBoundMode {
  read(): Promise<BoundMode>
  store(mode: BoundMode): Promise<void>
}

/**
 * Sends a request with bounds (ISO 8601 moments) in the mode that the service accepts. After a refusal it tries the
 * next mode, and stores the accepted one. Days are wide enough for any zone, so the answer may hold more than the
 * bounds say, but never less. Throws the errors of `send`.
 */
export async function sendWithin<T>(
  bounds: Bounds,
  mode: StoredBoundMode,
  send: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  if (bounds.since === null && bounds.until === null) return send(bounds)
  const first = await mode.read()
  for (const tried of boundModes.slice(boundModes.indexOf(first))) {
    try {
      const answer = await send(boundsIn(tried, bounds))
      if (tried !== first) await mode.store(tried)
      return answer
    } catch (error) {
      if (tried === 'none' || !isAboutBounds(error)) throw error
    }
  }
  throw new Error('the last mode answers or throws')
}

function boundsIn(mode: BoundMode, { since, until }: Bounds): Bounds {
  if (mode === 'moments') return { since, until }
  return {
    // "After" a day may exclude the day itself, and its midnight may be hours away from UTC's.
    since: mode === 'none' ? null : dayOf(since, -1),
    until: mode === 'days' ? dayOf(until, 2) : null,
  }
}

function dayOf(moment: string | null, more: number): string | null {
  return moment && new Date(Date.parse(moment) + more * 86_400_000).toISOString().slice(0, 10)
}

/** A 422 that names the bounds, or nothing at all. Some services answer 400 to a date that they cannot read. */
function isAboutBounds(error: unknown): boolean {
  if (!(error instanceof AppFailure)) return false
  if (error.code === 'service_refused') return error.params.status === 422 || error.params.status === 400
  const named = Object.keys(error.fields ?? {})
  return error.code === 'validation_failed' && (named.length === 0 || named.some((name) => /since|until/.test(name)))
}
