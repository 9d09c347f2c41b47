import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  BrowserWindow,
  dialog,
  app as electron,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  shell,
  type UtilityProcess,
  utilityProcess,
} from 'electron'
import * as z from 'zod'
import type { Preferences } from '../../preload/contract/app.ts'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import type { App } from '../app.ts'
import { removeWindowFiles } from '../erase-everything.ts'
import {
  type ChildPort,
  childEnvironment,
  forkChild,
  heapFlags,
  keepOutOfCoreDumps,
  startAhead,
  takeSecrets,
} from '../kernel/child-process.ts'
import { failureOf } from '../kernel/failure.ts'
import { createPreferences } from '../kernel/preferences.ts'
import { createWakeEvents } from '../kernel/retry.ts'
import { temporaryStart } from '../kernel/temporary-folders.ts'
import { createElectronFetch, dropReadConnections } from './electron-fetch.ts'
import { menuTemplate } from './electron-menu.ts'
import { appId, followPower } from './electron-system.ts'
import { createSaveDialog, openWindow, type PageWindow, pageOrigin, registerPageScheme } from './electron-window.ts'
import { defaultDataDir } from './node-parts.ts'

/** The Electron app: one sandboxed window on the built renderer, and main behind a few messages. */

/** The built children lie beside the built host. */
const built = (name: string) => path.join(import.meta.dirname, name)

const flag = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)

const dataDir = path.resolve(flag('data-dir') ?? defaultDataDir())

/** Chromium's own files, which hold no personal data. */
const windowDir = makeWindowDir()

/** Longer than stopping work and closing files takes. Work that still runs then does not delay the person. */
const closingMs = 8_000

/** The preferences before the app is open, so that nothing visible waits for the vault. */
const startingPreferences = createPreferences(dataDir, electron.getPreferredSystemLanguages()[0] ?? 'pt-BR').read()

async function start(): Promise<void> {
  followSignals()
  // The page and the data wait for the vault, and the vault usually waits for this process.
  const keychain = startAhead(startKeychainProcess)
  let opened: App | undefined
  const preferences = () => opened?.preferences() ?? startingPreferences
  nativeTheme.themeSource = startingPreferences.theme
  const window = openWindow(dataDir, preferences)
  const opening = window.documentSent.then(() => openApp(window, keychain.start))
  // The page loads while the vault and the files open. Its first questions wait for them.
  answerPage(opening, window)
  closeBeforeQuit(opening, window)
  electron.on('second-instance', window.show)
  electron.on('activate', window.show)
  await window.documentSent
  const refresh = followApp(() => ({ ...preferences(), isOpen: opened?.isOpen() ?? false }), window)
  opened = await opening
  keychain.close()
  refresh()
  const app = opened
  electron.on('quit', () => app.isErased() && removeWindowFiles(dataDir))
}

async function openApp(window: PageWindow, startKeychain: () => ChildPort): Promise<App> {
  // The code of every feature is read while the page starts.
  const { createApp } = await import('../app.ts')
  const resumes = createWakeEvents(dropReadConnections)
  const power = followPower({ powerMonitor, powerSaveBlocker, app: electron, woke: () => void resumes.woke() })
  return createApp({
    host: {
      kind: 'electron',
      targets: createSaveDialog(window),
      push: window.push,
      showProgress(fraction) {
        window.showProgress(fraction)
        power.work(fraction !== null)
      },
      quit: () => electron.quit(),
      openOutside: (url) => shell.openExternal(url),
      printPage: window.print,
      filePrograms: {
        // `openPath` answers with the system's own words where it fails.
        open: async (file) => (await shell.openPath(file)) === '',
        show: (file) => shell.showItemInFolder(file),
      },
    },
    dataDir,
    demo: process.argv.includes('--demo'),
    version: electron.getVersion(),
    language: startingPreferences.language,
    fetch: createElectronFetch(),
    startData: startDataProcess,
    startKeychain,
    resumes,
    log: (question, { code, details }) => process.stderr.write(`${question}: ${code} ${details ?? ''}\n`),
  })
}

/**
 * Handles Ctrl+C and the connection to `npm start`. `npm start` cuts it to end this process, and learns from it that a
 * window opens.
 */
function followSignals(): void {
  // Electron's own handlers handle one signal and let the next one kill the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.quit())
  process.on('disconnect', () => electron.quit())
  process.send?.('ready')
}

/**
 * Keeps the menu in the person's language, with screens while data are open, and system-drawn parts in their theme. It
 * updates now, after each pushed change, and when the returned function is called.
 */
function followApp(read: () => Preferences & { readonly isOpen: boolean }, window: PageWindow): () => void {
  const { platform } = process
  const { isPackaged } = electron
  const command = (name: string) => window.push({ kind: 'command', command: name })
  let shown = ''
  const apply = () => {
    const { theme, language, isOpen } = read()
    nativeTheme.themeSource = theme
    // Setting a menu closes an open one.
    const next = `${language} ${isOpen}`
    if (next === shown) return
    shown = next
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ language, platform, isPackaged, isOpen, command })))
  }
  window.onPush((push) => {
    if (push.kind === 'changed' && ['app', 'all'].includes(push.feature)) apply()
  })
  apply()
  return apply
}

/**
 * Closes the window at once. Running work stops and files close before the process ends, however often `before-quit`
 * fires.
 */
