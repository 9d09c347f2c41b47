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
  /** Deletes it with all that is in it. */
  remove(): Promise<void>
}

/** What a temporary folder is for; its name says so. */
type Use = 'download' | 'demo' | 'open' | 'window' | 'read'

/** The lock of a folder, inside it. */
const lockName = 'lock'
/** A lock of another system, such as that before a restart, counts as free when nobody renewed it for so long. */
const heldElsewhereMs = 600_000
/** A folder without a lock counts as left after this time. */
const unlockedMs = dayMs
const ownName = /^cruza-(?:download|demo|open|window|read)-(?:(\d{1,10})-)?\w{6}$/

/** The part of the folder of data for what lives as long as the process that made it. */
export const temporaryPart = (dataDir: string) => path.join(dataDir, 'temporary')

/** What the name of a folder begins with, before the six characters that `mkdtemp` adds. */
export const temporaryStart = (use: Use) => `cruza-${use}-${process.pid}-`

/**
 * Makes a folder for files of this process in the folder of data. Where that cannot be written it is in the system's
 * folder of temporary files, which other users may share. Throws what the file system throws there.
 */
export async function createTemporaryFolder(dataDir: string, use: Use): Promise<PrivateFolder> {
  const ownPart = await ownTemporaryPart(dataDir).catch(() => undefined)
  return createPrivateFolder(use, ownPart ?? os.tmpdir())
}

/** That part, made where it is not there. Throws where it cannot be written or is another user's. */
export async function ownTemporaryPart(dataDir: string): Promise<string> {
  const folder = temporaryPart(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
  const stats = await lstat(folder)
  if (!stats.isDirectory() || !isOwn(stats)) throw new Error('not a folder of this user')
  return folder
}

/**
 * Makes a folder in `parent`. It is tied to this process, which holds a lock inside it.
 */
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

/** Deletes the temporary folders of processes that have ended. Never rejects: trouble here must not stop a start. */
export async function clearTemporaryFolders(dataDir: string): Promise<void> {
  await Promise.all([temporaryPart(dataDir), os.tmpdir()].map(clearAbandonedFolders))
}

/**
 * Deletes those of one parent, which other users may share: nothing but folders of this user that nobody else may open.
 * Never rejects.
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
 * Deletes all of them in the folder of data, and the part for them where nothing else is in it. Gives the names of
 * those that are left.
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
