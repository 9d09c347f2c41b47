import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { readCellKeys } from '../../phones/cell-keys.ts'
import { joinSheets } from '../joined-sheets.ts'
import type { KeyColumn, ListFile, MadeForm } from '../plan.ts'
import type { ListRow } from '../row-block.ts'
import { describeColumns, recogniseColumns } from './recognise-columns.ts'
import { recogniseHeader } from './recognise-header.ts'
import { sampleRows } from './sample-rows.ts'

export interface SheetRows {
  readonly sheet: string
  readonly rows: readonly ListRow[]
}

/** Finds where the header of a sample is, as it was requested or is recognised, and what the rows below it are. */
export async function recogniseRows(
  sample: readonly ListRow[],
  requested: boolean | null,
  yieldToEventLoop: YieldToEventLoop,
  made?: MadeForm,
  laterSample: readonly ListRow[] = [],
) {
  const { header, rowsAbove, headings, groups } = made
    ? headerOf(sample, requested ?? made.header)
    : recogniseHeader(sample, requested)
  const data = sample.filter(({ number }) => number > rowsAbove).map(({ texts }) => texts)
  const later = laterSample.map(({ texts }) => texts)
  const all = [...data, ...later]
  const columns = await describeColumns(namesOf(headings, groups, all), groups, all, yieldToEventLoop)
  return { header, rowsAbove, data, later, columns, ...recogniseColumns(columns) }
}

/**
 * Does the same with rows from all over a long list. Those of a spreadsheet are read only where its first rows leave
 * open what a column is.
 */
export async function recogniseSampled(
  sample: readonly ListRow[],
  later: (() => Promise<readonly ListRow[]>) | undefined,
  { header, isText, made }: Pick<ListSettings, 'header'> & Pick<ListFile, 'made'> & { readonly isText: boolean },
  yieldToEventLoop: YieldToEventLoop,
) {
  if (isText) return recogniseRows(sample, header, yieldToEventLoop, made, await later?.())
  const recognised = await recogniseRows(sample, header, yieldToEventLoop, made)
  if (!later || !hasOpenColumn(recognised)) return recognised
  const rows = await later()
  return rows.length > 0 ? recogniseRows(sample, header, yieldToEventLoop, made, rows) : recognised
}

/** Whether a column may have keys further down: it is empty so far and its heading says nothing, or has others. */
function hasOpenColumn({ header, columns, keyColumns }: Awaited<ReturnType<typeof recogniseRows>>): boolean {
  if (!header) return true
  return columns.headings.some(({ phone, email, about, known }, index) => {
    const isKey = keyColumns.some((column) => column.index === index)
    const { cells = 0, keyed = 0 } = columns.shapes[index] ?? {}
    return !isKey && ((phone || email) && !about ? keyed === 0 : cells === 0 && !known)
  })
}

/** Does the same for sheets that are read as one list, each with a header of its own. */
export async function recogniseJoined(
  sampled: readonly SheetRows[],
  requested: boolean | null,
  sheetHeading: string,
  yieldToEventLoop: YieldToEventLoop,
) {
  const rowsOfEach = Math.ceil(sampleRows / sampled.length)
  const samples = sampled.map(({ sheet, rows }) => {
    const { header, rowsAbove, headings, groups } = recogniseHeader(rows, requested)
    const data = rows.filter(({ number }) => number > rowsAbove).map(({ texts }) => texts)
    return { sheet, header, rowsAbove, names: namesOf(headings, groups, data), groups, data: data.slice(0, rowsOfEach) }
  })
  const { names, groups, data, sheets } = joinSheets(samples, sheetHeading)
  const columns = await describeColumns(names, groups, data, yieldToEventLoop)
  const { keyColumns, ...recognised } = recogniseColumns(columns)
  const isOwn = ({ index }: KeyColumn) => samples.length === 1 || index < names.length - 1
  const header = samples.some((sample) => sample.header)
  return {
    header,
    rowsAbove: 0,
    data,
    later: [],
    columns,
    joined: sheets,
    keyColumns: keyColumns.filter(isOwn),
    ...recognised,
  }
}

/** The header is the first row, or there is none. */
function headerOf(sample: readonly ListRow[], header: boolean) {
  const headings = header ? (sample.find(({ number }) => number === 1)?.texts ?? []) : []
  return { header, rowsAbove: header ? 1 : 0, headings, groups: [] }
}

/**
 * The headings unchanged, as many as the widest row has; blank columns at the end are not columns. The group above
 * several columns goes before headings that occur more than once.
 */
function namesOf(headings: readonly string[], groups: readonly string[], data: readonly string[][]): string[] {
  let width = 0
  for (const row of [headings, ...data]) width = Math.max(width, row.findLastIndex((cell) => cell.trim() !== '') + 1)
  const names = Array.from({ length: width }, (_, index) => (headings[index] ?? '').trim())
  const isRepeated = (name: string) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name)
  return names.map((name, index) => (isRepeated(name) ? `${groups[index] ?? ''} ${name}`.trim() : name))
}

/** The keys of a row, by its columns of keys. */
export function keysOfRow(row: readonly string[], columns: readonly KeyColumn[]) {
  return columns.flatMap(({ index, kind, otherDigits }) =>
    otherDigits ? [] : readCellKeys(row[index] ?? '', kind).keys,
  )
}

/** A row of nothing but delimiters and marks is no row of a list. */
export function holdsAnything({ texts }: ListRow): boolean {
  return texts.some((cell) => /[\p{L}\p{N}]/u.test(cell))
}
