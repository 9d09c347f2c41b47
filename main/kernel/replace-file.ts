import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { lstat, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Renaming and deleting where other programs look into the same files. Windows refuses both, with EPERM, EACCES or
 * EBUSY, while anybody has the file open without sharing it for deletion. SQLite does for as long as a database is
 * open, and virus scanners, the indexer and OneDrive do for moments after each change. Elsewhere an open file can be
 * renamed and deleted, and the same codes speak of rights and mount points, which no waiting changes: there nothing is
 * tried twice.
 *
 * Files are deleted with `unlink`: on Windows, `rmSync` of Node 24 does nothing, silently, where the path is not ASCII
 * (nodejs/node#61067), as with a person whose name has an accent.
 */
export interface RetryOptions {
  readonly platform?: NodeJS.Platform
  /** How long to try, in all. */
  readonly longestMs?: number
}

const inUseCodes = new Set(['EPERM', 'EACCES', 'EBUSY'])
/** What has to be done to the name of a file; an EPERM of `open` or `mkdir` is about rights, on Windows too. */
const nameCalls = new Set(['rename', 'unlink', 'rm', 'link', 'copyfile'])
const firstPauseMs = 10
const longestPauseMs = 250
const ordinaryMs = 5_000
/** The data process and the window wait for it. */
const ordinarySyncMs = 1_500

/** Whether the error reports that another program has the file open. */
export function isInUse(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = systemCode(error)
  if (code === 'EBUSY' || code === 'ETXTBSY') return true
  return mayPass(error, platform) && nameCalls.has(String(Reflect.get(Object(error), 'syscall')))
}

/** Renames over what is there. Throws what the last of the attempts threw. */
export async function renameWithRetry(from: string, to: string, options: RetryOptions = {}): Promise<void> {
  await retry(() => rename(from, to), options)
}

/** The same for the data process and for what has to be done before the event loop turns again. */
export function renameWithRetrySync(
  from: string,
  to: string,
  { longestMs = ordinarySyncMs, platform = process.platform }: RetryOptions = {},
): void {
  retrySync(() => renameSync(from, to), { longestMs, platform })
}

/**
 * Deletes a file; one that is not there is fine. What another program holds open stays, after a few attempts, and the
 * answer is false. Throws everything else.
 */
export function removeFileSync(
  file: string,
  { longestMs = 200, platform = process.platform }: RetryOptions = {},
): boolean {
  try {
    retrySync(() => unlinkSync(file), { longestMs, platform })
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true
    if (isInUse(error, platform)) return false
    throw error
  }
}

/** Deletes a file if that can be done now: temporary files, which the next start clears as well. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(() => undefined)
}

/**
 * Deletes a folder with all that is in it; one that is not there is fine. Links in it are deleted, what they lead to
 * stays. Throws for a link, for a folder of another user, and what the last of the attempts threw.
 */
export async function removeFolder(folder: string, options: RetryOptions = {}): Promise<void> {
  try {
    await emptyFolder(folder, options)
    await retry(() => rmdir(folder), options)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

/** On Linux by way of the opened folder: one that is exchanged for a link meanwhile leads the walk nowhere else. */
async function emptyFolder(folder: string, options: RetryOptions): Promise<void> {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
  // Windows opens no folders.
  await using opened =
    process.platform === 'win32' ? undefined : await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  const stats = opened ? await opened.stat() : await lstat(folder)
  if (!stats.isDirectory() || !isOwn(stats)) throw new Error('not a folder of this user')
  const place = opened && process.platform === 'linux' ? `/proc/self/fd/${opened.fd}` : folder
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) await removeFolder(inside, options)
    else await retry(() => unlink(inside), options)
  }
}

/** Whether it belongs to the user of this process; Windows keeps temporary folders apart by their place. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

/**
 * What opens a file for reading without waiting for the other end of a pipe; only after it `isFile` shows what it is.
 */
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a file whole, as long as it has at most `maxBytes` bytes. Throws `EINVAL` for what is no file, such as a pipe
 * or a device, which might never end, `EFBIG` for a longer one, and what the file system throws.
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer> {
  await using opened = await open(file, withoutWaiting)
  requireRegular(await opened.stat(), maxBytes)
  return await opened.readFile()
}

/** The same at once, for the small files of a start. */
export function readRegularFileSync(file: string, maxBytes: number): Buffer {
  const opened = openSync(file, withoutWaiting)
  try {
    requireRegular(fstatSync(opened), maxBytes)
    return readFileSync(opened)
  } finally {
    closeSync(opened)
  }
}

function requireRegular(stats: Pick<Stats, 'isFile' | 'size'>, maxBytes: number): void {
  if (!stats.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' })
  if (stats.size > maxBytes) throw Object.assign(new Error('a file that is too long'), { code: 'EFBIG' })
}

/**
 * Replaces a small file whole or not at all. Throws what the file system throws; then nothing is left of the attempt.
 */
export function writeWholeSync(file: string, content: string, options: RetryOptions = {}): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    renameWithRetrySync(temporary, file, options)
  } catch (error) {
    try {
      unlinkSync(temporary)
    } catch {
      // Held as well, or never made.
    }
    throw error
  }
}

async function retry(
  work: () => Promise<void>,
  { longestMs = ordinaryMs, platform = process.platform }: RetryOptions,
): Promise<void> {
  for (const pauseMs of pauses(longestMs)) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error, platform)) throw error
      await pause(pauseMs)
    }
  }
  await work()
}

function retrySync(work: () => void, { longestMs, platform }: Required<RetryOptions>): void {
  for (const pauseMs of pauses(longestMs)) {
    try {
      work()
      return
    } catch (error) {
      if (!mayPass(error, platform)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
  work()
}

function mayPass(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && inUseCodes.has(systemCode(error) ?? '')
}

/** Twice as long each time, up to a limit; together not more than `longestMs`. */
function* pauses(longestMs: number): Generator<number> {
  let next = firstPauseMs
  for (let remainingMs = longestMs; remainingMs > 0; remainingMs -= next) {
    yield Math.min(next, remainingMs)
    next = Math.min(next * 2, longestPauseMs)
  }
}

/** The code of an error of the system, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
