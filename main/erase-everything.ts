import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { removeFile, removeFileSync } from './kernel/replace-file.ts'
import { clearTemporaryFolders, eraseTemporaryFolders } from './kernel/temporary-folders.ts'
import { removeUnfinishedSaves } from './kernel/unfinished-saves.ts'
import { fileFailure, openMarker } from './kernel/vault/vault-files.ts'

/**
 * What Cruza makes in a folder of data, with the endings of what it makes beside; anything else there is somebody
 * else's and stays, since `--data-dir` may name any folder.
 */
const besides =
  /([.-](\d+|wal|shm|journal|old|part|migrating|removed|copy|making|lock|restoring|damaged|new|tmp|free))*/.source
const ownFiles = new RegExp(
  `^((app\\.db|settings\\.json|window\\.json|vault\\.json|vault\\.bin|vault\\.lock)${besides}|\\.updating|\\.open)$`,
)
const ownFolders = ['sheets', 'runs', 'forms', 'platform'] as const
const ownInFolder = /^([\w-]+\.(sheet|run|forms|platform)([.-].*)?|\.updating)$/
/** What Chromium makes in its folder of data (chrome/browser/profiles, content/browser/storage_partition_impl.cc). */
const ofChromium =
  /^(\.org\.chromium\..*|.*Cache|Cookies.*|Crash Reports|Crashpad|Dictionaries|DIPS.*|blob_storage|databases|IndexedDB|Local State|Local Storage|lockfile|Network.*|Partitions|Preferences|Secure Preferences|Service Worker|Session Storage|Shared Dictionary|SharedStorage.*|Singleton.*|Trust Tokens.*|TransportSecurity|WebStorage|DevToolsActivePort|.*\.tmp)$/
/** Of the vault: without them nobody could read the encrypted files, so they go after those. */
const ofVault = /^vault\./
/** Records that everything is being erased, from before the first file goes until the last is gone. */
const pending = 'erase.pending'

/**
 * Whether anything is there that only the key of the vault opens: files, since somebody else's may lie in the folders.
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
  /** The files of Chromium are in use: the host removes them at its end (`removeWindowFiles`). */
  readonly keepsWindow: boolean
}

/** Marks the folder as being erased. Throws what the file system refuses with, as `fileFailure` names it. */
export async function beginErasing(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(path.join(dataDir, pending), '', { mode: 0o600 })
  } catch (error) {
    throw fileFailure(error, dataDir)
  }
}

/** Whether an erasure of this folder was begun and has not come to its end. */
export const isErasing = (dataDir: string) => existsSync(path.join(dataDir, pending))

/**
 * Erases what Cruza stores in a folder of data, after `beginErasing`: temporary files, its encrypted files and the
 * settings first, then the secrets in the keychain, then the vault. A kill at any moment leaves a folder that
 * `isErasing`, and another call goes on. Gives what could not be erased: files by their name in the folder, secrets as
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
  // The names of the secrets that are left are needed to try again.
  if (secrets.length === 0) leftovers.push(...(await eraseIn(dataDir, '.', (name) => ofVault.test(name))))
  if (!keepsWindow) removeWindowFiles(dataDir)
  if (leftovers.length === 0) await removeFile(path.join(dataDir, pending))
  await rmdir(dataDir).catch(() => undefined)
  return leftovers
}

/**
 * Removes what Chromium and the window store in the folder, and the folder where nothing else is in it. Never throws.
 */
export function removeWindowFiles(dataDir: string): void {
  try {
    const folder = path.join(dataDir, 'window')
    // Behind a link is a folder of somebody else.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) removeTree(folder, (name) => ofChromium.test(name))
    for (const name of readdirSync(dataDir)) if (/^window\.json/.test(name)) removeFileSync(path.join(dataDir, name))
    rmdirSync(dataDir)
  } catch {
    // Nothing of the person is in them.
  }
}

/** A folder with what is in it, links themselves and not what they lead to; it stays where something stays in it. */
function removeTree(folder: string, isOwn: (name: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isOwn(name))) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) removeTree(place, () => true)
    else removeFileSync(place)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** What is in the folder, by its files alone: it can be counted without any key. */
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

/** The secrets of a passphrase vault are in its file; those of a keychain are forgotten one by one. */
async function eraseSecrets(dataDir: string, removeSecret: EraseOptions['removeSecret']): Promise<readonly string[]> {
  // A marker that cannot be read names nothing that could be forgotten.
  const content = await (await openMarker(dataDir)).read().catch(() => undefined)
  if (content?.kind !== 'keychain') return []
  const leftovers: string[] = []
  for (const name of content.names) {
    await removeSecret(name).catch(() => leftovers.push(`Cruza/${content.installId}/${name}`))
  }
  return leftovers
}
