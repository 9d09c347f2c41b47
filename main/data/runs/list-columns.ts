import type { CellValue } from '../columns/cell-value.ts'
import { createDictionaryBuilder, type DictionaryBuilder } from '../columns/dictionary-part.ts'
import { createNumberBuilder, type NumberBuilder } from '../columns/number-part.ts'
import type { TextPart } from '../columns/part.ts'
import { concatenateTexts, createTextBuilder, type TextBuilder } from '../columns/text-part.ts'
import type { Database } from '../store/encrypted-file.ts'
import { addSegment } from './run-file.ts'

/** The original columns of a list, row by row; every text stays as it is, and what a cell of a spreadsheet holds beside it. */
export interface ListColumns {
  add(row: readonly string[], values?: readonly (CellValue | null | undefined)[]): void
  /**
   * Stores each column as one segment: `c0`, `c1`, …, so that it is read without being copied; numbers, dates and booleans
   * of spreadsheets beside them as `v0` and their formats as `f0`. Gives the headings.
   */
  store(database: Database): string[]
}

interface ListColumn {
  readonly heading: string
  readonly builder: TextBuilder
  /** Earlier rows, in parts that take no more memory than their texts. */
  readonly parts: TextPart[]
  values: ValueBuilders | null
}

interface ValueBuilders {
  readonly numbers: NumberBuilder
  readonly formats: DictionaryBuilder
}

/** Rows that wait in the builders. */
const maxWaiting = 16_384

/**
 * A row may be shorter than the headings (the rest is empty) or longer: what stands beyond them becomes a column without
 * a heading, unless it is blank.
 */
export function createListColumns(names: readonly string[]): ListColumns {
  const columns = names.map((heading) => createColumn(heading, 0))
  let rows = 0

  function widen(row: readonly string[]): void {
    const last = row.findLastIndex((text) => text.trim() !== '')
    while (columns.length <= last) columns.push(createColumn('', rows))
  }

  return {
    add(row, values) {
      if (row.length > columns.length) widen(row)
      for (const [index, column] of columns.entries()) {
        column.builder.append(row[index] ?? '')
        const value = values?.[index] ?? null
        if (value !== null) column.values ??= createValues(rows)
        column.values?.numbers.append(value?.number ?? null)
        column.values?.formats.append(value?.format ?? null)
      }
      if (++rows % maxWaiting === 0) for (const { builder, parts } of columns) parts.push(builder.take())
    },
    store(database) {
      for (const [index, { builder, parts, values }] of columns.entries()) {
        addSegment(database, `c${index}`, 0, concatenateTexts([...parts.splice(0), builder.take()]))
        if (!values) continue
        addSegment(database, `v${index}`, 0, values.numbers.take())
        addSegment(database, `f${index}`, 0, values.formats.take())
      }
      return columns.map(({ heading }) => heading)
    },
  }
}

/** A column that begins with so many empty rows. */
function createColumn(heading: string, emptyRows: number): ListColumn {
  const empty: TextPart = {
    kind: 'text',
    rows: emptyRows,
    offsets: new Uint32Array(emptyRows + 1),
    heap: new Uint8Array(0),
    nulls: null,
  }
  return { heading, builder: createTextBuilder(), parts: emptyRows > 0 ? [empty] : [], values: null }
}

/** Most columns hold texts alone: what others hold is kept from their first value on. */
function createValues(emptyRows: number): ValueBuilders {
  const values = { numbers: createNumberBuilder(), formats: createDictionaryBuilder() }
  for (let row = 0; row < emptyRows; row += 1) {
    values.numbers.append(null)
    values.formats.append(null)
  }
  return values
}
