import { isUtf8 } from 'node:buffer'
import type { Delimiter, Encoding, ListInspection, ListSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { readCellKeys } from './cell-keys.ts'
import {
  type InspectedList,
  type ListFile,
  type ListPlan,
  type ReadOptions,
  type RowBatch,
  visiblePart,
} from './plan.ts'
import { recogniseColumns, recogniseHeader } from './recognise-columns.ts'
import { type RowBlock, textsOf } from './row-block.ts'
import { readSeparated, recogniseDelimiter } from './separated.ts'
import { fileKindOf, looksDoubleEncoded, recogniseEncoding, refuseForeignText, sampleText } from './source.ts'
import { isVcard, readVcards } from './vcard.ts'
import { readSheet } from './xlsx/sheet.ts'
import { openWorkbook, type Workbook, type WorkbookSheet } from './xlsx/workbook.ts'

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
  const position = headerPosition(sampled.rows, settings.header)
  const data = rowsOfData(sampled.rows, position)
  const names = headings(sampled.rows, position)
  const recognised = recogniseColumns(names, data)
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
  if (isVcard(text)) return sampleOfVcards(file, encoding)
  refuseForeignText(text, file.name)
  const delimiter: Delimiter = settings.delimiter ?? recogniseDelimiter(text)
  const rows = await firstRows(textRows(readSeparated(file.bytes, { encoding, delimiter })))
  const hints: string[] = []
  if (encoding === 'mixed') hints.push('mixed_encodings')
  if (looksDoubleEncoded(text)) hints.push('double_encoded')
  // Bytes that the encoding cannot hold show as U+FFFD.
  if (encoding.startsWith('utf-8') ? !isValid : text.includes('\ufffd')) hints.push('replaced_characters')
  return { plan: { fileKind: 'text', encoding, delimiter, sheet: null }, sheetNames: [], rows, hints }
}

async function sampleOfVcards(file: ListFile, encoding: Encoding): Promise<Sampled> {
  const rows = await firstRows(readVcards(file.bytes, encoding, { headings: file.cardHeadings }))
  return { plan: { fileKind: 'vcard', encoding, delimiter: null, sheet: null }, sheetNames: [], rows, hints: [] }
}

async function sampleSheet(
  file: ListFile,
  settings: ListSettings,
  options: Pick<ReadOptions, 'signal'>,
): Promise<Sampled> {
  const workbook = await openWorkbook(file.bytes, options.signal)
  const { sheet, rows, others } = await chooseSheet(workbook, settings, options)
  return {
    plan: { fileKind: 'xlsx', encoding: null, delimiter: null, sheet: sheet.name },
    sheetNames: workbook.sheets.map((each) => each.name),
    rows,
    hints: sheetHints(workbook, others),
  }
}

interface SampledSheet {
  readonly sheet: WorkbookSheet
  readonly rows: RowBatch
  /** Rows of the sample that hold a phone or an e-mail. */
  readonly people: number
}

/**
 * The sheet that was requested, else the first visible one that holds a list: a cover that names one phone gives way to the
 * list behind it. `others` is whether other visible sheets have people, too.
 */
async function chooseSheet(
  workbook: Workbook,
  { sheet: requested, hidden_rows }: ListSettings,
  options: Pick<ReadOptions, 'signal'>,
): Promise<SampledSheet & { readonly others: boolean }> {
  const visible = workbook.sheets.filter((sheet) => !sheet.hidden)
  const sampled: SampledSheet[] = []
  const sample = (sheet: WorkbookSheet) => sampledSheet(workbook, sheet, hidden_rows === 'skip', options)
  for (const sheet of (visible.length > 0 ? visible : workbook.sheets).slice(0, maxSampledSheets)) {
    sampled.push(await sample(sheet))
  }
  const chosen = requested === null ? listAmong(sampled) : await requestedSheet(workbook, requested, sampled, sample)
  if (!chosen) throw new AppFailure('not_found', {}, 'xlsx: no such sheet')
  return { ...chosen, others: sampled.some(({ sheet, people }) => sheet !== chosen.sheet && people > 0) }
}

function listAmong(sampled: readonly SampledSheet[]): SampledSheet | undefined {
  const most = Math.max(0, ...sampled.map(({ people }) => people))
  return (
    sampled.find(({ people }) => people > 0 && people * 2 >= most) ??
    sampled.find(({ rows }) => rows.rows.length > 0) ??
    sampled[0]
  )
}

async function requestedSheet(
  workbook: Workbook,
  requested: string,
  sampled: readonly SampledSheet[],
  sample: (sheet: WorkbookSheet) => Promise<SampledSheet>,
): Promise<SampledSheet | undefined> {
  const known = sampled.find(({ sheet }) => sheet.name === requested)
  const sheet = workbook.sheets.find(({ name }) => name === requested)
  return known ?? (sheet && (await sample(sheet)))
}

