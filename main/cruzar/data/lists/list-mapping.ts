import type { ListInspection, ListSettings } from '../../../../preload/contract/cruzar.ts'
import type { ListFit, ListMapping } from '../../../../preload/contract/recipes.ts'
import { foldHeading, type ListColumn, listColumns, placesByHeading } from '../../../../preload/values/list-headings.ts'
import { detectedSettings } from '../../../../preload/values/list-settings.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import type { ListFile } from '../../../lists/plan.ts'
import { inspectList } from '../../../lists/recognise/inspect.ts'

/** The settings that decide which rows and headings there are. */
type Reading = Pick<ListSettings, 'encoding' | 'delimiter' | 'header' | 'sheet' | 'sheets' | 'hidden_rows'>

const nothingChosen = { key_columns: null, area_column: null, area_code: null, column_types: null }

/**
 * How a list is read by these settings, for other lists of its shape. Settings that would be recognised all the same
 * are left open.
 */
export async function mappingOf(file: ListFile, settings: ListSettings, signal: AbortSignal): Promise<ListMapping> {
  const inspect = async (reading: ListSettings) => (await inspectList(file, reading, signal)).inspection
  const usual = await inspect(detectedSettings)
  const reading = chosenReading(settings, usual)
  const shape = await inspect({ ...reading, ...nothingChosen })
  const columns = listColumns(shape.columns.map(({ name }) => name))
  const columnAt = (index: number) => columns[index] ?? { heading: '', nth: index }
  const keys = settings.key_columns ?? keyColumnsOf(shape)
  const area = settings.area_column ?? shape.area_column
  return {
    ...reading,
    columns: shape.columns.map(({ index, kind }) => ({ ...columnAt(index), kind })),
    has_header: shape.header,
    key_columns: keys.map(({ index, kind }) => ({ ...columnAt(index), kind })),
    area_column: typeof area === 'number' ? columnAt(area) : openArea(area, shape),
    area_code: settings.area_code,
    column_types: (settings.column_types ?? []).map(({ index, type }) => ({ ...columnAt(index), type })),
  }
}

/** To choose no column is a setting only where a column would be recognised. */
function openArea(area: 'none' | null, { area_column }: ListInspection): 'none' | null {
  return area_column === null ? null : area
}

/** The settings of a reading that differ from the usual ones. */
function chosenReading(settings: ListSettings, usual: ListInspection): Reading {
  const { encoding, delimiter, header, sheet, sheets } = settings
  return {
    encoding: encoding === usual.encoding ? null : encoding,
    delimiter: delimiter === usual.delimiter ? null : delimiter,
    header: header === usual.header ? null : header,
    sheet: sheet === usual.sheet ? null : sheet,
    sheets: sheets === 'all' ? sheets : null,
    hidden_rows: settings.hidden_rows === 'skip' ? 'skip' : null,
  }
}

function keyColumnsOf({ columns }: ListInspection): NonNullable<ListSettings['key_columns']> {
  return columns.flatMap(({ index, kind }) => (kind === 'other' ? [] : [{ index, kind }]))
}

/** Whether a list can be read by each of these mappings. */
export async function fitMappings(
  file: ListFile,
  mappings: readonly ListMapping[],
  signal: AbortSignal,
): Promise<ListFit[]> {
  const read = createReader(file, signal)
  const fits: ListFit[] = []
  for (const mapping of mappings) fits.push(fitOf(mapping, await read(mapping)))
  return fits
}

/**
 * Inspects a list as a mapping reads it, once for mappings that read alike. Of a workbook without that sheet the usual
 * one is read.
 */
function createReader(file: ListFile, signal: AbortSignal) {
  const inspections = new Map<string, ListInspection | null>()
  const inspect = async (reading: Reading): Promise<ListInspection | null> => {
    const text = JSON.stringify(reading)
    const earlier = inspections.get(text)
    if (earlier !== undefined) return earlier
    const inspection = await inspectList(file, { ...reading, ...nothingChosen }, signal).then(
      ({ inspection }) => inspection,
      (error: unknown) => {
        // A list that cannot be read in this way does not fit.
        if (error instanceof AppFailure && error.code !== 'cancelled') return null
        throw error
      },
    )
    inspections.set(text, inspection)
    return inspection
  }
  return async (mapping: ListMapping): Promise<ListInspection | null> => {
    const { encoding, delimiter, header, sheet, sheets, hidden_rows } = mapping
    const reading = { encoding, delimiter, header, sheet, sheets, hidden_rows }
    return (await inspect(reading)) ?? (sheet === null ? null : inspect({ ...reading, sheet: null }))
  }
}

function fitOf(mapping: ListMapping, inspection: ListInspection | null): ListFit {
  if (!inspection) return { same: false, settings: null, missing: [] }
  const placeOf = placesByHeading(inspection.columns.map(({ name }) => name))
  const { key_columns, area_column } = mapping
  const area = area_column === null || area_column === 'none' ? [] : [area_column]
  const missing = [...key_columns, ...area].filter((column) => placeOf(column) === undefined)
  const same = hasShape(inspection, mapping)
  // Columns without headings are named by their places, which mean nothing in a list of another shape.
  if (missing.length > 0 || (!same && key_columns.some(isUnnamed))) {
    return { same: false, settings: null, missing: missing.map(({ heading }) => heading).filter(Boolean) }
  }
  const { encoding, delimiter, header, sheets, hidden_rows, area_code } = mapping
  const place = (column: ListColumn) => placeOf(column) ?? 0
  const settings: ListSettings = {
    encoding,
    delimiter,
    header,
    sheets,
    hidden_rows,
    area_code,
    sheet: mapping.sheet === null ? null : inspection.sheet,
    key_columns: key_columns.map((column) => ({ index: place(column), kind: column.kind })),
    area_column: area_column === null || area_column === 'none' ? area_column : place(area_column),
    column_types: typesOf(mapping, placeOf),
  }
  return { same, settings, missing: [] }
}

/** The chosen types of the columns that the list has. */
function typesOf(
  { column_types }: ListMapping,
  placeOf: ReturnType<typeof placesByHeading>,
): ListSettings['column_types'] {
  const types = column_types.flatMap((column) => {
    const index = placeOf(column)
    return index === undefined ? [] : [{ index, type: column.type }]
  })
  return types.length > 0 ? types : null
}

const isUnnamed = ({ heading }: ListColumn) => heading === ''

/** Whether a list has the same headings in any order, or without a header as many columns of the same kinds. */
function hasShape({ header, columns }: ListInspection, mapping: ListMapping): boolean {
  if (header !== mapping.has_header || columns.length !== mapping.columns.length) return false
  if (!header) return columns.every(({ kind }, place) => kind === mapping.columns[place]?.kind)
  const headings = (list: readonly ListColumn[]) => list.map(({ heading }) => foldHeading(heading)).sort()
  const listHeadings = headings(listColumns(columns.map(({ name }) => name)))
  const wanted = headings(mapping.columns)
  return listHeadings.every((heading, place) => heading === wanted[place])
}
