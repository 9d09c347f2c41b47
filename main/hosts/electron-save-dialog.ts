import path from 'node:path'
import { dialog, app as electron } from 'electron'
import type { SaveTargets } from '../kernel/save-targets.ts'
import type { PageWindow } from './electron-window.ts'

/** The save dialog of the system; the chosen path never reaches the page. */
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
      return {
        path: chosen.filePath,
        name: path.basename(chosen.filePath),
        done: async () => {},
        discard: async () => {},
      }
    },
  }
}
