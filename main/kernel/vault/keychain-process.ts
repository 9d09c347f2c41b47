/**
 * The only file with keytar, run as a child process: the library may hang behind a prompt or end its process
 * (platform-notes.md §1). Works under `child_process.fork` and Electron's utilityProcess. `findCredentials` is never
 * called: on a locked keyring it is a segmentation fault.
 */
import { openParentPort } from '../parent-port.ts'
import {
  isKeychainMessage,
  type KeychainAnswer,
  type KeychainCall,
  type KeychainOutcome,
  type KeychainRefusal,
  type KeychainRequest,
} from './keychain-messages.ts'
import { lockState, providerName } from './secret-service.ts'

/** The name under which every entry of Cruza stands in the keychain. */
const service = 'Cruza'

const port = openParentPort()
port.onMessage((message) => {
  if (isKeychainMessage<KeychainRequest>(message)) void answer(message).then(port.post)
})

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  const { id } = request
  const keytar = await loadKeytar()
  if (!keytar) return { id, ok: false, refusal: unavailable('no_library') }
  try {
    const outcome = await perform(keytar, request.call)
    return outcome.kind === 'refused' ? { id, ok: false, refusal: outcome } : { id, ok: true, outcome }
  } catch (error) {
    return { id, ok: false, refusal: await refusalOf(error) }
  }
}

type Keytar = Awaited<ReturnType<typeof importKeytar>>

async function perform(keytar: Keytar, call: KeychainCall): Promise<KeychainOutcome | KeychainRefusal> {
  if (call.operation === 'inspect') return inspect(keytar)
  if (call.operation === 'set') {
    await keytar.setPassword(service, call.account, call.secret)
    return { kind: 'done' }
  }
  if (call.operation === 'delete') {
    return (await keytar.deletePassword(service, call.account)) ? { kind: 'done' } : nothing()
  }
  const secret = await keytar.getPassword(service, call.account)
  return secret === null ? nothing() : { kind: 'found', secret }
}

/** What "nothing found" means: on Linux a locked or missing collection looks the same as an absent entry. */
async function nothing(): Promise<KeychainOutcome | KeychainRefusal> {
  if (process.platform !== 'linux') return { kind: 'absent' }
  const state = await lockState()
  if (state === 'open') return { kind: 'absent' }
  if (state === 'unknown') return { kind: 'doubtful' }
  return state === 'locked' ? locked('locked') : unavailable(state)
}

/** How the keychain stands; on Linux without any prompt. */
async function inspect(keytar: Keytar): Promise<KeychainOutcome | KeychainRefusal> {
  if (process.platform !== 'linux') {
    await keytar.getPassword(service, 'inspect')
    return { kind: 'inspected', provider: undefined }
  }
  const outcome = await nothing()
  return outcome.kind === 'absent' ? { kind: 'inspected', provider: await providerName() } : outcome
}

/** A rejection of the library carries no code, only words in some language; the reason comes from what can be asked. */
async function refusalOf(error: unknown): Promise<KeychainRefusal> {
  // A Mac always has a keychain: what it refuses is locked, or the person did not allow it.
  if (process.platform === 'darwin') return locked('refused')
  if (process.platform !== 'linux') return unavailable('refused')
  const state = await lockState()
  const saysLocked = state === 'unknown' && error instanceof Error && /locked/i.test(error.message)
  if (state === 'locked' || saysLocked) return locked('locked')
  return unavailable(state === 'open' ? 'refused' : state)
}

function locked(reason: string): KeychainRefusal {
  return { kind: 'refused', code: 'vault_locked', reason }
}

function unavailable(reason: string): KeychainRefusal {
  return { kind: 'refused', code: 'vault_unavailable', reason }
}

/** Undefined where the native part cannot be loaded, as on a Linux without libsecret. */
async function loadKeytar(): Promise<Keytar | undefined> {
  try {
    return await importKeytar()
  } catch {
    return undefined
  }
}

async function importKeytar() {
  const { default: keytar } = await import('keytar')
  return keytar
}
