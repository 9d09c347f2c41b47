import type { Part, PartKind } from '../columns/part.ts'
import { concatenateParts, partOf } from '../columns/parts.ts'
import type { KeyIndex } from './lead-keys.ts'
import { createKeyIndex, leadKeys } from './lead-keys.ts'
import type { SheetFile } from './sheet-file.ts'
import type { PullRecord, SheetState } from './sheet-state.ts'

/** One sheet while this process works with it: its file, and what of it is kept at hand. */
export interface OpenSheet {
  readonly file: SheetFile
  state: SheetState
  pull: PullRecord | null
  /** A pull is under way now, as far as main has said. */
  reading: boolean
  /** Long work holds the sheet: nothing else may change it. */
  busy: boolean
  /** The keys of the staged rows; null until they are needed. */
  keys: KeyIndex | null
  /** How many staged rows the table shows; null for all that there are. */
  shownRows: number | null
}

/** One column of the staged rows: sealed segments, then the tail. */
export function stagedColumn(file: SheetFile, pull: PullRecord, name: string, kind: PartKind): Part {
  const tail = file.tail().get(name)
  return concatenateParts(kind, [file.column(pull.generation, name, kind), ...(tail ? [tail] : [])])
}

/** The keys of the staged rows, read once and then kept by whoever adds rows. */
export function stagedKeys(sheet: OpenSheet, pull: PullRecord): KeyIndex {
  if (sheet.keys) return sheet.keys
  const index = createKeyIndex(Math.max(pull.rows, pull.total ?? 0))
  const keys = leadKeys(
    partOf(stagedColumn(sheet.file, pull, 'contato_id', 'number'), 'number'),
    partOf(stagedColumn(sheet.file, pull, 'conversa_id', 'number'), 'number'),
    sheet.state.filter.agrupar,
  )
  for (const key of keys) if (!Number.isNaN(key)) index.set(key, 0)
  sheet.keys = index
  return index
}
