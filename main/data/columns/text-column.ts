import type { ColumnFilter, ColumnType } from '../../../preload/contract/tables.ts'
import { type InterruptibleWork, runInSlices, runSync } from '../../kernel/schedule.ts'
import { rankTexts } from './collation.ts'
import {
  type Column,
  type CountedValues,
  emptyRank,
  filterByText,
  keepRows,
  mostFrequent,
  type TextFilter,
} from './column.ts'
import { findDigitsInHeap, findFolded, findInHeap, foldHeap, foldText, isAllDigits } from './fold-text.ts'
import { createKeyTable, hashBytes, isAt } from './key-index.ts'
import { type TextHeap, type TextPart, textReader } from './part.ts'
import { isNullText } from './text-part.ts'

/** A column of texts (`text`, `phone`). `ranks` are those of an earlier `ranks()`, when they were stored. */
export function createTextColumn(type: ColumnType, part: TextPart, ranks: Uint32Array | null = null): Column {
  const { offsets, heap, rows } = part
  let foldedHeap: TextHeap | null = null
  let onlyDigits: boolean | null = null
  let known = ranks

  const text = textReader(part)
  const isEmpty = (row: number) => offsets[row] === offsets[row + 1]
  const folded = () => {
    foldedHeap ??= foldHeap(part)
    return foldedHeap
  }

  const find = (needle: string, hits: Uint8Array) => {
    if (part.folded) findFolded(part, part.folded, needle, hits)
    else findInHeap(folded(), needle, hits)
  }

  const column: Column = {
    type,
    length: rows,
    get bytes() {
      const more = foldedHeap && foldedHeap.heap !== heap ? foldedHeap.heap.length + foldedHeap.offsets.byteLength : 0
      const stored = part.folded ? part.folded.heap.length + 2 * part.folded.offsets.byteLength : 0
      return heap.length + offsets.byteLength + (known?.byteLength ?? 0) + more + stored
    },
    stored: { part, rows: null },
    cell: (row) => (isNullText(part, row) ? null : text(row)),
    plain: (row) => (isNullText(part, row) ? null : text(row)),
    text,
    isEmpty,
    ranks: () => {
      known ??= runSync(rankTextPart(part))
      return known
    },
    prepareRanks: async (pause) => {
      known ??= await runInSlices(rankTextPart(part), pause)
    },
    filter: (filter, keep) => {
      if (type === 'phone' && isPhoneFilter(filter)) filterPhones(filter, keep, column)
      else filterTexts(filter, keep, { part, folded, find, text })
    },
    find: (needle, within, hits) => {
      onlyDigits ??= isAllDigits(heap)
      if (onlyDigits) findInHeap(part, needle, hits)
      else if (within === 'text') find(needle, hits)
      else findDigitsInHeap(part, needle, hits)
    },
    counts: (which, most) => countTexts(part, which, most),
  }
  return column
}

/** The rank of each text of the part in pt-BR order; `emptyRank` where it is empty. */
export function* rankTextPart(part: TextPart): InterruptibleWork<Uint32Array> {
  const { texts, groups } = yield* groupTexts(part, null)
  const ranksOfGroups = yield* rankTexts(texts)
  const ranks = new Uint32Array(part.rows)
  // A group lies inside the groups, a row inside the rows: `as number` spares a check a row.
  for (let row = 0; row < part.rows; row++) {
    const empty = part.offsets[row] === part.offsets[row + 1]
    ranks[row] = empty ? emptyRank : (ranksOfGroups[groups[row] as number] as number)
  }
  return ranks
}

interface Texts {
  readonly part: TextPart
  readonly folded: () => TextHeap
  readonly find: (needle: string, hits: Uint8Array) => void
  readonly text: (row: number) => string
}

function filterTexts(filter: ColumnFilter, keep: Uint8Array, { part, folded, find, text }: Texts): void {
  const { offsets } = part
  const isEmpty = (row: number) => offsets[row] === offsets[row + 1]
  switch (filter.operator) {
    case 'blank':
      keepRows(keep, isEmpty)
      break
    case 'not_blank':
      keepRows(keep, (row) => !isEmpty(row))
      break
    case 'contains':
    case 'not_contains': {
      const hits = new Uint8Array(part.rows)
      find(foldText(filter.text), hits)
      const expected = filter.operator === 'contains' ? 1 : 0
      keepRows(keep, (row) => hits[row] === expected)
      break
    }
    case 'equals':
    case 'starts_with':
    case 'ends_with':
      keepAffix(filter, keep, folded())
      break
    case 'in':
    case 'not_in':
      keepValues(filter, keep, part)
      break
    case 'between':
      filterByText({ isEmpty, text }, filter, keep, (_, text) => numberOf(text))
      break
  }
}

