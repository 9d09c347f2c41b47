import type { ParentPort } from '../parent-port.ts'
import {
  isKeychainMessage,
  type KeychainAnswer,
  type KeychainCall,
  type KeychainOutcome,
  type KeychainRefusal,
  type KeychainRequest,
} from './keychain-messages.ts'
import { lockState, providerName } from './secret-service.ts'

/** What is used of keytar. Its rejections carry no code, only the system's words. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface ServeKeychainDeps {
  readonly platform: NodeJS.Platform
  /** Rejects where the native part cannot be loaded, as on a Linux without libsecret. */
  load(): Promise<KeychainLibrary>
}

/** The name under which every entry of Cruza stands in the keychain. */
const service = 'Cruza'

/** Answers each call with what the system's keychain gives, or with why it refuses. */
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

/** What "nothing found" means: on Linux a locked or missing collection looks the same as an absent entry. */
async function nothing(platform: NodeJS.Platform): Promise<KeychainOutcome | KeychainRefusal> {
  if (platform !== 'linux') return { kind: 'absent' }
  const state = await lockState()
  if (state === 'open') return { kind: 'absent' }
  if (state === 'unknown') return { kind: 'doubtful' }
  return state === 'locked' ? locked('locked') : unavailable(state)
}

/** How the keychain stands; on Linux without any prompt. */
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

/** A rejection of the library carries no code, only words in some language; the reason comes from what can be asked. */
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
 * keytar's keytar_mac.cc gives SecCopyErrorMessageString of the status, or "An unknown error occurred." where the text in
 * the system's language has accents. The usual cause is the person's own no (errSecUserCanceled, errSecAuthFailed): a
 * locked keychain asks for its password by itself.
 */
function refusalOfMac(words: string): KeychainRefusal {
  // errSecInteractionNotAllowed: a session without a screen, such as SSH.
  if (/interaction is not allowed/i.test(words)) return locked('no_screen')
  // errSecNotAvailable, errSecNoSuchKeychain, errSecNoDefaultKeychain.
  if (/no keychain is available|keychain could not be found/i.test(words)) return unavailable('no_keychain')
  return { kind: 'refused', code: 'vault_denied', reason: 'refused' }
}

/**
 * keytar's keytar_win.cc gives FormatMessage of the error in the system's language. ERROR_NO_SUCH_LOGON_SESSION (1312) is
 * what a session without credentials of its own gets: a service, a task that stores no password, SSH by key, or a policy
 * against storing them (CredWrite, "Network logon sessions do not have an associated credential set").
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
