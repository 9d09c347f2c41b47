import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { catalogues } from '../../preload/messages/catalogue.ts'
import type { Push, Reply } from '../../preload/values/wire.ts'
import { type App, type AppDeps, createApp } from '../app.ts'
import { isRecord } from '../kernel/json.ts'
import { languageOf } from '../kernel/preferences.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { createSessions, pageKeyHeader } from './sessions.ts'
import { fileBelow, pageKinds, pagePolicy, startingPage } from './starting-page.ts'

export interface BrowserHostOptions extends Omit<AppDeps, 'host'> {
  /** 0 selects a free port. */
  readonly port: number
  readonly rendererDir: string
  /** Called when the person ends the app. */
  onQuit?(): void
  /** Called when a page has used the ticket. */
  onEntered?(): void
  /** Called when a page without its key needs an address to enter by. Only the person may see that address. */
  onNewAddress?(address: string): void
}
export interface BrowserHost {
  /** The address to open, with its one-use ticket. */
  readonly address: string
  readonly app: App
  close(): Promise<void>
}
/** A browser keeps at most 180 cookies of 4 KB for a host. */
const mostHeaderBytes = 1024 * 1024
const largestCall = 64 * 1024 * 1024
const largestFile = 512 * 1024 * 1024
/**
 * Serves the renderer and the wire on 127.0.0.1 to the one browser that showed the ticket. Every other request gets a
 * bare 403. It comes from another browser (cookie), a local listener that received the cookie (page key), a page of
 * another origin (Origin), or through a name that resolves here (Host).
 */
