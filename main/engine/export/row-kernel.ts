import { excelLimits, longestHeld } from '../../../preload/values/excel.ts'
import { firstByte, loadKernel, pageBytes, slack } from '../kernel-memory.ts'
import type { RowFormat, TextRule } from './table.ts'

/** How the kernel finds the values of a column; `asked` ones are made by the caller. */
export const valueKinds = { asked: 0, text: 1, number: 2, time: 3, codes: 4 } as const
export type ValueKind = keyof typeof valueKinds

/** A column of a run, as kernels/rows/ draws it. */
export type PlacedValues = readonly [length: number, ...places: number[]]

const columnBytes = 72
const fileBytes = 72
const rules = { plain: 0, xlsx: 1, excel: 2, quotes: 3 } as const
/** Why the kernel stops. */
const stops = { finished: 0, full: 2 } as const
const firstOutputBytes = 262_144

interface Kernel {
  readonly row: { value: number }
  readonly column: { value: number }
  readonly stop: { readonly value: number }
  putRows(file: number, end: number, to: number, limit: number): number
}

export type RowMemory = ReturnType<typeof createRowMemory>

/** A kernel and its memory. Growing takes it away from every array in it, so that no array leaves here. */
export function createRowMemory() {
  const { memory, exports: kernel } = loadKernel<Kernel>('rows')
  let used = firstByte
  let bytes = Buffer.from(memory.buffer)

  const reserve = (end: number) => {
    used = end
    if (used + slack <= bytes.length) return
    // By half, since V8 counts the whole memory as new each time.
    memory.grow(Math.ceil(Math.max(used + slack - bytes.length, bytes.length / 2) / pageBytes))
    bytes = Buffer.from(memory.buffer)
  }
  const allocate = (length: number): number => {
    const at = Math.ceil((used + slack) / 16) * 16
    reserve(at + length)
    return at
  }
  return {
    kernel,
    bytes: () => bytes,
    /** Where what is placed ends. */
    end: () => used,
    /** Drops what was placed behind. */
    truncate: (end: number) => {
      used = end
    },
    allocate,
    place({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
      const at = allocate(byteLength)
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
      return at
    },
    /** Places bytes right behind the last ones. */
    append(more: Uint8Array): void {
      const at = used
      reserve(used + more.length)
      bytes.set(more, at)
    },
  }
}

/**
 * The kernel for the rows of one file (kernels/rows/). What is placed before the first `begin` stays; what is placed
 * later lives as long as a run. Finished rows are copied to memory that threads share.
 */
export function createRowKernel(rowMemory: RowMemory, format: RowFormat, kinds: readonly ValueKind[]) {
  const { kernel, allocate, place } = rowMemory
  let runStart = 0
  const placeText = (text: string) => [place(Buffer.from(text)), Buffer.byteLength(text)]
  const setNumbers = (at: number, values: readonly number[]) =>
    new Uint32Array(rowMemory.bytes().buffer, at, values.length).set(values)

  const file = allocate(fileBytes)
  const columns = allocate(columnBytes * kinds.length)
  const { texts, numbered, row } = format
  setNumbers(file, [kinds.length, columns, numbered ? 1 : 0, 0, rules[texts.rule], place(marksOf(texts))])
  setNumbers(file + 24, [excelLimits.cellCharacters, longestHeld, ...row.flatMap(placeText)])
  const nothing = ['', ''] as const
  for (const [index, kind] of kinds.entries()) {
    const { text, held, number, time } = format.columns[index]?.around ?? {}
    const around = { asked: nothing, codes: nothing, text, number, time }[kind] ?? nothing
    const frames = [format.empties[index] ?? '', format.starts[index] ?? '', ...around, ...(held ?? nothing)]
    setNumbers(columns + index * columnBytes, [valueKinds[kind], 0, 0, 0, 0, 0, ...frames.flatMap(placeText)])
  }
  const output = { at: 0, length: 0 }
  return {
    begin() {
      runStart ||= rowMemory.end()
      rowMemory.truncate(runStart)
    },
    setColumn: (index: number, values: PlacedValues) => setNumbers(columns + index * columnBytes + 4, values),
    /**
     * Writes the rows of a run; `number` is that of the first one in the file. `textOf` gives what the kernel leaves to
     * it, with everything around it. `ends` are where the rows end; both are valid until the next run.
     */
    putRows(rows: number, number: number, textOf: (row: number, column: number) => string) {
      const enlarge = (end: number, needed: number) => {
        const [from, length] = [output.at, end - output.at]
        output.length = Math.max(firstOutputBytes, 2 * (length + needed))
        output.at = allocate(output.length)
        runStart = rowMemory.end()
        rowMemory.bytes().copyWithin(output.at, from, from + length)
        setNumbers(file + 64, [output.at])
        return output.at + length
      }
      const ends = allocate(4 * rows)
      setNumbers(file + 12, [number])
      setNumbers(file + 64, [output.at, ends])
      kernel.row.value = 0
      kernel.column.value = -1
      let to = output.at
      for (;;) {
        // Places are unsigned, and come as signed numbers.
        to = kernel.putRows(file, rows, to, output.at + output.length) >>> 0
        if (kernel.stop.value === stops.finished) {
          const made = rowMemory.bytes().subarray(output.at, to)
          return { bytes: made, ends: new Uint32Array(made.buffer, ends, rows) }
        }
        if (kernel.stop.value === stops.full) {
          to = enlarge(to, 0)
          continue
        }
        const text = textOf(kernel.row.value, kernel.column.value)
        if (to + 3 * text.length > output.at + output.length) to = enlarge(to, 3 * text.length)
        to += rowMemory.bytes().write(text, to)
        kernel.column.value++
      }
    },
  }
}

/** The bytes that need care, by their halves: a bit for each high half, which the low halves beside it have, too. */
function marksOf({ care, parts }: TextRule): Uint8Array {
  const marks = new Uint8Array(32 + 256)
  const highHalves = [...new Set(Array.from(Buffer.from(care, 'latin1'), (byte) => byte >> 4))]
  for (const byte of Buffer.from(care, 'latin1')) {
    const bit = 1 << highHalves.indexOf(byte >> 4)
    marks[byte & 15] = (marks[byte & 15] as number) | bit
    marks[16 + (byte >> 4)] = bit
  }
  marks.set(parts ?? [], 32)
  return marks
}
