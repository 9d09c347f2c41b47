import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a scripted service sees it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What it answers: JSON, or a text as it is; a function does to the connection whatever it likes. */
export type Scripted =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string }
  | ((response: ServerResponse) => void)

export interface ScriptedService {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Every request so far, oldest first. */
  readonly asked: readonly Asked[]
}

/**
 * What gives a test such a service, and closes it after the test: `startService` of vitest, the fixture `serve` of
 * Playwright.
 */
export type Serve = (answer: (asked: Asked) => Scripted | Promise<Scripted>) => Promise<ScriptedService>

/** A service on loopback that answers as the test defines, for what the demonstration services never do. */
export async function openService(answer: Parameters<Serve>[0]): Promise<ScriptedService & { close(): Promise<void> }> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(pieces).toString('utf8'),
    }
    asked.push(one)
    const scripted = await answer(one)
    if (typeof scripted === 'function') return scripted(response)
    const isJson = 'json' in scripted
    response.writeHead(scripted.status ?? 200, {
      'content-type': isJson ? 'application/json' : 'text/plain',
      ...scripted.headers,
    })
    response.end(isJson ? JSON.stringify(scripted.json) : scripted.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server on TCP has an address, never a path.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The fixture `serve` of the screen and the Electron tests. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
export async function serveFixture({}, use: (serve: Serve) => Promise<void>): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  await use(async (answer) => {
    const service = await openService(answer)
    endings.push(service.close)
    return service
  })
  for (const end of endings) await end()
}
