import { createKeyIndex, type KeyIndex } from '../columns/key-index.ts'
import type { Part, PartKind } from '../columns/part.ts'
import { concatenateParts, partOf } from '../columns/parts.ts'
import { leadKeys } from './merge-rows.ts'
import type { PullRecord, SheetFile, SheetState } from './sheet-file.ts'

/** One sheet while this process works with it: its file, and what of it is kept at hand. */
export interface OpenSheet {
  readonly file: SheetFile
  state: SheetState
  pull: PullRecord | null
  /** A pull is under way now, as far as main has reported. */
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

/** All rows of a sheet that are stored at one moment, to be read column by column while other calls run. */
export interface StoredRows {
  readonly rows: number
  /** Null when the file does not hold these rows (any more): the sheet was read anew meanwhile, or is damaged. */
  column(key: string, kind: PartKind): Part | null
  /**
   * The rows in the pieces in which they are stored, first to last; each gives its columns. Their rows are fewer than all
   * when the file does not hold them (any more).
   */
  pieces(): Iterable<(key: string, kind: PartKind) => Part>
}

/** Of the last whole read; of a first pull that has not ended, what it has stored. */
export function storedRows({ file, state, pull }: OpenSheet): StoredRows {
  const staged = state.generation === null && pull !== null
  const generation = staged ? pull.generation : state.generation
  const rows = staged ? pull.rows : state.rows
  // The tail is sealed while other calls run, so its rows are taken at once and the segments of that moment are counted.
  const tail = staged ? file.tail() : new Map<string, Part>()
  const segments = generation === null ? 0 : file.segmentCount(generation)
  return {
    rows,
    column(key, kind) {
      const sealed = file.column(generation ?? 0, key, kind, segments)
      const rest = tail.get(key)
      const part = rest && rest.rows > 0 ? concatenateParts(kind, [sealed, rest]) : sealed
      return part.rows === rows ? part : null
    },
    *pieces() {
      for (let number = 0; number < segments; number++) {
        yield (key, kind) => file.column(generation ?? 0, key, kind, 1, number)
      }
      if (tail.size > 0) yield (key, kind) => tail.get(key) ?? concatenateParts(kind, [])
    },
  }
}
