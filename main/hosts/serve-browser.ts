import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import open from 'open'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { keepOutOfCoreDumps, takeSecrets } from '../kernel/child-process.ts'
import { AppFailure } from '../kernel/failure.ts'
import { languageOf } from '../kernel/preferences.ts'
import { systemCode } from '../kernel/replace-file.ts'
import { createWakeEvents, watchSleep } from '../kernel/retry.ts'
import { clearAbandonedFolders, createPrivateFolder, type PrivateFolder } from '../kernel/temporary-folders.ts'
import { startBrowserHost } from './browser.ts'
import {
  appVersion,
  lazyNodeFetch,
  root,
  type StartOptions,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
} from './node-parts.ts'

/** A file that redirects the browser to an address. */
interface RedirectPage {
  /** Absolute path. */
  readonly file: string
  remove(): Promise<void>
}

/**
 * Writes a page (0600, in a private folder) that redirects to `address`. The browser starts with the path of this file,
 * since every user of the machine can read a process's arguments, and the address holds the ticket. Rejects when no
 * folder is writable.
 */
export async function createRedirectPage(address: string, language: Language): Promise<RedirectPage> {
  const folder = await firstFolder(possibleParents())
  const file = path.join(folder.path, 'cruza.html')
  await writeFile(file, pageTo(address, language), { mode: 0o600, flag: 'wx' })
  return { file, remove: () => folder.remove() }
}

/**
 * The folders that the default browser can read. A browser from a snap has its own /tmp and sees no hidden folder, so
 * with snaps the home itself comes first. A browser from a flatpak gets the file from the desktop in any folder.
 */
function possibleParents(): readonly string[] {
  if (process.platform !== 'linux') return [os.tmpdir()]
  const withSnaps = existsSync('/var/lib/snapd') ? [os.homedir()] : []
  const ofSession = process.env.XDG_RUNTIME_DIR ? [process.env.XDG_RUNTIME_DIR] : []
  return [...withSnaps, ...ofSession, os.tmpdir()]
}

async function firstFolder([parent = os.tmpdir(), ...others]: readonly string[]): Promise<PrivateFolder> {
  await clearAbandonedFolders(parent)
  try {
    return await createPrivateFolder('open', parent)
  } catch (error) {
    if (others.length === 0) throw error
    return firstFolder(others)
  }
}

/** `address` is our own, so it needs no escaping. The link is for browsers that refuse to redirect. */
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

/** Longer than closing takes. Work that still runs then does not delay the terminal. */
const closingMs = 10_000

const language = languageOf(systemLanguage())

/** The browser host of `npm start`: serves until it is stopped, and returns the exit code. Errors go to stderr. */
export async function serveBrowser(options: StartOptions, hasDisplay: boolean, stop: AbortSignal): Promise<number> {
  try {
    await serve(options, hasDisplay, stop)
    return 0
  } catch (error) {
    if (stop.aborted) return 0
    console.error(whyFailed(error, options))
    return 1
  }
}

async function serve(options: StartOptions, hasDisplay: boolean, stop: AbortSignal): Promise<void> {
  // Must run before any child starts: the browser gets this process's environment.
  keepOutOfCoreDumps()
  const { passphrase } = takeSecrets()
  const print = (address: string) => console.log(`Cruza ready: ${address}`)
  let redirect: RedirectPage | undefined
  const removeRedirect = async () => redirect?.remove().catch(() => undefined)
  const quit = new AbortController()
  const end = AbortSignal.any([stop, quit.signal])
  const resumes = createWakeEvents()
  watchSleep(() => void resumes.woke())
  const host = await startBrowserHost({
    onEntered: () => void removeRedirect(),
    onNewAddress: print,
    onQuit: () => quit.abort(),
    port: options.port,
    rendererDir: path.join(root, 'out', 'renderer'),
    dataDir: options.dataDir,
    demo: options.demo,
    version: appVersion(),
    language: systemLanguage(),
    fetch: lazyNodeFetch(),
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    resumes,
    ...(passphrase === undefined ? {} : { passphrase }),
    log: (question, { code, details }) => console.error(`${question}: ${code} ${details ?? ''}`),
  })
  try {
    print(host.address)
    if (options.open && hasDisplay && !stop.aborted) {
      redirect = await createRedirectPage(host.address, language).catch(() => undefined)
      // Where no browser can be opened, the person opens the printed address.
      if (redirect) await open(redirect.file).catch(() => undefined)
    }
    if (!end.aborted) await once(end, 'abort')
    setTimeout(() => process.exit(1), closingMs).unref()
  } finally {
    await removeRedirect()
    await host.close()
  }
}

function whyFailed(error: unknown, { port }: StartOptions): string {
  const messages = catalogues[language]
  if (error instanceof AppFailure) return failureSentence(messages, error)
  if (systemCode(error) === 'EADDRINUSE') return messages.start.portTaken(port)
  return String(error instanceof Error ? error.stack : error)
}
