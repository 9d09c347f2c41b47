import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

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

/** Starts the browser host as a process of its own, as `npm start -- --host=browser` does, and waits until it is ready. */
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
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DISPLAY|WAYLAND_DISPLAY|DBUS_|XDG_|LANG$|LC_|npm_|CRUZA_)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
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
