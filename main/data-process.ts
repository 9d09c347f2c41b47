import { openFolder } from './data-folder.ts'
import { serveCalls } from './engine/serve-calls.ts'
import { openParentPort } from './kernel/child-process.ts'

/**
 * Entry of the data process (docs/decisions/engine.md §1), which does all work on many rows, without network or
 * tokens. engine/client.ts starts it by `child_process.fork` or Electron's utilityProcess. It ends with its parent.
 */

// Ctrl+C in a terminal reaches every process of the group. The host stores its data and ends this process.
process.on('SIGINT', () => {})

serveCalls({
  port: openParentPort(),
  openFolder: (input) =>
    openFolder({
      ...input,
      now: () => new Date(),
      zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  end: () => process.exit(0),
})
