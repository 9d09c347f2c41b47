import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'

/** The native menu: the usual roles, and the commands that the renderer carries out. */
export function installMenu(window: BrowserWindow, language: Language, command: (name: string) => void): void {
  const words = catalogues[language].menu
  const item = (label: string, name: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(name),
    ...(accelerator ? { accelerator } : {}),
  })
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: words.file,
      submenu: [
        item(words.newSheet, 'new-sheet', 'CmdOrCtrl+N'),
        item(words.openList, 'open-list', 'CmdOrCtrl+O'),
        { type: 'separator' },
        item(words.connections, 'connections'),
        item(words.settings, 'settings', 'CmdOrCtrl+,'),
        { type: 'separator' },
        { role: process.platform === 'darwin' ? 'close' : 'quit', label: words.quit },
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        { type: 'separator' },
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.resetZoom },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(process.defaultApp ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: words.window,
      role: 'window',
      submenu: [{ role: 'minimize', label: words.minimize }, { role: 'zoom' }, { role: 'close', label: words.close }],
    },
    { label: words.help, role: 'help', submenu: [item(words.search, 'search'), item(words.shortcuts, 'shortcuts')] },
  ]
  const menu = Menu.buildFromTemplate(template)
  if (process.platform === 'darwin') Menu.setApplicationMenu(menu)
  else window.setMenu(menu)
}
