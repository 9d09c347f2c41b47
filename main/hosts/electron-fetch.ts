import { Readable } from 'node:stream'
import { type ClientRequest, type IncomingMessage, net, type Session, session } from 'electron'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch, FetchInit, ProxyLogin } from '../kernel/http.ts'
import { failureOfNetwork } from '../kernel/http-failures.ts'

const reading = 'services'
const partition = (name: string) => session.fromPartition(name, { cache: false })

/** Ends the connections of reads with their transfers. A write's connection stays, since nobody may send it again. */
export async function dropReadConnections(): Promise<void> {
  await partition(reading).closeAllConnections()
}

/**
 * Fetch with the system's proxy and certificates, without cookies or files. A redirect is an error. Throws `AppFailure`
 * for errors of Chromium's network.
 */
export function createElectronFetch(): Fetch {
  const services = openSession(reading)
  const write = createWriting()
  return (url, init) => (init.writes ? write(url, init) : services(url, init))
}

/**
 * For requests that must never be sent twice. Chromium sends any request again when a reused connection breaks before
 * the answer. It does not do so on a new connection, so each write gets one.
 */
function createWriting(): Fetch {
  const idle: ReturnType<typeof openSession>[] = []
  let count = 0
  return async (url, init) => {
    count += idle.length === 0 ? 1 : 0
    const session = idle.pop() ?? openSession(`writes-${count}`)
    try {
      await session.closeAllConnections()
      const answer = await session(url, init)
      // The body is read here, since the next write closes open connections. Answers to writes are small.
      const body = await answer.arrayBuffer()
      const { status, statusText, headers } = answer
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
    } finally {
      idle.push(session)
    }
  }
}

/** A session in memory with its fetch. It knows who signed the certificates that it did not trust. */
function openSession(name: string): Fetch & Pick<Session, 'closeAllConnections'> {
  const session = partition(name)
  const issuers = new Map<string, string>()
  session.setCertificateVerifyProc(({ hostname, errorCode, certificate }, decide) => {
    let top = certificate
    for (let depth = 0; depth < 10 && top.issuerCert && top.issuerCert !== top; depth += 1) top = top.issuerCert
    if (errorCode !== 0) issuers.set(hostname, top.issuerName.slice(0, 100))
    // Uses Chromium's own decision.
    decide(-3)
  })
  const fetch: Fetch = (url, init) => request(session, url, { init, issuer: (hostname) => issuers.get(hostname) })
  return Object.assign(fetch, { closeAllConnections: () => session.closeAllConnections() })
}

interface RequestContext {
  readonly init: FetchInit
  issuer(hostname: string): string | undefined
}

/**
 * Sends one request. Electron's own fetch does not report a proxy that requires a login, and takes its page for the
 * service's answer (electron/electron#44249). This function uses the same parts as that one.
 */
function request(session: Session, url: string, { init, issuer }: RequestContext): Promise<Response> {
  const { method = 'GET', headers, body, signal, proxyLogin } = init
  const { host, hostname } = new URL(url)
  return new Promise<Response>((resolve, reject) => {
    const asking = net.request({ method, url, session: session, credentials: 'omit', redirect: 'error' })
    new Headers(headers).forEach((value, name) => {
      asking.setHeader(name, value)
    })
    let proxy: string | undefined
    const refuse = (failure: unknown) => {
      reject(failure)
      asking.abort()
    }
    answerLogin(asking, {
      find: proxyLogin ?? (async () => undefined),
      onAsked: (name) => {
        proxy = name
      },
      refuse: () => refuse(new AppFailure('proxy_login', proxy === undefined ? { host } : { host, proxy })),
    })
    const stop = () => refuse(signal?.reason)
    asking.on('response', (answer) => {
      // A refused tunnel has no other answer, and reading its body fails.
      if (answer.statusCode === 407) return refuse(new AppFailure('proxy_login', proxy ? { host, proxy } : { host }))
      try {
        resolve(responseOf(answer, { asking, method, signal }))
      } catch {
        // `Response` rejects this status or header. An error thrown from here would end the app.
        refuse(new AppFailure('unexpected_body', { host }, String(answer.statusCode)))
      }
    })
    asking.on('error', (error) => reject(failureOfNetwork(error, { host, proxy, issuer: issuer(hostname) })))
    asking.on('close', () => signal?.removeEventListener('abort', stop))
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    asking.end(typeof body === 'string' ? body : undefined)
  })
}

interface LoginDeps {
  readonly find: NonNullable<FetchInit['proxyLogin']>
  onAsked(proxy: string): void
  refuse(): void
}

/** Gives a proxy the possible logins, one after the other. A service's own question is not answered. */
function answerLogin(asking: ClientRequest, { find, onAsked, refuse }: LoginDeps): void {
  let shown: ProxyLogin | undefined
  asking.on('login', ({ isProxy, host, port }, callback) => {
    if (!isProxy) return callback()
    const proxy = `${host}:${port}`
    onAsked(proxy)
    void find(proxy, shown).then(
      (login) => {
        shown = login
        if (login) callback(login.username, login.password)
        else refuse()
      },
      () => refuse(),
    )
  })
}

interface Reading {
  readonly asking: ClientRequest
  readonly method: string
  readonly signal: AbortSignal | null | undefined
}

function responseOf(answer: IncomingMessage, { asking, method, signal }: Reading): Response {
  // Electron's message is a stream, but its types do not say so.
  const stream = answer as unknown as Readable
  const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(answer.statusCode)
  const stop = () => stream.destroy(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  stream.once('close', () => {
    signal?.removeEventListener('abort', stop)
    // Ends the transfer for a caller that leaves early. It has no effect on an ended transfer.
    asking.abort()
  })
  stream.on('error', () => undefined)
  if (!hasBody) stream.resume()
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const each of [value].flat()) headers.append(name, each)
  }
  const body = hasBody ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : null
  return new Response(body, { status: answer.statusCode, statusText: answer.statusMessage, headers })
}
