import { type InterruptibleWork, runInSlices, runSync } from '../../kernel/schedule.ts'
import type { Column } from './column.ts'
import type { Part, PartKind, PartOf } from './part.ts'
import { joinParts } from './segment.ts'

interface Pieces<Kind extends PartKind> {
  readonly kind: Kind
  /** One at least. Once they are joined, the array holds the joined one alone. */
  readonly parts: PartOf<Kind>[]
  readonly columnOf: (part: Part) => Column
  /** Reads `Column.ranks` of all rows, for the first order; null where none were stored. */
  readonly readRanks?: (() => Float64Array | Uint32Array | null) | undefined
}

/**
 * A column whose values lie in pieces, as they were stored: it is shown, filtered and searched in them, so that opening
 * is reading. Whatever needs them in one piece joins them, once.
 */
export function createPiecesColumn<Kind extends PartKind>({ kind, parts, columnOf, readRanks }: Pieces<Kind>): Column {
  let pieces = parts.map(columnOf)
  let firstRows = firstRowsOf(pieces)
  /** The piece of the row that was read last. */
  let current = 0
  const length = firstRows[pieces.length] as number
  let ranks: Float64Array | Uint32Array | null = null
  const storedRanks = () => {
    ranks ??= readRanks?.() ?? null
    return ranks
  }

  // Rows lie inside the column, by the contract of Column.
  const pieceOf = (row: number): Column => {
    if (row < (firstRows[current] as number) || row >= (firstRows[current + 1] as number)) {
      let [low, high] = [0, pieces.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((firstRows[middle] as number) <= row) low = middle
        else high = middle - 1
      }
      current = low
    }
    return pieces[current] as Column
  }
  const inPiece = (row: number) => row - (firstRows[current] as number)
  function* join(): InterruptibleWork<Column> {
    if (pieces.length > 1) {
      const part = parts.length > 1 ? yield* joinParts(kind, parts) : (parts[0] as PartOf<Kind>)
      // Their memory goes.
      parts.splice(0, parts.length, part)
      pieces = [columnOf(part)]
      firstRows = firstRowsOf(pieces)
      current = 0
    }
    return pieces[0] as Column
  }
  const whole = () => runSync(join())
  const [{ type }] = pieces as [Column]
  return {
    type,
    length,
    get bytes() {
      return pieces.reduce((sum, { bytes }) => sum + bytes, ranks?.byteLength ?? 0)
    },
    get stored() {
      return { parts: [...parts], rows: null }
    },
    join: async (yieldToEventLoop) => {
      await runInSlices(join(), yieldToEventLoop)
    },
    cell: (row) => pieceOf(row).cell(inPiece(row)),
    plain: (row) => pieceOf(row).plain(inPiece(row)),
    text: (row) => pieceOf(row).text(inPiece(row)),
    isEmpty: (row) => pieceOf(row).isEmpty(inPiece(row)),
    ranks: () => storedRanks() ?? whole().ranks(),
    prepareRanks: async (yieldToEventLoop) => {
      if (storedRanks()) return
      const column = await runInSlices(join(), yieldToEventLoop)
      await column.prepareRanks?.(yieldToEventLoop)
    },
    filter: (filter, keep) => {
      for (const [index, piece] of pieces.entries()) {
        piece.filter(filter, keep.subarray(firstRows[index], firstRows[index + 1]))
      }
    },
    find: (needle, within, hits) => {
      for (const [index, piece] of pieces.entries()) {
        piece.find(needle, within, hits.subarray(firstRows[index], firstRows[index + 1]))
      }
    },
    counts: (rows, limit) => whole().counts(rows, limit),
  }
}

/** The first row of each piece, and the end of the last one. */
function firstRowsOf(pieces: readonly Column[]): Uint32Array {
  const firstRows = new Uint32Array(pieces.length + 1)
  for (const [index, { length }] of pieces.entries()) firstRows[index + 1] = (firstRows[index] as number) + length
  return firstRows
}
