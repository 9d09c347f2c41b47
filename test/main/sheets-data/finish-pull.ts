/** A process that finishes the pull of `s1` until it is killed: `finish-pull.ts DIR KEY`. Tells each step. */
import { createSheetHandlers } from '../../../main/data/sheets/sheet-handlers.ts'

const [dir = '', key = ''] = process.argv.slice(2)
const { handlers } = createSheetHandlers({ dir, key, now: () => new Date() })
let steps = 0
await handlers['sheets.finish'](
  { id: 's1', numbered: true },
  { signal: new AbortController().signal, progress: () => process.send?.(++steps) },
)
process.disconnect()
