import { openSync, readSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LeadPages } from './sides/input.ts'

/** Serves the pages of the lead export on loopback, each after this latency or at once; anything else is not there. */
export async function servePages({ path, offsets }: LeadPages, latencyMs: number) {
  const file = openSync(path, 'r')
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const page = Number(searchParams.get('page'))
    const [start = 0, end = 0] = pathname.endsWith('/leads') ? offsets.slice(page - 1, page + 1) : []
    const body = Buffer.allocUnsafe(Math.max(0, end - start))
    const answer = () => {
      if (body.length > 0) readSync(file, body, 0, body.length, start)
      response.writeHead(body.length > 0 ? 200 : 404, { 'content-type': 'application/json' })
      response.end(body.length > 0 ? body : '{}')
    }
    if (latencyMs > 0) setTimeout(answer, latencyMs)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
