import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import path from 'node:path'

/** A proxy and a service behind it, as networks of companies have them. */

const certificate = (name: string) => readFileSync(path.join(import.meta.dirname, 'certificates', name), 'utf8')
/** The certificate authority that signed `service.pem` and `expired.pem`, both of `casa.example`. */
export const companyCertificate = certificate('ca.pem')
export const companyName = 'Empresa Exemplo CA'

export interface TestProxy {
  /** Such as `http://127.0.0.1:40123`. */
  readonly address: string
  /** The same without the protocol. */
  readonly name: string
  /** Where every tunnel was to go, with the login that was shown, in order. */
  readonly asked: { readonly target: string; readonly login: string | null }[]
  close(): Promise<void>
}

export interface TestProxyOptions {
  /** `name:password` that opens tunnels; none is asked for when left out. */
  login?: string
  /** Where every tunnel leads, whatever it was asked for; absent, nobody is let through (502). */
  readonly port?: number
  /** Answers every tunnel with this status. */
  readonly status?: number
}

/** Starts a proxy on 127.0.0.1; changing `options.login` changes what it accepts. */
export async function startProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const asked: { target: string; login: string | null }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_, response) => void response.writeHead(502).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, socket: Socket, head) => {
    const shown = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1]
    const login = shown === undefined ? null : Buffer.from(shown, 'base64').toString('utf8')
    asked.push({ target: String(request.url), login })
    socket.on('error', () => socket.destroy())
    if (options.login !== undefined && login !== options.login) {
      const page = '<html>Proxy</html>'
      const head = `Proxy-Authenticate: Basic realm="rede"\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`
      return void socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${head}\r\n\r\n${page}`)
    }
    if (options.port === undefined || options.status !== undefined) {
      return void socket.end(`HTTP/1.1 ${options.status ?? 502} No\r\nContent-Length: 0\r\n\r\n`)
    }
    const service = connect(options.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      service.write(head)
      service.pipe(socket).pipe(service)
    })
    sockets.add(service)
    service.on('error', () => socket.destroy())
  })
  const port = await listening(server)
  return {
    address: `http://127.0.0.1:${port}`,
    name: `127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export interface SecureService {
  readonly port: number
  /** Method, path and body of every request, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

/** A service of `casa.example` that answers everything with `{"ok":true}`, over TLS. */
export async function startSecureService(name: 'service.pem' | 'expired.pem' = 'service.pem'): Promise<SecureService> {
  const asked: string[] = []
  const chain = `${certificate(name)}${companyCertificate}`
  const server = createSecureServer({ key: certificate('service.key'), cert: chain }, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(`${request.method} ${request.url} ${body}`.trim())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  server.on('tlsClientError', () => undefined)
  const port = await listening(server)
  return {
    port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
