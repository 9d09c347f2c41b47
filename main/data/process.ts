import { openParentPort } from '../kernel/parent-port.ts'
import { type FolderHandlers, type OpenFolder, openFolder } from './handlers.ts'
import { serveCalls } from './serve-calls.ts'

/**
 * Entry of the data process (architecture.md §1): everything that touches many rows, without network and without tokens.
 * Started by `child_process.fork` or Electron's utilityProcess through client.ts, and ends with its parent.
 */
let folder: OpenFolder | null = null

function opened(): FolderHandlers {
  if (!folder) throw new Error('nothing is open')
  return folder.handlers
}

// Ctrl+C in a terminal reaches every process of the group: the host hears it, stores what stands, and ends this one.
process.on('SIGINT', () => {})

serveCalls({
  port: openParentPort(),
  clock: () => performance.now(),
  open({ dir, key }) {
    folder?.close()
    folder = null
    folder = openFolder({ dir, key, now: () => new Date() })
  },
  handlers: opened,
  end() {
    folder?.close()
    process.exit(0)
  },
})
