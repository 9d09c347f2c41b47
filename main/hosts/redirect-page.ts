import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { clearAbandonedFolders, createPrivateFolder, type PrivateFolder } from '../kernel/private-folder.ts'

/** A file that leads the browser to an address. */
export interface RedirectPage {
  /** Absolute path. */
  readonly file: string
  remove(): Promise<void>
}

const prefix = 'cruza-open-'

/**
 * Writes a page (0600, in a private folder) that leads to `address`. The browser is started with the path of this file,
 * because every user of the machine can read the arguments of a process, and the address holds the ticket.
 * Rejects when no folder can be written.
 */
export async function createRedirectPage(address: string, language: Language): Promise<RedirectPage> {
  const folder = await firstFolder(possibleParents())
  const file = path.join(folder.path, 'cruza.html')
  await writeFile(file, pageTo(address, language), { mode: 0o600, flag: 'wx' })
  return { file, remove: () => folder.remove() }
}

/**
 * Where the default browser can read. A browser from a snap sees a /tmp of its own and no hidden folder, so with snaps the
 * home itself comes first; one from a flatpak is handed the file by the desktop, wherever it lies.
 */
function possibleParents(): readonly string[] {
  if (process.platform !== 'linux') return [os.tmpdir()]
  const withSnaps = existsSync('/var/lib/snapd') ? [os.homedir()] : []
  const ofSession = process.env.XDG_RUNTIME_DIR ? [process.env.XDG_RUNTIME_DIR] : []
  return [...withSnaps, ...ofSession, os.tmpdir()]
}

async function firstFolder([parent = os.tmpdir(), ...others]: readonly string[]): Promise<PrivateFolder> {
  await clearAbandonedFolders(prefix, parent)
  try {
    return await createPrivateFolder(prefix, parent)
  } catch (error) {
    if (others.length === 0) throw error
    return firstFolder(others)
  }
}

/** `address` is our own: there is nothing in it to escape. The link is for browsers that refuse to be led on. */
function pageTo(address: string, language: Language): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Cruza</title>
<a href="${address}">${catalogues[language].start.openPage}</a>
`
}
