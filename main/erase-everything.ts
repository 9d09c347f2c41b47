import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { removeFile, removeFileSync } from './kernel/replace-file.ts'
import { clearTemporaryFolders, eraseTemporaryFolders } from './kernel/temporary-folders.ts'
import { removeUnfinishedSaves } from './kernel/unfinished-saves.ts'
import { fileFailure, openMarker } from './kernel/vault/vault-files.ts'

/**
 * The names that Cruza makes in a data folder, with the endings of their companions. Everything else belongs to others
 * and stays, since `--data-dir` may name any folder.
 */
const besides =
  /([.-](\d+|wal|shm|journal|old|part|migrating|removed|copy|making|lock|restoring|damaged|new|tmp|free))*/.source
const ownFiles = new RegExp(
  `^((app\\.db|settings\\.json|window\\.json|vault\\.json|vault\\.bin|vault\\.lock)${besides}|\\.updating|\\.open)$`,
)
const ownFolders = ['sheets', 'runs', 'forms', 'platform'] as const
const ownInFolder = /^([\w-]+\.(sheet|run|forms|platform)([.-].*)?|\.updating)$/
/**
 * The names that Chromium makes in its data folder (chrome/browser/profiles,
 * content/browser/storage_partition_impl.cc).
 */
const ofChromium =
  /^(\.org\.chromium\..*|.*Cache|Cookies.*|Crash Reports|Crashpad|Dictionaries|DIPS.*|blob_storage|databases|IndexedDB|Local State|Local Storage|lockfile|Network.*|Partitions|Preferences|Secure Preferences|Service Worker|Session Storage|Shared Dictionary|SharedStorage.*|Singleton.*|Trust Tokens.*|TransportSecurity|WebStorage|DevToolsActivePort|.*\.tmp)$/
/** The vault's files go last, since without them nobody could read the encrypted files. */
const ofVault = /^vault\./
/** Exists from before the first file is erased until the last one is gone. */
const pending = 'erase.pending'

/**
 * Whether there are files that only the vault's key opens. It looks for files, since the folders may hold others'
 * files.
 */
export function hasEncryptedFiles(dataDir: string): boolean {
  const namesIn = (folder: string) => {
    const place = path.join(dataDir, folder)
    return existsSync(place) ? readdirSync(place) : []
  }
  return (
    namesIn('.').some((name) => name === 'app.db' || name === 'app.db.copy') ||
    ownFolders.some((folder) => namesIn(folder).some((name) => ownInFolder.test(name)))
  )
}

export interface EraseOptions {
  readonly dataDir: string
  removeSecret(name: string): Promise<void>
  /** True while Chromium uses its files: the host removes them at its end (`removeWindowFiles`). */
  readonly keepsWindow: boolean
}

/** Marks the folder as being erased. Throws the file system's refusal, as `fileFailure` names it. */
export async function beginErasing(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(path.join(dataDir, pending), '', { mode: 0o600 })
  } catch (error) {
    throw fileFailure(error, dataDir)
  }
}

/** Whether an erasure of this folder has begun and not ended. */
export const isErasing = (dataDir: string) => existsSync(path.join(dataDir, pending))

/**
 * Erases what Cruza stores in a data folder, after `beginErasing`. Temporary files, encrypted files and settings go
 * first, then the secrets in the keychain, then the vault. A kill at any moment leaves a folder that `isErasing`, and
 * another call continues. Returns what could not be erased: files by their name in the folder, secrets as
 * `Cruza/<installation>/<name>`.
 */
export async function eraseEverything({
  dataDir,
  removeSecret,
  keepsWindow,
}: EraseOptions): Promise<readonly string[]> {
  const leftovers: string[] = []
  await removeUnfinishedSaves(dataDir)
  await clearTemporaryFolders(dataDir)
  leftovers.push(...(await eraseTemporaryFolders(dataDir)))
  for (const folder of ownFolders) leftovers.push(...(await eraseIn(dataDir, folder, (name) => ownInFolder.test(name))))
  leftovers.push(...(await eraseIn(dataDir, '.', (name) => ownFiles.test(name) && !ofVault.test(name))))
  const secrets = await eraseSecrets(dataDir, removeSecret)
  leftovers.push(...secrets)
  // Another try needs the names of the secrets that are left.
  if (secrets.length === 0) leftovers.push(...(await eraseIn(dataDir, '.', (name) => ofVault.test(name))))
  if (!keepsWindow) removeWindowFiles(dataDir)
  if (leftovers.length === 0) await removeFile(path.join(dataDir, pending))
  await rmdir(dataDir).catch(() => undefined)
  return leftovers
}

/** Removes the files of Chromium and the window, and the folder if it is then empty. Never throws. */
export function removeWindowFiles(dataDir: string): void {
  try {
    const folder = path.join(dataDir, 'window')
    // A link leads to a folder of somebody else.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) removeTree(folder, (name) => ofChromium.test(name))
    for (const name of readdirSync(dataDir)) if (/^window\.json/.test(name)) removeFileSync(path.join(dataDir, name))
    rmdirSync(dataDir)
  } catch {
    // Nothing of the person is in them.
  }
}

/**
 * Removes a folder with its content. Links are removed, their targets stay. The folder stays where some content stays.
 */
function removeTree(folder: string, isOwn: (name: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isOwn(name))) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) removeTree(place, () => true)
    else removeFileSync(place)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Counts the folder's content by its files alone, which needs no key. */
export async function countFiles(dataDir: string) {
  const count = async (folder: string, extension: string) =>
    (await readdir(path.join(dataDir, folder)).catch(() => [])).filter((name) => path.extname(name) === extension)
      .length
  const content = await (await openMarker(dataDir)).read().catch(() => undefined)
  return {
    sheets: await count('sheets', '.sheet'),
    runs: await count('runs', '.run'),
    connections: content?.names.filter((name) => name.startsWith('connection-')).length ?? 0,
  }
}

async function eraseIn(dataDir: string, folder: string, isOwn: (name: string) => boolean): Promise<readonly string[]> {
  const place = path.join(dataDir, folder)
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  const leftovers: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile() && isOwn(entry.name))) {
    if (!isRemoved(path.join(place, name))) leftovers.push(path.join(folder, name))
  }
  if (folder !== '.') await rmdir(place).catch(() => undefined)
  return leftovers
}

function isRemoved(file: string): boolean {
  try {
    return removeFileSync(file)
  } catch {
    return false
  }
}

/** A passphrase vault has its secrets in its file; those of a keychain are deleted one by one. */
async function eraseSecrets(dataDir: string, removeSecret: EraseOptions['removeSecret']): Promise<readonly string[]> {
  // An unreadable marker names no secrets to delete.
  const content = await (await openMarker(dataDir)).read().catch(() => undefined)
  if (content?.kind !== 'keychain') return []
  const leftovers: string[] = []
  for (const name of content.names) {
    await removeSecret(name).catch(() => leftovers.push(`Cruza/${content.installId}/${name}`))
  }
  return leftovers
}
