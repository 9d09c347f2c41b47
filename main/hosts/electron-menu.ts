import { app as electron, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'

type Command = (name: string) => void
type Words = Messages['menu']

const isMac = process.platform === 'darwin'
const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The native menu: the usual roles, and the commands that the renderer carries out. */
export function installMenu(language: Language, command: Command): void {
  const words = catalogues[language].menu
  const menus = [
    fileMenu(words, command),
    editMenu(words),
    viewMenu(words),
    windowMenu(words),
    helpMenu(words, command),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(isMac ? [appMenu(words, command), ...menus] : menus))
}

/** The menu under the app's name, which only macOS has. */
function appMenu(words: Words, command: Command): MenuItemConstructorOptions {
  return {
    label: electron.getName(),
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

function fileMenu(words: Words, command: Command): MenuItemConstructorOptions {
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

function viewMenu(words: Words): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [separator, { role: 'toggleDevTools', label: words.devTools }]
  return {
    label: words.view,
    submenu: [
      { role: 'resetZoom', label: words.resetZoom },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      separator,
      { role: 'togglefullscreen', label: words.fullScreen },
      ...(electron.isPackaged ? [] : forDevelopers),
    ],
  }
}

function windowMenu(words: Words): MenuItemConstructorOptions {
  const minimize: MenuItemConstructorOptions = { role: 'minimize', label: words.minimize }
  const last: MenuItemConstructorOptions = isMac
    ? { role: 'front', label: words.front }
    : { role: 'close', label: words.close }
  return { label: words.window, role: 'window', submenu: [minimize, last] }
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
