import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, open, readdir, readFile, readlink, stat, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessRunning } from './child-process.ts'
import { readRegularFile, removeFile, renameWithRetry, systemCode } from './replace-file.ts'

/** Runs one piece of work at a time across all processes. */
export interface ProcessLock {
  /**
   * Runs the work while this process holds the lock; work inside such work runs at once. Throws `LockBusyError` when
   * another holder keeps the lock, the file system's error where nothing can be written, and the signal's reason when
   * it is aborted before.
   */
  take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export class LockBusyError extends Error {}

export interface ProcessLockOptions {
  readonly folder: string
  /** The beginning of the lock's file names: `NAME.7` is held, `NAME.7.free` is not. The highest number counts. */
  readonly name: string
  /** How long to wait for another holder. */
  readonly longestWaitMs: number
  readonly renewMs?: number
  /** The error to throw where the lock cannot be taken; by default the cause. */
  whyNot?(error: unknown): unknown
}

const pollMs = 20
const ordinaryRenewMs = 1_000

interface Turn {
  readonly number: number
  readonly isFree: boolean
  readonly name: string
}

/**
 * The lock is a file whose number grows with every holder. No two processes can make the same file. A number never
 * returns: whoever takes over from a killed holder makes the next one. So a process that noticed the death late cannot
 * take the lock from the first successor. The file states which process of which system holds it. A holder of this
 * system that does not run has ended. A holder renews its file every `renewMs`. One that has not renewed it for ten
 * times as long has ended, on any system.
 */
export function createProcessLock(options: ProcessLockOptions): ProcessLock {
  const holding = new AsyncLocalStorage<true>()
  return {
    async take(work, signal) {
      if (holding.getStore()) return work()
      const release = await acquire(options, signal).catch((error: unknown) => {
        throw options.whyNot?.(error) ?? error
      })
      try {
        return await holding.run(true, work)
      } finally {
        await release()
      }
    },
  }
}

/** Takes the lock and returns the function that frees it. Throws as `take` does, without `whyNot`. */
export async function acquire(
  { folder, name, longestWaitMs, renewMs = ordinaryRenewMs }: ProcessLockOptions,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = { folder, name }
  const end = performance.now() + longestWaitMs
  let holder = { state: '', since: performance.now() }
  for (;;) {
    const last = (await turnsIn(place)).at(-1)
    const state = last && !last.isFree ? await stateOf(path.join(folder, last.name)) : 'free'
    if (state !== holder.state) holder = { state, since: performance.now() }
    if (state === 'free' || state === 'ended' || performance.now() - holder.since > 10 * renewMs) {
      const file = await next(place, last?.number ?? 0)
      if (file) return renewed(file, renewMs)
    } else {
      if (performance.now() > end) throw new LockBusyError(`another process holds ${name}`)
      await pause(pollMs, undefined, signal ? { signal } : {})
    }
  }
}

/**
 * Whether the lock is held; null where there is none. A holder of this system holds it as long as it runs. A holder of
 * another system holds it as long as it renewed it within `unrenewedMs`.
 */
export async function isHeld(place: LockPlace, unrenewedMs: number): Promise<boolean | null> {
  const last = (await turnsIn(place)).at(-1)
  if (!last || last.isFree) return last ? false : null
  const file = path.join(place.folder, last.name)
  const holder = await holderOf(file)
  if (holder !== 'elsewhere') return holder === 'runs'
  const renewed = await stat(file).catch(() => undefined)
  return renewed !== undefined && Date.now() - renewed.mtimeMs < unrenewedMs
}

interface LockPlace {
  readonly folder: string
  readonly name: string
}

async function turnsIn({ folder, name }: LockPlace): Promise<readonly Turn[]> {
  const turns = (await readdir(folder)).flatMap((file): Turn[] => {
    if (!file.startsWith(`${name}.`)) return []
    const [, number, free] = /^(\d{1,15})(\.free)?$/.exec(file.slice(name.length + 1)) ?? []
    return number === undefined ? [] : [{ number: Number(number), isFree: free !== undefined, name: file }]
  })
  return turns.sort((one, other) => one.number - other.number || Number(other.isFree) - Number(one.isFree))
}

/** A text that changes while the holder lives: the file it holds, and when it renewed it. */
async function stateOf(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats) return ''
  return (await holderOf(file)) === 'ended' ? 'ended' : `${file} ${stats.mtimeMs}`
}

/** What is known about the process that made the file; `elsewhere` where its number means nothing here. */
async function holderOf(file: string): Promise<'runs' | 'ended' | 'elsewhere'> {
  const holder = await readRegularFile(file, maxHolderBytes).catch(() => undefined)
  const [, pid, system] = /^(\d{1,10}) (.+)$/.exec(holder?.toString('utf8') ?? '') ?? []
  if (system !== (await ownSystem())) return 'elsewhere'
  return isProcessRunning(Number(pid)) ? 'runs' : 'ended'
}

const maxHolderBytes = 1000

/** Names where process numbers mean the same: this start of this computer, and inside it this container. */
async function ownSystem(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const processes = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${os.hostname()} ${boot.trim()} ${processes}`.trim()
}

/** Makes the file after number `last`; undefined when another process made it or a later one. */
async function next(place: LockPlace, last: number): Promise<string | undefined> {
  const { folder } = place
  const name = `${place.name}.${last + 1}`
  const file = path.join(folder, name)
  try {
    await using handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${process.pid} ${await ownSystem()}`)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined
    throw error
  }
  const others = (await turnsIn(place)).filter((turn) => turn.name !== name)
  if (others.some(({ number }) => number > last)) {
    await removeFile(file)
    return undefined
  }
  // An old file that stays has no effect, and the next holder removes it.
  for (const { name: old } of others) await removeFile(path.join(folder, old))
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
    // Where even that fails, the lock ends when its file is no longer renewed.
    await renameWithRetry(file, `${file}.free`).catch(() => undefined)
  }
}
