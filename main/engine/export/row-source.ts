import { type InterruptibleWork, runSync } from '../../kernel/schedule.ts'
import type { StoredValues } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import { countCodes, takeCodes } from '../columns/dictionary-column.ts'
import { takeNumbers } from '../columns/number-column.ts'
import type { Memory, TextHeap } from '../columns/part.ts'
import { createTextBuilder, takeTexts } from '../columns/text-part.ts'
import { takeTimes } from '../columns/time-column.ts'
import { type CellFormat, mostBlockRows, type RunPart, slack } from './column-cells.ts'
import { type RowFormat, takeCounts } from './rows-to-bytes.ts'
import type { CellCounts, ExportColumn } from './table.ts'

/** The input and output of so many rows stay in the nearer caches. */
const mostRunRows = 2048
const mostRunBytes = 8_000_000
/** So many cells that become texts first take a fraction of a slice. */
const mostEncodedCells = 8192

const noCells: TextHeap = { heap: new Uint8Array(slack), offsets: new Uint32Array(2) }

interface Source {
  readonly known?: TextHeap
  /** Which value of the part each row of the table shows, as in `StoredValues`. */
  readonly index: StoredValues['rows']
  /** Takes values of the part. */
  take(rows: Uint32Array, memory: Memory): RunPart
}

/**
 * Gives the rows of a table in runs, each column of a run in arrays of its own. Values that many rows have, and cells
 * that only the column itself can write, are finished here, where all facts of the file are known. Of the values that
 * many rows have, only those of `rows` are read, and stand in the file.
 */
export function* createRowSource(columns: readonly ExportColumn[], rows: Uint32Array, format: RowFormat) {
  const counts = takeCounts(format.counts)
  const sources: Source[] = []
  for (const [index, column] of columns.entries()) {
    sources.push(yield* sourceOf(column, rows, format.columns[index] as CellFormat, { format, counts }))
    yield
  }
  const encoded = columns.filter(({ stored }) => !stored).length
  /** The bytes of the texts decide how large a run is. */
  const texts = columns.flatMap(({ stored }) =>
    stored?.part.kind === 'text' ? [[stored.part, stored.rows] as const] : [],
  )
  let longestRow = 0
  for (const [part] of texts) {
    longestRow += longestText(part)
    yield
  }
  const mostRows = Math.min(mostRunRows, Math.max(1, Math.floor(mostEncodedCells / Math.max(1, encoded))))
  return {
    /** The finished cells of each column of codes, by code; none for all others. */
    known: sources.map(({ known }) => known ?? noCells),
    /** Cells cut or cleaned, a repeated value once for every row that has it. */
    counts,
    /** The first of these rows, as many as make one run: fewer where texts are long. */
    fitting: (rows: Uint32Array) => {
      let run = rows.subarray(0, mostRows)
      if (run.length * longestRow <= mostRunBytes) return run
      while (run.length > mostBlockRows && bytesOf(texts, run) > mostRunBytes) run = run.subarray(0, run.length >> 1)
      return run
    },
    *take(rows: Uint32Array, memory: Memory): InterruptibleWork<RunPart[]> {
      const through = new Map<Source['index'], Uint32Array>()
      const parts: RunPart[] = []
      for (const { index, take } of sources) {
        const indexes = through.get(index) ?? throughIndex(index, rows)
        through.set(index, indexes)
        parts.push(take(indexes, memory))
        yield
      }
      return parts
    },
  }
}

function* sourceOf(
  { cell, stored }: ExportColumn,
  rows: Uint32Array,
  cellFormat: CellFormat,
  { format, counts }: { readonly format: RowFormat; readonly counts: CellCounts },
): InterruptibleWork<Source> {
  if (!stored) {
    return { index: null, take: (at) => runSync(finished(at, (row) => cellFormat.encode(cell(row) ?? null))) }
  }
  const { part, rows: index } = stored
  switch (part.kind) {
    case 'text':
      return { index, take: (at, memory) => takeTexts(part, at, memory) }
    case 'number':
      return { index, take: (at, memory) => takeNumbers(part, at, memory) }
    case 'time':
      return { index, take: (at, memory) => takeTimes(part, at, memory) }
    case 'dictionary':
    case 'list': {
      const uses = countCodes(takeCodes(part.codes, throughIndex(index, rows)), part.values.length, null)
      yield
      const cells = yield* finished(uses, (times, code) => {
        const value = part.values[code - 1]
        if (times === 0 || value === undefined) return ''
        const text = cellFormat.encodeRepeated(value)
        const lost = takeCounts(format.counts)
        counts.long += lost.long * times
        counts.cleaned += lost.cleaned * times
        return text
      })
      return {
        known: cells,
        index,
        take: (at, memory) => ({ kind: 'codes', rows: at.length, codes: takeCodes(part.codes, at, memory) }),
      }
    }
  }
}

// Rows lie inside their columns: `as number` spares a check a row here and below.

function throughIndex(index: Source['index'], rows: Uint32Array): Uint32Array {
  if (!index) return rows
  const indexes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) indexes[at] = index[rows[at] as number] as number
  return indexes
}

/** Finished cells, with room to read behind the last one. */
function* finished(
  of: Uint32Array,
  encode: (value: number, index: number) => string,
): InterruptibleWork<RunPart & { kind: 'cells' }> {
  const cells = createTextBuilder()
  for (let at = 0; at < of.length; at++) {
    cells.append(encode(of[at] as number, at))
    if (at % mostRunRows === mostRunRows - 1) yield
  }
  cells.append(' '.repeat(slack))
  const { offsets, heap } = cells.take()
  return { kind: 'cells', rows: of.length, offsets, heap }
}

function longestText({ offsets }: TextHeap): number {
  let longest = 0
  for (let row = 1; row < offsets.length; row++) {
    longest = Math.max(longest, (offsets[row] as number) - (offsets[row - 1] as number))
  }
  return longest
}

function bytesOf(texts: readonly (readonly [TextHeap, StoredValues['rows']])[], rows: Uint32Array): number {
  let bytes = 0
  for (const [{ offsets }, index] of texts) {
    for (let at = 0; at < rows.length; at++) {
      const row = index ? (index[rows[at] as number] as number) : (rows[at] as number)
      if (row !== noRow) bytes += (offsets[row + 1] as number) - (offsets[row] as number)
    }
  }
  return bytes
}
