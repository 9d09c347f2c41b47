import type { ArticleKey, DocFile } from '../../preload/contract/documentation.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { givenFilters } from '../../preload/values/lead-filters.ts'
import { AppFailure } from '../kernel/failure.ts'
import {
  createHttp,
  type Fetch,
  type Http,
  type HttpAnswer,
  type HttpMethod,
  type HttpRequest,
  type HttpStream,
  type OnOutcome,
  startOf,
} from '../kernel/http.ts'
import { failureOfAnswer, looksLikeHtml, pageWithSuccess, surelyNotSent } from '../kernel/http-failures.ts'
import { lostWrite } from './lost-write.ts'

/** The address of one account of the agent platform, without its token. */
export interface PlatformAddress {
  readonly base_url: string
  readonly account_id: number
  /** The word that replaces `house` in the lead paths. */
  readonly brand: string
}

interface PlatformDeps {
  readonly fetch: Fetch
  readonly address: PlatformAddress
  /** Reads the access token from the vault; it stays in this file's request. */
  token(): Promise<string>
  /** Milliseconds for one answer, to its last byte; a minute by default. */
  readonly answerMs?: number
  /** Called with the result of each request with the token. */
  readonly onOutcome?: OnOutcome
}

/** Any documented route of the platform that is called with the token. */
export interface PlatformCall extends Omit<HttpRequest, 'method' | 'accept' | 'anyStatus' | 'answered'> {
  readonly method: HttpMethod
  /** The path after the base URL, with the account in it, such as `/api/v1/accounts/7/captain/assistants`. */
  readonly path: string
  /** The route is for administrators: the refusal of an accepted token has its own failure. */
  readonly administrator?: true
  /** The route is public, so the token is not sent. Only for exchanges. */
  readonly open?: true
}