/** Digits and the signs that people write between them. */
function isPhoneFilter(filter: ColumnFilter): filter is TextFilter {
  return 'text' in filter && /\d/.test(filter.text) && /^[\d\s()+\-./]*$/.test(filter.text)
}

/**
 * Compares phones by their digits, as people see and write them: `(11) 98888-7777` is also `+5511988887777`, whose country
 * code is not shown.
 */
function filterPhones({ operator, text }: TextFilter, keep: Uint8Array, column: Column): void {
  const expected = text.replace(/\D/g, '')
  if (operator === 'contains' || operator === 'not_contains') {
    const hits = new Uint8Array(column.length)
    column.find(expected, 'digits', hits)
    keepRows(keep, (row) => (hits[row] === 1) === (operator === 'contains'))
    return
  }
  const forms = text.includes('+') ? [expected] : [expected, `55${expected}`]
  keepRows(keep, (row) => {
    const digits = column.text(row).replace(/\D/g, '')
    if (operator === 'equals') return forms.includes(digits)
    return operator === 'ends_with' ? digits.endsWith(expected) : forms.some((form) => digits.startsWith(form))
  })
}

/** A text that is a number in every way of writing decimals that a cell has; NaN otherwise. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
}

/** Compares the bytes at the start or the end of the folded texts. */
function keepAffix(filter: TextFilter, keep: Uint8Array, { offsets, heap }: TextHeap): void {
  const expected = Buffer.from(foldText(filter.text))
  const size = expected.length
  keepRows(keep, (row) => {
    const start = offsets[row] as number
    const end = offsets[row + 1] as number
    if (end - start < size || (filter.operator === 'equals' && end - start !== size)) return false
    const from = filter.operator === 'ends_with' ? end - size : start
    return isAt(heap, from, expected)
  })
}

/** Compares exact texts by their hashes first. */
function keepValues(
  filter: Extract<ColumnFilter, { values: unknown }>,
  keep: Uint8Array,
  { offsets, heap }: TextPart,
): void {
  const buffer = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  const expected = new Map<number, Buffer[]>()
  for (const value of filter.values) {
    const bytes = Buffer.from(value ?? '')
    const hash = hashBytes(bytes, 0, bytes.length)
    expected.set(hash, [...(expected.get(hash) ?? []), bytes])
  }
  const keepsFound = filter.operator === 'in'
  keepRows(keep, (row) => {
    const start = offsets[row] as number
    const end = offsets[row + 1] as number
    const found = expected.get(hashBytes(heap, start, end))?.some((bytes) => bytes.compare(buffer, start, end) === 0)
    return (found ?? false) === keepsFound
  })
}

function countTexts(part: TextPart, rows: Uint32Array | null, most: number): CountedValues {
  const { texts, groups } = runSync(groupTexts(part, rows))
  const textOf = textReader(texts)
  const counts = new Uint32Array(texts.offsets.length - 1)
  for (const group of groups) counts[group] = (counts[group] as number) + 1
  const top = largest(counts, most).map((group) => [group, counts[group] as number] as const)
  const { values } = mostFrequent(top, most, (group) => textOf(group) || null)
  return { values, more: counts.length > most }
}

/** The indexes of the `most` largest counts, without sorting the many small ones. */
function largest(counts: Uint32Array, most: number): number[] {
  const sorted = counts.slice().sort()
  const least = sorted[Math.max(0, sorted.length - most)] ?? 0
  const above: number[] = []
  const equal: number[] = []
  for (const [index, count] of counts.entries()) {
    if (count > least) above.push(index)
    else if (count === least && equal.length < most) equal.push(index)
  }
  return [...above, ...equal.slice(0, most - above.length)]
}

const yieldEvery = 32_768
interface TextGroups {
  /** The text of each group. */
  readonly texts: TextHeap
  /** The group of each requested row, by its position. */
  readonly groups: Uint32Array
}

/** Rows with equal texts get one group; groups are numbered as they appear. No strings are made. */
function* groupTexts({ offsets, heap }: TextHeap, rows: Uint32Array | null): InterruptibleWork<TextGroups> {
  const groups = new Uint32Array(rows ? rows.length : offsets.length - 1)
  const table = createKeyTable(groups.length)
  for (let position = 0; position < groups.length; position++) {
    if (position % yieldEvery === yieldEvery - 1) yield
    // Indexes stay inside the arrays: `as number` spares a check a row.
    const row = rows ? (rows[position] as number) : position
    groups[position] = table.takeText(heap, offsets[row] as number, offsets[row + 1] as number)
  }
  return { texts: table.heap(), groups }
}
