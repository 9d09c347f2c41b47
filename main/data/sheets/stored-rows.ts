import type { Part, PartKind } from '../columns/part.ts'
import { concatenateParts } from '../columns/parts.ts'
import type { OpenSheet } from './open-sheet.ts'

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