/** The documented routes that the app calls. Bodies are text, which the data process parses and checks. */
export interface Platform {
  /** One page of the lead export, as its JSON text (section "Lead export"). */
  leadPage(filter: LeadFilter, page: number, perPage: number, signal: AbortSignal): Promise<HttpAnswer>
  /** The export as the service's own spreadsheet file (`formato=csv`). */
  leadCsv(filter: LeadFilter, signal: AbortSignal): Promise<HttpStream>
  /** The cross-check of keys (section "Lead cross-check"). */
  cruzar(keys: readonly string[], filter: LeadFilter, signal: AbortSignal): Promise<HttpAnswer>
  /** One page of 25 conversations (section "Conversation filter"); `payload` is the array of filter items. */
  filterConversations(payload: readonly unknown[], page: number, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Sends any call, whose answer must be a 2xx and no page. A write that may have been sent but got no answer throws
   * `sent_unknown`. One that surely was not sent throws `offline`. Nothing is repeated.
   */
  call(request: PlatformCall): Promise<HttpAnswer>
  /** The same with any status and any body, as it comes, for the console. */
  exchange(request: PlatformCall): Promise<HttpStream>
  /** The account's cheapest answer that needs a token: one page of open conversations. */
  probeAccount(signal: AbortSignal): Promise<HttpAnswer>
  /** Any answer of the host, without the token. */
  probeHost(signal: AbortSignal): Promise<HttpAnswer>
}

const accepted = {
  json: 'application/json',
  csv: 'text/csv, */*;q=0.5',
  report: 'application/json, text/csv;q=0.9, */*;q=0.5',
  documentation: 'application/json, text/markdown, text/plain;q=0.9',
}

/**
 * The `Accept` of a call: JSON, as documented. Exceptions are the lead export as a spreadsheet, the texts of the
 * documentation, and reports, whose bodies the document does not show.
 */
export function acceptOf({ path, query = [] }: Pick<PlatformCall, 'path' | 'query'>): string {
  if (query.some(([name, value]) => name === 'formato' && value === 'csv')) return accepted.csv
  if (/^\/(api\/docs|llms)/.test(path)) return accepted.documentation
  return /^\/api\/v\d\/accounts\/\d+\/reports\//.test(path) ? accepted.report : accepted.json
}

/** The longest time of one batch of cruzar. A batch that takes longer counts as too large. */
const cruzarTimeoutMs = 45_000

export function createPlatform({ fetch, address, token, answerMs = 60_000, onOutcome }: PlatformDeps): Platform {
  const host = new URL(address.base_url).host
  const account = `/api/v1/accounts/${address.account_id}`
  const openRoutes = { fetch, baseUrl: address.base_url, credentials: async () => ({}) }
  const withToken = (header: string) => ({
    ...openRoutes,
    credentials: async () => ({ [header]: await token() }),
  })
  const isAccepted = (header: string, signal: AbortSignal): Promise<boolean> =>
    json(createHttp(withToken(header)), openConversations(account, signal)).then(
      () => true,
      () => false,
    )
  const http = createHttp({
    ...withToken(tokenHeader),
    onOutcome,
    async refusal(refused, { signal }) {
      const failure = failureOfAnswer(refused)
      if (failure.code !== 'unauthorized') return failure
      if (isWithoutToken(failure)) return new AppFailure('header_dropped', { host }, failure.details)
      // The service answers a missing role with the 401 of a bad token (docs/services.md §1.6).
      if (await isAccepted(tokenHeader, signal)) return new AppFailure('forbidden', failure.params, failure.details)
      const isDropped = await isAccepted(hyphenatedHeader, signal)
      return isDropped ? new AppFailure('header_dropped', { host }, failure.details) : failure
    },
  })
  const open = createHttp(openRoutes)
  // A refusal of the documentation is no failure of the account, but an unreachable host is.
  const reach = createHttp({
    ...openRoutes,
    onOutcome: (outcome) => {
      if (outcome.failure?.code === 'offline' || outcome.failure?.code === 'timeout') onOutcome?.(outcome)
    },
  })
  const leads = `${account}/${encodeURIComponent(address.brand)}/leads`

  return {
    leadPage: (filter, page, perPage, signal) =>
      json(http, {
        path: leads,
        query: [...leadQuery(filter), ['page', String(page)], ['per_page', String(perPage)]],
        signal,
        timeoutMs: answerMs,
      }),
    leadCsv: (filter, signal) =>
      http.stream({
        path: leads,
        query: [...leadQuery(filter), ['formato', 'csv']],
        accept: accepted.csv,
        signal,
        timeoutMs: 30 * 60_000,
      }),
    cruzar: (keys, filter, signal) =>
      json(http, {
        method: 'POST',
        path: `${leads}/cruzar`,
        onlyAsks: true,
        body: { chaves: keys, ...cruzarBody(filter) },
        signal,
        timeoutMs: Math.min(cruzarTimeoutMs, answerMs),
      }),
    filterConversations: (payload, page, signal) =>
      json(http, { ...filtered(account, payload, page), signal, timeoutMs: answerMs }),
    call: ({ administrator: _, open: __, ...request }) =>
      sentOnce(request, host, () => json(http, { timeoutMs: answerMs, ...request, accept: acceptOf(request) })),
    exchange: ({ administrator: _, open: isOpen, ...request }) =>
      sentOnce(request, host, () =>
        (isOpen ? open : http).stream({
          timeoutMs: answerMs,
          ...request,
          accept: acceptOf(request),
          anyStatus: true,
        }),
      ),
    probeAccount: (signal) => json(http, openConversations(account, signal)),
    probeHost: (signal) => reach.send({ path: '/api/docs', signal, timeoutMs: 15_000 }),
  }
}

const tokenHeader = 'api_access_token'
/**
 * Rack-like services read this as the same header. It passes a proxy that drops headers with underscores, as nginx does
 * by default (`underscores_in_headers`).
 */
const hyphenatedHeader = 'api-access-token'

/**
 * Whether the refusal has the service's words for a request without credentials (docs/services.md §1.6). Then the sent
 * token did not arrive.
 */
function isWithoutToken({ params }: AppFailure): boolean {
  return /sign in|log in|entrar/i.test(String(params.reason ?? ''))
}

const openOnes = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }

/** The cheapest request of the account. */
function openConversations(account: string, signal: AbortSignal): HttpRequest {
  return { ...filtered(account, [openOnes], 1), signal, timeoutMs: 20_000 }
}

function filtered(account: string, payload: readonly unknown[], page: number) {
  return {
    method: 'POST',
    path: `${account}/conversations/filter`,
    onlyAsks: true,
    query: [['page', String(page)]],
    body: { payload },
  } as const
}

