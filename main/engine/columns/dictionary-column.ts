import type { ColumnType } from '../../../preload/contract/table-queries.ts'
import { foldText } from '../../../preload/values/text.ts'
import { runSync } from '../../kernel/schedule.ts'
import { rankTexts } from './collation.ts'
import { type Column, emptyRank, filterTest, isNegative, matchOf, mostFrequent } from './column.ts'
import { createKeyTable, type KeyTable } from './key-index.ts'
import {
  type Codes,
  codesFor,
  type DictionaryPart,
  type ListPart,
  ownMemory,
  type Part,
  type PartBuilder,
  textReader,
} from './part.ts'
import { textPartOf } from './text-part.ts'

/**
 * A column of few distinct texts (`choice`, `status`, `outcome`, `reason`). `order` gives the values that have an order
 * of their own; without it they sort as texts.
 */
export function createDictionaryColumn(
  type: ColumnType,
  part: DictionaryPart,
  order: readonly string[] | null = null,
): Column {
  const { codes, values } = part
  let cachedRanks: Uint32Array | null = null
  const value = (row: number) => values[(codes[row] ?? 0) - 1] ?? null
  const isEmpty = (row: number) => (value(row) ?? '') === ''
  return {
    type,
    length: part.rows,
    bytes: codes.byteLength,
    stored: { parts: [part], rows: null },
    cell: value,
    plain: value,
    text: (row) => value(row) ?? '',
    isEmpty,
    ranks: () => {
      cachedRanks ??= spread(codes, order ? orderedRanks(values, order) : textRanks(values))
      return cachedRanks
    },
    filter: (filter, keep) => {
      const test = filterTest(filter)
      const holds = [null, ...values].map((one) => test(one || null, Number.NaN))
      keepCodes(codes, holds, keep)
    },
    find: (needle, within, hits) => markCodes(codes, matchesOf(values, needle, within), hits),
    *counts(rows, limit) {
      return mostFrequent(countCodes(codes, values.length, rows).entries(), limit, (code) => values[code - 1] ?? null)
    },
  }
}

/** Whether each value contains the needle, from code 0 (empty) on. */
function matchesOf(values: readonly string[], needle: string, within: 'text' | 'digits'): boolean[] {
  const texts = within === 'text' ? values.map(foldText) : values.map((value) => value.replace(/[ ()\-.+/\u00a0]/g, ''))
  return [needle === '', ...texts.map((text) => text.includes(needle))]
}

/** The rank of each text in pt-BR order. */
function textRanks(values: readonly string[]): Uint32Array {
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
function spread(codes: Codes, ranksOfValues: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(codes.length)
  // A code lies inside its dictionary here and below: `as number` spares a check a row.
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number
    ranks[row] = code === 0 ? emptyRank : (ranksOfValues[code - 1] as number)
  }
  return ranks
}

function keepCodes(codes: Codes, holds: readonly boolean[], keep: Uint8Array): void {
  const table = Uint8Array.from(holds, Number)
  for (let row = 0; row < codes.length; row++) if (table[codes[row] as number] === 0) keep[row] = 0
}

function markCodes(codes: Codes, holds: readonly boolean[], hits: Uint8Array): void {
  const table = Uint8Array.from(holds, Number)
  for (let row = 0; row < codes.length; row++) if (table[codes[row] as number] === 1) hits[row] = 1
}

