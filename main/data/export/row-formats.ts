import type { TextHeap } from '../columns/fold-text.ts'
import type { RunPart } from './column-cells.ts'
import { csvRows } from './csv.ts'
import { createMakeRows, type MakeRows } from './rows-to-bytes.ts'
import type { FileFormat } from './table.ts'
import { xlsxRows } from './xlsx-cells.ts'

/** A run of rows for another thread. */
export interface AskedRun {
  readonly parts: readonly RunPart[]
  readonly number: number
  readonly memory: SharedArrayBuffer
}

/** The work of another thread for an export (row-runs.ts): `export.begin` names the file, `export.rows` makes a run of its rows. */
export function createExportWork() {
  let make: MakeRows = () => ({ bytes: new Uint8Array(0), long: 0, cleaned: 0 })
  return {
    'export.begin': ({ file, known }: { readonly file: FileFormat; readonly known: readonly (TextHeap | null)[] }) => {
      make = createMakeRows(file.format === 'xlsx' ? xlsxRows(file) : csvRows(file), known)
      return { value: null, transfer: [] }
    },
    'export.rows': ({ parts, number, memory }: AskedRun) => ({ value: make(parts, number, memory), transfer: [] }),
  }
}
