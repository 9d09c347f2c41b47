import { mkdir, writeFile } from 'node:fs/promises'
import http, { type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type BrowserHost, type BrowserHostOptions, startBrowserHost } from '../../main/hosts/browser.ts'
import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import { pageKeyHeader } from '../../main/hosts/sessions.ts'
import type { Push, Reply } from '../../preload/values/wire.ts'
import { type PlatformAt, platformDraft } from './connection-drafts.ts'
import { pageKeyIn } from './host-process.ts'
import { absentKeychain, quickScrypt, startDataInProcess } from './in-process.ts'
import { type AtEnd, temporaryFolder } from './temporary-folder.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Sending {
  readonly method?: string
  /** As it goes over the wire: nothing of it is made canonical. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface TestHost {
  readonly host: BrowserHost
  readonly origin: string
  /** Path and query of the printed address. */
  readonly ticketPath: string
  readonly logged: readonly string[]
  /** A request of anybody. */
  send(sending: Sending): Promise<Answer>
  /** Exchanges the ticket; from then on `call` and `get` are those of the page, with its headers, which it gives. */
  enter(): Promise<Readonly<Record<string, string>>>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Answer>
  call(name: string, input?: unknown, id?: string): Promise<Reply>
  /** What the page hears from now on. */
  listen(): Promise<readonly Push[]>
  /** Saves a connection to this platform; gives its draft and its id. */
  connect(at: PlatformAt): Promise<ReturnType<typeof platformDraft> & { readonly id: string }>
}

export const testPassphrase = 'uma senha só para testes'

export interface TestHostOptions extends Partial<Omit<BrowserHostOptions, 'passphrase'>> {
  /** The test's own by default; null for none. */
  readonly passphrase?: string | null
}

/** The browser host on a folder of its pageHeaders with a page of two files, behind a passphrase vault. */
export async function startTestHost(
  { passphrase = testPassphrase, ...options }: TestHostOptions = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestHost> {
  const rendererDir = path.join(await temporaryFolder(atEnd), 'renderer')
  await mkdir(path.join(rendererDir, 'assets'), { recursive: true })
  await writeFile(path.join(rendererDir, 'index.html'), '<!doctype html><title>Cruza</title>')
  await writeFile(path.join(rendererDir, 'assets', 'main.js'), 'export {}')
  await writeFile(path.join(rendererDir, 'secret.json'), '{}')
  const logged: string[] = []
  const host = await startBrowserHost({
    port: 0,
    rendererDir,
    dataDir: await temporaryFolder(atEnd),
    version: '0.0.0',
    language: 'pt-BR',
    fetch: createNodeFetch(),
    startData: startDataInProcess,
    scryptCost: quickScrypt,
    startKeychain: absentKeychain,
    ...(passphrase === null ? {} : { passphrase }),
    retryPolicy: { delays: [5, 10], timeoutMs: 5000 },
    log: (question, failure) => logged.push(`${question} ${JSON.stringify(failure)}`),
    ...options,
  })
  atEnd(() => host.close())
  const { origin, pathname, search } = new URL(host.address)
  let pageHeaders: Readonly<Record<string, string>> = {}

  const send = (sending: Sending) => request(origin, sending)
  const get: TestHost['get'] = (where, headers = {}) => send({ path: where, headers: { ...pageHeaders, ...headers } })
  const post: TestHost['post'] = (where, body, headers = {}) =>
    send({ method: 'POST', path: where, body, headers: { ...pageHeaders, origin, ...headers } })

  return {
    host,
    origin,
    ticketPath: pathname + search,
    logged,
    send,
    async enter() {
      const { headers, text } = await send({ path: pathname + search })
      pageHeaders = {
        cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
        [pageKeyHeader]: pageKeyIn(text),
      }
      return pageHeaders
    },
    get,
    post,
    async call(name, input = {}, id = crypto.randomUUID()) {
      const { text } = await post('/api/call', JSON.stringify({ id, name, input }))
      return JSON.parse(text)
    },
    listen: () => listenTo(origin, pageHeaders),
    async connect(at) {
      const draft = platformDraft(at)
      const { text } = await post('/api/call', JSON.stringify({ id: '1', name: 'connections.save', input: draft }))
      return { ...draft, id: JSON.parse(text).value.connection.id }
    },
  }
}

function request(origin: string, { method = 'GET', path: where, headers = {}, body }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = http.request({ hostname, port, method, path: where, headers, agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function listenTo(origin: string, headers: Readonly<Record<string, string>>): Promise<readonly Push[]> {
  const pushes: Push[] = []
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    http
      .get({ hostname, port, path: '/api/push', headers, agent: false }, (response) => {
        let text = ''
        response.on('data', (piece) => {
          text += piece
          const lines = text.split('\n')
          text = lines.pop() ?? ''
          pushes.push(...lines.map((line) => JSON.parse(line)))
        })
        response.on('error', () => undefined)
        resolve(pushes)
      })
      .on('error', reject)
  })
}
