import { type Codes, codesFor } from './part.ts'
import { bytesOf, damaged } from './sections.ts'

/** Whole numbers in as few bytes as the largest needs; the width follows from the length when they are read. */
export function packCodes(values: Codes): Uint8Array {
  let largest = 0
  for (let at = 0; at < values.length; at++) if ((values[at] as number) > largest) largest = values[at] as number
  const narrow = codesFor(values.length, largest)
  narrow.set(values)
  return bytesOf(narrow)
}

/** A view of the bytes where their alignment allows it. */
export function unpackCodes(bytes: Uint8Array, rows: number): Codes {
  const width = rows === 0 ? 1 : bytes.byteLength / rows
  if (width === 1) return bytes
  if (width !== 2 && width !== 4) throw damaged()
  const { buffer, byteOffset } = atMultipleOf(width, bytes)
  return width === 2 ? new Uint16Array(buffer, byteOffset, rows) : new Uint32Array(buffer, byteOffset, rows)
}

/** The same bytes, copied when their offset is no multiple of so many. (`slice` of a Buffer copies nothing.) */
function atMultipleOf(width: number, bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes)
}

const noInt = -(2 ** 31)

/** Numbers as 32 bits where all are whole, or whole thousands (times in full seconds); as 64 bits otherwise. */
export function packFloats(values: Float64Array): { scale: number; bytes: Uint8Array } {
  for (const scale of [1, 1000]) {
    const small = asInts(values, scale)
    if (small) return { scale, bytes: bytesOf(small) }
  }
  return { scale: 0, bytes: bytesOf(values) }
}

/** Fills `values`, whose length is that of what was packed. */
export function unpackFloats(bytes: Uint8Array, scale: number, values: Float64Array): void {
  if (bytes.byteLength !== values.length * (scale === 0 ? 8 : 4)) throw damaged()
  if (scale === 0) {
    bytesOf(values).set(bytes)
    return
  }
  const { buffer, byteOffset } = atMultipleOf(4, bytes)
  const ints = new Int32Array(buffer, byteOffset, values.length)
  for (let row = 0; row < values.length; row++) {
    const int = ints[row] as number
    values[row] = int === noInt ? Number.NaN : int * scale
  }
}

function asInts(values: Float64Array, scale: number): Int32Array | null {
  const ints = new Int32Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    const int = value / scale
    if (Number.isNaN(value)) ints[row] = noInt
    else if ((int | 0) === int && int !== noInt && !Object.is(value, -0)) ints[row] = int
    else return null
  }
  return ints
}
