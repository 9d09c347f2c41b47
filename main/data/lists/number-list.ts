/** Whole numbers below 2^32 in their order, in half the memory of an array and without work for the garbage collector. */
export interface NumberList {
  readonly length: number
  at(index: number): number
  set(index: number, value: number): void
  push(value: number): void
  /** A copy of what is there. */
  values(): Uint32Array
}

export function createNumberList(): NumberList {
  let numbers = new Uint32Array(1024)
  let length = 0
  return {
    get length() {
      return length
    },
    // Indexes lie inside the list, as its users see to it: `as number` spares a check.
    at: (index) => numbers[index] as number,
    set: (index, value) => {
      numbers[index] = value
    },
    push: (value) => {
      if (length === numbers.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = value
    },
    values: () => numbers.slice(0, length),
  }
}
