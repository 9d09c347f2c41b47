import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  BrowserWindow,
  dialog,
  app as electron,
  nativeTheme,
  protocol,
  type Session,
  screen,
  session,
  type WebContents,
} from 'electron'
import { catalogues } from '../../preload/messages/catalogue.ts'
import type { Push } from '../../preload/values/wire.ts'
import { diskTarget, type SaveTargets } from '../kernel/host-files.ts'
import { inSight, keepWindowState, readWindowState, showRestored } from './electron-window-state.ts'
import { fileBelow, type PageAppearance, pageKinds, pagePolicy, startingPage } from './starting-page.ts'

/** The renderer's address: a scheme of our own, so that the page has an origin and headers, unlike file://. */
export const pageOrigin = 'cruza://app'
/** Call it before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'cruza', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}
/**
 * Serves the built renderer to this session, and nothing outside its folder. Resolves once its document was sent. Node
 * reads the files, since it knows a packed app's archive. Chromium's reader would first start its network process,
 * which no page needs.
 */
function servePage(session: Session, rendererDir: string, appearance: () => PageAppearance): Promise<void> {
  return new Promise((resolve) => {
    session.protocol.handle('cruza', async (request) => {
      const { host, pathname } = new URL(request.url)
      const file = host === 'app' ? fileBelow(rendererDir, pathname) : undefined
      const content = file === undefined ? undefined : await readFile(file).catch(() => undefined)
      if (file === undefined || !content) return new Response(null, { status: 404 })
      const isPage = path.basename(file) === 'index.html'
      if (isPage) setTimeout(resolve, sendingMs)
      return new Response(isPage ? startingPage(content.toString('utf8'), appearance()) : new Uint8Array(content), {
        headers: {
          'content-type': pageKinds[path.extname(file)] ?? '',
          'content-security-policy': pagePolicy,
          'x-content-type-options': 'nosniff',
        },
      })
    })
  })
}

/** An answer is sent some turns of the event loop after it was given. */
const sendingMs = 5

/** The one window, as main uses it, also after the person has closed it. */
export interface PageWindow {
  /** Undefined once it is closed. */
  readonly browserWindow: () => BrowserWindow | undefined
  /** Resolves once the page has its document, or gets none. Work of main before that delays the whole page. */
  readonly documentSent: Promise<unknown>
  push(push: Push): void
  /** Called with each push before the page gets it. */
  onPush(listener: (push: Push) => void): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /** Prints what it shows, on A4, as a PDF. */
  print(): Promise<Uint8Array>
  /** Brings it before all other windows. */
  show(): void
  /** Closes it for good. On macOS the person's close only hides the window, and typed text stays. */
  close(): void
}

const preload = path.join(import.meta.dirname, 'preload.cjs')

/** The window's icon on Linux; elsewhere the program itself has the icon. */
const icon = path.join(import.meta.dirname, '..', 'assets', 'icons', '256x256.png')

const rendererDir = path.join(import.meta.dirname, 'renderer')

/** The page's own colour (--surface-page of renderer/styles.css), shown before the page. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#1a1917' : '#faf9f7')

const workAreas = () => screen.getAllDisplays().map(({ workArea }) => workArea)

/** Opens the window at its last place and loads the page with the current theme. It shows once it has content. */
export function openWindow(dataDir: string, appearance: () => PageAppearance): PageWindow {
  // A session in memory: the page keeps nothing on disk.
  const pageSession = session.fromPartition('cruza')
  const sent = servePage(pageSession, rendererDir, appearance)
  const state = readWindowState(dataDir, workAreas())
  const window = new BrowserWindow({
    ...(state?.bounds ?? { width: 1280, height: 800 }),
    minWidth: 900,
    minHeight: 560,
    show: false,
    title: 'Cruza',
    backgroundColor: background(),
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
  keepWindowState(window, dataDir, state)
  confine(window.webContents, pageSession)
  window.once('ready-to-show', () => showRestored(window, state))
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(background())
  })
  screen.on('display-removed', () => {
    if (!window.isDestroyed() && !window.isMaximized()) window.setBounds(inSight(window.getBounds(), workAreas()))
  })
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') window.reload()
  })
  const loaded = window.loadURL(`${pageOrigin}/index.html`).catch(() => undefined)

  const listeners: ((push: Push) => void)[] = []
  let isEnding = process.platform !== 'darwin'
  window.on('close', (event) => {
    if (isEnding) return
    event.preventDefault()
    hide(window)
  })
  const leave = askBeforeLoss(window, appearance)
  window.on('session-end', () => electron.quit())
  return {
    browserWindow: () => (window.isDestroyed() ? undefined : window),
    documentSent: Promise.race([sent, loaded]),
    push(push) {
      for (const listener of listeners) listener(push)
      if (!window.isDestroyed()) window.webContents.send('cruza:push', push)
    },
    onPush: (listener) => void listeners.push(listener),
    showProgress(fraction) {
      if (!window.isDestroyed()) window.setProgressBar(fraction ?? -1)
    },
    print: () => window.webContents.printToPDF({ pageSize: 'A4', printBackground: true }),
    show() {
      if (window.isDestroyed()) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    close() {
      isEnding = true
      leave()
    },
  }
}

/**
 * Asks the person who closes the window while the page blocks that (`beforeunload`: typed text was not sent). Returns
 * the function that closes it without asking.
 */
function askBeforeLoss(window: BrowserWindow, appearance: () => PageAppearance): () => void {
  let phase: 'open' | 'closing' | 'asking' | 'leaving' = 'open'
  const leave = () => {
    phase = 'leaving'
    if (!window.isDestroyed()) window.close()
  }
  const ask = async () => {
    phase = 'asking'
    const words = catalogues[appearance().language].menu.unsent
    const buttons = [words.stay, words.leave]
    const options = {
      type: 'warning',
      message: words.message,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    } as const
    const { response } = await dialog.showMessageBox(window, options)
    // The system may have ended the app meanwhile.
    if (phase !== 'asking') return
    phase = 'open'
    // Its bounds were stored when it began to close.
    if (response === 1 && !window.isDestroyed()) window.destroy()
  }
  window.on('close', (event) => {
    if (phase === 'open' && !event.defaultPrevented) phase = 'closing'
  })
  window.webContents.on('will-prevent-unload', (event) => {
    // A page that reloads itself has already informed the person.
    if (phase === 'leaving' || phase === 'open') event.preventDefault()
    else if (phase === 'closing') void ask()
  })
  return leave
}

/** Hiding a full-screen window of macOS would leave its empty space behind. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) {
    window.hide()
    return
  }
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}

/**
 * Keeps the page from navigating outside and denies it every right but writing to the clipboard, which copying rows
 * needs.
 */
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

/** The system's save dialog. The page never gets the chosen path. */
export function createSaveDialog(window: Pick<PageWindow, 'browserWindow'>): SaveTargets {
  return {
    async choose(name) {
      const parent = window.browserWindow()
      const extension = path.extname(name).slice(1)
      const options = {
        defaultPath: path.join(electron.getPath('downloads'), name),
        filters: extension ? [{ name: extension.toUpperCase(), extensions: [extension] }] : [],
      }
      const chosen = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      if (chosen.canceled || !chosen.filePath) return null
      return diskTarget(chosen.filePath)
    },
  }
}
