import { execFile } from 'node:child_process'
import { realpath, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Why open databases are not safe in a folder: it is on another computer, or a program copies it while it changes. */
type FolderRisk = 'network' | 'synced'

/** What the system reports about a folder; tests replace it. */
export interface FolderSystem {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** The path after links and mapped drives, which Windows gives as `\\server\share`. */
  realpath(folder: string): Promise<string>
  /** The number of the file system's kind (Linux: linux/magic.h). */
  kindOf(folder: string): Promise<number>
  /** The output of /sbin/mount on macOS. */
  mounts(): Promise<string>
}

/** From linux/magic.h, and of file systems outside the kernel: NFS, SMB, SMB2, CIFS, 9P, Ceph, AFS, VirtualBox. */
const networkKinds = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x00c36400, 0x5346414f, 0x786f4256])
const networkMounts = /^(smbfs|nfs|afpfs|webdav|ftp)$/

/** Folder names of programs that copy their content to other computers. */
const syncedFolders = [
  /^onedrive( - .+)?$/i,
  /^dropbox( \(.+\))?$/i,
  /^google ?drive(-.+)?$/i,
  /^(my drive|meu drive)$/i,
  /^icloud ?drive$/i,
  // iCloud's own folder, and the one where macOS puts all others.
  /^mobile documents$/i,
  /^cloudstorage$/i,
  /^(nextcloud|owncloud|pcloud ?drive|mega|megasync|box sync)$/i,
]

/**
 * Whether SQLite's log may fail in the data folder: on a network (https://www.sqlite.org/useovernet.html) or where a
 * program replaces open files. Undefined where no such risk is known. Never rejects.
 */
export async function folderRisk(folder: string, system: FolderSystem = ownSystem): Promise<FolderRisk | undefined> {
  const existing = await existingPart(folder, system)
  if ([folder, existing].some((place) => isShare(place, system))) return 'network'
  if ([folder, existing].some((place) => isSynced(place, system))) return 'synced'
  return (await isOnNetwork(existing, system).catch(() => false)) ? 'network' : undefined
}

export async function folderNotice(folder: string, system?: FolderSystem): Promise<`folder_${FolderRisk}` | null> {
  const risk = await folderRisk(folder, system)
  return risk ? `folder_${risk}` : null
}

/** The nearest existing parent: before the first start the folder itself does not exist. */
async function existingPart(folder: string, system: FolderSystem): Promise<string> {
  const { dirname } = system.platform === 'win32' ? path.win32 : path.posix
  for (let place = folder; ; place = dirname(place)) {
    const realPath = await system.realpath(place).catch(() => undefined)
    if (realPath !== undefined) return realPath
    if (dirname(place) === place) return folder
  }
}

/** `\\server\share`, in its long form too. `\\?\C:\` and `\\.\` are on this computer. */
function isShare(place: string, { platform }: FolderSystem): boolean {
  return platform === 'win32' && /^[\\/]{2}([?][\\/]UNC[\\/]|[^?.\\/])/i.test(place)
}

function isSynced(place: string, { environment, platform }: FolderSystem): boolean {
  if (place.split(/[\\/]/).some((part) => syncedFolders.some((name) => name.test(part)))) return true
  if (platform !== 'win32') return false
  const { OneDrive, OneDriveCommercial, OneDriveConsumer } = environment
  return [OneDrive, OneDriveCommercial, OneDriveConsumer].some(
    (root) => root && !/^\.\.|^[a-z]:/i.test(path.win32.relative(root, place)),
  )
}

async function isOnNetwork(place: string, system: FolderSystem): Promise<boolean> {
  if (system.platform === 'linux') return networkKinds.has((await system.kindOf(place)) >>> 0)
  if (system.platform !== 'darwin') return false
  const holding = (await system.mounts())
    .split('\n')
    .map(mountOf)
    .filter(({ point }) => point !== '' && `${place}/`.startsWith(point.endsWith('/') ? point : `${point}/`))
    .toSorted((one, other) => other.point.length - one.point.length)[0]
  return networkMounts.test(holding?.kind ?? '')
}

/** A line of `mount` on macOS: "//user@host/share on /Volumes/share (smbfs, nodev)". */
function mountOf(line: string) {
  const open = line.lastIndexOf(' (')
  const on = line.lastIndexOf(' on /', open)
  const point = open < 0 || on < 0 ? '' : line.slice(on + ' on '.length, open)
  return { point, kind: /^[a-z]+/.exec(line.slice(open + ' ('.length))?.[0] ?? '' }
}

const ownSystem: FolderSystem = {
  platform: process.platform,
  environment: process.env,
  realpath,
  kindOf: async (folder) => (await statfs(folder)).type,
  mounts: async () => (await promisify(execFile)('/sbin/mount', { timeout: 5_000 })).stdout,
}