/** How many of the rows have each code, from code 0 on. */
export function countCodes(codes: Codes, values: number, rows: Uint32Array | null): Uint32Array {
  const counts = new Uint32Array(values + 1)
  const length = rows ? rows.length : codes.length
  // Rows and codes lie inside the arrays: `as number` spares a check each.
  for (let at = 0; at < length; at++) {
    const code = codes[rows ? (rows[at] as number) : at] as number
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

const noLabels: readonly string[] = []

/** A column of label sets (`list`, or `codes`). A filter holds when one of the labels holds; a "not" when none does. */
export function createListColumn(part: ListPart, type: 'list' | 'codes' = 'list'): Column {
  const { codes } = part
  let cachedRanks: Uint32Array | null = null
  const setOf = listReader(part)
  const labels = (row: number) => setOf(codes[row] ?? 0)
  return {
    type,
    length: part.rows,
    bytes: codes.byteLength,
    stored: { parts: [part], rows: null },
    cell: (row) => [...labels(row)],
    plain: labels,
    text: (row) => joined(labels(row)),
    isEmpty: (row) => labels(row).length === 0,
    ranks: () => {
      cachedRanks ??= spread(codes, textRanks(setsOf(part, setOf).map(joined)))
      return cachedRanks
    },
    filter: (filter, keep) => {
      const matches = matchOf(filter)
      const holdsFor = (set: readonly (string | null)[]) =>
        filter.operator === 'all_of'
          ? filter.values.every((value) => set.includes(value))
          : set.some((label) => matches(label, Number.NaN)) !== isNegative(filter)
      const holds = [[null], ...setsOf(part, setOf)].map(holdsFor)
      keepCodes(codes, holds, keep)
    },
    find: (needle, _within, hits) => {
      const holds = setsOf(part, setOf).map((set) => set.some((label) => foldText(label).includes(needle)))
      markCodes(codes, [needle === '', ...holds], hits)
    },
    *counts(rows, limit) {
      const counts = new Map<string | null, number>()
      for (const [code, times] of countCodes(codes, part.keys.offsets.length - 1, rows).entries()) {
        const counted: readonly (string | null)[] = code === 0 ? [null] : [...new Set(setOf(code))]
        for (const label of counted) counts.set(label, (counts.get(label) ?? 0) + times)
      }
      return mostFrequent(counts, limit, (label) => label)
    },
  }
}

function joined(labels: readonly string[]): string {
  return labels.join(', ')
}

/** Has room for so many values from the start. */
export function createDictionaryBuilder(expected?: number): DictionaryBuilder {
  return new DictionaryBuilder(expected)
}

export function createListBuilder(expected?: number): ListBuilder {
  return new ListBuilder(expected)
}

/** Few distinct values, by the code of each. */
export abstract class CodedBuilder<Value, Coded extends Part> implements PartBuilder<Value, Coded> {
  /** In the narrowest array that holds them. */
  private codes: Codes
  /** The largest number that `codes` hold. */
  private maxCode = 0xff
  private rows = 0
  /** What values were made of, and the code of each. */
  private sources: KeyTable | null = null
  private readonly sourceCodes: number[] = []

  constructor(expected = 1024) {
    this.codes = new Uint8Array(expected)
  }

  protected abstract codeOf(value: Value): number
  abstract appendPart(part: Coded): void
  abstract take(): Coded

  append(value: Value): void {
    this.appendCode(this.codeOf(value))
  }

  /** Appends what was made of these bytes; false where nothing was. */
  appendAgain(bytes: Uint8Array, from: number, to: number): boolean {
    const code = this.sources && this.sourceCodes[this.sources.indexOfText(bytes, from, to)]
    if (code === undefined || code === null) return false
    this.appendCode(code)
    return true
  }

  /** Appends a value that is made of these bytes. */
  appendAs(value: Value, bytes: Uint8Array, from: number, to: number): void {
    this.sources ??= createKeyTable()
    this.sourceCodes[this.sources.takeText(bytes, from, to)] = this.codeOf(value)
    this.append(value)
  }

  /** Makes room for so many more rows, and for codes up to the largest. */
  private makeRoom(more: number, largest: number): void {
    const { codes, maxCode, rows } = this
    if (rows + more <= codes.length && largest <= maxCode) return
    const isFull = rows + more > codes.length
    const larger = codesFor(isFull ? Math.max(rows + more, 2 * rows) : codes.length, Math.max(maxCode, largest))
    larger.set(codes.subarray(0, rows))
    this.codes = larger
    this.maxCode = 2 ** (8 * larger.BYTES_PER_ELEMENT) - 1
  }

  protected appendCode(code: number): void {
    this.makeRoom(1, code)
    this.codes[this.rows++] = code
  }

  /** Appends codes of another dictionary, each as `map` has it. */
  protected appendCodes(partCodes: Codes, map: Uint32Array, largest: number): void {
    this.makeRoom(partCodes.length, largest)
    const { codes: all, rows: start } = this
    // Codes lie inside their own dictionary: `as number` spares a check a row.
    for (let row = 0; row < partCodes.length; row++) all[start + row] = map[partCodes[row] as number] as number
    this.rows += partCodes.length
  }

  /** Values stay, also where no row is left that has them. */
  truncate(rows: number): void {
    this.rows = Math.min(this.rows, rows)
  }

  protected takeCodes() {
    return { rows: this.rows, codes: this.codes.subarray(0, this.rows) }
  }
}

export class DictionaryBuilder extends CodedBuilder<string | null, DictionaryPart> {
  private readonly codeByValue = new Map<string, number>()
  private readonly values: string[] = []

  protected codeOf(value: string | null): number {
    if (value === null) return 0
    const code = this.codeByValue.get(value) ?? this.values.push(value)
    if (code === this.values.length) this.codeByValue.set(value, code)
    return code
  }

  appendPart(part: DictionaryPart): void {
    const map = Uint32Array.from([0, ...part.values.map((value) => this.codeOf(value))])
    this.appendCodes(part.codes, map, this.values.length)
  }

  take(): DictionaryPart {
    return { kind: 'dictionary', ...this.takeCodes(), values: this.values }
  }
}

export class ListBuilder extends CodedBuilder<readonly string[], ListPart> {
  private readonly sets = createKeyTable()

  protected codeOf(labels: readonly string[]): number {
    const set = Buffer.from(JSON.stringify(labels))
    return labels.length === 0 ? 0 : this.sets.takeText(set, 0, set.length) + 1
  }

  /** Appends a set as `JSON.stringify` writes it. */
  appendJson(bytes: Uint8Array, from: number, to: number): void {
    this.appendCode(to - from === '[]'.length ? 0 : this.sets.takeText(bytes, from, to) + 1)
  }

  appendPart({ codes, keys: { offsets, heap } }: ListPart): void {
    const map = new Uint32Array(offsets.length)
    // Sets lie inside their heap: `as number` spares a check each.
    for (let set = 1; set < map.length; set++)
      map[set] = this.sets.takeText(heap, offsets[set - 1] as number, offsets[set] as number) + 1
    this.appendCodes(codes, map, this.sets.size)
  }

  take(): ListPart {
    return { kind: 'list', ...this.takeCodes(), keys: this.sets.heap() }
  }
}

/** Gives the set of a code, made when it is first read: there may be tens of thousands, of which few are shown. */
export function listReader({ keys }: Pick<ListPart, 'keys'>): (code: number) => readonly string[] {
  const keyOf = textReader(keys)
  const sets: (readonly string[])[] = []
  return (code) => {
    if (code === 0) return noLabels
    // `createListBuilder` made them.
    sets[code] ??= JSON.parse(keyOf(code - 1)) as readonly string[]
    return sets[code]
  }
}

/** All sets, in the order of their codes from 1 on; those that `setOf` made before are not made again. */
export function setsOf({ keys }: Pick<ListPart, 'keys'>, setOf = listReader({ keys })): readonly (readonly string[])[] {
  return Array.from({ length: keys.offsets.length - 1 }, (_, set) => setOf(set + 1))
}

/** The codes of these rows; `none` for a missing row. */
export function takeCodes<Taken extends Codes>(codes: Taken, rows: Uint32Array, memory = ownMemory, none = 0): Taken {
  // The largest number of its width asks for an array of the same kind.
  const copy = codesFor(rows.length, 2 ** (8 * codes.BYTES_PER_ELEMENT) - 1, memory) as Taken
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    copy[at] = row < codes.length ? (codes[row] as number) : none
  }
  return copy
}
