import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppFailure } from '../failure.ts'
import { fileFailure } from './vault-file.ts'

/** Everything that changes the vault of one data directory, one piece of work at a time across all processes. */
export interface VaultLock {
  /**
   * Runs the work while this process holds the lock; inside such work, at once. `file_busy` when another holder does not
   * let go, `no_permission` where nothing can be written.
   */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** The holder may be waiting for a person in front of the keychain's prompt. */
const longestWaitMs = 60_000
const pollMs = 20
const ordinaryRenewMs = 1_000

/** `vault.lock.7` is held, `vault.lock.7.free` is not; the highest number counts. */
const lockName = /^vault\.lock\.(\d{1,15})(\.free)?$/

interface Turn {
  readonly number: number
  readonly isFree: boolean
  readonly name: string
}

/**
 * The lock is a file whose number grows with every holder and is made only where it is not there, which no two processes
 * can do. A number never returns: whoever takes over from a holder that was killed makes the next one, so that a process
 * which was late to see the death cannot take away the lock of the one that was first. A holder renews its file every
 * `renewMs`; one whose file stays as it is for ten times as long has ended.
 */
export function createVaultLock(dataDir: string, renewMs = ordinaryRenewMs): VaultLock {
  const held = new AsyncLocalStorage<true>()
  return {
    async take(work) {
      if (held.getStore()) return work()
      const release = await acquire(dataDir, renewMs).catch((error: unknown) => {
        throw fileFailure(error, dataDir)
      })
      try {
        return await held.run(true, work)
      } finally {
        await release()
      }
    },
  }
}

async function acquire(folder: string, renewMs: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const end = performance.now() + longestWaitMs
  let seen = { state: '', since: performance.now() }
  for (;;) {
    const last = (await turnsIn(folder)).at(-1)
    const state = last && !last.isFree ? await stateOf(path.join(folder, last.name)) : 'free'
    if (state !== seen.state) seen = { state, since: performance.now() }
    if (state === 'free' || performance.now() - seen.since > 10 * renewMs) {
      const file = await next(folder, last?.number ?? 0)
      if (file) return renewed(file, renewMs)
    } else {
      if (performance.now() > end) throw new AppFailure('file_busy', {}, 'lock')
      await pause(pollMs)
    }
  }
}

/** In the order of their numbers. */
async function turnsIn(folder: string): Promise<readonly Turn[]> {
  const turns = (await readdir(folder)).flatMap((name): Turn[] => {
    const [, number, free] = lockName.exec(name) ?? []
    return number === undefined ? [] : [{ number: Number(number), isFree: free !== undefined, name }]
  })
  return turns.sort((one, other) => one.number - other.number || Number(other.isFree) - Number(one.isFree))
}

/** What changes while the holder lives: the file it holds, and when it renewed it. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found ? `${file} ${found.mtimeMs}` : ''
}

/** Makes the file after number `last`; undefined when another process did, or has been further already. */
async function next(folder: string, last: number): Promise<string | undefined> {
  const name = `vault.lock.${last + 1}`
  const file = path.join(folder, name)
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
  const others = (await turnsIn(folder)).filter((turn) => turn.name !== name)
  if (others.some(({ number }) => number > last)) {
    await rm(file, { force: true })
    return undefined
  }
  for (const { name: old } of others) await rm(path.join(folder, old), { force: true })
  return file
}

function renewed(file: string, renewMs: number): () => Promise<void> {
  const renewing = setInterval(() => {
    const now = new Date()
    void utimes(file, now, now).catch(() => undefined)
  }, renewMs)
  renewing.unref()
  return async () => {
    clearInterval(renewing)
    // Where even that fails, the lock goes when its file is no longer renewed.
    await rename(file, `${file}.free`).catch(() => undefined)
  }
}
