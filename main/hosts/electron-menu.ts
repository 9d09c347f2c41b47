import type { MenuItemConstructorOptions } from 'electron'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'

type Words = Messages['menu']
/** An item whose command the renderer runs. */
type CommandItem = (label: string, command: string, accelerator?: string) => MenuItemConstructorOptions

export interface MenuDeps {
  readonly language: Language
  readonly platform: NodeJS.Platform
  /** A packed app shows no developer tools. */
  readonly isPackaged: boolean
  /** Whether data are open. Without them no command leads to a screen. */
  readonly isOpen: boolean
  /** Runs the renderer's command of this name. */
  readonly command: (name: string) => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The native menu: the usual roles, in the system's places, and the commands that the renderer runs. */
export function menuTemplate({
  language,
  platform,
  isPackaged,
  isOpen,
  command,
}: MenuDeps): MenuItemConstructorOptions[] {
  const words = catalogues[language].menu
  const item: CommandItem = (label, name, accelerator) => ({
    label,
    enabled: isOpen,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => command(name),
  })
  const isMac = platform === 'darwin'
  const menus = [
    fileMenu(words, item, platform),
    editMenu(words),
    viewMenu(words, isPackaged),
    windowMenu(words, isMac),
    helpMenu(words, item),
  ]
  return isMac ? [appMenu(words, item), ...menus] : menus
}

/** The menu under the app's name, which only macOS has. */
function appMenu(words: Words, item: CommandItem): MenuItemConstructorOptions {
  return {
    label: 'Cruza',
    submenu: [
      { role: 'about', label: words.about },
      separator,
      item(words.settings, 'settings', 'CmdOrCtrl+,'),
      separator,
      { role: 'services', label: words.services },
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      { role: 'quit', label: words.quit },
    ],
  }
}

function fileMenu(words: Words, item: CommandItem, platform: NodeJS.Platform): MenuItemConstructorOptions {
  const elsewhere: MenuItemConstructorOptions[] = [
    item(words.settings, 'settings', 'CmdOrCtrl+,'),
    separator,
    // Unlike the role `quit`, closing the window asks about typed text that was not sent. The app ends with the window.
    { role: 'close', label: words.quit, accelerator: platform === 'linux' ? 'Ctrl+Q' : 'Alt+F4' },
  ]
  return {
    label: words.file,
    submenu: [
      item(words.newSheet, 'new-sheet', 'CmdOrCtrl+N'),
      item(words.openList, 'open-list', 'CmdOrCtrl+O'),
      separator,
      item(words.connections, 'connections'),
      ...(platform === 'darwin' ? [separator, { role: 'close', label: words.close } as const] : elsewhere),
    ],
  }
}

function editMenu(words: Words): MenuItemConstructorOptions {
  return {
    label: words.edit,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      separator,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'selectAll', label: words.selectAll },
    ],
  }
}

function viewMenu(words: Words, isPackaged: boolean): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [separator, { role: 'toggleDevTools', label: words.devTools }]
  return {
    label: words.view,
    submenu: [
      { role: 'resetZoom', label: words.resetZoom },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      separator,
      { role: 'togglefullscreen', label: words.fullScreen },
      ...(isPackaged ? [] : forDevelopers),
    ],
  }
}

function windowMenu(words: Words, isMac: boolean): MenuItemConstructorOptions {
  const minimize: MenuItemConstructorOptions = { role: 'minimize', label: words.minimize }
  const others: MenuItemConstructorOptions[] = isMac
    ? [{ role: 'zoom', label: words.zoom }, separator, { role: 'front', label: words.front }]
    : [{ role: 'close', label: words.close }]
  return { label: words.window, role: 'window', submenu: [minimize, ...others] }
}

function helpMenu(words: Words, item: CommandItem): MenuItemConstructorOptions {
  return {
    label: words.help,
    role: 'help',
    submenu: [item(words.search, 'search'), item(words.shortcuts, 'shortcuts')],
  }
}
