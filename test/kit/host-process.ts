import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pageKeyHeader } from '../../main/hosts/sessions.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** A cold start on a busy machine, with a passphrase to derive. */
const startMs = 60_000
const stopMs = 15_000

export interface HostOptions {
  /** Where its files are; a new temporary folder by default. */
  readonly dataDir?: string
  /** CRUZA_PASSPHRASE; without it the vault is made, or opened, on the screen. */
  readonly passphrase?: string
  readonly demo?: boolean
}

export interface HostProcess {
  /** The printed address, with its one-use ticket. */
  readonly address: string
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly dataDir: string
  /** All that it has printed, the newest last. */
  addresses(): readonly string[]
  /** What it has written to standard error: failures by question and code. */
  errors(): string
  /** Ctrl+C, and its exit code. Its files stay. */
  stop(): Promise<number | null>
  /** `stop`, and the files go as well. */
  remove(): Promise<void>
}

/**
 * Starts the browser host as a process of its own, as `npm start -- --host=browser` does, and waits until it is ready.
 */
export async function startHostProcess(options: HostOptions = {}): Promise<HostProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'cruza-e2e-')))
  const words = ['--host=browser', '--no-open', `--data-dir=${dataDir}`, ...(options.demo ? ['--demo'] : [])]
  const child = spawn(process.execPath, [path.join('main', 'hosts', 'start.ts'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environmentWithoutKeychain(),
      ...(options.passphrase === undefined ? {} : { CRUZA_PASSPHRASE: options.passphrase }),
    },
  })
  // Whatever ends this process ends the host.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))

  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const addresses = () => [...out.matchAll(/^Cruza ready: (http\S+)$/gm)].map(([, address = '']) => address)
  await firstAddress(child, addresses, () => out + errors)
  const [address = ''] = addresses()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(stopMs) })
    child.kill('SIGINT')
    await ended.catch(end)
    return child.exitCode
  }
  return {
    address,
    origin: new URL(address).origin,
    dataDir,
    addresses,
    errors: () => errors,
    stop,
    async remove() {
      await stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Neither display nor session bus, so that no keychain of the person who runs the tests is ever touched. */
export function environmentWithoutKeychain(): NodeJS.ProcessEnv {
  const harmless = Object.entries(process.env).filter(
    ([name]) => !/^(DISPLAY|WAYLAND_DISPLAY|DBUS_|XDG_|LANG$|LC_|npm_|CRUZA_)/.test(name),
  )
  return {
    ...Object.fromEntries(harmless),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
    TZ: 'America/Sao_Paulo',
  }
}

function firstAddress(child: ChildProcess, addresses: () => readonly string[], output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(limit)
      child.kill('SIGKILL')
      reject(new Error(`the browser host ${why}:\n${output()}`))
    }
    const ended = (code: number | null) => fail(`ended with ${code}`)
    const limit = setTimeout(() => fail('did not become ready'), startMs)
    child.once('exit', ended)
    child.stdout?.on('data', () => {
      if (addresses().length === 0) return
      clearTimeout(limit)
      child.off('exit', ended)
      resolve()
    })
  })
}

/** What the page of a browser host proves itself with (main/hosts/sessions.ts). */
export interface Entered {
  readonly cookie: { readonly name: string; readonly value: string }
  readonly pageKey: string
}

/** Shows the one-use ticket, as opening the printed address does. Throws when it gives no session. */
export async function enterHost(address: string | URL): Promise<Entered> {
  const response = await fetch(address)
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(`no session for the ticket: ${response.status}`)
  return { cookie: { name, value }, pageKey: pageKeyIn(await response.text()) }
}

/** The headers of a call of the page at this origin. */
export function callHeaders({ cookie, pageKey }: Entered, origin: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    origin,
    cookie: `${cookie.name}=${cookie.value}`,
    [pageKeyHeader]: pageKey,
  }
}

/** The key that the page of the ticket carries; empty where it carries none. */
export function pageKeyIn(page: string): string {
  return /<meta name="cruza-page-key" content="([\w-]+)">/.exec(page)?.[1] ?? ''
}

/** To the process of a pool, and from it: one reply for each request. */
export type HostRequest =
  | { readonly kind: 'start'; readonly id: number; readonly dataDir: string; readonly passphrase: string | undefined }
  | { readonly kind: 'stop'; readonly id: number }
export type HostReply =
  | { readonly id: number; readonly address: string | null }
  | { readonly id: number; readonly error: string }

export interface PooledHost {
  /** The address to open, with its one-use ticket. */
  readonly address: string
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Closes it, as the end of the program does; its files stay. Does nothing the second time. */
  stop(): Promise<void>
}

export interface HostPool {
  /** Opens this folder of data. Without a passphrase the vault is made, or opened, on the screen. */
  start(dataDir: string, passphrase?: string): Promise<PooledHost>
  close(): void
}

/**
 * One warm process that serves browser hosts: a test gets its own in some milliseconds. Starting a process takes more
 * than a second (`startHostProcess`, for what is about the process itself).
 */
export function startHostPool(): HostPool {
  const child = fork(path.join(import.meta.dirname, 'children', 'hosts.ts'), [], {
    execArgv: [],
    env: environmentWithoutKeychain(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (reply: HostReply) => void>()
  child.on('message', (reply: HostReply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  child.on('exit', (code) => {
    for (const [id, receive] of waiting) receive({ id, error: `the host pool ended with ${code}` })
  })
  const ask = async (request: HostRequest) => {
    const reply = await new Promise<HostReply>((resolve) => {
      waiting.set(request.id, resolve)
      child.send(request)
    })
    if ('error' in reply) throw new Error(reply.error)
    return reply.address ?? ''
  }
  let last = 0
  return {
    async start(dataDir, passphrase) {
      const id = ++last
      const address = await ask({ kind: 'start', id, dataDir, passphrase })
      return { address, origin: new URL(address).origin, stop: async () => void (await ask({ kind: 'stop', id })) }
    },
    close: () => void child.disconnect(),
  }
}
