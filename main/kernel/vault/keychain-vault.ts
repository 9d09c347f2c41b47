import { randomUUID } from 'node:crypto'
import type { FailureCode } from '../../../preload/values/failures.ts'
import type { ChildPort } from '../child-process.ts'
import { AppFailure } from '../failure.ts'
import { isKeychainMessage, type KeychainAnswer, type KeychainCall, type KeychainOutcome } from './serve-keychain.ts'
import { checkEntry, lostSecret, type Vault, type VaultState } from './vault.ts'
import type { Marker, MarkerContent } from './vault-files.ts'

interface KeychainDeps {
  /** Starts `keychain-process.ts`; called again whenever the child has ended. */
  readonly start: () => ChildPort
  /** The longest time of one call, in ms. After it, the child is killed and the keychain is reported as locked. */
  readonly timeout: number
  /** `onChange` reports when calls take longer than `after` ms, since the system asks the person, and when they end. */
  readonly slow?: { readonly after: number; onChange(isAsking: boolean): void }
  /** How long the child stays after its last answer, in milliseconds. */
  readonly idle: number
}

/**
 * The operating system's keychain. Every call ends: with an answer, with `vault_locked` (also when the child did not
 * answer in time) or with `vault_unavailable` (also when it crashed).
 */
interface Keychain {
  /** Undefined only when the keychain is open and has no such entry. */
  get(account: string): Promise<string | undefined>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
  /** Stores, reads and deletes a throw-away entry; returns when all three worked. May show the system's own prompt. */
  probe(): Promise<void>
  /** Returns when the keychain is open, with its provider's name where that is known. Prompts only if it must. */
  inspect(): Promise<{ readonly provider: string | undefined }>
  /** Ends the child; running calls fail as after a crash. The next call starts another. */
  close(): void
}

export function createKeychain(deps: KeychainDeps): Keychain {
  const line = createLine(deps)
  const set = async (account: string, secret: string) => {
    await line.ask({ operation: 'set', account, secret })
  }
  const probe = async () => {
    const account = `probe-${randomUUID()}`
    const secret = randomUUID()
    await set(account, secret)
    const outcome = await line.ask({ operation: 'get', account })
    await line.ask({ operation: 'delete', account })
    if (outcome.kind !== 'found' || outcome.secret !== secret) throw unavailable('does not keep')
  }
  return {
    set,
    probe,
    async get(account) {
      const outcome = await line.ask({ operation: 'get', account })
      if (outcome.kind === 'found') return outcome.secret
      if (outcome.kind === 'doubtful') await probe()
      return undefined
    },
    async delete(account) {
      const outcome = await line.ask({ operation: 'delete', account })
      if (outcome.kind === 'doubtful') await probe()
    },
    async inspect() {
      const outcome = await line.ask({ operation: 'inspect' })
      if (outcome.kind === 'inspected') return { provider: outcome.provider }
      await probe()
      return { provider: undefined }
    },
    close: line.close,
  }
}

interface Line {
  ask(call: KeychainCall): Promise<KeychainOutcome>
  close(): void
}

interface Waiting {
  settle(answer: KeychainAnswer): void
  fail(failure: AppFailure): void
}

/** Sends calls to one child at a time and receives its answers. */
function createLine({ start, timeout, idle, slow }: KeychainDeps): Line {
  let slowCalls = 0
  const countSlow = (change: 1 | -1) => {
    const previousCount = slowCalls
    slowCalls += change
    if (previousCount === 0 || slowCalls === 0) slow?.onChange(slowCalls > 0)
  }
  let child: { readonly port: ChildPort; readonly waiting: Map<number, Waiting> } | undefined
  let lastId = 0
  let idleTimer: NodeJS.Timeout | undefined

  /** Takes the child out of use first, so that a retry after the failure gets a new one. */
  const drop = (dropped: NonNullable<typeof child>, failure: AppFailure) => {
    if (child === dropped) child = undefined
    dropped.port.kill()
    for (const each of dropped.waiting.values()) each.fail(failure)
    dropped.waiting.clear()
  }
  const begin = () => {
    const newChild = { port: start(), waiting: new Map<number, Waiting>() }
    newChild.port.onMessage((message) => {
      if (isKeychainMessage<KeychainAnswer>(message)) newChild.waiting.get(message.id)?.settle(message)
    })
    newChild.port.onExit(() => drop(newChild, unavailable('process ended')))
    child = newChild
    return newChild
  }
  const close = () => {
    clearTimeout(idleTimer)
    if (child) drop(child, unavailable('closed'))
  }

  return {
    close,
    async ask(call) {
      clearTimeout(idleTimer)
      const used = child ?? begin()
      lastId += 1
      const id = lastId
      const answer = await new Promise<KeychainAnswer>((resolve, reject) => {
        const timer = setTimeout(() => drop(used, new AppFailure('vault_locked', {}, 'no answer')), timeout)
        let isSlow = false
        const slowTimer =
          slow &&
          setTimeout(() => {
            isSlow = true
            countSlow(1)
          }, slow.after)
        const finish = () => {
          clearTimeout(timer)
          clearTimeout(slowTimer)
          if (isSlow) countSlow(-1)
          used.waiting.delete(id)
          if (child === used && used.waiting.size === 0) idleTimer = setTimeout(close, idle).unref()
        }
        used.waiting.set(id, {
          settle(answer) {
            finish()
            resolve(answer)
          },
          fail(failure) {
            finish()
            reject(failure)
          },
        })
        used.port.post({ id, call })
      })
      if (answer.ok) return answer.outcome
      throw new AppFailure(answer.refusal.code, {}, answer.refusal.reason)
    },
  }
}

