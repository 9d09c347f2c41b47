import { isUtf8 } from 'node:buffer'
import type { Encoding, ListInspection, ListSettings } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { type KeyColumn, type ListFile, type ListPlan, unreadable } from '../plan.ts'
import type { ListRow } from '../row-block.ts'
import { readSeparated, recogniseDelimiter } from '../separated.ts'
import {
  encodingOfPage,
  fileKindOf,
  isPage,
  looksDoubleEncoded,
  recogniseEncoding,
  refuseDataFormat,
  refuseForeignText,
  sampleCharacters,
  startOfText,
} from '../source.ts'
import { isVcard, readVcards } from '../vcard.ts'
import { isChat, namesPhones, readChat } from '../whatsapp.ts'
import type { Workbook, WorkbookSheet } from '../workbooks/sheet.ts'
import { holdsAnything, keysOfRow, recogniseRows, type SheetRows } from './recognise-rows.ts'
import { firstRows, laterRows, restOf, sampleRows } from './sample-rows.ts'

const maxSampledSheets = 30
/** So many rows of each further sheet are sampled. */
const fewSampleRows = 30

/** What is known of a file before its rows are understood. */
interface ListSample {
  readonly format: Pick<ListPlan, 'file_kind' | 'encoding' | 'delimiter' | 'sheet'>
  readonly sheetNames: string[]
  readonly rows: readonly ListRow[]
  readonly hints: readonly string[]
  /** The key columns, where the kind of the file decides them. */
  readonly keyColumns?: readonly KeyColumn[]
  /** The sheets with keys of a spreadsheet or page. */
  readonly keySheets?: ListInspection['key_sheets']
  /** The sheets that are read as one list, in place of `rows`. */
  readonly joined?: readonly SampledSheet[]
  /** Rows from all over the rest, in their order. For a spreadsheet this takes as long as reading it. */
  readonly later?: () => Promise<readonly ListRow[]>
}

/** Chooses the function that samples files of this kind. */
export function sampleOf(file: ListFile): typeof sampleText {
  if (file.made) return sampleMade
  return fileKindOf(file) === 'text' ? sampleText : sampleWorkbook
}

async function sampleMade({ bytes }: ListFile): Promise<ListSample> {
  const format = { encoding: 'utf-8', delimiter: ',' } as const
  const rows = await firstRows(readSeparated(bytes, format))
  const later = () => laterRows(bytes, format, rows)
  return { format: { ...format, file_kind: 'text', sheet: null }, sheetNames: [], rows, hints: [], later }
}

async function sampleText(file: ListFile, settings: ListSettings, signal?: AbortSignal): Promise<ListSample> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const isValid = isUtf8(file.bytes)
  await yieldToEventLoop()
  const encoding = settings.encoding ?? recogniseEncoding(file.bytes, isValid)
  const text = startOfText(file.bytes, encoding)
  await yieldToEventLoop()
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
  refuseDataFormat(text, file.name)
  if (isPage(text, file.name)) {
    const ofPage = settings.encoding ?? encodingOfPage(text, encoding)
    const page = await samplePage(file, settings, ofPage, signal)
    return { ...page, hints: [...hintsOfText(text, ofPage, isValid), ...page.hints] }
  }
  refuseForeignText(text, file.name)
  await yieldToEventLoop()
  const delimiter = settings.delimiter ?? recogniseDelimiter(text, text.length < sampleCharacters)
  await yieldToEventLoop()
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

/**
 * A sample of a table of a web page. Throws `list_unreadable` for a page without a table of people, such as one that
 * asks for a password.
 */
async function samplePage(
  file: ListFile,
  settings: ListSettings,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<ListSample> {
  const { openPage } = await import('../workbooks/html.ts')
  const { sheets, asksPassword, cutOff } = await openPage(file, encoding, signal)
  const sampled = await sampleSheets(sheets, settings, signal)
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
 * A sample of the sheet that was requested, else of the first visible one that holds a list. A cover that names one
 * phone is passed over for the list behind it. A worksheet that states the origin of an export is no list.
 */
async function sampleWorkbook(file: ListFile, settings: ListSettings, signal?: AbortSignal): Promise<ListSample> {
  // The module is evaluated for the first workbook: every start would wait for it.
  const { openWorkbook } = await import('../workbooks/workbook.ts')
  const workbook = await openWorkbook(file, signal)
  const lists = workbook.sheets.filter(({ isOrigin }) => !isOrigin)
  const sheets = lists.length > 0 ? lists : workbook.sheets
  return chosenSheet({ ...workbook, sheets }, await sampleSheets(sheets, settings, signal), settings)
}

async function sampleSheets(
  sheets: readonly WorkbookSheet[],
  settings: ListSettings,
  signal?: AbortSignal,
): Promise<SampledSheet[]> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const sampled: SampledSheet[] = []
  const requested = sheets.filter(({ name }) => name === settings.sheet).slice(0, 1)
  for (const [place, sheet] of [...new Set([...visibleOf(sheets), ...requested])].entries()) {
    const maxRows = place < maxSampledSheets || sheet.name === settings.sheet ? sampleRows : fewSampleRows
    const rows = await firstRows(sheet.rows(), settings.hidden_rows === 'skip', maxRows)
    sampled.push({
      sheet: sheet.name,
      rows,
      isWhole: rows.length < maxRows,
      ...(await peopleIn(rows, yieldToEventLoop)),
    })
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
): ListSample {
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

interface SampledSheet extends SheetRows {
  /** Whether it has no more rows than these. */
  readonly isWhole: boolean
  /** The rows of the sample below its headings. */
  readonly dataRows: number
  /** Rows of the sample that hold a phone or an e-mail. */
  readonly people: number
  readonly hasKeyColumn: boolean
}

function listAmong(sampled: readonly SampledSheet[]): SampledSheet | undefined {
  const maxPeople = Math.max(0, ...sampled.map(({ people }) => people))
  return (
    sampled.find(({ people }) => people > 0 && people * 2 >= maxPeople) ??
    sampled.find(({ rows }) => rows.length > 0) ??
    sampled[0]
  )
}

async function peopleIn(
  rows: readonly ListRow[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Pick<SampledSheet, 'people' | 'hasKeyColumn' | 'dataRows'>> {
  if (!rows.some(holdsAnything)) return { people: 0, hasKeyColumn: false, dataRows: 0 }
  const { data, keyColumns } = await recogniseRows(rows, null, yieldToEventLoop)
  const people = data.filter((row) => keysOfRow(row, keyColumns).length > 0).length
  return { people, hasKeyColumn: keyColumns.length > 0, dataRows: data.length }
}

function widthOf(rows: readonly ListRow[]): number {
  return Math.max(...rows.map(({ texts }) => texts.length))
}

/** The names of those that hold, which are keys of the catalogue's `cruzar.hints`. */
export function hintsThatHold(hints: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(hints).filter((hint) => hints[hint])
}
