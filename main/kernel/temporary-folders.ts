import { access, constants, lstat, mkdir, mkdtemp, readdir, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isProcessRunning } from './child-process.ts'
import { acquire, isHeld } from './process-lock.ts'
import { isOwn, removeFolder } from './replace-file.ts'
import { dayMs } from './times.ts'

/** A temporary folder that only this user may open (mode 0700). */
export interface PrivateFolder {
  readonly path: string
  remove(): Promise<void>
}

/** The purpose of a temporary folder, which is part of its name. */
type Use = 'download' | 'demo' | 'open' | 'window' | 'read'

const lockName = 'lock'
/** A lock of another system, such as one from before a restart, counts as free after this time without renewal. */
const heldElsewhereMs = 600_000
/** A folder without a lock counts as abandoned after this time. */
const unlockedMs = dayMs
const ownName = /^cruza-(?:download|demo|open|window|read)-(?:(\d{1,10})-)?\w{6}$/

/** The part of the data folder whose content lives as long as the process that made it. */
export const temporaryPart = (dataDir: string) => path.join(dataDir, 'temporary')

/** The beginning of a folder's name; `mkdtemp` adds six characters. */
export const temporaryStart = (use: Use) => `cruza-${use}-${process.pid}-`

/**
 * Makes a folder in the data folder for files of this process. Where that is not writable, it is in the system's
 * temporary folder, which other users may share. Throws the file system's errors there.
 */
export async function createTemporaryFolder(dataDir: string, use: Use): Promise<PrivateFolder> {
  const ownPart = await ownTemporaryPart(dataDir).catch(() => undefined)
  return createPrivateFolder(use, ownPart ?? os.tmpdir())
}

/** Returns the temporary part and makes it if needed. Throws where it is not writable or belongs to another user. */
export async function ownTemporaryPart(dataDir: string): Promise<string> {
  const folder = temporaryPart(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
  const stats = await lstat(folder)
  if (!stats.isDirectory() || !isOwn(stats)) throw new Error('not a folder of this user')
  return folder
}

/** Makes a folder in `parent` whose lock this process holds. */
export async function createPrivateFolder(use: Use, parent: string): Promise<PrivateFolder> {
  const folder = await mkdtemp(path.join(parent, temporaryStart(use)))
  const release = await acquire({ folder, name: lockName, longestWaitMs: 0 })
  return {
    path: folder,
    async remove() {
      await release()
      await removeFolder(folder)
    },
  }
}

/** Deletes the temporary folders of processes that have ended. Never rejects, since trouble must not stop a start. */
export async function clearTemporaryFolders(dataDir: string): Promise<void> {
  await Promise.all([temporaryPart(dataDir), os.tmpdir()].map(clearAbandonedFolders))
}

/**
 * Deletes the abandoned folders of one parent, which other users may share. It deletes only folders of this user that
 * nobody else may open. Never rejects.
 */
export async function clearAbandonedFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => [])
  await Promise.all(
    names.map(async (name) => {
      const [whole, pid] = ownName.exec(name) ?? []
      if (whole === undefined) return
      const folder = path.join(parent, name)
      if (await isAbandoned(folder, pid)) await removeFolder(folder).catch(() => undefined)
    }),
  )
}

/**
 * Deletes all temporary folders in the data folder, and their parent where it is then empty. Returns the names of those
 * that are left.
 */
export async function eraseTemporaryFolders(dataDir: string): Promise<readonly string[]> {
  const parent = temporaryPart(dataDir)
  const names = (await readdir(parent).catch((): string[] => [])).filter((name) => ownName.test(name))
  const leftovers: string[] = []
  for (const name of names) await removeFolder(path.join(parent, name)).catch(() => leftovers.push(name))
  await rmdir(parent).catch(() => undefined)
  return leftovers
}

async function isAbandoned(folder: string, pid: string | undefined): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory() || !isOwn(stats)) return false
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) return false
  const isInUse = await isHeld({ folder, name: lockName }, heldElsewhereMs).catch(() => null)
  if (isInUse !== null) return !isInUse
  return (pid !== undefined && !isProcessRunning(Number(pid))) || Date.now() - stats.mtimeMs > unlockedMs
}
