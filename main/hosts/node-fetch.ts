import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import tls, { type DetailedPeerCertificate } from 'node:tls'
import { EnvHttpProxyAgent, type RequestInit as NodeRequestInit, fetch as nodeFetch } from 'undici'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch, FindProxyLogin, ProxyLogin } from '../kernel/http.ts'
import { failureOfNetwork, isUnknownIssuer, proxyStatus } from '../kernel/http-failures.ts'
import { environmentProxies, isSameLogin, loginIn, proxyName } from '../kernel/proxy-logins.ts'

export interface NodeFetchOptions {
  /** The certificates that the system trusts, in PEM. Reading them may take a second on macOS and Windows. */
  systemCertificates?(): readonly string[]
}

/** One way to the services. A found login or more trusted certificates replace it. */
interface Way {
  readonly logins: ReadonlyMap<string, ProxyLogin>
  readonly trustsSystem: boolean
  readonly dispatcher: EnvHttpProxyAgent
}

const handshakeMs = 5000

/**
 * `fetch` that honours HTTPS_PROXY, HTTP_PROXY and NO_PROXY, with the login of a proxy. Loopback addresses never go
 * through a proxy, since the demonstration service uses them. The system's certificates are read only when a service
 * shows one that Node does not know, so that no start waits for them. Throws `AppFailure` for network errors before a
 * request was sent, and undici's errors otherwise.
 */
export function createNodeFetch({
  systemCertificates = () => tls.getCACertificates('system'),
}: NodeFetchOptions = {}): Fetch {
  const proxies = environmentProxies(process.env)
  const bypass = process.env.no_proxy ?? process.env.NO_PROXY ?? ''
  // undici reads the asterisk as every host only where it stands alone.
  const noProxy = /(^|[\s,])\*([\s,]|$)/.test(bypass) ? '*' : `127.0.0.1,localhost,[::1],${bypass}`
  const addressOf = (proxy: URL | null, logins: Way['logins']) => {
    if (!proxy) return ''
    const url = new URL(proxy)
    const login = logins.get(proxyName(proxy))
    if (login)
      Object.assign(url, { username: encodeURIComponent(login.username), password: encodeURIComponent(login.password) })
    return url.href
  }
  const wayWith = (logins: Way['logins'], trustsSystem: boolean): Way => ({
    logins,
    trustsSystem,
    dispatcher: new EnvHttpProxyAgent({
      httpProxy: addressOf(proxies.http, logins),
      httpsProxy: addressOf(proxies.https, logins),
      noProxy,
    }),
  })
  const first = [proxies.http, proxies.https].flatMap((proxy) => (proxy && loginIn(proxy)) ?? [])
  let current = wayWith(new Map(first.map((login) => [login.proxy, login])), false)

  /** Another way after a failure before anything was sent; else throws the failure. */
  const otherWay = async (error: unknown, used: Way, url: URL, find: FindProxyLogin): Promise<Way> => {
    const refusal = proxyStatus(error)
    // Another request that failed at the same time has found it.
    if (isUnknownIssuer(error) && current !== used) return current
    const proxy = url.protocol === 'https:' ? proxies.https : proxies.http
    // A request that bypasses the proxy may fail to connect by itself.
    const name = proxy && !isBypassed(url, noProxy) ? proxyName(proxy) : undefined
    if (refusal === 407 && name !== undefined) {
      // Another request may have found a login since, which the proxy may not have accepted yet.
      const login = await find(name, used.logins.get(name))
      const others = [...current.logins].filter(([each]) => each !== name)
      // No request sends a refused login again. If no login was sent, there is none to remove.
      const sent = current.logins.get(name)
      if (login ? !sent || !isSameLogin(sent, login) : used.logins.has(name)) {
        current = wayWith(new Map(login ? [...others, [name, login]] : others), current.trustsSystem)
      }
      if (!login) throw new AppFailure('proxy_login', { host: url.host, proxy: name })
      return current
    }
    if (isUnknownIssuer(error) && !used.trustsSystem) {
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...systemCertificates()])
      current = wayWith(used.logins, true)
      return current
    }
    const issuer = isUnknownIssuer(error) ? await issuerAt(url, name && addressOf(proxy, used.logins)) : undefined
    throw failureOfNetwork(error, { host: url.host, proxy: name, issuer })
  }

  return async (address, { proxyLogin = async () => undefined, writes: _, ...init }) => {
    for (let way = current; ; ) {
      try {
        // The types of undici and of Node describe the same fetch.
        const request = { ...(init as unknown as NodeRequestInit), dispatcher: way.dispatcher }
        return (await nodeFetch(address, request)) as unknown as Response
      } catch (error) {
        if (init.signal?.aborted) throw error
        way = await otherWay(error, way, new URL(address), proxyLogin)
      }
    }
  }
}

/** The rule of undici's EnvHttpProxyAgent, without ports: here it only decides the name of a failure. */
function isBypassed({ hostname }: URL, noProxy: string): boolean {
  if (noProxy === '*') return true
  const hosts = noProxy.split(/[,\s]+/).map((entry) => entry.replace(/:\d+$/, '').replace(/^\*?\./, ''))
  return hosts.some((host) => host !== '' && (hostname === host || hostname.endsWith(`.${host}`)))
}

/**
 * The signer of a host's certificate, as named by its topmost certificate; undefined where that is not available. It
 * sends only the handshake.
 */
async function issuerAt(url: URL, proxy: string | undefined): Promise<string | undefined> {
  const port = Number(url.port || 443)
  const socket = proxy ? await tunnelTo(`${url.hostname}:${port}`, new URL(proxy)) : undefined
  if (proxy && !socket) return undefined
  return new Promise((resolve) => {
    const options = {
      host: url.hostname,
      port,
      servername: isIP(url.hostname) ? '' : url.hostname,
      rejectUnauthorized: false,
    }
    const secure = tls.connect({ ...options, ...(socket ? { socket } : {}), timeout: handshakeMs })
    const end = (issuer?: string) => {
      secure.destroy()
      resolve(issuer)
    }
    secure.once('secureConnect', () => end(topIssuer(secure.getPeerCertificate(true))))
    secure.once('timeout', () => end())
    secure.once('error', () => end())
  })
}

function tunnelTo(target: string, proxy: URL): Promise<Duplex | undefined> {
  if (!proxy.protocol.startsWith('http')) return Promise.resolve(undefined)
  const login = loginIn(proxy)
  const basic = login && Buffer.from(`${login.username}:${login.password}`).toString('base64')
  return new Promise((resolve) => {
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: proxy.hostname,
      port: proxy.port || undefined,
      method: 'CONNECT',
      path: target,
      timeout: handshakeMs,
      headers: { host: target, ...(basic ? { 'proxy-authorization': `Basic ${basic}` } : {}) },
    })
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      resolve(undefined)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(undefined))
    request.end()
  })
}

function topIssuer(certificate: DetailedPeerCertificate): string | undefined {
  let top = certificate
  for (let depth = 0; depth < 10 && top.issuerCertificate && top.issuerCertificate !== top; depth += 1) {
    top = top.issuerCertificate
  }
  const name = top.issuer?.CN ?? top.issuer?.O
  return (Array.isArray(name) ? name[0] : name)?.slice(0, 100)
}
