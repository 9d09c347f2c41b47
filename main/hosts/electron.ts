import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  BrowserWindow,
  dialog,
  app as electron,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  net,
  type Session,
  session,
} from 'electron'
import * as z from 'zod'
import type { Push } from '../../preload/contract/wire.ts'
import { type App, createApp } from '../app.ts'
import type { Fetch } from '../kernel/http.ts'
import type { SaveTargets } from '../kernel/save-targets.ts'
import { defaultDataDir } from './data-dir.ts'
import { startDataProcess, startKeychainProcess } from './electron-children.ts'
import { installMenu } from './electron-menu.ts'
import { pageOrigin, registerPageScheme, servePage } from './electron-page.ts'
import { keepWindowState, readWindowState } from './electron-window-state.ts'

/** The Electron app: one sandboxed window on the built renderer, and main behind four messages. */

const rendererDir = path.join(import.meta.dirname, '..', 'renderer')
const preload = path.join(import.meta.dirname, '..', 'preload', 'preload.cjs')

const flag = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const dataDir = path.resolve(flag('data-dir') ?? defaultDataDir())
const startsInDemo = process.argv.includes('--demo')

/** System proxy and certificates; no cookies; a redirect ends the request with an error. */
const electronFetch: Fetch = (url, init) => net.fetch(url, { ...init, credentials: 'omit' })

function createWindow(pageSession: Session): BrowserWindow {
  const state = readWindowState(dataDir)
  const window = new BrowserWindow({
    ...(state?.bounds ?? { width: 1280, height: 800 }),
    minWidth: 900,
    minHeight: 560,
    show: false,
    title: 'Cruza',
    webPreferences: {
      preload,
      session: pageSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (state?.maximized) window.maximize()
  keepWindowState(window, dataDir)
  window.once('ready-to-show', () => window.show())
  return window
}

/** Nothing leads out of the page, and it gets no right but the one to write to the clipboard, which copying rows needs. */
function confine(window: BrowserWindow, pageSession: Session): void {
  const isOurs = (permission: string) => permission === 'clipboard-sanitized-write'
  pageSession.setPermissionRequestHandler((_contents, permission, decide) => decide(isOurs(permission)))
  pageSession.setPermissionCheckHandler((_contents, permission) => isOurs(permission))
  pageSession.setDevicePermissionHandler(() => false)
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event) => event.preventDefault())
  window.webContents.on('will-redirect', (event) => event.preventDefault())
  window.webContents.on('will-attach-webview', (event) => event.preventDefault())
}

/** The save dialog of the system; the chosen path never reaches the page. */
function dialogTargets(window: () => BrowserWindow | undefined): SaveTargets {
  return {
    async choose(name) {
      const parent = window()
      const options = { defaultPath: path.join(electron.getPath('downloads'), name) }
      const chosen = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      if (chosen.canceled || !chosen.filePath) return null
      return {
        path: chosen.filePath,
        name: path.basename(chosen.filePath),
        done: async () => {},
        discard: async () => {},
      }
    },
  }
}

const offered = z.object({
  name: z.string().max(1000),
  source: z.union([z.object({ path: z.string().min(1) }), z.object({ bytes: z.instanceof(Uint8Array) })]),
})

/** Answers the page's four messages; any other sender, a frame inside the page for one, is refused. */
function answerPage(app: App, window: BrowserWindow, push: (push: Push) => void): void {
  const trusted = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent) =>
    senderFrame !== null && senderFrame === window.webContents.mainFrame && senderFrame.origin === pageOrigin
  ipcMain.handle('cruza:call', (event, message: unknown) => {
    if (!trusted(event)) throw new Error('This frame may not ask.')
    return app.router.call(message, push)
  })
  ipcMain.on('cruza:cancel', (event, id: unknown) => {
    if (trusted(event)) app.router.cancel(id)
  })
  ipcMain.handle('cruza:offer', (event, message: unknown) => {
    if (!trusted(event)) throw new Error('This frame may not offer.')
    return app.offers.put(offered.parse(message))
  })
  // A reload asks everything again: what the old page asked has nobody waiting.
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) app.router.cancelAll()
  })
}

async function start(): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // In memory: the page keeps nothing on disk.
  const pageSession = session.fromPartition('cruza')
  servePage(pageSession, rendererDir)
  const window = createWindow(pageSession)
  confine(window, pageSession)
  const push = (message: Push) => {
    if (!window.isDestroyed()) window.webContents.send('cruza:push', message)
  }
  const app = await createApp({
    host: {
      kind: 'electron',
      targets: dialogTargets(() => (window.isDestroyed() ? undefined : window)),
      push,
      showProgress(fraction) {
        if (!window.isDestroyed()) window.setProgressBar(fraction ?? -1)
      },
    },
    dataDir,
    version: electron.getVersion(),
    language: electron.getLocale() || 'pt-BR',
    fetch: electronFetch,
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    log: (question, { code, details }) => process.stderr.write(`${question}: ${code} ${details ?? ''}\n`),
  })
  const call = { signal: new AbortController().signal, progress() {} }
  if (startsInDemo) await app.handlers()['app.enter_demo']({}, call)
  const { preferences } = await app.handlers()['app.state']({}, call)
  installMenu(window, preferences.language, (command) => push({ kind: 'command', command }))
  answerPage(app, window, push)
  closeBeforeQuit(app)
  electron.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  await window.loadURL(`${pageOrigin}/index.html`)
}

/** Running work stops and files close before the process ends; a second try does not wait. */
function closeBeforeQuit(app: App): void {
  let closed = false
  electron.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void app.close().finally(() => electron.quit())
  })
}

electron.setName('Cruza')
electron.setPath('userData', path.join(dataDir, 'window'))
electron.on('window-all-closed', () => electron.quit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => electron.quit())
registerPageScheme()

if (electron.requestSingleInstanceLock()) {
  electron
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : 'start failed'}\n`)
      electron.exit(1)
    })
} else electron.quit()
