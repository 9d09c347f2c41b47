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
 * Renaming and deleting files that other programs may have open. Windows refuses both, with EPERM, EACCES or EBUSY,
 * while a program has the file open without sharing it for deletion. SQLite does so while a database is open; virus
 * scanners, the indexer and OneDrive do so briefly after each change. Elsewhere an open file can be renamed and
 * deleted. The same codes then concern rights and mount points, which no wait changes, so nothing is tried twice.
 *
 * Files are deleted with `unlink`: on Windows, `rmSync` of Node 24 silently does nothing where the path is not ASCII
 * (nodejs/node#61067), as for a person whose name has an accent.
 */
export interface RetryOptions {
  readonly platform?: NodeJS.Platform
  /** How long to try, in total. */
  readonly longestMs?: number
}

const inUseCodes = new Set(['EPERM', 'EACCES', 'EBUSY'])
/** The calls that change a file's name. An EPERM of `open` or `mkdir` concerns rights, on Windows too. */
const nameCalls = new Set(['rename', 'unlink', 'rm', 'link', 'copyfile'])
const firstPauseMs = 10
const longestPauseMs = 250
const ordinaryMs = 5_000
/** Short, since the data process and the window wait for it. */
const ordinarySyncMs = 1_500

/** Whether the error means that another program has the file open. */
export function isInUse(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = systemCode(error)
  if (code === 'EBUSY' || code === 'ETXTBSY') return true
  return mayPass(error, platform) && nameCalls.has(String(Reflect.get(Object(error), 'syscall')))
}

/** Renames over an existing file. Throws the error of the last attempt. */
export async function renameWithRetry(from: string, to: string, options: RetryOptions = {}): Promise<void> {
  await retry(() => rename(from, to), options)
}

/** The same without waiting for the event loop, as in the data process. */
export function renameWithRetrySync(
  from: string,
  to: string,
  { longestMs = ordinarySyncMs, platform = process.platform }: RetryOptions = {},
): void {
  retrySync(() => renameSync(from, to), { longestMs, platform })
}

/** Deletes a file, if there is one. False where another program keeps it open. Throws every other error. */
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

/** Deletes a file if that is possible now: for temporary files, which the next start clears as well. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(() => undefined)
}

/**
 * Deletes a folder, if there is one, with all its content. Links in it are deleted, their targets stay. Throws for a
 * link, for a folder of another user, and the error of the last attempt.
 */
export async function removeFolder(folder: string, options: RetryOptions = {}): Promise<void> {
  try {
    await emptyFolder(folder, options)
    await retry(() => rmdir(folder), options)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

/** On Linux it works through the opened folder, so that a link put in its place leads nowhere else. */
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

/** Whether it belongs to this process's user. On Windows each user has a separate place for temporary folders. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

/** Flags that open a file for reading without waiting for the other end of a pipe. Check `isFile` afterwards. */
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a whole file of at most `maxBytes` bytes. Throws `EINVAL` for a pipe or a device, which might never end,
 * `EFBIG` for a longer file, and the file system's errors.
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer> {
  await using opened = await open(file, withoutWaiting)
  requireRegular(await opened.stat(), maxBytes)
  return await opened.readFile()
}

/** The synchronous form, for the small files of a start. */
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

/** Replaces a small file as a whole. On an error of the file system, which it throws, nothing is left behind. */
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

/** Each pause is twice as long, up to a limit; their sum is at most `longestMs`. */
function* pauses(longestMs: number): Generator<number> {
  let next = firstPauseMs
  for (let remainingMs = longestMs; remainingMs > 0; remainingMs -= next) {
    yield Math.min(next, remainingMs)
    next = Math.min(next * 2, longestPauseMs)
  }
}

/** The code of a system error, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
