import type { ColumnType } from '../../../preload/contract/table-queries.ts'
import { type Column, emptyRank, filterTest, mostFrequent } from './column.ts'
import {
  createDictionaryBuilder,
  createDictionaryColumn,
  createListBuilder,
  createListColumn,
  takeCodes,
} from './dictionary-column.ts'
import { createNumberColumn } from './number-column.ts'
import { createNumberBuilder, takeValues } from './numbers.ts'
import { ownMemory, type Part, type PartBuilder } from './part.ts'
import { createTextColumn } from './text-column.ts'
import { createTextBuilder } from './text-part.ts'
import { createTimeBuilder, createTimeColumn } from './time-column.ts'

/** "No row" in an index of rows: the cell is empty. */
export const noRow = 0xffffffff

/**
 * Another table's column through an index of its rows: row i shows row `rows[i]` of `base`, or nothing where that is
 * `noRow`. So a run shows the lead's columns without copying them.
 */
export function createThroughColumn(base: Column, rows: Uint32Array): Column {
  const { load } = base
  let cachedRanks: Float64Array | Uint32Array | null = null
  // Rows lie inside the column, by the contract of Column.
  const at = (row: number) => rows[row] as number
  const isNone = (row: number) => rows[row] === noRow
  return {
    type: base.type,
    length: rows.length,
    get bytes() {
      return rows.byteLength + (cachedRanks?.byteLength ?? 0)
    },
    get stored() {
      const { stored } = base
      return stored && !stored.rows ? { parts: stored.parts, rows } : undefined
    },
    join: async (yieldToEventLoop) => {
      await base.join?.(yieldToEventLoop)
    },
    load: load && ((yieldToEventLoop) => load(yieldToEventLoop)),
    cell: (row) => {
      if (isNone(row)) return base.type === 'list' ? [] : null
      return base.cell(at(row))
    },
    plain: (row) => (isNone(row) ? null : base.plain(at(row))),
    text: (row) => (isNone(row) ? '' : base.text(at(row))),
    isEmpty: (row) => isNone(row) || base.isEmpty(at(row)),
    ranks: () => {
      const ranks = base.ranks()
      cachedRanks ??=
        ranks instanceof Float64Array
          ? takeValues(ranks, rows, new Float64Array(rows.length), Number.NaN)
          : takeCodes(ranks, rows, ownMemory, emptyRank)
      return cachedRanks
    },
    prepareRanks: base.prepareRanks,
    filter: (filter, keep) => {
      const matching = new Uint8Array(base.length).fill(1)
      base.filter(filter, matching)
      const empty = filterTest(filter)(null, Number.NaN) ? 1 : 0
      for (let row = 0; row < rows.length; row++) if ((isNone(row) ? empty : matching[at(row)]) === 0) keep[row] = 0
    },
    find: (needle, within, hits) => {
      const baseHits = new Uint8Array(base.length)
      base.find(needle, within, baseHits)
      for (let row = 0; row < rows.length; row++) if (!isNone(row) && baseHits[at(row)] === 1) hits[row] = 1
    },
    *counts(which, limit) {
      const shown = which ? Uint32Array.from(which, at) : rows
      const inBase = shown.filter((row) => row !== noRow)
      const none = shown.length - inBase.length
      const { values, distinct } = yield* base.counts(inBase, limit + 1)
      const counts = new Map(values.map(({ value, rows: times }) => [value, times]))
      const isEmptyToo = none > 0 && !counts.has(null) && !inBase.some((row) => base.isEmpty(row))
      const empty = none + (counts.get(null) ?? 0)
      counts.delete(null)
      const top = mostFrequent([...counts, [null, empty]], limit, (value) => value)
      return { values: top.values, distinct: distinct + (isEmptyToo ? 1 : 0) }
    },
  }
}

/** Builds columns over rows in memory; `read` gives the value of a row, null for an empty cell. */
export function columnsOf<Row>(rows: readonly Row[]) {
  const partOf = <Value, Made extends Part>(
    builder: Pick<PartBuilder<Value, Made>, 'append' | 'take'>,
    read: (row: Row) => Value,
  ): Made => {
    for (const row of rows) builder.append(read(row))
    return builder.take()
  }
  return {
    text: (type: 'text' | 'phone', read: (row: Row) => string | null) =>
      createTextColumn(type, partOf(createTextBuilder(), read)),
    /** A column of few distinct texts; `code` for those that the catalogue translates. */
    dictionary: (type: ColumnType, read: (row: Row) => string | null) =>
      createDictionaryColumn(type, partOf(createDictionaryBuilder(), read)),
    list: (type: 'list' | 'codes', read: (row: Row) => readonly string[]) =>
      createListColumn(partOf(createListBuilder(), read), type),
    /** A column of times. Texts are ISO 8601 or what the service wrote; numbers are epoch seconds or milliseconds. */
    time: (read: (row: Row) => string | number | null) => createTimeColumn(partOf(createTimeBuilder(), read)),
    number: (type: 'integer' | 'number', read: (row: Row) => number | null) =>
      createNumberColumn(partOf(createNumberBuilder(), read), type),
  }
}
