import path from 'node:path'
import { BrowserWindow, type Session, session, type WebContents } from 'electron'
import type { Push } from '../../preload/contract/wire.ts'
import { pageOrigin, servePage } from './electron-page.ts'
import { keepWindowState, readWindowState } from './electron-window-state.ts'

/** The one window, and what main may do with it after the person has closed it too. */
export interface PageWindow {
  /** Undefined once it is closed. */
  readonly browserWindow: () => BrowserWindow | undefined
  push(push: Push): void
  /** Hears what is pushed to the page, before the page does. */
  onPush(hear: (push: Push) => void): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /** Before all other windows. */
  show(): void
}

const preload = path.join(import.meta.dirname, 'preload.cjs')
/** What Linux shows for the window; elsewhere the program itself carries the icon. */
const icon = path.join(import.meta.dirname, '..', 'assets', 'icons', '256x256.png')
const rendererDir = path.join(import.meta.dirname, 'renderer')

/** Opens the window where it was the last time and loads the page into it; it shows once there is something to see. */
export function openWindow(dataDir: string): PageWindow {
  // A session in memory: the page keeps nothing on disk.
  const pageSession = session.fromPartition('cruza')
  servePage(pageSession, rendererDir)
  const state = readWindowState(dataDir)
  const window = new BrowserWindow({
    ...(state?.bounds ?? { width: 1280, height: 800 }),
    minWidth: 900,
    minHeight: 560,
    show: false,
    title: 'Cruza',
    ...(process.platform === 'linux' ? { icon } : {}),
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
  confine(window.webContents, pageSession)
  window.once('ready-to-show', () => window.show())
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') window.reload()
  })
  void window.loadURL(`${pageOrigin}/index.html`)

  const hearers: ((push: Push) => void)[] = []
  return {
    browserWindow: () => (window.isDestroyed() ? undefined : window),
    push(push) {
      for (const hear of hearers) hear(push)
      if (!window.isDestroyed()) window.webContents.send('cruza:push', push)
    },
    onPush: (hear) => void hearers.push(hear),
    showProgress(fraction) {
      if (!window.isDestroyed()) window.setProgressBar(fraction ?? -1)
    },
    show() {
      if (window.isDestroyed()) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
  }
}

/** Nothing leads out of the page, and it gets no right but the one to write to the clipboard, which copying rows needs. */
function confine(page: WebContents, pageSession: Session): void {
  const isGranted = (permission: string) => permission === 'clipboard-sanitized-write'
  pageSession.setPermissionRequestHandler((_page, permission, decide) => decide(isGranted(permission)))
  pageSession.setPermissionCheckHandler((_page, permission) => isGranted(permission))
  pageSession.setDevicePermissionHandler(() => false)
  pageSession.on('will-download', (event) => event.preventDefault())
  page.setWindowOpenHandler(() => ({ action: 'deny' }))
  page.on('will-navigate', (event) => event.preventDefault())
  page.on('will-frame-navigate', (event) => event.preventDefault())
  page.on('will-redirect', (event) => event.preventDefault())
  page.on('will-attach-webview', (event) => event.preventDefault())
}
