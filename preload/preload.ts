import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge, Push } from './values/wire.ts'

/** The four calls that cross between the sandboxed page and main; nothing else does. */
const bridge: Bridge = {
  call: (request) => ipcRenderer.invoke('cruza:call', request),
  cancel: (id) => ipcRenderer.send('cruza:cancel', id),
  listen(receive) {
    const listener = (_event: unknown, push: Push) => receive(push)
    ipcRenderer.on('cruza:push', listener)
    return () => ipcRenderer.off('cruza:push', listener)
  },
  async offer(dropped) {
    // contextBridge hands over the page's own File.
    const file = dropped as File
    const path = webUtils.getPathForFile(file)
    // A file that was made in the page, such as a pasted one, has no path: its bytes are sent instead.
    const source = path ? { path } : { bytes: new Uint8Array(await file.arrayBuffer()) }
    return ipcRenderer.invoke('cruza:offer', { name: file.name, source })
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
