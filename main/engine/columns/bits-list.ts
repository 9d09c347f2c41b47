import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { codesFor, type ListPart } from './part.ts'
import { textPartOf } from './text-part.ts'

/** Rows between two pauses. */
const atOnce = 8192

/** The lists of names whose bits a row has: bit k stands for `names[k]`. Few different sets of bits are meant. */
export function* listOfBits(bits: Uint16Array | Uint32Array, names: readonly string[]): InterruptibleWork<ListPart> {
  const sets = new Map<number, number>([[0, 0]])
  const codes = codesFor(bits.length, Math.min(bits.length, 2 ** names.length))
  for (let row = 0; row < bits.length; row++) {
    if (row % atOnce === atOnce - 1) yield
    const set = bits[row] as number
    const code = sets.get(set) ?? sets.size
    if (code === sets.size) sets.set(set, code)
    codes[row] = code
  }
  const values = [...sets.keys()].slice(1).map((set) => names.filter((_, bit) => (set & (1 << bit)) !== 0))
  return { kind: 'list', rows: bits.length, codes, keys: textPartOf(values.map((value) => JSON.stringify(value))) }
}
