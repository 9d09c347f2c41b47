import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron'
import * as z from 'zod'
import type { App } from '../app.ts'
import { pageOrigin } from './electron-page.ts'
import type { PageWindow } from './electron-window.ts'

const offered = z.object({
  name: z.string().max(1000),
  source: z.union([z.object({ path: z.string().min(1) }), z.object({ bytes: z.instanceof(Uint8Array) })]),
})

/**
 * Answers the page's three messages (`preload.ts` sends them); any other sender, a frame inside the page or another
 * window for one, is refused. What comes before the app is open waits for it.
 */
export function answerPage(opening: Promise<App>, window: PageWindow): void {
  const isOurs = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent) =>
    senderFrame !== null &&
    senderFrame === window.browserWindow()?.webContents.mainFrame &&
    senderFrame.origin === pageOrigin

  ipcMain.handle('cruza:call', async (event, message: unknown) => {
    if (!isOurs(event)) throw new Error('This frame may not ask.')
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
    return app.offers.put(file)
  })
  // A reload asks everything again: what the old page asked has nobody waiting.
  window.browserWindow()?.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) void opening.then((app) => app.router.cancelAll())
  })
}
