import { createHash } from 'node:crypto'
import type { TextHeap } from '../columns/part.ts'
import type { Done } from '../thread.ts'
import { csvRows } from './csv.ts'
import { createMakeRows, type MakeRows, type RowRun } from './rows-to-bytes.ts'
import type { FileFormat } from './table.ts'
import { xlsxRows } from './xlsx-cells.ts'

export type ExportWork = ReturnType<typeof createExportWork>
export type HashWork = ReturnType<typeof createHashWork>

/** The work of another thread for an export: `export.begin` names the file, `export.rows` makes a run of its rows. */
export function createExportWork() {
  let make: MakeRows = () => ({ bytes: new Uint8Array(0), long: 0, cleaned: 0 })
  return {
    'export.begin': ({ file, known }: { readonly file: FileFormat; readonly known: readonly TextHeap[] }) => {
      make = createMakeRows(file.format === 'xlsx' ? xlsxRows(file) : csvRows(file), known)
      return { value: null, transfer: [] }
    },
    'export.rows': (run: RowRun) => ({ value: make(run), transfer: [] }),
  }
}

/** The work of another thread for the hash of a file, one a thread. */
export function createHashWork() {
  const hash = createHash('sha256')
  return {
    'hash.update': (block: Uint8Array): Done<null> => {
      hash.update(block)
      return { value: null, transfer: [] }
    },
    'hash.digest': (_: null): Done<string> => ({ value: hash.digest('hex'), transfer: [] }),
  }
}
