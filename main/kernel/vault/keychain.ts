import { randomUUID } from 'node:crypto'
import type { ChildPort } from '../child-process.ts'
import { AppFailure } from '../failure.ts'
import { isKeychainMessage, type KeychainAnswer, type KeychainCall, type KeychainOutcome } from './keychain-messages.ts'

export interface KeychainDeps {
  /** Starts `keychain-process.ts`; asked again whenever the child has ended. */
  readonly start: () => ChildPort
  /** How long one call may take, in milliseconds, before the child is killed and the keychain is reported to be locked. */
  readonly timeout: number
  /** Called when calls take longer than this, in milliseconds, and when the last of them has ended: a person is being asked. */
  readonly slow?: { readonly after: number; onChange(isAsking: boolean): void }
  /** How long the child stays after its last answer, in milliseconds. */
  readonly idle: number
}

/**
 * The keychain of the operating system, at arm's length. Every call ends: with an answer, with `vault_locked` (also when
 * the child did not answer in time) or with `vault_unavailable` (also when it crashed).
 */
export interface Keychain {
  /** Undefined only when the keychain is open and has no such entry. */
  get(account: string): Promise<string | undefined>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
  /** Stores, reads and deletes a throw-away entry; returns when all three worked. May show the system's own prompt. */
  probe(): Promise<void>
  /** Returns when the keychain is open, with the name of who provides it where that is known. Prompts only if it must. */
  inspect(): Promise<{ readonly provider: string | undefined }>
  /** Ends the child; running calls fail as after a crash. The next call starts another. */
  close(): void
}

/** The keychain through a child process of its own. */
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

/** Questions and answers over one child at a time. */
function createLine({ start, timeout, idle, slow }: KeychainDeps): Line {
  let slowCalls = 0
  const countSlow = (change: 1 | -1) => {
    const before = slowCalls
    slowCalls += change
    if (before === 0 || slowCalls === 0) slow?.onChange(slowCalls > 0)
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
    const begun = { port: start(), waiting: new Map<number, Waiting>() }
    begun.port.onMessage((message) => {
      if (isKeychainMessage<KeychainAnswer>(message)) begun.waiting.get(message.id)?.settle(message)
    })
    begun.port.onExit(() => drop(begun, unavailable('process ended')))
    child = begun
    return begun
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
          settle(given) {
            finish()
            resolve(given)
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
