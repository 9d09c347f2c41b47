import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppFailure } from './failure.ts'
import { isNameOfWindows } from './host-files.ts'
import { isInUse, isOwn, removeFile, renameWithRetry, systemCode } from './replace-file.ts'
import { stopIfCancelled } from './schedule.ts'

const suffix = '.cruza-tmp'
/** A killed program left a temporary file that nobody has written to for this long. */
const abandonedMs = 3_600_000

export interface FileSink {
  /** Bytes written so far: where the next block begins. */
  readonly length: number
  /** Writes blocks in order. Waits while an earlier block is being written. */
  write(block: Uint8Array): Promise<void>
  /** Overwrites bytes written before. */
  patch(position: number, bytes: Uint8Array): Promise<void>
}

export interface SaveTarget {
  /** Absolute path of the file to make or replace. */
  readonly path: string
  readonly signal: AbortSignal
}

/**
 * Makes a whole file or none: `fill` writes a temporary file in the same folder, which is flushed to the disk and then
 * renamed over the target. A failure or cancel removes the temporary file. A kill at any moment leaves the old target
 * unchanged. The next start clears what it left behind (unfinished-saves.ts), else the next save of the same name an
 * hour later.
 *
 * Throws `cancelled`; `file_busy` when another program has the target open; `name_taken` when the target is a folder or
 * a device. `no_permission`; `not_found` when the folder does not exist; `bad_request` for a name that the system
 * rejects; `disk_full`. Other errors of `fill` pass through.
 */
export async function saveFile<T>(
  { path: chosenPath, signal }: SaveTarget,
  fill: (sink: FileSink) => Promise<T>,
): Promise<{ readonly value: T; readonly bytes: number }> {
  stopIfCancelled(signal)
  const { target, mode } = await naming('open', () => realTarget(chosenPath))
  const temporary = temporaryPath(target)
  await removeTemporaryFiles(target, abandonedMs)
  const handle = await naming('open', () => open(temporary, 'wx', mode))
  try {
    const sink = createSink(handle)
    const value = await naming('write', async () => {
      const filled = await fill(sink)
      await sink.settle()
      stopIfCancelled(signal)
      await handle.sync()
      return filled
    })
    await handle.close()
    stopIfCancelled(signal)
    await naming('rename', () => renameWithRetry(temporary, target))
    await flushFolder(path.dirname(target))
    return { value, bytes: sink.length }
  } catch (error) {
    await handle.close().catch(() => undefined)
    await removeFile(temporary)
    throw error
  }
}

/** The file behind a link, with the mode of the file to replace. It is checked now, not after a million rows. */
async function realTarget(chosenPath: string): Promise<{ readonly target: string; readonly mode: number }> {
  if (process.platform === 'win32' && !isNameOfWindows(path.basename(chosenPath))) {
    throw new AppFailure('bad_request', {}, 'reserved name')
  }
  const target = await realpath(chosenPath).catch(() => chosenPath)
  const stats = await stat(target).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
  // The rows are about people: only this user may read a new file. A replaced file keeps its mode.
  if (!stats) return { target, mode: 0o600 }
  if (!stats.isFile()) throw new AppFailure('name_taken', {}, 'open no file')
  const handle = await open(target, 'r+')
  await handle.close()
  return { target, mode: stats.mode & 0o777 }
}

function temporaryPath(target: string): string {
  return path.join(path.dirname(target), temporaryStart(target) + randomBytes(6).toString('hex') + suffix)
}

/** Shortened, so that the longest file names still have room for the rest. */
function temporaryStart(target: string): string {
  return `.${Array.from(path.basename(target)).slice(0, 40).join('')}.`
}

/**
 * Removes the temporary files of this name that nobody has written to for `olderThanMs`. Returns whether that is done;
 * false where the folder is missing now. Never rejects: exported rows should not stay in hidden files, but must not
 * stop a save.
 */
export async function removeTemporaryFiles(chosenPath: string, olderThanMs = 0): Promise<boolean> {
  const target = await realpath(chosenPath).catch(() => chosenPath)
  const folder = path.dirname(target)
  const start = temporaryStart(target)
  const names = await readdir(folder).catch(() => undefined)
  for (const name of names ?? []) {
    if (!name.startsWith(start) || !name.endsWith(suffix)) continue
    const file = path.join(folder, name)
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile() && isOwn(stats) && Date.now() - stats.mtimeMs >= olderThanMs) await removeFile(file)
  }
  return names !== undefined
}

interface SettlingSink extends FileSink {
  settle(): Promise<void>
}

/** One block is written to the disk while the next one is made. */
function createSink(handle: FileHandle): SettlingSink {
  let length = 0
  let onItsWay: Promise<void> = Promise.resolve()
  return {
    get length() {
      return length
    },
    write: async (block) => {
      const position = length
      length += block.length
      const previousWrite = onItsWay
      onItsWay = previousWrite.then(() => writeWhole(handle, block, position))
      onItsWay.catch(() => undefined)
      await previousWrite
    },
    patch: async (position, bytes) => {
      await onItsWay
      await writeWhole(handle, bytes, position)
    },
    settle: () => onItsWay,
  }
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, position + offset)
    offset += bytesWritten
  }
}

/** Makes the new name survive a power cut. Windows has no such call, and some network folders refuse it. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close().catch(() => undefined)
}

type Step = 'open' | 'write' | 'rename'

/** The calls of this file. Network and database errors inside `fill` are not named here. */
const fileCalls = new Set(['stat', 'open', 'write', 'fsync', 'close', 'rename', 'mkdir', 'scandir'])
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const refusedCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTSUP'])
const missingCodes = new Set(['ENOENT', 'ENOTDIR'])
const impossibleCodes = new Set(['ENAMETOOLONG', 'EINVAL', 'EILSEQ'])
const takenCodes = new Set(['EISDIR', 'ENOTEMPTY', 'EEXIST'])

/** Runs one step; throws a refusal of the system as a failure of the contract. */
async function naming<T>(step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw saveFailure(step, error)
  }
}

/** Turns a system error while saving into a failure of the contract; returns any other value unchanged. */
export function saveFailure(step: Step, error: unknown): unknown {
  const code = systemCode(error)
  if (code === undefined || !fileCalls.has(String(Reflect.get(Object(error), 'syscall')))) return error
  const details = `${step} ${code}`
  if (fullCodes.has(code)) return new AppFailure('disk_full', {}, details)
  if (isInUse(error)) return new AppFailure('file_busy', {}, details)
  if (takenCodes.has(code)) return new AppFailure('name_taken', {}, details)
  if (missingCodes.has(code)) return new AppFailure('not_found', {}, details)
  if (impossibleCodes.has(code)) return new AppFailure('bad_request', {}, details)
  if (!refusedCodes.has(code)) return error
  // The folder accepted the temporary file but refuses the rename, so the target is in use.
  return new AppFailure(step === 'rename' ? 'file_busy' : 'no_permission', {}, details)
}