export async function startBrowserHost({
  port,
  rendererDir,
  onEntered,
  onNewAddress,
  onQuit,
  ...deps
}: BrowserHostOptions): Promise<BrowserHost> {
  const listeners = new Set<ServerResponse>()
  const push = (message: Push) => {
    for (const listener of listeners) listener.write(`${JSON.stringify(message)}\n`)
  }
  const downloads = createDownloads({ dataDir: deps.dataDir, push })
  // Servers at other ports may set so many cookies for this machine that no ordinary limit holds them.
  const server = http.createServer({ maxHeaderSize: mostHeaderBytes })
  // The browser's connections stay open: if we close one just as it is used, the host seems to be gone. A stranger's
  // are closed with the refusal, and one that never sends a request after `headersTimeout`.
  server.keepAliveTimeout = 0
  await listen(server, port)
  const app = await createApp({
    ...deps,
    host: {
      kind: 'browser',
      targets: downloads.targets,
      push,
      showProgress() {},
      // Its own answer is sent first.
      ...(onQuit ? { quit: () => void setImmediate(onQuit) } : {}),
    },
  }).catch((error: unknown) => {
    server.close()
    throw error
  })
  // The server listens on TCP, so its address is never a path.
  const bound = (server.address() as AddressInfo).port
  const sessions = createSessions(bound)
  const addressOf = (ticket: string) => `http://127.0.0.1:${bound}/?ticket=${ticket}`
  const hosts = new Set([`127.0.0.1:${bound}`, `localhost:${bound}`])

  const { addressUsed } = catalogues[languageOf(deps.language)].start

  const refuse = (response: ServerResponse) => {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(`Cruza: ${addressUsed}\n`)
  }

  /** Sends the page, on entry with its key, which the page removes from the document (renderer/kernel/bridge.ts). */
  const sendPage = async (response: ServerResponse, pageKey?: string) => {
    const page = startingPage(await readFile(path.join(rendererDir, 'index.html'), 'utf8'), app.preferences())
    const key = pageKey === undefined ? '' : `<meta name="cruza-page-key" content="${pageKey}">`
    response.writeHead(200, { 'content-type': pageKinds['.html'] })
    response.end(page.replace('<title>', `${key}<title>`))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${[...hosts][0]}`)
    setSafeHeaders(response)
    if (!hosts.has(request.headers.host ?? '')) return refuse(response)
    const isEntry = request.method === 'GET' && url.pathname === '/'
    const entered = isEntry ? sessions.exchange(url.searchParams.get('ticket')) : undefined
    if (entered) {
      onEntered?.()
      response.setHeader('set-cookie', entered.cookie)
      return sendPage(response, entered.pageKey)
    }
    // The page of the session may be loaded again with the used ticket in its address.
    const cookie = sessions.cookieIn(request.headers.cookie)
    const hasPageKey = sessions.hasPageKey(request.headers[pageKeyHeader]?.toString())
    const isOwn = cookie === 'own' || (cookie === 'replaced' && hasPageKey)
    if (!isOwn || isForeign(request, hosts)) return refuse(response)
    if (cookie === 'replaced') response.setHeader('set-cookie', sessions.cookie)
    if (request.method === 'POST' && url.pathname === '/api/address') {
      const ticket = sessions.nextTicket()
      if (ticket !== undefined) onNewAddress?.(addressOf(ticket))
      return sendReply(response, { ok: true, value: null })
    }
    // The page's files hold no personal data, and the browser requests them by itself.
    const isPageFile = request.method === 'GET' && !/^\/(api|download)\//.test(url.pathname)
    if (!isPageFile && !hasPageKey) return refuse(response)
    if (request.method === 'POST') return answerPost(url, request, response, { app, push })
    if (request.method !== 'GET') return void response.writeHead(405).end()
    if (url.pathname === '/api/push') return keepListening(response, listeners)
    if (url.pathname.startsWith('/download/')) return sendDownload(response, downloads, url.pathname)
    if (url.pathname === '/') return sendPage(response)
    return sendFile(response, fileBelow(rendererDir, url.pathname))
  }

  server.on('request', (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { connection: 'close' })
      response.end()
    })
  })

  return {
    address: addressOf(sessions.ticket()),
    app,
    async close() {
      for (const listener of listeners) listener.end()
      const closing = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closing
      await app.close()
      await downloads.close()
    },
  }
}

interface Wire {
  readonly app: App
  push(message: Push): void
}

async function answerPost(url: URL, request: IncomingMessage, response: ServerResponse, { app, push }: Wire) {
  if (url.pathname === '/api/offer') {
    const bytes = await readBody(request, largestFile)
    const name = url.searchParams.get('name') ?? ''
    if (!bytes) return sendReply(response, { ok: false, failure: { code: 'file_too_large', params: { file: name } } })
    return sendReply(response, { ok: true, value: app.fileTickets.put({ name, source: { bytes } }) })
  }
  if (url.pathname !== '/api/call' && url.pathname !== '/api/cancel') return void response.writeHead(404).end()
  const message = await readJson(request, response)
  if (message === undefined) return
  if (url.pathname === '/api/call') return sendReply(response, await app.router.call(message.body, push))
  app.router.cancel(isRecord(message.body) ? message.body.id : undefined)
  sendReply(response, { ok: true, value: null })
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}
function setSafeHeaders(response: ServerResponse) {
  response.setHeader('content-security-policy', pagePolicy)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cache-control', 'no-store')
}
/** A write must have the origin of our own page. A read must not have another origin. */
function isForeign(request: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const { origin } = request.headers
  if (origin !== undefined && !(origin.startsWith('http://') && hosts.has(origin.slice('http://'.length)))) return true
  if (request.method !== 'GET') return origin === undefined
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
/**
 * The body, or undefined when it is larger than `maxBytes`. It is always read to its end, so that the answer arrives.
 */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
  }
  return length <= maxBytes ? Buffer.concat(chunks) : undefined
}
/** The parsed body, in an object so that `null` is a body too. Sends a 400 itself where there is none. */
async function readJson(request: IncomingMessage, response: ServerResponse): Promise<{ body: unknown } | undefined> {
  const bytes = await readBody(request, largestCall)
  try {
    if (bytes) return { body: JSON.parse(bytes.toString('utf8')) }
  } catch {
    // Reported below, like a body that is too large.
  }
  sendReply(response, { ok: false, failure: { code: 'bad_request', params: {} } })
  return undefined
}
/** A failure is an answer too. Only a malformed request gets a 400. */
function sendReply(response: ServerResponse, reply: Reply) {
  const isSensible = reply.ok || reply.failure.code !== 'bad_request'
  response.writeHead(isSensible ? 200 : 400, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply))
}
function keepListening(response: ServerResponse, listeners: Set<ServerResponse>) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}
async function sendFile(response: ServerResponse, file: string | undefined): Promise<void> {
  const stats = file === undefined ? undefined : await stat(file).catch(() => undefined)
  if (file === undefined || !stats?.isFile()) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': pageKinds[path.extname(file)] ?? 'application/octet-stream',
    'content-length': stats.size,
  })
  await pipeline(createReadStream(file), response).catch(() => undefined)
}
async function sendDownload(response: ServerResponse, downloads: Downloads, pathname: string): Promise<void> {
  const file = downloads.take(pathname.slice('/download/'.length))
  await sendFile(response, file?.path)
  await file?.remove()
}
