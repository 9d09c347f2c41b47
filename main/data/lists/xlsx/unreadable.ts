import { AppFailure } from '../../../kernel/failure.ts'

/** Why a file is no list; each has its sentence in the catalogue (`failures.list_unreadable`). */
export type UnreadableCause =
  | 'damaged'
  | 'password'
  | 'lock_file'
  | 'web_page'
  | 'archive'
  | 'old_excel'
  | 'binary_excel'
  | 'open_document'
  | 'numbers'
  | 'document'
  | 'picture'
  | 'not_text'

/** A list that cannot be read: the cause for the person, and the place where it broke, never content, for the details. */
export function unreadable(cause: UnreadableCause, where: string): AppFailure {
  return new AppFailure('list_unreadable', { cause }, where)
}

/** What a list may have at most; each has its sentence in the catalogue (`failures.list_too_large`). */
export const listLimits = {
  /** Rows times columns, gaps counted: a million rows of fifty columns. Beyond it a run no longer fits in memory. */
  cells: 50_000_000,
  /** Excel's own. */
  columns: 16_384,
  /** Tabs of a spreadsheet: all of them are offered. */
  sheets: 1000,
  /** Formats of cells; Excel takes 65,490. */
  styles: 65_536,
  /** Different texts of a spreadsheet. */
  texts: 10_000_000,
  /** Of all cells together, however often a spreadsheet repeats a text: those of the largest text file. */
  characters: 400_000_000,
  /** Bytes that the parts of a spreadsheet inflate to together: 1 GB. */
  bytes: 1024 ** 3,
} as const

/** A list that is larger than Cruza can hold, with the limit that it passes. */
export function tooLarge(what: keyof typeof listLimits): AppFailure {
  return new AppFailure('list_too_large', { what, limit: listLimits[what] }, `more ${what} than ${listLimits[what]}`)
}
