import { link, mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../failure.ts'
import { isInUse, removeFile, renameWithRetry } from '../replace-file.ts'

/** The bytes of a file, or undefined when there is none. `no_permission`, `file_busy` or `file_unreadable` otherwise. */
export async function readVaultFile(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw fileFailure(error, file)
  }
}

/**
 * Replaces a file whole or not at all: a temporary file beside it (0600), flushed to the disk, then renamed.
 * A kill at any moment leaves the old or the new content. `disk_full`, `no_permission`, `file_busy`; for a file that must
 * be `isNew`, `bad_request` when it is there already.
 */
export async function writeVaultFile(
  file: string,
  content: string | Buffer,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await removeFile(temporary)
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (isNew) await placeNew(temporary, file)
    else await renameWithRetry(temporary, file)
    await flushFolder(path.dirname(file))
  } catch (error) {
    await removeFile(temporary)
    throw fileFailure(error, file)
  }
}

/** Removes temporary files of writers that were killed; those of a running process stay. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file)
  const leftover = new RegExp(`^${path.basename(file).replaceAll('.', '\\.')}\\.(\\d+)\\.tmp$`)
  const entries = await readdir(folder).catch(() => [])
  for (const entry of entries) {
    const owner = leftover.exec(entry)?.[1]
    if (owner && !isRunning(Number(owner))) await removeFile(path.join(folder, entry))
  }
}

/** A link never takes the place of another file, as a rename does. */
async function placeNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new AppFailure('bad_request', {}, `${path.basename(file)} exists`)
    // A file system without links, as on a memory stick.
    return renameWithRetry(temporary, file)
  }
  await removeFile(temporary)
}

/** A renamed file is only sure to stay after its folder is flushed; Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const failures: Readonly<Record<string, FailureCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
}

/** The same error, or what it means for the person when it is one of the file system. */
export function fileFailure(error: unknown, file: string): unknown {
  if (error instanceof AppFailure) return error
  const code = codeOf(error)
  if (isInUse(error)) return new AppFailure('file_busy', { of: 'data' }, `${path.basename(file)} ${code}`)
  return code ? new AppFailure(failures[code] ?? 'file_unreadable', {}, `${path.basename(file)} ${code}`) : error
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
