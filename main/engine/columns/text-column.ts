import type { ColumnType } from '../../../preload/contract/table-queries.ts'
import { foldText } from '../../../preload/values/text.ts'
import { type InterruptibleWork, runInSlices, runSync } from '../../kernel/schedule.ts'
import type { Done } from '../thread.ts'
import { rankTexts } from './collation.ts'
import {
  type CellFilter,
  type Column,
  type CountedValues,
  emptyRank,
  filterByText,
  keepRows,
  mostFrequent,
  type TextFilter,
} from './column.ts'
import { findDigitsInHeap, findFolded, findInHeap, foldHeap, isAllDigits } from './fold-text.ts'
import { createKeyTable, isAt } from './key-index.ts'
import { type TextHeap, type TextPart, textReader } from './part.ts'
import { isNullText } from './text-part.ts'

/** A column of texts (`text`, `phone`). `hasPhones`: filters compare phones by their digits. */
export function createTextColumn(type: ColumnType, part: TextPart, hasPhones = type === 'phone'): Column {
  const { offsets, heap, rows } = part
  let foldedHeap: TextHeap | null = null
  let onlyDigits: boolean | null = null
  let cachedRanks: Uint32Array | null = null

  const text = textReader(part)
  const folded = () => {
    foldedHeap ??= foldHeap(part)
    return foldedHeap
  }

  const column: Column = {
    type,
    length: rows,
    get bytes() {
      const more = foldedHeap && foldedHeap.heap !== heap ? foldedHeap.heap.length + foldedHeap.offsets.byteLength : 0
      const stored = part.folded ? part.folded.heap.length + 2 * part.folded.offsets.byteLength : 0
      return heap.length + offsets.byteLength + (cachedRanks?.byteLength ?? 0) + more + stored
    },
    stored: { parts: [part], rows: null },
    cell: (row) => (isNullText(part, row) ? null : text(row)),
    plain: (row) => (isNullText(part, row) ? null : text(row)),
    text,
    isEmpty: (row) => offsets[row] === offsets[row + 1],
    ranks: () => {
      cachedRanks ??= runSync(rankTextPart(part))
      return cachedRanks
    },
    prepareRanks: async (pause) => {
      cachedRanks ??= await runInSlices(rankTextPart(part), pause)
    },
    filter: (filter, keep) => filterTexts(filter, keep, { column, part, folded, hasPhones }),
    find: (needle, within, hits) => {
      onlyDigits ??= isAllDigits(heap)
      if (onlyDigits) findInHeap(part, needle, hits)
      else if (within === 'digits') findDigitsInHeap(part, needle, hits)
      else if (part.folded) findFolded(part, part.folded, needle, hits)
      else findInHeap(folded(), needle, hits)
    },
    counts: (which, limit) => countTexts(part, which, limit),
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

interface FilteredTexts {
  readonly column: Column
  readonly part: TextPart
  readonly folded: () => TextHeap
  readonly hasPhones: boolean
}

function filterTexts(filter: CellFilter, keep: Uint8Array, { column, part, folded, hasPhones }: FilteredTexts): void {
  const isPhone = hasPhones && 'text' in filter && isPhonePart(filter.text)
  switch (filter.operator) {
    case 'blank':
    case 'not_blank': {
      const isKept = filter.operator === 'blank'
      keepRows(keep, (row) => column.isEmpty(row) === isKept)
      break
    }
    case 'contains':
    case 'not_contains': {
      const hits = new Uint8Array(part.rows)
      if (isPhone) column.find(digitsOf(filter.text), 'digits', hits)
      else column.find(foldText(filter.text), 'text', hits)
      const expected = filter.operator === 'contains' ? 1 : 0
      keepRows(keep, (row) => hits[row] === expected)
      break
    }
    case 'equals':
    case 'starts_with':
    case 'ends_with':
      if (isPhone) keepPhones(filter, keep, column)
      else keepAffix(filter, keep, folded())
      break
    case 'in':
    case 'not_in':
      keepValues(filter, keep, part)
      break
    default:
      filterByText(column, filter, keep, (_, text) => numberOf(text))
  }
}

/** Digits and the signs that people write between them. */
function isPhonePart(text: string): boolean {
  return /\d/.test(text) && /^[\d\s()+\-./]*$/.test(text)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Compares phones by their digits, as people see and write them: `(11) 98888-7777` is also `+5511988887777`, whose
 * country code is not shown.
 */
function keepPhones({ operator, text }: TextFilter, keep: Uint8Array, column: Column): void {
  const expected = digitsOf(text)
  const forms = text.includes('+') ? [expected] : [expected, `55${expected}`]
  keepRows(keep, (row) => {
    const digits = digitsOf(column.text(row))
    if (operator === 'equals') return forms.includes(digits)
    return operator === 'ends_with' ? digits.endsWith(expected) : forms.some((form) => digits.startsWith(form))
  })
}

/** The number of a text in any way of writing decimals that a cell has; NaN otherwise. */
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

/** Compares exact texts, of which an empty one is null. */
function keepValues(
  { operator, values }: Extract<CellFilter, { values: unknown }>,
  keep: Uint8Array,
  { offsets, heap }: TextPart,
): void {
  const expected = createKeyTable()
  for (const value of values) {
    const bytes = Buffer.from(value ?? '')
    expected.takeText(bytes, 0, bytes.length)
  }
  const keepsFound = operator === 'in'
  keepRows(keep, (row) => {
    const isFound = expected.indexOfText(heap, offsets[row] as number, offsets[row + 1] as number) >= 0
    return isFound === keepsFound
  })
}

function* countTexts(part: TextPart, rows: Uint32Array | null, limit: number): InterruptibleWork<CountedValues> {
  const { texts, groups } = yield* groupTexts(part, rows)
  const textOf = textReader(texts)
  const counts = new Uint32Array(texts.offsets.length - 1)
  for (const group of groups) counts[group] = (counts[group] as number) + 1
  const top = largest(counts, limit).map((group) => [group, counts[group] as number] as const)
  const { values } = mostFrequent(top, limit, (group) => textOf(group) || null)
  return { values, distinct: counts.length }
}

/** The indexes of the `limit` largest counts, without sorting the many small ones. */
export function largest(counts: Uint32Array, limit: number): number[] {
  const sorted = counts.slice().sort()
  const least = sorted[Math.max(0, sorted.length - limit)] ?? 0
  const above: number[] = []
  const equal: number[] = []
  for (const [index, count] of counts.entries()) {
    if (count > least) above.push(index)
    else if (count === least && equal.length < limit) equal.push(index)
  }
  return [...above, ...equal.slice(0, limit - above.length)]
}

const yieldEvery = 32_768
interface TextGroups {
  readonly texts: TextHeap
  /** The group of each requested row, by its position. */
  readonly groups: Uint32Array
}

/** Gives rows with equal texts one group; groups are numbered as they appear. No strings are made. */
export function* groupTexts({ offsets, heap }: TextHeap, rows: Uint32Array | null): InterruptibleWork<TextGroups> {
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

/** The work of another thread for the order of texts. */
export const rankWork = {
  rankTexts: (part: TextPart): Done<Uint32Array> => ({ value: runSync(rankTextPart(part)), transfer: [] }),
}
