import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { removeFolder } from './replace-file.ts'

/** A temporary folder that only this user may open (mode 0700). */
export interface PrivateFolder {
  readonly path: string
  /** Deletes it with all that is in it. */
  remove(): Promise<void>
}

/** The longest socket address that every system takes (104 bytes on macOS). */
const longestAddress = 100
const isWindows = process.platform === 'win32'
/** A folder without a lock is just being made, or is left: a pipe of Windows goes with its process, a socket file stays. */
const unlockedMs = isWindows ? 60_000 : 24 * 3_600_000

/**
 * Makes a folder in `parent` whose name begins with `prefix`. It is tied to this process: a socket inside it (a
 * named pipe on Windows) is its lock, which the system closes when the process ends, however it ends.
 */
export async function createPrivateFolder(prefix: string, parent = os.tmpdir()): Promise<PrivateFolder> {
  const folder = await mkdtemp(path.join(parent, prefix))
  const lock = await holdLock(lockAddress(folder))
  return {
    path: folder,
    async remove() {
      await new Promise<void>((resolve) => (lock ? lock.close(() => resolve()) : resolve()))
      await removeFolder(folder)
    },
  }
}

/** Deletes the private folders of this prefix whose process has ended. Never rejects: trouble here must not stop a start. */
export async function clearAbandonedFolders(prefix: string, parent = os.tmpdir()): Promise<void> {
  const names = await readdir(parent).catch((): string[] => [])
  const folders = names.filter((name) => name.startsWith(prefix)).map((name) => path.join(parent, name))
  await Promise.all(
    folders.map(async (folder) => {
      if (await isAbandoned(folder)) await removeFolder(folder).catch(() => undefined)
    }),
  )
}

function lockAddress(folder: string): string {
  return isWindows ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 'lock')
}

/** Undefined where the address is too long, or sockets are refused: the folder then counts by its age. */
function holdLock(address: string): Promise<Server | undefined> {
  if (Buffer.byteLength(address) > longestAddress) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy())
    server.once('error', () => resolve(undefined))
    server.listen(address, () => resolve(server))
    server.unref()
  })
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) return false
  const why = await connectionError(lockAddress(folder))
  // Refused: nobody listens there any more. Any other error does not identify the owner.
  return why === 'ECONNREFUSED' || (why !== null && Date.now() - found.mtimeMs > unlockedMs)
}

/** Null when somebody listens. */
function connectionError(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const connection = connect(address, () => {
      connection.destroy()
      resolve(null)
    })
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })
}
