import { createColumnWork } from './cruzar/data/lists/list-columns.ts'
import { rankWork } from './engine/columns/text-column.ts'
import { createHashWork } from './engine/export/file-hash.ts'
import { rowWork } from './engine/export/row-work.ts'
import { serveThread } from './engine/thread.ts'
import { createRestWork } from './lists/read-text.ts'

/** Entry of a further thread of the data process (engine/thread.ts), which turns bytes into bytes. */
serveThread({ ...rankWork, ...createRestWork(), ...createColumnWork(), ...createHashWork(), ...rowWork })
