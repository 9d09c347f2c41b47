import { type Demo, type DemoOptions, startDemo } from '../../../main/demo/demo.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The tests check the shape of these answers.
  // biome-ignore lint/suspicious/noExplicitAny: an answer under test has no type yet
  readonly body: any
}

/** A noon in Brasília, so that no test depends on the hour it runs at. */
export const noon = new Date('2026-11-18T12:00:00-03:00')

export function startSmall(options: DemoOptions = {}): Promise<Demo> {
  return startDemo({ leads: 1200, entries: 230, now: noon, limits: { forms: 10_000 }, ...options })
}

/** Asks the platform as its administrator; `path` follows `/api/v1/accounts/{account}` unless it starts with `//`. */
export function platform(demo: Demo, path: string, options: AskOptions = {}): Promise<Reply> {
  const whole = path.startsWith('//') ? path.slice(1) : `/api/v1/accounts/${demo.platform.accountId}${path}`
  return ask(demo.platform.url + whole, { headers: { api_access_token: demo.platform.token }, ...options })
}

export function leadsPath(demo: Demo, query = ''): string {
  return `/${demo.platform.brand}/leads${query}`
}

export function forms(demo: Demo, path: string, options: AskOptions = {}): Promise<Reply> {
  return ask(demo.forms.url + path, { headers: { authorization: `Bearer ${demo.forms.key}` }, ...options })
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown
}

export async function ask(url: string, options: AskOptions = {}): Promise<Reply> {
  const sent = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
  const response = await fetch(url, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: { accept: 'application/json', 'content-type': 'application/json', ...options.headers },
    ...(options.body === undefined ? {} : { body: sent }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
