import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { childEnvironment } from '../child-environment.ts'

/**
 * How the Secret Service of a Linux desktop stands, asked over D-Bus because keytar answers "nothing" for a locked
 * collection (platform-notes.md §1). `unknown`: neither `dbus-send` nor `gdbus` is installed, or no clear answer.
 */
export type LockState = 'open' | 'locked' | 'no_collection' | 'no_service' | 'no_bus' | 'unknown'

interface BusCall {
  readonly destination: string
  readonly path: string
  readonly method: string
  readonly texts: readonly string[]
}

/** The programs that can make a call on the session bus; a desktop may lack either. */
const programs = [
  {
    command: 'dbus-send',
    words: (call: BusCall) => [
      '--session',
      '--print-reply',
      '--reply-timeout=3000',
      `--dest=${call.destination}`,
      call.path,
      call.method,
      ...call.texts.map((text) => `string:${text}`),
    ],
  },
  {
    command: 'gdbus',
    words: (call: BusCall) => [
      ...['call', '--session', '--timeout', '3', '--dest', call.destination],
      ...['--object-path', call.path, '--method', call.method, ...call.texts],
    ],
  },
]

const service = 'org.freedesktop.secrets'

/** Whether the collection that keytar writes to can be read now. Never prompts, never rejects; takes some milliseconds. */
export async function lockState(): Promise<LockState> {
  const reply = await callBus({
    destination: service,
    path: '/org/freedesktop/secrets/aliases/default',
    method: 'org.freedesktop.DBus.Properties.Get',
    texts: ['org.freedesktop.Secret.Collection', 'Locked'],
  })
  if (!reply) return 'unknown'
  const locked = /\b(true|false)\b/.exec(reply.output)?.[1]
  if (locked) return locked === 'true' ? 'locked' : 'open'
  if (/ServiceUnknown|NameHasNoOwner|\bSpawn\b/.test(reply.errors)) return 'no_service'
  if (/UnknownMethod|UnknownObject|UnknownInterface|NoSuchObject/.test(reply.errors)) return 'no_collection'
  if (/open connection|connecting|autolaunch|Could not connect/i.test(reply.errors)) return 'no_bus'
  return 'unknown'
}

/** Who offers the Secret Service, by the name people know; undefined when it cannot be told. */
export async function providerName(): Promise<string | undefined> {
  const reply = await callBus({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    method: 'org.freedesktop.DBus.GetConnectionUnixProcessID',
    texts: [service],
  })
  const pid = /uint32 (\d+)/.exec(reply?.output ?? '')?.[1]
  const command = pid ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : ''
  if (command.startsWith('gnome-keyring')) return 'gnome-keyring'
  if (command.startsWith('kwallet') || command.startsWith('ksecret')) return 'KWallet'
  if (command.startsWith('keepassxc')) return 'KeePassXC'
  return command.trim() || undefined
}

interface BusReply {
  readonly output: string
  readonly errors: string
}

async function callBus(call: BusCall): Promise<BusReply | undefined> {
  for (const { command, words } of programs) {
    const reply = await run(command, words(call))
    if (reply) return reply
  }
  return undefined
}

/** Undefined when the program is not installed. */
function run(command: string, words: readonly string[]): Promise<BusReply | undefined> {
  const environment = { ...childEnvironment(), LC_ALL: 'C' }
  return new Promise((resolve) => {
    execFile(command, words, { timeout: 5000, env: environment }, (error, output, errors) => {
      if (error && 'code' in error && error.code === 'ENOENT') resolve(undefined)
      else resolve({ output: error ? '' : output, errors })
    })
  })
}
