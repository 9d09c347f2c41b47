import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { childEnvironment, type ParentPort } from '../child-process.ts'

/** The part of keytar that is used. Its rejections carry no code, only the system's words. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

interface ServeKeychainDeps {
  readonly platform: NodeJS.Platform
  /** Rejects where the native part cannot be loaded, as on a Linux without libsecret. */
  load(): Promise<KeychainLibrary>
}

/** The service name of every Cruza entry in the keychain. */
const service = 'Cruza'

/** Answers each call with the result of the system's keychain, or with the reason for its refusal. */
export function serveKeychain(port: ParentPort, deps: ServeKeychainDeps): void {
  port.onMessage((message) => {
    if (isKeychainMessage<KeychainRequest>(message)) void answer(message, deps).then(port.post)
  })
}

async function answer({ id, call }: KeychainRequest, { platform, load }: ServeKeychainDeps): Promise<KeychainAnswer> {
  const library = await load().catch(() => undefined)
  if (!library) return { id, ok: false, refusal: unavailable('no_library') }
  try {
    const outcome = await perform(library, call, platform)
    return outcome.kind === 'refused' ? { id, ok: false, refusal: outcome } : { id, ok: true, outcome }
  } catch (error) {
    return { id, ok: false, refusal: await refusalOf(error, platform) }
  }
}

async function perform(
  library: KeychainLibrary,
  call: KeychainCall,
  platform: NodeJS.Platform,
): Promise<KeychainOutcome | KeychainRefusal> {
  if (call.operation === 'inspect') return inspect(library, platform)
  if (call.operation === 'set') {
    await library.setPassword(service, call.account, call.secret)
    return { kind: 'done' }
  }
  if (call.operation === 'delete') {
    return (await library.deletePassword(service, call.account)) ? { kind: 'done' } : nothing(platform)
  }
  const secret = await library.getPassword(service, call.account)
  return secret === null ? nothing(platform) : { kind: 'found', secret }
}

/** The meaning of "nothing found": on Linux a locked or missing collection gives the same answer as an absent entry. */
async function nothing(platform: NodeJS.Platform): Promise<KeychainOutcome | KeychainRefusal> {
  if (platform !== 'linux') return { kind: 'absent' }
  const state = await lockState()
  if (state === 'open') return { kind: 'absent' }
  if (state === 'unknown') return { kind: 'doubtful' }
  return state === 'locked' ? locked('locked') : unavailable(state)
}

/** The state of the keychain; on Linux without any prompt. */
async function inspect(
  library: KeychainLibrary,
  platform: NodeJS.Platform,
): Promise<KeychainOutcome | KeychainRefusal> {
  if (platform !== 'linux') {
    await library.getPassword(service, 'inspect')
    return { kind: 'inspected', provider: undefined }
  }
  const outcome = await nothing(platform)
  return outcome.kind === 'absent' ? { kind: 'inspected', provider: await providerName() } : outcome
}

/** A rejection of the library has no code, only words in some language. The keychain's state gives the reason. */
async function refusalOf(error: unknown, platform: NodeJS.Platform): Promise<KeychainRefusal> {
  const words = error instanceof Error ? error.message : ''
  if (platform === 'darwin') return refusalOfMac(words)
  if (platform === 'win32') return refusalOfWindows(words)
  if (platform !== 'linux') return unavailable('refused')
  const state = await lockState()
  if (state === 'locked' || (state === 'unknown' && /locked/i.test(words))) return locked('locked')
  return unavailable(state === 'open' ? 'refused' : state)
}

/**
 * keytar's keytar_mac.cc gives SecCopyErrorMessageString of the status, or "An unknown error occurred." where the text
 * in the system's language has accents. Usually the person refused (errSecUserCanceled, errSecAuthFailed): a locked
 * keychain asks for its password by itself.
 */
function refusalOfMac(words: string): KeychainRefusal {
  // errSecInteractionNotAllowed: a session without a screen, such as SSH.
  if (/interaction is not allowed/i.test(words)) return locked('no_screen')
  // errSecNotAvailable, errSecNoSuchKeychain, errSecNoDefaultKeychain.
  if (/no keychain is available|keychain could not be found/i.test(words)) return unavailable('no_keychain')
  return { kind: 'refused', code: 'vault_denied', reason: 'refused' }
}

/**
 * keytar's keytar_win.cc gives FormatMessage of the error in the system's language. A session without credentials of
 * its own gets ERROR_NO_SUCH_LOGON_SESSION, 1312 (CredWrite, "Network logon sessions do not have an associated
 * credential set"). Examples are a service, a task that stores no password, SSH by key, or a policy against storing.
 */
function refusalOfWindows(words: string): KeychainRefusal {
  const isNoSession = /logon session does not exist|sess\S{1,8} de (logon|inicio)/i.test(words)
  return isNoSession ? { kind: 'refused', code: 'vault_no_session', reason: '1312' } : unavailable('refused')
}

function locked(reason: string): KeychainRefusal {
  return { kind: 'refused', code: 'vault_locked', reason }
}

function unavailable(reason: string): KeychainRefusal {
  return { kind: 'refused', code: 'vault_unavailable', reason }
}

/**
 * The state of the Secret Service of a Linux desktop. It is read over D-Bus, since keytar answers "nothing" for a
 * locked collection (docs/decisions/storage.md §2). `unknown`: neither `dbus-send` nor `gdbus` is installed, or the
 * answer is unclear.
 */
type LockState = 'open' | 'locked' | 'no_collection' | 'no_service' | 'no_bus' | 'unknown'

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
const secretService = 'org.freedesktop.secrets'

/** Whether keytar's collection can be read now. Never prompts or rejects; takes some milliseconds. */
export async function lockState(): Promise<LockState> {
  const reply = await callBus({
    destination: secretService,
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

/** The name of the program that provides the Secret Service; undefined when it is unknown. */
async function providerName(): Promise<string | undefined> {
  const reply = await callBus({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    method: 'org.freedesktop.DBus.GetConnectionUnixProcessID',
    texts: [secretService],
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

export type KeychainCall =
  | { readonly operation: 'get' | 'delete'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string }
  | { readonly operation: 'inspect' }
interface KeychainRequest {
  readonly id: number
  readonly call: KeychainCall
}

export type KeychainAnswer = { readonly id: number } & (
  | { readonly ok: true; readonly outcome: KeychainOutcome }
  | { readonly ok: false; readonly refusal: KeychainRefusal }
)

/**
 * - `found`, `done`: the call succeeded. - `absent`: the keychain is open and has no such entry.
 * - `doubtful`: the library found nothing, and it is unknown whether the keychain is open.
 */
export type KeychainOutcome =
  | { readonly kind: 'found'; readonly secret: string }
  | { readonly kind: 'done' | 'absent' | 'doubtful' }
  | { readonly kind: 'inspected'; readonly provider: string | undefined }

interface KeychainRefusal {
  readonly kind: 'refused'
  readonly code: 'vault_locked' | 'vault_unavailable' | 'vault_denied' | 'vault_no_session'
  /** A word for "ver detalhes"; never the library's own text. */
  readonly reason: string
}

/** Both ends are our own code, so this only rejects stray messages of the runtime. */
export function isKeychainMessage<T extends KeychainRequest | KeychainAnswer>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && 'id' in message && typeof message.id === 'number'
}
