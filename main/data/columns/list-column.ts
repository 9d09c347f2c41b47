import type { ColumnFilter } from '../../../preload/contract/tables.ts'
import type { Column } from './column.ts'
import { filterTest, foldedTest, holdsForEmpty, mostFrequent } from './column-filter.ts'
import { countCodes, keepCodes, markCodes, spread, textRanks } from './dictionary-column.ts'
import { foldText } from './fold-text.ts'
import type { ListPart } from './part.ts'

export interface ListColumn extends Column {
  readonly part: ListPart
}

const noLabels: readonly string[] = []

/** A column of label sets (`list`, or `codes`). A filter holds when one of the labels holds; a "not" when none does. */
export function createListColumn(part: ListPart, type: 'list' | 'codes' = 'list'): ListColumn {
  const { codes, values } = part
  let known: Uint32Array | null = null
  const labels = (row: number) => values[(codes[row] ?? 0) - 1] ?? noLabels
  const ranks = () => {
    known ??= spread(codes, textRanks(values.map(joined)))
    return known
  }
  return {
    type,
    part,
    length: part.rows,
    bytes: codes.byteLength,
    cell: (row) => [...labels(row)],
    plain: labels,
    text: (row) => joined(labels(row)),
    isEmpty: (row) => labels(row).length === 0,
    ranks,
    prepareRanks: async () => {
      ranks()
    },
    filter: (filter, keep) => {
      const test = labelsTest(filter)
      keepCodes(codes, [holdsForEmpty(filter), ...values.map(test)], keep)
    },
    find: (needle, _within, hits) => {
      const holds = values.map((set) => set.some((label) => foldText(label).includes(needle)))
      markCodes(codes, [needle === '', ...holds], hits)
    },
    counts: (rows, most) => {
      const counts = new Map<string | null, number>()
      for (const [code, times] of countCodes(codes, values.length, rows).entries()) {
        const counted: readonly (string | null)[] = code === 0 ? [null] : [...new Set(values[code - 1])]
        for (const label of counted) counts.set(label, (counts.get(label) ?? 0) + times)
      }
      return mostFrequent(counts, most)
    },
  }
}

function joined(labels: readonly string[]): string {
  return labels.join(', ')
}

function labelsTest(filter: ColumnFilter): (labels: readonly string[]) => boolean {
  switch (filter.operator) {
    case 'not_in': {
      const values = new Set<string | null>(filter.values)
      return (labels) => !labels.some((label) => values.has(label))
    }
    case 'not_contains': {
      const contains = foldedTest(filter)
      return (labels) => !labels.some((label) => contains(foldText(label)))
    }
    default: {
      const test = filterTest(filter)
      return (labels) => labels.some((label) => test(label, Number.NaN))
    }
  }
}
