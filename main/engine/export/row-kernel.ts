import { excelLimits, longestHeld } from '../../../preload/values/excel.ts'
import { createReusedMemory, type Memory } from '../columns/part.ts'
import { createKernel, type KernelMemory } from '../kernel-memory.ts'
import type { RowFormat, TextRule } from './table.ts'

/** How the kernel finds the values of a column; `asked` ones are made by the caller. */
export const valueKinds = { asked: 0, text: 1, number: 2, time: 3, dictionary: 4, list: 5 } as const
export type ValueKind = keyof typeof valueKinds

/** A column of a run, as kernels/rows/ draws it. */
export type PlacedValues = readonly [length: number, ...places: number[]]

export interface RowExports {
  putRows(file: number): number
}

const rules = { plain: 0, xlsx: 1, excel: 2, quotes: 3 } as const
const columnNumbers = 18
const fileNumbers = 26
/** Where a file has its numbers. */
const at = { number: 3, state: 16, rows: 17, row: 18, column: 19, start: 20, end: 21, limit: 22, ends: 23, left: 24 }
const leftNumbers = 3
const firstOutputBytes = 262_144

export type RowMemory = ReturnType<typeof createRowMemory>

/** The kernel for the rows of a file (kernels/rows/), with its memory. */
export function createRowMemory() {
  return createKernel<RowExports>('rows')
}

/** Some rows of a file in the memory of the kernel: their values, and then their bytes. */
export type Run = ReturnType<ReturnType<typeof createRowKernel>>

/**
 * Gives what makes the runs of one file, whose columns have their values in these ways. `hasEnds` notes where rows end.
 */
export function createRowKernel(
  { exports, memory, array, copyOf }: RowMemory,
  format: RowFormat,
  kinds: readonly ValueKind[],
  hasEnds: boolean,
) {
  const placeText = (text: string) => [copyOf(Buffer.from(text)).byteOffset, Buffer.byteLength(text)]
  const { texts, numbered, row } = format
  const rule = [rules[texts.rule], copyOf(marksOf(texts)).byteOffset, excelLimits.cellCharacters, longestHeld]
  const around = row.flatMap(placeText)
  const nothing = ['', ''] as const
  const columnsOfFile = kinds.flatMap((kind, index) => {
    const { text, held, number, time } = format.columns[index]?.around ?? {}
    const frame = { asked: nothing, dictionary: nothing, text, number, time, list: text }[kind] ?? nothing
    const frames = [format.empties[index] ?? '', format.starts[index] ?? '', ...frame, ...(held ?? nothing)]
    return [valueKinds[kind], 0, 0, 0, 0, 0, ...frames.flatMap(placeText)]
  })
  return () => {
    const columns = array(Uint32Array, columnsOfFile.length)
    columns.set(columnsOfFile)
    const file = array(Uint32Array, fileNumbers)
    file.set([kinds.length, columns.byteOffset, numbered ? 1 : 0, 0, ...rule, ...around])
    const begin = createReusedMemory((bytes) => array(Uint8Array, bytes))
    let output = array(Uint8Array, firstOutputBytes)
    let ends = new Uint32Array(0)
    let left = new Uint32Array(0)

    const setOutput = (used: number) => {
      file[at.start] = output.byteOffset
      file[at.end] = output.byteOffset + used
      file[at.limit] = output.byteOffset + output.length
    }
    const length = () => (file[at.end] as number) - output.byteOffset
    return {
      /** Its place, for the kernel of another thread. */
      place: file.byteOffset,
      /** Whose work it is: see row-work.ts. */
      state: stateOf(memory, file.byteOffset),
      /** Begins with other rows, the first of which has this number in the file. Gives memory for their values. */
      begin(rows: number, number: number): Memory {
        const values = begin()
        ends = values(Uint32Array, hasEnds ? rows : 0)
        left = values(Uint32Array, rows * kinds.length * leftNumbers)
        file[at.number] = number
        file.set([rows, 0, noColumn], at.rows)
        setOutput(0)
        file.set([hasEnds ? ends.byteOffset : 0, left.byteOffset, 0], at.ends)
        return values
      },
      setColumn: (column: number, values: PlacedValues) => columns.set(values, column * columnNumbers + 1),
      /** Makes the bytes, or those that another thread had no room for. */
      put(): void {
        while (!exports.putRows(file.byteOffset)) {
          const smaller = output.subarray(0, length())
          output = array(Uint8Array, 2 * output.length)
          output.set(smaller)
          setOutput(smaller.length)
        }
      },
      /** The bytes, valid until the next `begin`, without the cells that are left: three numbers each. */
      made: () => ({
        bytes: output.subarray(0, length()),
        ends,
        left: left.subarray(0, leftNumbers * (file[at.left + 1] as number)),
      }),
    }
  }
}

/** Where the memory has the state of a run. */
export function stateOf({ buffer }: KernelMemory, place: number): Uint32Array {
  return new Uint32Array(buffer, place + at.state * Uint32Array.BYTES_PER_ELEMENT, 1)
}

/** -1: the next row begins. */
const noColumn = 0xffffffff

/**
 * The bytes of a run with the cells that are left, whose texts `textOf` gives with everything around them, in the
 * order of the file. `ends` move with them. The result is valid until `begin` of `memory`.
 */
export function withLeftCells(
  { bytes, ends, left }: ReturnType<Run['made']>,
  textOf: (row: number, column: number) => string,
  begin: () => Memory,
): Uint8Array {
  if (left.length === 0) return bytes
  const texts: string[] = []
  let room = bytes.length
  for (let cell = 0; cell < left.length; cell += leftNumbers) {
    // Cells lie inside the array: `as number` spares a check a cell here and below.
    const text = textOf(left[cell] as number, left[cell + 1] as number)
    texts.push(text)
    room += 3 * text.length
  }
  const { buffer, byteOffset, length } = begin()(Uint8Array, room)
  const whole = Buffer.from(buffer, byteOffset, length)
  let [from, to, row] = [0, 0, 0]
  for (const [index, text] of texts.entries()) {
    const [rowOfCell, place] = [left[index * leftNumbers] as number, left[index * leftNumbers + 2] as number]
    for (; row < Math.min(rowOfCell, ends.length); row++) ends[row] = (ends[row] as number) + to - from
    whole.set(bytes.subarray(from, place), to)
    to += place - from
    to += whole.write(text, to)
    from = place
  }
  for (; row < ends.length; row++) ends[row] = (ends[row] as number) + to - from
  whole.set(bytes.subarray(from), to)
  return whole.subarray(0, to + bytes.length - from)
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
