import * as z from 'zod'
import { exportFormats } from '../values/export-formats.ts'
import { longestFileName } from '../values/names.ts'

/** A picture that the screen drew: PNG, base64, and the name that is proposed, without an extension. */
export const picture = z.object({
  name: z.string().trim().min(1).max(longestFileName),
  png: z.base64().max(20_000_000),
})
export type Picture = z.output<typeof picture>

export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof exportFormat>

/** Names a file on this computer for `app.open_file` and `app.show_file`; null where the host knows no place of it. */
export const savedPlace = z
  .object({
    id: z.string(),
    /** Whether the file still has the ending that Cruza proposed, so that its own program opens it. */
    opens: z.boolean(),
  })
  .nullable()
export type SavedPlace = z.output<typeof savedPlace>

/**
 * Where the origin of the rows is written: in the workbook or Parquet file, or in a file beside the CSV. `unavailable`:
 * the host gives the person only one file, such as a browser. `failed`: the CSV was written, and the file beside it was
 * not.
 */
export const originPlace = z.enum(['none', 'inside', 'beside', 'unavailable', 'failed'])
export type OriginPlace = z.output<typeof originPlace>

/** Where an export went: a file that the person chose, or a download that the browser got. */
export const savedFile = z.object({
  /** False when the person closed the dialog without choosing. */
  saved: z.boolean(),
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** Cells that were longer than a spreadsheet holds and were cut (XLSX); always reported. */
  cut_cells: z.int(),
  /** The same cells of a CSV, which holds them whole while Excel does not. */
  long_cells: z.int(),
  /** Cells that lost control characters which the format cannot hold. */
  cleaned_cells: z.int(),
  /** Rows of a CSV after the last one that Excel opens. */
  rows_beyond: z.int(),
  origin: originPlace,
  /** False where the list of exports could not note it (`activity.exports`). */
  logged: z.boolean(),
  file: savedPlace,
})
export type SavedFile = z.output<typeof savedFile>
/** What is known of a file when it was written, wherever it is. */
export type WrittenFile = Omit<SavedFile, 'saved' | 'name' | 'file' | 'logged'>
export type FileNotes = Omit<SavedFile, 'saved' | 'name' | 'rows' | 'bytes' | 'file'>
export const noFileNotes: FileNotes = {
  cut_cells: 0,
  long_cells: 0,
  cleaned_cells: 0,
  rows_beyond: 0,
  origin: 'none',
  logged: true,
}
/** The person closed the dialog without choosing. */
export const notSaved: SavedFile = { saved: false, name: '', rows: 0, bytes: 0, ...noFileNotes, file: null }

/** Whether the file states where its rows come from; null for what the person prefers. */
export const withOrigin = z.boolean().nullable().default(null)
