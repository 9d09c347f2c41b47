import { openFolder } from './data-folder.ts'
import { serveCalls } from './engine/serve-calls.ts'
import { openParentPort } from './kernel/child-process.ts'

/**
 * Entry of the data process (docs/decisions/engine.md §1): everything that touches many rows, without network and
 * without tokens. Started by `child_process.fork` or Electron's utilityProcess through engine/client.ts, and ends with
 * its parent.
 */

// Ctrl+C in a terminal reaches every process of the group: the host stores what it has and ends this one.
process.on('SIGINT', () => {})

serveCalls({ port: openParentPort(), openFolder, end: () => process.exit(0) })