function unavailable(reason: string): AppFailure {
  return new AppFailure('vault_unavailable', {}, reason)
}

interface KeychainVaultDeps {
  readonly marker: Marker
  readonly platform: NodeJS.Platform
  readonly start: () => ChildPort
  /** Milliseconds for one call where the system asks nothing; 15,000 by default. macOS may ask: 40 times as long. */
  readonly timeout?: number | undefined
  /** Called when macOS starts asking the person, and when it has its answer. */
  readonly asking?: ((isAsking: boolean) => void) | undefined
}

export interface KeychainVault extends Vault {
  /** Notes the keychain as this directory's vault, after a probe has shown that it works. */
  choose(): Promise<MarkerContent>
}

/**
 * The operating system's keychain as a vault. Entries are `Cruza` / `<install id>/<name>`. A missing entry counts as
 * never stored only if the keychain is open and the marker does not know the name.
 */
export function createKeychainVault(deps: KeychainVaultDeps): KeychainVault {
  const { marker, platform, timeout = 15_000 } = deps
  const keychain = createKeychain({
    start: deps.start,
    idle: 60_000,
    ...(platform === 'darwin'
      ? { timeout: timeout * promptFactor, slow: { after: timeout / 5, onChange: deps.asking ?? (() => {}) } }
      : { timeout }),
  })
  /** Before the first use the keychain must pass the probe. Afterwards the marker decides. */
  const choose = async () => {
    const content = await marker.read()
    if (content?.kind === 'keychain' && content.names.length > 0) return content
    await keychain.probe()
    return marker.choose('keychain')
  }
  const accountOf = (content: MarkerContent, name: string) => `${content.installId}/${name}`

  return {
    kind: 'keychain',
    choose,
    async status() {
      const { provider, ...status } = await inspected(keychain.inspect)
      return { kind: 'keychain', backend: backendName(platform, provider), ...status }
    },
    async read(name) {
      checkEntry(name)
      const content = await marker.read()
      if (!content) {
        await keychain.inspect()
        return undefined
      }
      const secret = await keychain.get(accountOf(content, name))
      if (secret === undefined && content.names.includes(name)) throw lostSecret(name)
      return secret
    },
    write: (name, secret) =>
      marker.alone(async () => {
        checkEntry(name, secret)
        requireRoom(secret, platform)
        const account = accountOf(await choose(), name)
        await keychain.set(account, secret)
        if ((await keychain.get(account)) !== secret) throw new AppFailure('vault_unavailable', {}, 'does not keep')
        await marker.remember(name)
      }),
    remove: (name) =>
      marker.alone(async () => {
        checkEntry(name)
        const content = await marker.read()
        if (!content) return
        await keychain.delete(accountOf(content, name))
        await marker.forget(name)
      }),
    alone: marker.alone,
    close: keychain.close,
  }
}

/** Gives a person time to find the password of their computer. */
const promptFactor = 40
/** CRED_MAX_CREDENTIAL_BLOB_SIZE (wincred.h); keytar stores UTF-8. Windows refuses more with a misleading error. */
const mostBytesOfWindows = 5 * 512

/** Throws `secret_too_long` before anything is written: a secret in several parts could be left half written. */
function requireRoom(secret: string, platform: NodeJS.Platform): void {
  const bytes = Buffer.byteLength(secret)
  if (platform !== 'win32' || bytes <= mostBytesOfWindows) return
  throw new AppFailure('secret_too_long', { bytes, most: mostBytesOfWindows })
}

async function inspected(
  inspect: () => Promise<{ readonly provider: string | undefined }>,
): Promise<{ readonly state: VaultState; readonly reason?: FailureCode; readonly provider?: string | undefined }> {
  try {
    return { state: 'open', provider: (await inspect()).provider }
  } catch (error) {
    if (!(error instanceof AppFailure)) return { state: 'unavailable' }
    if (error.code === 'vault_locked') return { state: 'locked' }
    return { state: 'unavailable', ...(error.code === 'vault_unavailable' ? {} : { reason: error.code }) }
  }
}

/** Proper names, the same in every language. */
function backendName(platform: NodeJS.Platform, provider: string | undefined): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return provider ? `Secret Service (${provider})` : 'Secret Service'
}
