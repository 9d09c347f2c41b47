import type { NumberPart } from './part.ts'

export interface NumberBuilder {
  append(value: number | null): void
  take(): NumberPart
}

export function createNumberBuilder(): NumberBuilder {
  let values: number[] = []
  return {
    append: (value) => {
      values.push(value ?? Number.NaN)
    },
    take: () => {
      const part = numberPart(Float64Array.from(values))
      values = []
      return part
    },
  }
}

export function numberPart(values: Float64Array): NumberPart {
  return { kind: 'number', rows: values.length, values }
}

export function concatenateNumbers(parts: readonly NumberPart[]): NumberPart {
  return numberPart(concatenateFloats(parts.map((part) => part.values)))
}

export function takeNumbers(part: NumberPart, rows: Uint32Array): NumberPart {
  return numberPart(takeFloats(part.values, rows))
}

export function concatenateFloats(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0))
  let start = 0
  for (const array of arrays) {
    all.set(array, start)
    start += array.length
  }
  return all
}

export function takeFloats(values: Float64Array, rows: Uint32Array): Float64Array {
  const taken = new Float64Array(rows.length)
  // Rows lie inside the array: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) taken[at] = values[rows[at] as number] as number
  return taken
}
