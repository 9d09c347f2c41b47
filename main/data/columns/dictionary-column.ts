import type { ColumnType } from '../../../preload/contract/tables.ts'
import { runSync } from '../../kernel/schedule.ts'
import { rankTexts } from './collation.ts'
import { type Column, emptyRank } from './column.ts'
import { filterTest, holdsForEmpty, mostFrequent } from './column-filter.ts'
import { foldText } from './fold-text.ts'
import type { Codes, DictionaryPart } from './part.ts'
import { textPartOf } from './text-part.ts'

export interface DictionaryColumn extends Column {
  readonly part: DictionaryPart
}

/**
 * A column of few distinct texts (`choice`, `status`, `outcome`, `reason`). `order` gives the values that have an order
 * of their own; without it they sort as texts.
 */
export function createDictionaryColumn(
  type: ColumnType,
  part: DictionaryPart,
  order: readonly string[] | null = null,
): DictionaryColumn {
  const { codes, values } = part
  let known: Uint32Array | null = null
  const value = (row: number) => values[(codes[row] ?? 0) - 1] ?? null
  const isEmpty = (row: number) => (value(row) ?? '') === ''
  const ranks = () => {
    known ??= spread(codes, order ? orderedRanks(values, order) : textRanks(values))
    return known
  }
  return {
    type,
    part,
    length: part.rows,
    bytes: codes.byteLength,
    cell: value,
    plain: value,
    text: (row) => value(row) ?? '',
    isEmpty,
    ranks,
    prepareRanks: async () => {
      ranks()
    },
    filter: (filter, keep) => {
      const test = filterTest(filter)
      const empty = holdsForEmpty(filter)
      keepCodes(codes, [empty, ...values.map((one) => (one === '' ? empty : test(one, Number.NaN)))], keep)
    },
    find: (needle, within, hits) => markCodes(codes, found(values, needle, within), hits),
    counts: (rows, most) => {
      const counts = countCodes(codes, values.length, rows)
      return mostFrequent(
        Array.from(counts, (times, code) => [values[code - 1] ?? null, times] as const),
        most,
      )
    },
  }
}

/** Whether each value contains the needle, from code 0 (empty) on. */
function found(values: readonly string[], needle: string, within: 'text' | 'digits'): boolean[] {
  const texts = within === 'text' ? values.map(foldText) : values.map((value) => value.replace(/[ ()\-.+/\u00a0]/g, ''))
  return [needle === '', ...texts.map((text) => text.includes(needle))]
}

/** The rank of each text in pt-BR order. */
export function textRanks(values: readonly string[]): Uint32Array {
  const ranks = runSync(rankTexts(textPartOf(values)))
  for (const [index, value] of values.entries()) if (value === '') ranks[index] = emptyRank
  return ranks
}

function orderedRanks(values: readonly string[], order: readonly string[]): Uint32Array {
  return Uint32Array.from(values, (value) => {
    const index = order.indexOf(value)
    return index === -1 ? order.length : index
  })
}

/** The rank of each row from the ranks of its dictionary. */
export function spread(codes: Codes, ranksOfValues: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(codes.length)
  // A code lies inside its dictionary here and below: `as number` spares a check a row.
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number
    ranks[row] = code === 0 ? emptyRank : (ranksOfValues[code - 1] as number)
  }
  return ranks
}

/** Keeps the rows whose code holds. */
export function keepCodes(codes: Codes, holds: readonly boolean[], keep: Uint8Array): void {
  const table = Uint8Array.from(holds, Number)
  for (let row = 0; row < codes.length; row++) if (table[codes[row] as number] === 0) keep[row] = 0
}

export function markCodes(codes: Codes, holds: readonly boolean[], hits: Uint8Array): void {
  const table = Uint8Array.from(holds, Number)
  for (let row = 0; row < codes.length; row++) if (table[codes[row] as number] === 1) hits[row] = 1
}

/** How many of the rows have each code, from code 0 on. */
export function countCodes(codes: Codes, values: number, rows: Uint32Array | null): Uint32Array {
  const counts = new Uint32Array(values + 1)
  const count = (code: number) => {
    counts[code] = (counts[code] as number) + 1
  }
  if (rows) for (const row of rows) count(codes[row] as number)
  else for (const code of codes) count(code)
  return counts
}
