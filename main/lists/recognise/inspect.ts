import type { ListInspection, ListSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { readCellKeys } from '../../phones/cell-keys.ts'
import { type KeyColumn, type ListFile, type ListPlan, sharedAreaColumn } from '../plan.ts'
import { chosenType, createTypeFinder } from '../types/column-types.ts'
import { isRewritten } from './column-shapes.ts'
import {
  type ListColumns,
  type RecognisedColumns,
  withAreaColumns,
  withLabels,
  withMessageSides,
} from './recognise-columns.ts'
import { holdsAnything, keysOfRow, recogniseJoined, recogniseSampled } from './recognise-rows.ts'
import { hintsThatHold, sampleOf } from './sample-list.ts'

const previewRows = 50
const samplesPerColumn = 5

/**
 * Recognises whatever the settings leave open, from a sample: its first 1000 rows, and of a longer list as many from
 * all over the rest. In a spreadsheet the rest is read only where the first rows leave a column open. Gives the plan
 * that `readList` and `recogniseKeys` follow, and the inspection that the screen shows. The inspection has 50 rows of
 * preview, and hints, which are keys of the catalogue's `cruzar.hints`. The same file and settings always give the same
 * plan. Throws `list_empty` when no row holds anything, `list_unreadable` when the file is damaged or is no list.
 */
export async function inspectList(file: ListFile, settings: ListSettings, signal?: AbortSignal) {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const { format, sheetNames, rows, hints, ...sampled } = await sampleOf(file)(file, settings, signal)
  await yieldToEventLoop()
  if (!rows.some(holdsAnything)) throw new AppFailure('list_empty')
  const isText = format.file_kind === 'text'
  const { header, rowsAbove, data, later, columns, joined, ...recognised } = sampled.joined
    ? await recogniseJoined(sampled.joined, settings.header, file.headings?.sheet ?? '', yieldToEventLoop)
    : {
        ...(await recogniseSampled(
          rows,
          sampled.later,
          { header: settings.header, isText, made: file.made },
          yieldToEventLoop,
        )),
        joined: [],
      }
  const read = { ...format, header, hidden_rows: settings.hidden_rows ?? 'read' }
  const isChosen = settings.key_columns !== null || sampled.keyColumns !== undefined
  const keys = settings.key_columns ?? sampled.keyColumns ?? recognised.keyColumns
  const keyColumns = withLabels(withMessageSides(withAreas(keys, settings, columns), columns), columns)
  const areaCode = settings.area_code ?? null
  const columnTypes = new Map(settings.column_types?.map(({ index, type }) => [index, type]))
  const plan: ListPlan = { ...read, joined, rowsAbove, names: columns.names, keyColumns, areaCode, columnTypes }
  const inspection: ListInspection = {
    ...read,
    // Such a list can be read in one way only.
    ...(file.made ? { encoding: null, delimiter: null } : {}),
    name: file.name,
    bytes: file.bytes.length,
    sheet_names: sheetNames,
    key_sheets: [...(sampled.keySheets ?? [])],
    columns: await columnsOf(plan, [...data, ...later], isChosen ? new Map() : recognised.left, yieldToEventLoop),
    question: isChosen ? null : recognised.question,
    area_column: sharedAreaColumn(keyColumns),
    area_code: areaCode,
    preview: data.slice(0, previewRows),
    hints: [...hints, ...hintsOfRows(plan, data)],
  }
  return { plan, inspection }
}

/**
 * Gives each phone the column of its area code: its own, the chosen one, else the recognised one. A column of keys is
 * none.
 */
function withAreas(
  keys: readonly KeyColumn[],
  { area_column: chosen }: Pick<ListSettings, 'area_column'>,
  columns: ListColumns,
): readonly KeyColumn[] {
  if (chosen === null) return withAreaColumns(keys, columns)
  if (chosen === 'none' || keys.some(({ index }) => index === chosen)) return keys
  return keys.map((column) => (column.kind === 'phone' ? { area: chosen, ...column } : column))
}

async function columnsOf(
  plan: ListPlan,
  data: readonly string[][],
  left: RecognisedColumns['left'],
  yieldToEventLoop: YieldToEventLoop,
): Promise<ListInspection['columns']> {
  const { names, keyColumns } = plan
  const keys = new Map(keyColumns.flatMap((column) => (column.otherDigits ? [] : [[column.index, column]])))
  const columns: ListInspection['columns'] = []
  for (const [index, name] of names.entries()) {
    const finder = createTypeFinder(name, chosenType(plan, index))
    for (const row of data) {
      const text = row[index] ?? ''
      if (text === '') continue
      const bytes = Buffer.from(text)
      finder.add(bytes, 0, bytes.length)
    }
    columns.push({
      index,
      name,
      kind: keys.get(index)?.kind ?? 'other',
      area: keys.get(index)?.area ?? null,
      left: left.get(index) ?? null,
      samples: data
        .map((row) => row[index] ?? '')
        .filter((text) => text.trim() !== '')
        .slice(0, samplesPerColumn),
      type: finder.form().type,
      ...finder.counts(),
    })
    await yieldToEventLoop()
  }
  return columns
}

function hintsOfRows(plan: ListPlan, data: readonly string[][]): string[] {
  const phoneColumns = plan.keyColumns.filter(({ kind }) => kind === 'phone')
  return hintsThatHold({
    no_key_column: plan.keyColumns.every(({ otherDigits }) => otherDigits),
    area_code_column: plan.keyColumns.some(({ area }) => area !== undefined),
    message_sides: plan.keyColumns.some(({ ownKey }) => ownKey !== undefined),
    ragged_rows: plan.file_kind === 'text' && new Set(data.map((row) => row.length)).size > 1,
    several_people_in_rows: holdsSeveralPeople(plan, data),
    damaged_by_excel: phoneColumns.some(({ index }) =>
      data.some((row) => isRewritten(readCellKeys(row[index] ?? '', 'phone').problem)),
    ),
  })
}

/** Whether most rows of a list without headings hold more keys than one person has: people side by side. */
function holdsSeveralPeople(plan: ListPlan, data: readonly string[][]): boolean {
  if (plan.header) return false
  const crowded = data.filter((row) => {
    const keys = keysOfRow(row, plan.keyColumns)
    return keys.length > 2 || keys.filter((key) => key.kind === 'email').length > 1
  })
  return crowded.length > 0 && crowded.length * 2 >= data.length
}
