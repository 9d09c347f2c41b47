import { type FileHandle, open } from 'node:fs/promises'
import { AppFailure } from '../kernel/failure.ts'
import { systemCode, withoutWaiting } from '../kernel/replace-file.ts'
import { unreadable } from './plan.ts'

const readsAtOnce = 4

/**
 * Reads a file of the person whole, into memory that threads share. Throws `file_too_large` beyond `maxBytes` bytes,
 * `file_busy`, `no_permission`, `list_unreadable` for a folder and for a file that a cloud service has not brought to
 * this computer, and `file_unreadable`.
 */
export async function readFileWhole(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    await using file = await open(path, withoutWaiting)
    const stat = await file.stat()
    if (stat.isDirectory()) throw unreadable('folder', 'a folder')
    // A pipe or a device might never end.
    if (!stat.isFile()) throw new AppFailure('file_unreadable', {}, 'no regular file')
    if (stat.size > maxBytes) throw new AppFailure('file_too_large')
    return await readBytes(file, stat.size)
  } catch (error) {
    throw readFailure(error)
  }
}

/** Several reads run at once, since most of their time goes into new memory. */
export async function readBytes(file: Pick<FileHandle, 'read'>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size))
  const part = Math.ceil(size / readsAtOnce)
  let total = 0
  const readPart = async (_: unknown, index: number) => {
    const end = Math.min(size, (index + 1) * part)
    for (let at = index * part, more = -1; at < end && more !== 0; at += more) {
      more = (await file.read(bytes, at, end - at, at)).bytesRead
      total += more
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readPart))
  if (total === 0 && size > 0) throw unreadable('not_downloaded', 'no byte of a file that has some')
  // The file was cut off while it was read.
  if (total < size) throw new AppFailure('file_unreadable')
  return bytes
}

/**
 * Codes of systems where the bytes are elsewhere: a cloud service that does not bring them, a share or a stick that was
 * removed.
 */
const elsewhereCodes: ReadonlySet<string> = new Set(
  'EIO UNKNOWN ETIMEDOUT EDEADLK ENOTCONN EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH EREMOTEIO ENODATA ESTALE ENXIO'.split(
    ' ',
  ),
)
const busyCodes: ReadonlySet<string> = new Set(['EBUSY', 'ETXTBSY', 'EAGAIN'])
const refusedCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM'])

/** The failure that an error of reading a file of the person means. */
export function readFailure(error: unknown): AppFailure {
  if (error instanceof AppFailure) return error
  const code = systemCode(error) ?? ''
  if (busyCodes.has(code)) return new AppFailure('file_busy', { of: 'list' }, code)
  if (refusedCodes.has(code)) return new AppFailure('no_permission', { of: 'list' }, code)
  return elsewhereCodes.has(code) ? unreadable('not_downloaded', code) : new AppFailure('file_unreadable', {}, code)
}