/** A failed write may have been done, and its failure says so. A failed read has its own failure. */
async function sentOnce<T>(
  { method, onlyAsks, signal }: PlatformCall,
  host: string,
  send: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw signal.reason
  try {
    return await send()
  } catch (error) {
    const writes = method !== 'GET' && !onlyAsks
    throw writes && !(error instanceof AppFailure && surelyNotSent(error)) ? lostWrite(error, host) : error
  }
}

/** A 200 with a page or anything but JSON becomes a failure and is never parsed as data (docs/services.md §13.2). */
async function json(http: Http, request: Parameters<Http['send']>[0]): Promise<HttpAnswer> {
  const answer = await http.send(request)
  if (looksLikeHtml(startOf(answer.bytes))) throw pageWithSuccess()
  return answer
}

/** List parameters go in array form, `inbox_ids[]` (docs/services.md §2.3). */
function leadQuery(filter: LeadFilter): [string, string][] {
  const filters = givenFilters(filter).flatMap(({ name, values, given }) =>
    given.map((value): [string, string] => [values === 'day' ? name : `${name}[]`, String(value)]),
  )
  return [...filters, ['agrupar', filter.agrupar]]
}

/** Only the filters that are set: without a filter the body has only the keys (docs/services.md §3.1). */
function cruzarBody(filter: LeadFilter): Record<string, unknown> {
  return Object.fromEntries(givenFilters(filter).map(({ name }) => [name, filter[name]]))
}

/** The five public paths of the documentation (docs/services.md §8.1). Every answer is text, and no token is sent. */
export interface Documentation {
  /** Categories and the list of articles, JSON. */
  index(signal: AbortSignal): Promise<HttpAnswer>
  /** One article, or `not_found`: JSON with a markdown body, or the markdown itself. */
  article(key: ArticleKey, signal: AbortSignal): Promise<HttpAnswer>
  /** Articles by relevance, each with an excerpt, JSON. */
  search(asked: DocSearch, signal: AbortSignal): Promise<HttpAnswer>
  /** The same for `/llms.txt` or `/llms-full.txt`, markdown. */
  file(file: DocFile, signal: AbortSignal): Promise<HttpAnswer>
}

interface DocSearch {
  readonly term: string
  readonly category: string | null
  readonly limit: number
}

interface DocumentationDeps {
  readonly fetch: Fetch
  readonly baseUrl: string
  /** Milliseconds for one answer, to its last byte. */
  readonly answerMs: number
}

const files: Readonly<Record<DocFile, string>> = { index: '/llms.txt', full: '/llms-full.txt' }

/**
 * The documentation of one host. Throws the errors of `Http.send`, and `captive_portal` for a page instead of an
 * answer.
 */
export function createDocumentation({ fetch, baseUrl, answerMs }: DocumentationDeps): Documentation {
  const http = createHttp({ fetch, baseUrl, credentials: async () => ({}) })
  const read = async (path: string, signal: AbortSignal, query: readonly (readonly [string, string])[] = []) => {
    const answer = await http.send({
      path,
      query,
      signal,
      timeoutMs: answerMs,
      accept: accepted.documentation,
    })
    if (isPage(answer)) throw pageWithSuccess()
    return answer
  }
  /** An article of the index that the host lacks is gone. It does not make the connection's address doubtful. */
  const readNamed = async (path: string, signal: AbortSignal) => {
    try {
      return await read(path, signal)
    } catch (error) {
      throw error instanceof AppFailure && error.code === 'service_not_found' ? new AppFailure('not_found') : error
    }
  }
  return {
    index: (signal) => read('/api/docs', signal),
    article: ({ category, slug }, signal) =>
      readNamed(`/api/docs/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, signal),
    search: ({ term, category, limit }, signal) =>
      read('/api/docs/search', signal, [
        ['q', term],
        ['limite', String(limit)],
        ...(category === null ? [] : [['categoria', category] as const]),
      ]),
    file: (file, signal) => readNamed(files[file], signal),
  }
}

/** Markdown may begin with a tag. An HTML page has its content type or begins as pages do. */
function isPage({ headers, bytes }: HttpAnswer): boolean {
  return headers.get('content-type')?.includes('html') === true || /^\s*<(!doctype|html)\b/i.test(startOf(bytes))
}