async function sampledSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  skipsHidden: boolean,
  options: Pick<ReadOptions, 'signal'>,
): Promise<SampledSheet> {
  const rows = await firstRows(readSheet(workbook, sheet, options), skipsHidden)
  return { sheet, rows, people: peopleIn(rows) }
}

function peopleIn(sample: RowBatch): number {
  if (!sample.rows.some(holdsAnything)) return 0
  const position = recogniseHeader(sample)
  const data = rowsOfData(sample, position)
  const { keyColumns } = recogniseColumns(headings(sample, position), data)
  return data.filter((row) =>
    keyColumns.some(({ index, kind }) => readCellKeys(row[index] ?? '', kind).keys.length > 0),
  ).length
}

function sheetHints({ sheets }: Workbook, others: boolean): string[] {
  if (others) return ['people_in_other_sheets']
  return sheets.filter((sheet) => !sheet.hidden).length > 1 ? ['several_sheets'] : []
}

async function* textRows(blocks: AsyncIterable<RowBlock>): AsyncGenerator<RowBatch> {
  for await (const block of blocks) yield textsOf(block, sampleRows)
}

async function firstRows(batches: AsyncIterable<RowBatch>, skipsHidden = false): Promise<RowBatch> {
  const sample: RowBatch = { rows: [], numbers: [] }
  for await (const all of batches) {
    const batch = skipsHidden ? visiblePart(all) : all
    const take = Math.min(sampleRows - sample.rows.length, batch.rows.length)
    sample.rows.push(...batch.rows.slice(0, take))
    sample.numbers.push(...batch.numbers.slice(0, take))
    if (sample.rows.length >= sampleRows) break
  }
  return sample
}

/** A row of nothing but delimiters and marks is no row of a list. */
function holdsAnything(row: readonly string[]): boolean {
  return row.some((cell) => /[\p{L}\p{N}]/u.test(cell))
}

function headerPosition(sample: RowBatch, requested: boolean | null): Pick<ListPlan, 'header' | 'titleRows'> {
  const position = recogniseHeader(sample)
  if (requested === null || requested === position.header) return position
  return { header: requested, titleRows: (sample.numbers[0] ?? 1) - 1 }
}

function rowsOfData(sample: RowBatch, position: Pick<ListPlan, 'header' | 'titleRows'>): string[][] {
  const above = position.titleRows + (position.header ? 1 : 0)
  return sample.rows.filter((_, index) => (sample.numbers[index] ?? 0) > above)
}

/** The headings unchanged, as many as the widest row has; blank columns at the end are not columns. */
function headings(sample: RowBatch, position: Pick<ListPlan, 'header' | 'titleRows'>): string[] {
  const header = position.header ? (sample.rows[sample.numbers.indexOf(position.titleRows + 1)] ?? []) : []
  let width = 0
  for (const row of [header, ...rowsOfData(sample, position)]) {
    const last = row.findLastIndex((cell) => cell.trim() !== '')
    width = Math.max(width, last + 1)
  }
  return Array.from({ length: width }, (_, index) => (header[index] ?? '').trim())
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
      samples: samplesOf(data, index),
    })),
    preview: data.slice(0, previewRows),
    hints: [...sampled.hints, ...hintsOfRows(plan, data)],
  }
}

function samplesOf(data: readonly string[][], index: number): string[] {
  const samples: string[] = []
  for (const row of data) {
    const text = row[index] ?? ''
    if (text.trim() !== '') samples.push(text)
    if (samples.length === samplesPerColumn) break
  }
  return samples
}

function hintsOfRows(plan: ListPlan, data: readonly string[][]): string[] {
  const hints: string[] = []
  if (plan.keyColumns.length === 0) hints.push('no_key_column')
  if (plan.areaCodeColumn !== null) hints.push('area_code_column')
  if (plan.fileKind === 'text' && new Set(data.map((row) => row.length)).size > 1) hints.push('ragged_rows')
  if (holdsSeveralPeople(plan, data)) hints.push('several_people_in_rows')
  const damaged = plan.keyColumns.some(
    (column) =>
      column.kind === 'phone' &&
      data.some((row) => readCellKeys(row[column.index] ?? '', 'phone').problem === 'damaged_by_excel'),
  )
  if (damaged) hints.push('damaged_by_excel')
  return hints
}

/** Whether most rows of a list without headings hold more keys than one person has: people side by side. */
function holdsSeveralPeople(plan: ListPlan, data: readonly string[][]): boolean {
  if (plan.header) return false
  const crowded = data.filter((row) => {
    const keys = plan.keyColumns.flatMap(({ index, kind }) => readCellKeys(row[index] ?? '', kind).keys)
    return keys.length > 2 || keys.filter((key) => key.kind === 'email').length > 1
  })
  return crowded.length > 0 && crowded.length * 2 >= data.length
}
