import { isUtf8 } from 'node:buffer'
import type { Delimiter, Encoding, ListInspection, ListSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { readCellKeys } from './cell-keys.ts'
import type { InspectedList, KeyColumn, ListFile, ListPlan, ReadOptions } from './plan.ts'
import { rowsAbove } from './read-text.ts'
import { type HeaderPosition, recogniseColumns, recogniseHeader } from './recognise-columns.ts'
import { keepVisible, type RowBatch, type RowBlock, textsOf } from './row-block.ts'
import { readSeparated, recogniseDelimiter } from './separated.ts'
import { fileKindOf, looksDoubleEncoded, recogniseEncoding, refuseForeignText, sampleText } from './source.ts'
import { isVcard, readVcards } from './vcard.ts'
import type { WorkbookSheet } from './xlsx/workbook.ts'

const sampleRows = 1000
const previewRows = 50
const samplesPerColumn = 5
const maxSampledSheets = 30
/** What is known of a file before its rows are understood. */
interface Sampled {
  readonly plan: Pick<ListPlan, 'fileKind' | 'encoding' | 'delimiter' | 'sheet'>
  readonly sheetNames: readonly string[]
  readonly rows: RowBatch
  readonly hints: readonly string[]
}

/**
 * Recognises whatever the settings leave open, from a sample of its first 1000 rows. Gives the plan that
 * `readList` and `recogniseKeys` follow and the inspection that the screen shows: 50 rows of preview and hints, keys of the
 * catalogue's `cruzar.hints`. The same file and settings always give the same plan. Throws `list_empty` when no row holds
 * anything, `list_unreadable` when the file is damaged or is no list.
 */
export async function inspectList(
  file: ListFile,
  settings: ListSettings,
  options: Pick<ReadOptions, 'signal'> = {},
): Promise<InspectedList> {
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const fileKind = fileKindOf(file)
  const sampled = fileKind === 'xlsx' ? await sampleSheet(file, settings, options) : await sampleOfText(file, settings)
  await yieldToEventLoop()
  if (!sampled.rows.rows.some(holdsAnything)) throw new AppFailure('list_empty')
  const { position, names, data, recognised } = recogniseRows(sampled.rows, settings.header)
  const plan: ListPlan = {
    ...sampled.plan,
    ...position,
    names,
    keyColumns: settings.key_columns ?? recognised.keyColumns,
    areaCodeColumn: recognised.areaCodeColumn,
    skipsHidden: settings.hidden_rows === 'skip',
  }
  return { plan, inspection: inspectionOf(file, sampled, plan, data) }
}

async function sampleOfText(file: ListFile, settings: ListSettings): Promise<Sampled> {
  const isValid = isUtf8(file.bytes)
  const encoding: Encoding = settings.encoding ?? recogniseEncoding(file.bytes, isValid)
  const text = sampleText(file.bytes, encoding)
  if (isVcard(text)) {
    const rows = await firstRows(readVcards(file, encoding))
    return { plan: { fileKind: 'vcard', encoding, delimiter: null, sheet: null }, sheetNames: [], rows, hints: [] }
  }
  refuseForeignText(text, file.name)
  const delimiter: Delimiter = settings.delimiter ?? recogniseDelimiter(text)
  const rows = await firstRows(readSeparated(file.bytes, { encoding, delimiter }))
  const hints = hintsThatHold({
    mixed_encodings: encoding === 'mixed',
    double_encoded: looksDoubleEncoded(text),
    // Bytes that the encoding cannot hold show as U+FFFD.
    replaced_characters: encoding.startsWith('utf-8') ? !isValid : text.includes('\ufffd'),
  })
  return { plan: { fileKind: 'text', encoding, delimiter, sheet: null }, sheetNames: [], rows, hints }
}

interface SampledSheet {
  readonly sheet: WorkbookSheet
  readonly rows: RowBatch
  /** Rows of the sample that hold a phone or an e-mail. */
  readonly people: number
}

/**
 * A sample of the sheet that was requested, else of the first visible one that holds a list: a cover that names one phone gives
 * way to the list behind it.
 */
async function sampleSheet(
  { bytes }: ListFile,
  { sheet: requested, hidden_rows }: ListSettings,
  options: Pick<ReadOptions, 'signal'>,
): Promise<Sampled> {
  // What reads workbooks is evaluated for the first one: every start would wait for it.
  const { openWorkbook } = await import('./xlsx/workbook.ts')
  const { readSheet } = await import('./xlsx/sheet.ts')
  const workbook = await openWorkbook(bytes, options.signal)
  const { sheets } = workbook
  const visible = sheets.filter((sheet) => !sheet.hidden)
  const offered = (visible.length > 0 ? visible : sheets).slice(0, maxSampledSheets)
  const sampled: SampledSheet[] = []
  for (const sheet of new Set([...offered, ...sheets.filter(({ name }) => name === requested).slice(0, 1)])) {
    const rows = await firstRows(readSheet(workbook, sheet, options), hidden_rows === 'skip')
    sampled.push({ sheet, rows, people: peopleIn(rows) })
  }
  const chosen = requested === null ? listAmong(sampled) : sampled.find(({ sheet }) => sheet.name === requested)
  if (!chosen) throw new AppFailure('not_found', {}, 'xlsx: no such sheet')
  const { sheet, rows } = chosen
  const others = sampled.some((each) => each !== chosen && each.people > 0)
  return {
    plan: { fileKind: 'xlsx', encoding: null, delimiter: null, sheet: sheet.name },
    sheetNames: sheets.map(({ name }) => name),
    rows,
    hints: hintsThatHold({ people_in_other_sheets: others, several_sheets: !others && visible.length > 1 }),
  }
}

function listAmong(sampled: readonly SampledSheet[]): SampledSheet | undefined {
  const most = Math.max(0, ...sampled.map(({ people }) => people))
  return (
    sampled.find(({ people }) => people > 0 && people * 2 >= most) ??
    sampled.find(({ rows }) => rows.rows.length > 0) ??
    sampled[0]
  )
}

function peopleIn(sample: RowBatch): number {
  if (!sample.rows.some(holdsAnything)) return 0
  const { data, recognised } = recogniseRows(sample, null)
  return data.filter((row) => keysOfRow(row, recognised.keyColumns).length > 0).length
}

function keysOfRow(row: readonly string[], columns: readonly KeyColumn[]) {
  return columns.flatMap(({ index, kind }) => readCellKeys(row[index] ?? '', kind).keys)
}

async function firstRows(blocks: AsyncIterable<RowBlock>, skipsHidden = false): Promise<RowBatch> {
  const sample: RowBatch = { rows: [], numbers: [] }
  for await (const block of blocks) {
    if (skipsHidden) keepVisible(block)
    const { rows, numbers } = textsOf(block, sampleRows - sample.rows.length)
    sample.rows.push(...rows)
    sample.numbers.push(...numbers)
    if (sample.rows.length >= sampleRows) break
  }
  return sample
}

/** A row of nothing but delimiters and marks is no row of a list. */
function holdsAnything(row: readonly string[]): boolean {
  return row.some((cell) => /[\p{L}\p{N}]/u.test(cell))
}

/** Where the header of a sample is, as it was requested or is recognised, and what the rows below it are. */
function recogniseRows(sample: RowBatch, header: boolean | null) {
  const found = recogniseHeader(sample)
  const isAsRequested = header === null || header === found.header
  const position = isAsRequested ? found : { header, titleRows: (sample.numbers[0] ?? 1) - 1 }
  const above = rowsAbove(position)
  const data = sample.rows.filter((_, index) => (sample.numbers[index] ?? 0) > above)
  const names = headings(sample, position, data)
  return { position, names, data, recognised: recogniseColumns(names, data) }
}

/** The headings unchanged, as many as the widest row has; blank columns at the end are not columns. */
function headings(sample: RowBatch, { header, titleRows }: HeaderPosition, data: readonly string[][]): string[] {
  const names = header ? (sample.rows[sample.numbers.indexOf(titleRows + 1)] ?? []) : []
  let width = 0
  for (const row of [names, ...data]) width = Math.max(width, row.findLastIndex((cell) => cell.trim() !== '') + 1)
  return Array.from({ length: width }, (_, index) => (names[index] ?? '').trim())
}

function inspectionOf(file: ListFile, sampled: Sampled, plan: ListPlan, data: readonly string[][]): ListInspection {
  const kinds = new Map(plan.keyColumns.map((column) => [column.index, column.kind]))
  return {
    name: file.name,
    bytes: file.bytes.length,
    file_kind: plan.fileKind,
    encoding: plan.encoding,
    delimiter: plan.delimiter,
    header: plan.header,
    sheet_names: [...sampled.sheetNames],
    sheet: plan.sheet,
    hidden_rows: plan.skipsHidden ? 'skip' : 'read',
    columns: plan.names.map((name, index) => ({
      index,
      name,
      kind: kinds.get(index) ?? 'other',
      samples: data
        .map((row) => row[index] ?? '')
        .filter((text) => text.trim() !== '')
        .slice(0, samplesPerColumn),
    })),
    preview: data.slice(0, previewRows),
    hints: [...sampled.hints, ...hintsOfRows(plan, data)],
  }
}

function hintsOfRows(plan: ListPlan, data: readonly string[][]): string[] {
  const phoneColumns = plan.keyColumns.filter(({ kind }) => kind === 'phone')
  return hintsThatHold({
    no_key_column: plan.keyColumns.length === 0,
    area_code_column: plan.areaCodeColumn !== null,
    ragged_rows: plan.fileKind === 'text' && new Set(data.map((row) => row.length)).size > 1,
    several_people_in_rows: holdsSeveralPeople(plan, data),
    damaged_by_excel: phoneColumns.some(({ index }) =>
      data.some((row) => readCellKeys(row[index] ?? '', 'phone').problem === 'damaged_by_excel'),
    ),
  })
}

function hintsThatHold(hints: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(hints).filter((hint) => hints[hint])
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
