import { createColumnWork } from './cruzar/data/lists/list-columns.ts'
import { rankWork } from './engine/columns/text-column.ts'
import { createExportWork, createHashWork } from './engine/export/export-work.ts'
import { serveThread } from './engine/thread.ts'
import { restWork } from './lists/read-text.ts'

/** Entry of another thread of the data process (engine/thread.ts): it turns bytes into bytes. */
serveThread({ ...rankWork, ...restWork, ...createColumnWork(), ...createExportWork(), ...createHashWork() })
