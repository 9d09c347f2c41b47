import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why a private keyring cannot be had on this machine, as a sentence; undefined where it can. */
export const keyringMissing = findMissing()

/**
 * - `unlocked`: a gnome-keyring with an open login collection, as after logging in.
 * - `no_collection`: the service runs, nobody has made a collection yet.
 * - `no_service`: a session bus without any Secret Service.
 */
export type KeyringKind = 'unlocked' | 'no_collection' | 'no_service'

export interface Keyring {
  /** For the process that is to see this keyring, and no other: private bus, no display. */
  readonly environment: Readonly<Record<string, string>>
  /** Locks the login collection, as the desktop does when the person asks for it. */
  lock(): Promise<void>
  /** Ends the bus and the service, and removes their files. */
  stop(): Promise<void>
}

/** Starts a session bus and, if asked, a gnome-keyring of its own in a temporary folder. The caller stops it. */
export async function startKeyring(kind: KeyringKind): Promise<Keyring> {
  const home = await mkdtemp(path.join(tmpdir(), 'cruza-keyring-'))
  await chmod(home, 0o700)
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const child of started.reverse()) await end(child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    const bus = await startBus(home)
    started.push(bus.daemon)
    const environment = privateEnvironment(home, bus.address)
    if (kind !== 'no_service') {
      started.push(startService(environment, kind === 'unlocked'))
      await until(() => isReady(environment, kind))
    }
    return { environment, stop, lock: () => lockLogin(environment) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** An environment whose session bus is nowhere: a server, or a process started by cron. */
export function environmentWithoutBus(): Record<string, string> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...rest } = privateEnvironment('/nonexistent', '')
  return rest
}

function privateEnvironment(home: string, address: string): Record<string, string> {
  const inherited: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(DISPLAY|WAYLAND_DISPLAY|DBUS_|XDG_|GNOME_)/.test(name)) inherited[name] = value
  }
  const folders = { HOME: home, XDG_DATA_HOME: path.join(home, 'data'), XDG_RUNTIME_DIR: home }
  return { ...inherited, ...folders, DBUS_SESSION_BUS_ADDRESS: address }
}

/** No service folders in the configuration: nothing starts by itself on this bus. */
async function startBus(home: string): Promise<{ readonly daemon: ChildProcess; readonly address: string }> {
  const configuration = path.join(home, 'bus.conf')
  await writeFile(
    configuration,
    `<busconfig><type>session</type><listen>unix:dir=${home}</listen><auth>EXTERNAL</auth><policy context="default">
     <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  )
  const words = [`--config-file=${configuration}`, '--nofork', '--print-address']
  const daemon = spawn('dbus-daemon', words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(daemon.stdout, 'data', { signal: AbortSignal.timeout(30_000) })
  return { daemon, address: String(line).trim() }
}

function startService(environment: Record<string, string>, unlocked: boolean): ChildProcess {
  const words = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])]
  const daemon = spawn('gnome-keyring-daemon', words, { env: environment, stdio: ['pipe', 'ignore', 'ignore'] })
  daemon.stdin.end(unlocked ? 'test' : '')
  return daemon
}

async function isReady(environment: Record<string, string>, kind: KeyringKind): Promise<boolean> {
  const question =
    kind === 'unlocked'
      ? [
          '--dest=org.freedesktop.secrets',
          '/org/freedesktop/secrets/aliases/default',
          'org.freedesktop.DBus.Properties.Get',
          'string:org.freedesktop.Secret.Collection',
          'string:Locked',
        ]
      : [
          '--dest=org.freedesktop.DBus',
          '/org/freedesktop/DBus',
          'org.freedesktop.DBus.NameHasOwner',
          'string:org.freedesktop.secrets',
        ]
  const answer = await send(environment, question).catch(() => '')
  return answer.includes(kind === 'unlocked' ? 'boolean false' : 'boolean true')
}

async function lockLogin(environment: Record<string, string>): Promise<void> {
  await send(environment, [
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login',
  ])
}

async function send(environment: Record<string, string>, words: readonly string[]): Promise<string> {
  const { stdout } = await run('dbus-send', ['--session', '--print-reply', ...words], { env: environment })
  return stdout
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await condition()) return
    // Each look starts a process.
    await pause(50)
  }
  throw new Error('the private keyring did not come up')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function findMissing(): string | undefined {
  if (process.platform !== 'linux') return 'a private keyring needs Linux'
  for (const program of ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']) {
    if (spawnSync(program, ['--version']).error) return `${program} is not installed`
  }
  const load = spawnSync(process.execPath, ['-e', "require('keytar')"], { cwd: import.meta.dirname })
  return load.status === 0 ? undefined : 'libsecret-1-0 is not installed'
}
