import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import open from 'open'
import { createServer } from 'vite'
import type { Push } from '../../preload/values/wire.ts'
import { childEnvironment } from '../kernel/child-process.ts'
import { startBrowserHost } from './browser.ts'
import { appVersion, lazyNodeFetch, startDataProcess, startKeychainProcess, systemLanguage } from './node-parts.ts'
import { pageKeyHeader } from './sessions.ts'

/**
 * `npm run dev`: the demonstration in a browser, from source. The page comes from Vite, which replaces a changed module
 * and keeps the state of the screen. A change of main or of the contract restarts main and its children, and the page
 * reads everything again. The browser host runs as in the product: this process enters it as its one browser, and
 * forwards the page's requests.
 */

const root = path.join(import.meta.dirname, '..', '..')
const renderer = path.join(root, 'renderer')
const packages = path.join(fileURLToPath(import.meta.resolve('vite/package.json')), '..', '..')
/** Settings outlive the session; the demonstration does not. */
const dataDir = path.join(root, '.cache', 'dev')
/** Editors write a file in several steps. */
const settleMs = 30
/**
 * After a change of texts the page reloads sooner while main does not restart beside it. Main may have the old text.
 */
const textMs = 1500

/** The browser host of one version of the code, which this process has entered. */
interface RunningHost {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

// This file is also the program of the host.
const hostWord = 'host'
if (process.argv.at(-1) === hostWord) await serveHost()
else await develop(Number(process.env.CRUZA_DEV_PORT ?? 5173))

async function serveHost(): Promise<void> {
  const host = await startBrowserHost({
    port: 0,
    rendererDir: renderer,
    dataDir,
    demo: true,
    version: appVersion(),
    language: systemLanguage(),
    fetch: lazyNodeFetch(),
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    log: (question, { code, details }) => console.error(`${question}: ${code} ${details ?? ''}`),
  })
  const end = () => void host.close().then(() => process.exit())
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  process.send?.(host.address)
}

async function develop(port: number): Promise<void> {
  const server = http.createServer()
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    server: { middlewareMode: { server }, fs: { allow: [root, packages] } },
  })

  let child: ChildProcess | undefined
  let host: Promise<RunningHost>
  const pages = new Set<ServerResponse>()
  const push = (lines: string | Uint8Array) => {
    for (const page of pages) page.write(lines)
  }
  const startHost = () => {
    // It ends at once, since a demonstration stores nothing. The next start clears what is left.
    child?.kill('SIGKILL')
    child = fork(import.meta.filename, [hostWord], { env: childEnvironment(), execArgv: [] })
    host = enter(child)
    // The next request reports that a host did not start.
    host.then((running) => listen(running, push)).catch(() => undefined)
  }
  startHost()

  const sendPage = async (response: ServerResponse) => {
    const html = await readFile(path.join(renderer, 'index.html'), 'utf8')
    const page = await vite.transformIndexHtml('/index.html', html)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    // The page has no key of its own: this process holds it.
    response.end(page.replace('<title>', '<meta name="cruza-page-key" content="dev"><title>'))
  }
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/api/push') keepListening(response, pages)
    else if (/^\/(api|download)\//.test(pathname)) void passOn(request, response, host)
    else if (pathname === '/') void sendPage(response)
    else vite.middlewares(request, response)
  })

  let settling: NodeJS.Timeout | undefined
  vite.watcher.add(['main', 'preload'].map((name) => path.join(root, name)))
  vite.watcher.on('all', (_event, file) => {
    const [part, folder] = path.relative(root, file).split(path.sep)
    if (part !== 'main' && part !== 'preload') return
    clearTimeout(settling)
    settling = setTimeout(startHost, folder === 'messages' ? textMs : settleMs)
  })

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : port}/`
  console.log(`Cruza in development: ${address}`)
  if (!process.argv.includes('--no-open')) await open(address).catch(() => undefined)

  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  await once(stop.signal, 'abort')
  const exit = child && once(child, 'exit')
  child?.kill()
  server.closeAllConnections()
  await Promise.all([exit, vite.close()])
  process.exit()
}

/** Opens a host's address as the one browser does. Rejects when the host ends before. */
async function enter(child: ChildProcess): Promise<RunningHost> {
  const exit = once(child, 'exit').then(() => Promise.reject(new Error('the host has ended')))
  const [address] = await Promise.race([once(child, 'message'), exit])
  const response = await fetch(address)
  const [, pageKey = ''] = /<meta name="cruza-page-key" content="([\w-]+)">/.exec(await response.text()) ?? []
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { origin: new URL(address).origin, headers: { cookie, [pageKeyHeader]: pageKey } }
}

/** Forwards a host's pushes to all pages, and makes them read everything again. */
async function listen({ origin, headers }: RunningHost, push: (lines: string | Uint8Array) => void): Promise<void> {
  const { body } = await fetch(`${origin}/api/push`, { headers })
  const all: Push = { kind: 'changed', feature: 'all' }
  push(`${JSON.stringify(all)}\n`)
  for await (const lines of body ?? []) push(lines)
}

/** Keeps a push stream open longer than the host, since a page whose stream breaks waits before it reconnects. */
function keepListening(response: ServerResponse, pages: Set<ServerResponse>) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
  pages.add(response)
  response.on('close', () => pages.delete(response))
}

/** Forwards a page's question to the running or starting host. A page of another origin gets nothing. */
async function passOn(request: IncomingMessage, response: ServerResponse, host: Promise<RunningHost>): Promise<void> {
  const { origin: from, host: hostname, 'content-type': type, 'content-length': length } = request.headers
  if (from !== undefined && from !== `http://${hostname}`) return void response.writeHead(403).end()
  try {
    const { origin, headers } = await host
    const content = { ...(type ? { 'content-type': type } : {}), ...(length ? { 'content-length': length } : {}) }
    const passed = http.request(`${origin}${request.url}`, {
      method: request.method,
      agent: false,
      headers: { ...headers, ...content, origin },
    })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  } catch {
    response.destroy()
  }
}