function closeBeforeQuit(opening: Promise<App>, window: PageWindow): void {
  let phase: 'open' | 'closing' | 'closed' = 'open'
  const close = async () => {
    const app = await opening
    await app.close()
  }
  electron.on('before-quit', (event) => {
    if (phase === 'closed') return
    event.preventDefault()
    if (phase === 'closing') return
    phase = 'closing'
    // A new start now gets its own window and not one that is closing.
    electron.releaseSingleInstanceLock()
    setTimeout(() => electron.exit(1), closingMs)
    window.close()
    void close()
      .catch((error: unknown) => process.stderr.write(`closing failed: ${failureOf(error).details}\n`))
      .finally(() => {
        phase = 'closed'
        electron.quit()
      })
  })
}

/** Handles unexpected errors. The page reports expected failures itself (main/app.ts). */
async function giveUp(error: unknown): Promise<void> {
  process.stderr.write(`${error instanceof Error ? error.stack : 'start failed'}\n`)
  const message = failureSentence(catalogues[startingPreferences.language], failureOf(error))
  for (const window of BrowserWindow.getAllWindows()) window.hide()
  await dialog.showMessageBox({ type: 'error', title: 'Cruza', message })
  electron.exit(1)
}

/** A read-only data folder can still be read, and Chromium then writes elsewhere. */
function makeWindowDir(): string {
  const dir = path.join(dataDir, 'window')
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK)
    return dir
  } catch {
    return mkdtempSync(path.join(tmpdir(), temporaryStart('window')))
  }
}

const offered = z.object({
  name: z.string().max(1000),
  source: z.union([z.object({ path: z.string().min(1) }), z.object({ bytes: z.instanceof(Uint8Array) })]),
})

/**
 * Answers the page's three messages (sent by `preload.ts`) and refuses other senders, such as a frame or another
 * window. Messages before the app is open wait for it.
 */
function answerPage(opening: Promise<App>, window: PageWindow): void {
  const isOurs = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent) =>
    senderFrame !== null &&
    senderFrame === window.browserWindow()?.webContents.mainFrame &&
    senderFrame.origin === pageOrigin

  ipcMain.handle('cruza:call', async (event, message: unknown) => {
    if (!isOurs(event)) throw new Error('This frame may not call.')
    const app = await opening
    return app.router.call(message, window.push)
  })
  ipcMain.on('cruza:cancel', (event, id: unknown) => {
    if (isOurs(event)) void opening.then((app) => app.router.cancel(id))
  })
  ipcMain.handle('cruza:offer', async (event, message: unknown) => {
    if (!isOurs(event)) throw new Error('This frame may not offer.')
    const file = offered.parse(message)
    const app = await opening
    return app.fileTickets.put(file)
  })
  // A reloaded page sends its questions again; nobody waits for those of the old page.
  window.browserWindow()?.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) void opening.then((app) => app.router.cancelAll())
  })
}

/**
 * The data process. For developers, `CRUZA_DATA_NODE` names a Node that runs it instead of Electron's own. A packed app
 * ignores it, since whoever sets a variable must not get the key of the files.
 */
function startDataProcess(): ChildPort {
  const execPath = electron.isPackaged ? undefined : process.env.CRUZA_DATA_NODE
  return execPath ? forkChild(built('data.cjs'), { execPath }) : utility('data.cjs', 'inherit')
}

/** Its native libraries must not write to our stderr. */
function startKeychainProcess(): ChildPort {
  return utility('keychain.cjs', 'ignore')
}

function utility(file: string, stdio: 'ignore' | 'inherit'): ChildPort {
  const child = utilityProcess.fork(built(file), [], {
    env: childEnvironment(),
    execArgv: [`--js-flags=${heapFlags.join(' ')}`],
    stdio,
    serviceName: `Cruza ${path.basename(file, '.cjs')}`,
  })
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  return {
    post(message) {
      if (!hasEnded) child.postMessage(message)
    },
    onMessage: (receive) => child.on('message', receive),
    onExit(receive) {
      if (hasEnded) queueMicrotask(receive)
      else child.once('exit', receive)
    },
    kill() {
      if (hasEnded) return
      if (child.pid === undefined) child.once('spawn', () => killNow(child))
      else killNow(child)
    },
  }
}

/** `child.kill()` sends SIGTERM, which a hanging keychain does not handle. */
function killNow({ pid }: UtilityProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended, and its `exit` is on the way.
  }
}

// Electron starts programs too, such as the browser for a link.
keepOutOfCoreDumps()
takeSecrets()

electron.setName('Cruza')
electron.setPath('userData', windowDir)
electron.setAppUserModelId(appId)

// Chromium's own texts, such as those of dialogs, are in the person's language too.
electron.commandLine.appendSwitch('lang', startingPreferences.language === 'en' ? 'en-US' : 'pt-BR')

// A session downloads dictionaries from another host. Cruza contacts the person's services only.
electron.on('session-created', (created) => created.setSpellCheckerLanguages([]))

electron.on('window-all-closed', () => electron.quit())

// Otherwise Electron's own menu would appear first, in English.
Menu.setApplicationMenu(null)

registerPageScheme()

// Over QUIC, Chromium repeats any request when its handshake or its path fails.
electron.commandLine.appendSwitch('disable-quic')

if (electron.requestSingleInstanceLock()) {
  electron.whenReady().then(start).catch(giveUp)
} else {
  // The window of the first process comes to the front (`second-instance`).
  process.stdout.write(`${catalogues[startingPreferences.language].start.alreadyOpen}\n`)
  electron.quit()
}
