import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BrowserWindow, dialog, app as electron, nativeTheme, shell } from 'electron'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { type App, createApp } from '../app.ts'
import { takeSecrets } from '../kernel/child-environment.ts'
import { failureOf } from '../kernel/failure.ts'
import { createPreferences } from '../kernel/preferences.ts'
import { defaultDataDir } from './data-dir.ts'
import { startDataProcess, startKeychainProcess } from './electron-children.ts'
import { createElectronFetch } from './electron-fetch.ts'
import { installMenu } from './electron-menu.ts'
import { registerPageScheme } from './electron-page.ts'
import { createSaveDialog } from './electron-save-dialog.ts'
import { openWindow, type PageWindow } from './electron-window.ts'
import { answerPage } from './electron-wire.ts'

/** The Electron app: one sandboxed window on the built renderer, and main behind a few messages. */

const flag = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const dataDir = path.resolve(flag('data-dir') ?? defaultDataDir())
/** Chromium's own files; nothing of the person is in them. */
const windowDir = makeWindowDir()
/** Longer than stopping work and closing files takes; what still runs then does not hold the person. */
const closingMs = 8_000

async function start(): Promise<void> {
  hearEnd()
  const window = openWindow(dataDir)
  const opening = openApp(window)
  // The page loads while the vault and the files open: its first questions wait for them.
  answerPage(opening, window)
  closeBeforeQuit(opening, window)
  electron.on('second-instance', window.show)
  const app = await opening
  await followPreferences(app, window)
}

function openApp(window: PageWindow): Promise<App> {
  const language = electron.getPreferredSystemLanguages()[0] ?? 'pt-BR'
  return createApp({
    host: {
      kind: 'electron',
      targets: createSaveDialog(window),
      push: window.push,
      showProgress: window.showProgress,
      openOutside: (url) => shell.openExternal(url),
    },
    dataDir,
    demo: process.argv.includes('--demo'),
    version: electron.getVersion(),
    language,
    fetch: createElectronFetch(),
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    log: (question, { code, details }) => process.stderr.write(`${question}: ${code} ${details ?? ''}\n`),
  })
}

/** Ctrl+C and the line to `npm start`, which cuts it when it is told to end and hears on it that windows open here. */
function hearEnd(): void {
  // Electron has set handlers of its own by now, which hear one signal and let the next one kill.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.quit())
  process.on('disconnect', () => electron.quit())
  process.send?.('ready')
}

/** The menu speaks the person's language, and what the system draws has their theme: now and after each change. */
async function followPreferences(app: App, window: PageWindow): Promise<void> {
  const apply = async () => {
    const { preferences } = await app.handlers()['app.state']({}, quietCall())
    nativeTheme.themeSource = preferences.theme
    installMenu(preferences.language, (command) => window.push({ kind: 'command', command }))
  }
  window.onPush((push) => {
    if (push.kind === 'changed' && push.feature === 'app') void apply()
  })
  await apply()
}

/** The window goes at once; running work stops and files close before the process ends, however often it is asked to. */
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
    setTimeout(() => electron.exit(1), closingMs)
    window.browserWindow()?.close()
    void close()
      .catch((error: unknown) => process.stderr.write(`closing failed: ${failureOf(error).details}\n`))
      .finally(() => {
        phase = 'closed'
        electron.quit()
      })
  })
}

function quietCall() {
  return { signal: new AbortController().signal, progress() {} }
}

/** What nobody foresaw; what can be foreseen is said by the page itself (main/app.ts). */
async function giveUp(error: unknown): Promise<void> {
  process.stderr.write(`${error instanceof Error ? error.stack : 'start failed'}\n`)
  const language = electron.getPreferredSystemLanguages()[0] ?? 'pt-BR'
  const messages = catalogues[createPreferences(dataDir, language).read().language]
  const message = failureSentence(messages, failureOf(error))
  for (const window of BrowserWindow.getAllWindows()) window.hide()
  await dialog.showMessageBox({ type: 'error', title: 'Cruza', message })
  electron.exit(1)
}

/** A folder of data that cannot be written is read all the same, and Chromium writes elsewhere. */
function makeWindowDir(): string {
  const dir = path.join(dataDir, 'window')
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK)
    return dir
  } catch {
    return mkdtempSync(path.join(tmpdir(), 'cruza-window-'))
  }
}

// Electron starts programs too, such as the browser of a link.
takeSecrets()
electron.setName('Cruza')
electron.setPath('userData', windowDir)
electron.setAppUserModelId('br.com.cruza.desktop')
// A session fetches the dictionary of its languages from a stranger; Cruza speaks with the person's services only.
electron.on('session-created', (created) => created.setSpellCheckerLanguages([]))
electron.on('window-all-closed', () => electron.quit())
registerPageScheme()
// Over QUIC, Chromium sends a request again by itself when its handshake or its path fails, whatever the method.
electron.commandLine.appendSwitch('disable-quic')

if (electron.requestSingleInstanceLock()) {
  electron.whenReady().then(start).catch(giveUp)
} else electron.quit()
