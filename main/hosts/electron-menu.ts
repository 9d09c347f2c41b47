import type { MenuItemConstructorOptions } from 'electron'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'

type Command = (name: string) => void
type Words = Messages['menu']

export interface MenuDeps {
  readonly language: Language
  readonly platform: NodeJS.Platform
  /** A packed app shows no tools for developers. */
  readonly isPackaged: boolean
  /** Carries out what the renderer knows under this name. */
  readonly command: Command
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The native menu: the usual roles, in the places of the system, and the commands that the renderer carries out. */
export function menuTemplate({ language, platform, isPackaged, command }: MenuDeps): MenuItemConstructorOptions[] {
  const words = catalogues[language].menu
  const isMac = platform === 'darwin'
  const menus = [
    fileMenu(words, command, isMac),
    editMenu(words),
    viewMenu(words, isPackaged),
    windowMenu(words, isMac),
    helpMenu(words, command),
  ]
  return isMac ? [appMenu(words, command), ...menus] : menus
}

/** The menu under the app's name, which only macOS has. */
function appMenu(words: Words, command: Command): MenuItemConstructorOptions {
  return {
    label: 'Cruza',
    submenu: [
      { role: 'about', label: words.about },
      separator,
      item(words.settings, 'CmdOrCtrl+,', () => command('settings')),
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

function fileMenu(words: Words, command: Command, isMac: boolean): MenuItemConstructorOptions {
  const elsewhere: MenuItemConstructorOptions[] = [
    item(words.settings, 'CmdOrCtrl+,', () => command('settings')),
    separator,
    { role: 'quit', label: words.quit },
  ]
  return {
    label: words.file,
    submenu: [
      item(words.newSheet, 'CmdOrCtrl+N', () => command('new-sheet')),
      item(words.openList, 'CmdOrCtrl+O', () => command('open-list')),
      separator,
      { label: words.connections, click: () => command('connections') },
      ...(isMac ? [separator, { role: 'close', label: words.close } as const] : elsewhere),
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

function helpMenu(words: Words, command: Command): MenuItemConstructorOptions {
  return {
    label: words.help,
    role: 'help',
    submenu: [
      { label: words.search, click: () => command('search') },
      { label: words.shortcuts, click: () => command('shortcuts') },
    ],
  }
}

function item(label: string, accelerator: string, click: () => void): MenuItemConstructorOptions {
  return { label, accelerator, click }
}
