import type { ListInspection, ListSettings } from '../../preload/contract/cruzar.ts'
import type { ListColumnType } from '../../preload/values/list-column-types.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { ListKernel } from './list-kernel.ts'

/**
 * The understanding of phone lists: from a file's bytes to rows of text (`inspect.ts`, `read.ts`) and from rows to the
 * keys that are sent (`keys.ts`). Pure: no network and no store. To read one more kind of file, give it a reader beside
 * `vcard.ts` that yields `RowBlock`, or one of sheets in `workbooks/`, and recognise it in `sample-list.ts`.
 */
export interface ListFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly headings?: MadeHeadings | undefined
  /** How Cruza wrote the list (export/csv.ts, `list`): nothing of its form has to be recognised. */
  readonly made?: MadeForm | undefined
}

export interface MadeForm {
  /** The first row is that of the headings. */
  readonly header: boolean
}

/** Names of the columns of files that have no headings themselves. */
export interface MadeHeadings {
  /** Name, phones, e-mails, company. */
  readonly vcard: readonly string[]
  /** Name, phone, messages, last message. */
  readonly whatsapp: readonly string[]
  /** The name of the column that names the sheet of each row. */
  readonly sheet: string
}

export type KeyColumn = Readonly<NonNullable<ListSettings['key_columns']>[number]> & {
  /** The only column of a list, whose bare numbers are recognised as no phones: none of them is a key. */
  readonly otherDigits?: true
  /** The key of the owner of a log of messages, who sent or got each of them; it is not that of the person of a row. */
  readonly ownKey?: string
  /** The column that says of what kind the phone of each row is, such as a fax. */
  readonly label?: number
}

/** The column of area codes that all phones have alike; null where they have none, or several. */
export function sharedAreaColumn(keyColumns: readonly KeyColumn[]): number | null {
  const areas = new Set(keyColumns.flatMap(({ kind, area }) => (kind === 'phone' ? [area ?? null] : [])))
  const [first = null, ...others] = areas
  return others.length === 0 ? first : null
}

/** How this list is read, with everything decided: what the settings name, and what was recognised for the rest. */
export interface ListPlan
  extends Readonly<Pick<ListInspection, 'file_kind' | 'encoding' | 'delimiter' | 'sheet' | 'hidden_rows' | 'header'>> {
  /** The sheets that are read as one list, in place of `sheet`; usually none. */
  readonly joined: readonly JoinedSheet[]
  /** Rows of the file above the first row of data, the header among them. */
  readonly rowsAbove: number
  /** The headings, or empty texts where there are none; as long as the widest row seen. */
  readonly names: readonly string[]
  /** Each with the column that holds its area code (DDD) alone, put before phones that lack theirs. */
  readonly keyColumns: readonly KeyColumn[]
  /** The area code of phones that have none, neither in their cell nor in their column. */
  readonly areaCode: ListSettings['area_code']
  /** The types of columns that the person chose, by their index; those of all other columns are found. */
  readonly columnTypes: ReadonlyMap<number, ListColumnType>
}

/** A sheet that is read as a part of a list. */
export interface JoinedSheet {
  readonly name: string
  readonly rowsAbove: number
  /** The column of the list for each column of the sheet. */
  readonly places: readonly number[]
}

/** How far a list has been read. */
export interface ReadPlace {
  /** The next row as Excel shows it. */
  row: number
  /** Opening quotes that never closed. */
  openQuotes: number
  /** Columns of the widest row. */
  width: number
  /** Rows of data that were hidden in a spreadsheet, whether they are left out or not. */
  hidden: number
}

export interface ReadOptions {
  readonly signal?: AbortSignal
  /** The reader updates it as it goes. */
  readonly place?: ReadPlace
  /** A text list is read from this byte on, at which a row begins. */
  readonly from?: number
  /** Of a text list the first so many cells of each row are enough, where these hold anything. */
  readonly cells?: number
  /**
   * `isTaken` is called when a row of a text list begins at this byte, behind a line end: whether the rest is read
   * elsewhere.
   */
  readonly rest?: { readonly at: number; isTaken(): Promise<boolean> } | null
  /** The rows of a text list lie in its memory. */
  readonly kernel?: ListKernel
}

/** Why a file is no list. Each cause has its sentence in the catalogue (`failures.list_unreadable`). */
export type UnreadableCause =
  | 'damaged'
  | 'password'
  | 'wrong_password'
  | 'encrypted'
  | 'lock_file'
  | 'folder'
  | 'shortcut'
  | 'google_file'
  | 'not_downloaded'
  | 'web_page'
  | 'login_page'
  | 'web_archive'
  | 'archive'
  | 'archive_several'
  | 'archive_nested'
  | 'archive_password'
  | 'archive_damaged'
  | 'other_archive'
  | 'old_excel'
  | 'binary_excel'
  | 'numbers'
  | 'document'
  | 'picture'
  | 'not_text'
  | 'json'
  | 'sql'
  | 'ldif'
  | 'sylk'
  | 'dif'
  | 'flat_ods'
  | 'xml'
/** A list that cannot be read, with the cause for the person. The details say where it broke and hold no content. */
export function unreadable(cause: UnreadableCause, where: string): AppFailure {
  return new AppFailure('list_unreadable', { cause }, where)
}

/** A longer row, in bytes of a text or characters of a sheet, is not a row of a list. */
export const longestRow = 4 * 1024 * 1024
/** The most that a list may have. Each limit has its sentence in the catalogue (`failures.list_too_large`). */
export const listLimits = {
  /** Rows times columns, gaps counted: a million rows of fifty columns. Beyond it a run no longer fits in memory. */
  cells: 50_000_000,
  /** The limit of Excel. */
  columns: 16_384,
  /** Tabs of a spreadsheet: all of them are offered. */
  sheets: 1000,
  /** Formats of cells; Excel takes 65,490. */
  styles: 65_536,
  /** Different texts of a spreadsheet. */
  texts: 10_000_000,
  /** Characters of all cells together, however often a spreadsheet repeats a text: those of the largest text file. */
  characters: 400_000_000,
  /** Bytes that the parts of a spreadsheet inflate to together: 1 GB. */
  bytes: 1024 ** 3,
  /** People of a chat; groups have 1024 members. */
  people: 1_000_000,
} as const
/** A list that is larger than Cruza can hold, with the limit that it passes. */
export function tooLarge(what: keyof typeof listLimits): AppFailure {
  return new AppFailure('list_too_large', { what, limit: listLimits[what] }, `more ${what} than ${listLimits[what]}`)
}
