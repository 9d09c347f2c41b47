import { isUtf8 } from 'node:buffer'
import type { Encoding, ListInspection, ListSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { readCellKeys } from './cell-keys.ts'
import { isRewritten } from './column-shapes.ts'
import { joinSheets } from './joined-sheets.ts'
import { type KeyColumn, type ListFile, type ListPlan, type MadeForm, sharedAreaColumn, unreadable } from './plan.ts'
import {
  describeColumns,
  type ListColumns,
  recogniseColumns,
  withAreaColumns,
  withMessageSides,
} from './recognise-columns.ts'
import { recogniseHeader } from './recognise-header.ts'
import type { ListRow } from './row-block.ts'
import { firstRows, laterRows, restOf, sampleRows } from './sample-rows.ts'
import { readSeparated, recogniseDelimiter } from './separated.ts'
import {
  encodingOfPage,
  fileKindOf,
  isExcelXml,
  isPage,
  looksDoubleEncoded,
  recogniseEncoding,
  refuseDataFormat,
  refuseForeignText,
  sampleCharacters,
  startOfText,
} from './source.ts'
import { isVcard, readVcards } from './vcard.ts'
import { isChat, namesPhones, readChat } from './whatsapp.ts'
import type { Workbook, WorkbookSheet } from './workbooks/sheet.ts'

const previewRows = 50
const samplesPerColumn = 5
const maxSampledSheets = 30
/** Of each further sheet. */
const fewSampleRows = 30

/** What is known of a file before its rows are understood. */
interface Sampled {
  readonly format: Pick<ListPlan, 'file_kind' | 'encoding' | 'delimiter' | 'sheet'>
  readonly sheetNames: string[]
  readonly rows: readonly ListRow[]
  readonly hints: readonly string[]
  /** Where the kind of the file says it. */
  readonly keyColumns?: readonly KeyColumn[]
  /** Of a spreadsheet or page. */
  readonly keySheets?: ListInspection['key_sheets']
  /** The sheets that are read as one list, in place of `rows`. */
  readonly joined?: readonly SampledSheet[]
  /** Rows from all over the rest, in their order; of a spreadsheet it takes as long as reading it. */
  readonly later?: () => Promise<readonly ListRow[]>
}

/**
 * Recognises whatever the settings leave open, from a sample: its first 1000 rows, and of a longer list as many from
 * all over the rest, in a spreadsheet where the first leave a column open. Gives the plan that `readList` and
 * `recogniseKeys` follow and the inspection that the screen shows: 50 rows of preview and hints, keys of the
 * catalogue's `cruzar.hints`. The same file and settings always give the same plan. Throws `list_empty` when no row
 * holds anything, `list_unreadable` when the file is damaged or is no list.
 */
export async function inspectList(file: ListFile, settings: ListSettings, signal?: AbortSignal) {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const { format, sheetNames, rows, hints, ...sampled } = await sampleOf(file)(file, settings, signal)
  await yieldToEventLoop()
  if (!rows.some(holdsAnything)) throw new AppFailure('list_empty')
  const isText = format.file_kind === 'text'
  const { header, rowsAbove, data, later, columns, joined, ...recognised } = sampled.joined
    ? recogniseJoined(sampled.joined, settings.header, file.headings?.sheet ?? '')
    : {
        ...(await recogniseSampled(rows, sampled.later, { header: settings.header, isText, made: file.made })),
        joined: [],
      }
  const read = { ...format, header, hidden_rows: settings.hidden_rows ?? 'read' }
  const isChosen = settings.key_columns !== null || sampled.keyColumns !== undefined
  const keys = settings.key_columns ?? sampled.keyColumns ?? recognised.keyColumns
  const keyColumns = withMessageSides(withAreas(keys, settings, columns), columns)
  const areaCode = settings.area_code ?? null
  const plan: ListPlan = { ...read, joined, rowsAbove, names: columns.names, keyColumns, areaCode }
  const inspection: ListInspection = {
    ...read,
    // Of these nothing can be read otherwise.
    ...(file.made ? { encoding: null, delimiter: null } : {}),
    name: file.name,
    bytes: file.bytes.length,
    sheet_names: sheetNames,
    key_sheets: [...(sampled.keySheets ?? [])],
    columns: columnsOf(plan, [...data, ...later], isChosen ? new Map() : recognised.left),
    question: isChosen ? null : recognised.question,
    area_column: sharedAreaColumn(keyColumns),
    area_code: areaCode,
    preview: data.slice(0, previewRows),
    hints: [...hints, ...hintsOfRows(plan, data)],
  }
  return { plan, inspection }
}

/**
 * Each phone with the column of its area code: its own, the chosen one, else the recognised one. A column of keys is
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

function sampleOf(file: ListFile): typeof sampleText {
  if (file.made) return sampleMade
  return fileKindOf(file) === 'text' ? sampleText : sampleWorkbook
}

async function sampleMade({ bytes }: ListFile): Promise<Sampled> {
  const format = { encoding: 'utf-8', delimiter: ',' } as const
  const rows = await firstRows(readSeparated(bytes, format))
  const later = () => laterRows(bytes, format, rows)
  return { format: { ...format, file_kind: 'text', sheet: null }, sheetNames: [], rows, hints: [], later }
}

async function sampleText(file: ListFile, settings: ListSettings, signal?: AbortSignal): Promise<Sampled> {
  const isValid = isUtf8(file.bytes)
  const encoding = settings.encoding ?? recogniseEncoding(file.bytes, isValid)
  const text = startOfText(file.bytes, encoding)
  const format = { encoding, delimiter: null, sheet: null }
  if (isVcard(text)) {
    const rows = await firstRows(readVcards(file, encoding))
    return { format: { ...format, file_kind: 'vcard' }, sheetNames: [], rows, hints: [] }
  }
  if (isChat(text)) {
    const rows = await firstRows(readChat(file, encoding, signal))
    const hints = hintsThatHold({ phones_in_messages: namesPhones(text) })
    const keyColumns = [{ index: 1, kind: 'phone' as const }]
    return { format: { ...format, file_kind: 'whatsapp' }, sheetNames: [], rows, hints, keyColumns }
  }
  if (isExcelXml(text)) return sampleWorkbook(file, settings, signal)
  refuseDataFormat(text, file.name)
  if (isPage(text, file.name)) {
    const ofPage = settings.encoding ?? encodingOfPage(text, encoding)
    const page = await samplePage(file, settings, ofPage, signal)
    return { ...page, hints: [...hintsOfText(text, ofPage, isValid), ...page.hints] }
  }
  refuseForeignText(text, file.name)
  const delimiter = settings.delimiter ?? recogniseDelimiter(text, text.length < sampleCharacters)
  const rows = await firstRows(readSeparated(file.bytes, { encoding, delimiter }))
  const hints = hintsOfText(text, encoding, isValid)
  const later = () => laterRows(file.bytes, { encoding, delimiter }, rows)
  return { format: { ...format, file_kind: 'text', delimiter }, sheetNames: [], rows, hints, later }
}

function hintsOfText(text: string, encoding: Encoding, isValid: boolean): string[] {
  return hintsThatHold({
    mixed_encodings: encoding === 'mixed',
    double_encoded: looksDoubleEncoded(text),
    // Bytes that the encoding cannot hold show as U+FFFD.
    replaced_characters: encoding.startsWith('utf-8') ? !isValid : text.includes('\ufffd'),
  })
}

/** A sample of a table of a web page. Throws `list_unreadable` for a page without a table of people, such as one that asks for a password. */
async function samplePage(
  file: ListFile,
  settings: ListSettings,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<Sampled> {
  const { openPage } = await import('./workbooks/html.ts')
  const { sheets, asksPassword, cutOff } = await openPage(file, encoding, signal)
  const sampled = await sampleSheets(sheets, settings)
  // A page that lays itself out by a table may name the phone of whoever runs it.
  const hasList = sampled.some(
    ({ rows, people, hasKeyColumn }) =>
      rows.length > 1 && (asksPassword ? people > 1 : people > 0 || (hasKeyColumn && widthOf(rows) > 1)),
  )
  if (!hasList) throw unreadable(asksPassword ? 'login_page' : 'web_page', 'html: no table of people')
  const { format, hints, ...chosen } = chosenSheet({ file_kind: 'html', sheets }, sampled, settings)
  return { ...chosen, format: { ...format, encoding }, hints: [...hints, ...hintsThatHold({ cut_off: cutOff })] }
}

/**
 * A sample of the sheet that was requested, else of the first visible one that holds a list: a cover that names one phone gives
 * way to the list behind it. A worksheet that states the origin of an export is no list.
 */
async function sampleWorkbook(file: ListFile, settings: ListSettings, signal?: AbortSignal): Promise<Sampled> {
  // What reads workbooks is evaluated for the first one: every start would wait for it.
  const { openWorkbook } = await import('./workbooks/workbook.ts')
  const workbook = await openWorkbook(file, signal)
  const lists = workbook.sheets.filter(({ isOrigin }) => !isOrigin)
  const sheets = lists.length > 0 ? lists : workbook.sheets
  return chosenSheet({ ...workbook, sheets }, await sampleSheets(sheets, settings), settings)
}

async function sampleSheets(sheets: readonly WorkbookSheet[], settings: ListSettings): Promise<SampledSheet[]> {
  const sampled: SampledSheet[] = []
  const requested = sheets.filter(({ name }) => name === settings.sheet).slice(0, 1)
  for (const [place, sheet] of [...new Set([...visibleOf(sheets), ...requested])].entries()) {
    const most = place < maxSampledSheets || sheet.name === settings.sheet ? sampleRows : fewSampleRows
    const rows = await firstRows(sheet.rows(), settings.hidden_rows === 'skip', most)
    sampled.push({ sheet: sheet.name, rows, isWhole: rows.length < most, ...peopleIn(rows) })
  }
  return sampled
}

function visibleOf(sheets: readonly WorkbookSheet[]): readonly WorkbookSheet[] {
  const visible = sheets.filter((sheet) => !sheet.hidden)
  return visible.length > 0 ? visible : sheets
}

function chosenSheet(
  { file_kind, sheets }: Workbook,
  sampled: readonly SampledSheet[],
  { sheet: requested, sheets: which, hidden_rows }: ListSettings,
): Sampled {
  const withKeys = sampled.filter(({ people, hasKeyColumn }) => people > 0 || hasKeyColumn)
  const joined = which === 'all' ? withKeys : []
  const chosen = requested === null ? listAmong(sampled) : sampled.find(({ sheet }) => sheet === requested)
  if (!chosen) throw new AppFailure('not_found', {}, 'no such sheet')
  const read = joined.length > 0 ? joined : [chosen]
  const others = withKeys.some((each) => each.people > 0 && !read.includes(each))
  const several = file_kind !== 'html' && !others && sheets.filter(({ hidden }) => !hidden).length > 1
  const sheet = sheets.find(({ name }) => name === chosen.sheet)
  const later = async () => (chosen.isWhole || !sheet ? [] : restOf(sheet.rows(), chosen.rows, hidden_rows === 'skip'))
  return {
    format: { file_kind, encoding: null, delimiter: null, sheet: joined.length > 0 ? null : chosen.sheet },
    sheetNames: sheets.map(({ name }) => name),
    rows: read.flatMap(({ rows }) => rows),
    hints: hintsThatHold({ several_sheets: several && joined.length === 0 }),
    keySheets: withKeys
      .filter((each) => each.people > 0 || read.includes(each))
      .map((each) => ({ name: each.sheet, rows: each.dataRows, is_whole: each.isWhole, is_read: read.includes(each) })),
    ...(joined.length > 0 ? { joined } : { later }),
  }
}

interface SampledSheet {
  readonly sheet: string
  readonly rows: readonly ListRow[]
  /** Whether it has no more rows than these. */
  readonly isWhole: boolean
  /** Of the sample, those below its headings. */
  readonly dataRows: number
  /** Rows of the sample that hold a phone or an e-mail. */
  readonly people: number
  readonly hasKeyColumn: boolean
}

function listAmong(sampled: readonly SampledSheet[]): SampledSheet | undefined {
  const most = Math.max(0, ...sampled.map(({ people }) => people))
  return (
    sampled.find(({ people }) => people > 0 && people * 2 >= most) ??
    sampled.find(({ rows }) => rows.length > 0) ??
    sampled[0]
  )
}

function peopleIn(rows: readonly ListRow[]): Pick<SampledSheet, 'people' | 'hasKeyColumn' | 'dataRows'> {
  if (!rows.some(holdsAnything)) return { people: 0, hasKeyColumn: false, dataRows: 0 }
  const { data, keyColumns } = recogniseRows(rows, null)
  const people = data.filter((row) => keysOfRow(row, keyColumns).length > 0).length
  return { people, hasKeyColumn: keyColumns.length > 0, dataRows: data.length }
}

function widthOf(rows: readonly ListRow[]): number {
  return Math.max(...rows.map(({ texts }) => texts.length))
}

function keysOfRow(row: readonly string[], columns: readonly KeyColumn[]) {
  return columns.flatMap(({ index, kind, otherDigits }) =>
    otherDigits ? [] : readCellKeys(row[index] ?? '', kind).keys,
  )
}

/** A row of nothing but delimiters and marks is no row of a list. */
function holdsAnything({ texts }: ListRow): boolean {
  return texts.some((cell) => /[\p{L}\p{N}]/u.test(cell))
}

/** Where the header of a sample is, as it was requested or is recognised, and what the rows below it are. */
function recogniseRows(
  sample: readonly ListRow[],
  requested: boolean | null,
  made?: MadeForm,
  laterSample: readonly ListRow[] = [],
) {
  const { header, rowsAbove, headings, groups } = made
    ? headerOf(sample, requested ?? made.header)
    : recogniseHeader(sample, requested)
  const data = sample.filter(({ number }) => number > rowsAbove).map(({ texts }) => texts)
  const later = laterSample.map(({ texts }) => texts)
  const all = [...data, ...later]
  const columns = describeColumns(namesOf(headings, groups, all), groups, all)
  return { header, rowsAbove, data, later, columns, ...recogniseColumns(columns) }
}

/** The same with rows from all over a long list: of a spreadsheet where its first ones leave open what a column is. */
async function recogniseSampled(
  sample: readonly ListRow[],
  later: Sampled['later'],
  { header, isText, made }: Pick<ListSettings, 'header'> & Pick<ListFile, 'made'> & { readonly isText: boolean },
) {
  const recognised = recogniseRows(sample, header, made)
  if (!later || !(isText || hasOpenColumn(recognised))) return recognised
  const rows = await later()
  return rows.length > 0 ? recogniseRows(sample, header, made, rows) : recognised
}

/** Whether a column may have keys further down: it is empty so far and its heading says nothing, or has others. */
function hasOpenColumn({ header, columns, keyColumns }: ReturnType<typeof recogniseRows>): boolean {
  if (!header) return true
  return columns.headings.some(({ phone, email, about, known }, index) => {
    const isKey = keyColumns.some((column) => column.index === index)
    const { cells = 0, keyed = 0 } = columns.shapes[index] ?? {}
    return !isKey && ((phone || email) && !about ? keyed === 0 : cells === 0 && !known)
  })
}

/** The same of sheets that are read as one list, each with a header of its own. */
function recogniseJoined(sampled: readonly SampledSheet[], requested: boolean | null, sheetHeading: string) {
  const most = Math.ceil(sampleRows / sampled.length)
  const samples = sampled.map(({ sheet, rows }) => {
    const { header, rowsAbove, headings, groups } = recogniseHeader(rows, requested)
    const data = rows.filter(({ number }) => number > rowsAbove).map(({ texts }) => texts)
    return { sheet, header, rowsAbove, names: namesOf(headings, groups, data), groups, data: data.slice(0, most) }
  })
  const { names, groups, data, sheets } = joinSheets(samples, sheetHeading)
  const columns = describeColumns(names, groups, data)
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
 * The headings unchanged, as many as the widest row has; blank columns at the end are not columns. What stands above
 * several columns goes before headings that occur more than once.
 */
function namesOf(headings: readonly string[], groups: readonly string[], data: readonly string[][]): string[] {
  let width = 0
  for (const row of [headings, ...data]) width = Math.max(width, row.findLastIndex((cell) => cell.trim() !== '') + 1)
  const names = Array.from({ length: width }, (_, index) => (headings[index] ?? '').trim())
  const isRepeated = (name: string) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name)
  return names.map((name, index) => (isRepeated(name) ? `${groups[index] ?? ''} ${name}`.trim() : name))
}

function columnsOf(
  { names, keyColumns }: ListPlan,
  data: readonly string[][],
  left: ReturnType<typeof recogniseColumns>['left'],
): ListInspection['columns'] {
  const keys = new Map(keyColumns.flatMap((column) => (column.otherDigits ? [] : [[column.index, column]])))
  return names.map((name, index) => ({
    index,
    name,
    kind: keys.get(index)?.kind ?? 'other',
    area: keys.get(index)?.area ?? null,
    left: left.get(index) ?? null,
    samples: data
      .map((row) => row[index] ?? '')
      .filter((text) => text.trim() !== '')
      .slice(0, samplesPerColumn),
  }))
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
