import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as z from 'zod'
import { AppFailure } from './failure.ts'
import type { Fetch, FetchInit, FindProxyLogin, ProxyLogin } from './http.ts'
import { failureOfNetwork } from './http-failures.ts'
import { parseJson } from './json.ts'
import type { Vault } from './vault/vault.ts'

/** A proxy for which there is no login. */
export interface PendingProxy {
  readonly proxy: string
  /** Whether it rejected the login that it got. */
  readonly refused: boolean
}

export interface ProxyLogins {
  /** The host's fetch, which uses the logins. */
  readonly fetch: Fetch
  /** The proxy that waits for the person, if any. */
  pending(): PendingProxy | null
  /**
   * Tries a login with a request that carries no secret of a service, and stores it in the vault once the proxy has
   * accepted it. Throws `proxy_login` when the proxy rejects it, or the network's failure; then it stores nothing.
   */
  enter(login: ProxyLogin): Promise<void>
}

export interface ProxyLoginsDeps {
  readonly fetch: Fetch
  vault(): Promise<Vault>
  /** Where HTTPS_PROXY and HTTP_PROXY may carry a login. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Called when another proxy waits for a login, or none does any more. */
  changed(): void
}

const tryMs = 30_000
const stored = z.object({ username: z.string().min(1), password: z.string().min(1) })

/**
 * The logins of proxies, from the environment and the vault. Only one request at a time shows a proxy a login that it
 * has not accepted yet. A rejected login is not sent again before the person enters another, since networks lock an
 * account after several wrong passwords.
 */
export function createProxyLogins({ fetch, vault, environment, changed }: ProxyLoginsDeps): ProxyLogins {
  const entered = new Map<string, ProxyLogin>()
  const refusals = new Map<string, ProxyLogin[]>()
  /** Requests that try a login which the proxy has not accepted yet. Other requests wait for their end (`abort`). */
  const trials = new Map<string, AbortSignal>()
  const accepted = new Map<string, ProxyLogin>()
  let pending: (PendingProxy & { readonly origin: string }) | null = null

  const fromVault = async (proxy: string): Promise<ProxyLogin | undefined> => {
    // Where the vault is closed, the app asks the person, who sees that it is closed.
    const text = await vault()
      .then((open) => open.read(entryName(proxy)))
      .catch(() => undefined)
    const login = text === undefined ? undefined : stored.safeParse(parseJson(text)).data
    return login && { proxy, ...login }
  }
  const find = async (proxy: string, origin: string) => {
    const mayTry = (login: ProxyLogin | undefined) =>
      login && !refusals.get(proxy)?.some((each) => isSameLogin(each, login)) ? login : undefined
    const login =
      mayTry(entered.get(proxy)) ?? mayTry(environmentLogin(environment, proxy)) ?? mayTry(await fromVault(proxy))
    if (login) return login
    if (pending?.proxy !== proxy) {
      pending = { proxy, refused: refusals.has(proxy), origin }
      changed()
    }
    return undefined
  }
  const refuse = (proxy: string, login: ProxyLogin) => {
    const refused = refusals.get(proxy) ?? []
    if (!refused.some((each) => isSameLogin(each, login))) refusals.set(proxy, [...refused, login])
  }
  const withLogins: Fetch = async (url, init) => {
    let endTrial = () => {}
    let shown: ProxyLogin | undefined
    const proxyLogin: FindProxyLogin = async (proxy, refused) => {
      if (refused) refuse(proxy, refused)
      endTrial()
      for (let trial = trials.get(proxy); trial; trial = trials.get(proxy)) {
        await once(trial, 'abort', init.signal ? { signal: init.signal } : {})
      }
      const controller = new AbortController()
      trials.set(proxy, controller.signal)
      endTrial = () => {
        if (!controller.signal.aborted) trials.delete(proxy)
        controller.abort()
      }
      shown = await find(proxy, new URL(url).origin)
      const acceptedLogin = accepted.get(proxy)
      if (!shown || (acceptedLogin && isSameLogin(acceptedLogin, shown))) endTrial()
      return shown
    }
    try {
      const answer = await fetch(url, { ...init, proxyLogin })
      if (shown) accepted.set(shown.proxy, shown)
      return answer
    } finally {
      endTrial()
    }
  }
  const attempt = async (login: ProxyLogin, origin: string) => {
    const url = `${origin}/`
    try {
      const init: FetchInit = {
        method: 'HEAD',
        redirect: 'manual',
        signal: AbortSignal.timeout(tryMs),
        proxyLogin: async (proxy, refused) =>
          proxy !== login.proxy || (refused && isSameLogin(refused, login)) ? undefined : login,
      }
      await (await fetch(url, init)).body?.cancel()
    } catch (error) {
      const failure = error instanceof AppFailure ? error : failureOfNetwork(error, { host: new URL(url).host })
      // A failure after the proxy has let the request through is not about the login.
      if (!failure.code.startsWith('certificate') && failure.code !== 'redirected') throw failure
    }
  }

  return {
    fetch: withLogins,
    pending: () => pending && { proxy: pending.proxy, refused: pending.refused },
    async enter(login) {
      const { proxy, username, password } = login
      if (pending?.proxy !== proxy) throw new AppFailure('not_found')
      await attempt(login, pending.origin)
      entered.set(proxy, login)
      accepted.set(proxy, login)
      refusals.delete(proxy)
      pending = null
      changed()
      // Where no vault is open, the login is used until the app ends.
      await vault()
        .then((open) => open.write(entryName(proxy), JSON.stringify({ username, password })))
        .catch(() => undefined)
    },
  }
}

export function isSameLogin(one: ProxyLogin, other: ProxyLogin): boolean {
  return one.username === other.username && one.password === other.password
}

/** Any host and port as an entry name that every vault accepts. */
function entryName(proxy: string): string {
  return `proxy-${createHash('sha256').update(proxy).digest('hex').slice(0, 32)}`
}

/** The proxies that the environment names, by protocol; null where it names none that can be read. */
export function environmentProxies(environment: ProxyLoginsDeps['environment']): {
  readonly http: URL | null
  readonly https: URL | null
} {
  const read = (...names: readonly string[]) => proxyAddress(names.map((name) => environment[name]).find(Boolean) ?? '')
  const http = read('http_proxy', 'HTTP_PROXY')
  return { http, https: read('https_proxy', 'HTTPS_PROXY') ?? http }
}

/** People and other programs also write an address without a protocol: `proxy.empresa:8080`. */
function proxyAddress(text: string): URL | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^(https?|socks5?):$/.test(url.protocol) && url.hostname !== '' ? url : null
}

/** Name and port of a proxy; the default port of its protocol where none is written. */
export function proxyName({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || { 'https:': '443', 'http:': '80' }[protocol] || '1080'}`
}

/** The login in the address of a proxy. */
export function loginIn(url: URL): ProxyLogin | undefined {
  if (url.username === '' || url.password === '') return undefined
  return { proxy: proxyName(url), username: decoded(url.username), password: decoded(url.password) }
}

function environmentLogin(environment: ProxyLoginsDeps['environment'], proxy: string): ProxyLogin | undefined {
  const { http, https } = environmentProxies(environment)
  const proxyUrl = [https, http].find((url) => url && proxyName(url) === proxy)
  return proxyUrl ? loginIn(proxyUrl) : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
