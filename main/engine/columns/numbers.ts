import { withRoom } from './key-index.ts'
import { type Memory, type NumberPart, ownMemory, type PartBuilder, type TimePart } from './part.ts'

/** Null among the numbers of 32 bits. */
const noInt = -(2 ** 31)
/** What whole numbers are multiples of where they have 32 bits: times in full seconds of a thousand. */
const scales = [1, 1000]

/**
 * The numbers of a part; NaN is null. Those that were stored in 32 bits stay so in memory: number i is
 * `ints[i] * scale`, null where that is `noInt`. `floats` has them in 64 bits, made in `memory` when it is first read.
 */
export class Numbers {
  readonly ints: Int32Array | null
  readonly scale: number
  readonly length: number
  private made: Float64Array | null
  private readonly memory: Memory

  constructor(values: Float64Array | Int32Array, scale = 0, memory = ownMemory) {
    this.ints = values instanceof Int32Array ? values : null
    this.made = values instanceof Int32Array ? null : values
    this.scale = scale
    this.length = values.length
    this.memory = memory
  }

  get floats(): Float64Array {
    this.made ??= unpack(this.ints ?? new Int32Array(0), this.scale, this.memory)
    return this.made
  }

  /** The numbers as they lie in memory: those of 32 bits have a `scale`. */
  get stored(): Int32Array | Float64Array {
    return this.ints ?? this.floats
  }

  get bytes(): number {
    return (this.ints?.byteLength ?? 0) + (this.made?.byteLength ?? 0)
  }

  /** Gives the number of a row inside the part. */
  reader(): (row: number) => number {
    const { ints, scale } = this
    if (!ints) {
      const { floats } = this
      return (row) => floats[row] as number
    }
    return (row) => {
      const int = ints[row] as number
      return int === noInt ? Number.NaN : int * scale
    }
  }

  /** Numbers in the same order: `Column.ranks`, in 32 bits where that is possible. */
  ranks(): Float64Array | Uint32Array {
    const { values } = this.packed(ownMemory)
    if (values instanceof Float64Array) return values
    const ranks = new Uint32Array(values.length)
    // `noInt` becomes the largest of all, `emptyRank`, and the others keep their order.
    for (let row = 0; row < ranks.length; row++) ranks[row] = ((values[row] as number) - 1) ^ noInt
    return ranks
  }

  /** The numbers of the rows from one to another. */
  slice(from: number, to: number, memory: Memory): Numbers {
    return new Numbers(this.stored.subarray(from, to), this.scale, memory)
  }

  /** The numbers of these rows; null for a missing row. */
  take(rows: Uint32Array, memory = ownMemory): Numbers {
    const { ints, scale } = this
    if (ints) return new Numbers(takeValues(ints, rows, memory(Int32Array, rows.length), noInt), scale, memory)
    return new Numbers(takeValues(this.floats, rows, memory(Float64Array, rows.length), Number.NaN))
  }

  /** In 32 bits, where that is possible, for segments; their `scale` is 0 otherwise. */
  packed(memory: Memory): { readonly scale: number; readonly values: Float64Array | Int32Array } {
    const { ints, scale } = this
    if (ints) return { scale, values: ints }
    for (const one of scales) {
      const small = asInts(this.floats, one, memory)
      if (small) return { scale: one, values: small }
    }
    return { scale: 0, values: this.floats }
  }
}

function unpack(ints: Int32Array, scale: number, memory: Memory): Float64Array {
  const floats = memory(Float64Array, ints.length)
  // Rows lie inside both arrays here and below: `as number` spares a check a row.
  for (let row = 0; row < floats.length; row++) {
    const int = ints[row] as number
    floats[row] = int === noInt ? Number.NaN : int * scale
  }
  return floats
}

function asInts(values: Float64Array, scale: number, memory: Memory): Int32Array | null {
  const ints = memory(Int32Array, values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    const int = value / scale
    if (Number.isNaN(value)) ints[row] = noInt
    else if ((int | 0) === int && int !== noInt && !Object.is(value, -0)) ints[row] = int
    else return null
  }
  return ints
}

/** Copies the values of these rows; `none` for a missing row. */
export function takeValues<Values extends Float64Array | Int32Array>(
  values: Values,
  rows: Uint32Array,
  copy: Values,
  none: number,
): Values {
  // Rows are looked up inside the array only: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    copy[at] = row < values.length ? (values[row] as number) : none
  }
  return copy
}

/** The numbers of a part that was made of them. One that was changed since has other values, and is another object. */
const numbersByPart = new WeakMap<NumberPart | TimePart, Numbers>()

export function numbersOf(part: NumberPart | TimePart): Numbers {
  return numbersByPart.get(part) ?? new Numbers(part.kind === 'number' ? part.values : part.at)
}

export function numberPart(values: Float64Array | Numbers): NumberPart {
  if (values instanceof Float64Array) return { kind: 'number', rows: values.length, values }
  const part: NumberPart = {
    kind: 'number',
    rows: values.length,
    get values() {
      return values.floats
    },
  }
  numbersByPart.set(part, values)
  return part
}

export function timePart(moments: Numbers, rest: Pick<TimePart, 'codes' | 'formats' | 'exceptions'>): TimePart {
  const part: TimePart = {
    kind: 'time',
    rows: moments.length,
    get at() {
      return moments.floats
    },
    ...rest,
  }
  numbersByPart.set(part, moments)
  return part
}

/** Has room for so many numbers from the start. */
export function createNumberBuilder(expected?: number): NumberBuilder {
  return new NumberBuilder(expected)
}

/** Appends numbers one by one, and those of parts, which stay in 32 bits while all have those. */
export class NumberBuilder implements PartBuilder<number | null, NumberPart> {
  length = 0
  private readonly expected: number
  private floats = new Float64Array(0)
  /** All numbers so far, instead of `floats`. */
  private ints: Int32Array | null = null
  private scale = 0

  constructor(expected = 1024) {
    this.expected = expected
  }

  private makeRoom(more: number): void {
    const { ints, length, expected } = this
    if (length + more > this.floats.length) this.floats = withRoom(this.floats, Math.max(length + more, expected))
    if (!ints) return
    this.floats.set(new Numbers(ints.subarray(0, length), this.scale).floats)
    this.ints = null
  }

  append(value: number | null): void {
    if (this.length === this.floats.length || this.ints) this.makeRoom(1)
    this.floats[this.length++] = value ?? Number.NaN
  }

  appendPart(part: NumberPart | TimePart): void {
    const numbers = numbersOf(part)
    const { ints, scale, length } = numbers
    if (ints && (this.length === 0 || (this.ints && this.scale === scale))) {
      this.ints = withRoom(this.ints ?? new Int32Array(Math.max(length, this.expected)), this.length + length)
      this.ints.set(ints, this.length)
      this.scale = scale
    } else {
      this.makeRoom(length)
      this.floats.set(numbers.floats, this.length)
    }
    this.length += length
  }

  truncate(length: number): void {
    this.length = Math.min(this.length, length)
  }

  take(): NumberPart {
    const { ints, floats, length, scale } = this
    return numberPart(ints ? new Numbers(ints.subarray(0, length), scale) : floats.subarray(0, length))
  }
}
