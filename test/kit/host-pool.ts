import { fork } from 'node:child_process'
import path from 'node:path'
import { environmentWithoutKeychain } from './host-process.ts'

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
 * One warm process that serves browser hosts: a test gets its own in some milliseconds, where starting a process takes more
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
