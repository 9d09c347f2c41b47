import { availableParallelism } from 'node:os'
import type { ExportFormat, WrittenFile } from '../../../preload/contract/saved-files.ts'
import { excelLimits } from '../../../preload/values/excel.ts'
import { isCsv } from '../../../preload/values/export-formats.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { type SaveTarget, saveFile } from '../../kernel/save-file.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { OriginFile, ReportFileColumn } from '../export-calls.ts'
import { joinShared } from '../thread.ts'
import { type CsvRows, csvRows } from './csv.ts'
import { createFileHash } from './file-hash.ts'
import { type ExportOrigin, originEnding, originJson, originLines } from './origin.ts'
import { writeParquet } from './parquet.ts'
import { createRowBlocks } from './row-blocks.ts'
import type { ExportTable, FileFormat } from './table.ts'
import { type WriterDeps, writeXlsx } from './xlsx.ts'
import { xlsxRows } from './xlsx-cells.ts'

export interface ExportJob extends ExportTable, SaveTarget, Pick<FileFormat, 'zone'> {
  readonly format: ExportFormat
  /** Requested name of the worksheet (XLSX). */
  readonly sheet_name: string
  /** The columns of Parquet with a second one for their texts, as in every file of a folder (parquet.ts). */
  readonly originals?: ReadonlySet<number>
  /** What the file states about the origin of its rows; null for nothing. */
  readonly origin: ExportOrigin | null
  /** Called after each slice of work, and once more with the last row. */
  progress(progress: { readonly rows: number; readonly total: number }): void
}

/**
 * Writes a table to a file, whole or not at all (save-file.ts). It does not hold the file in memory and does not keep
 * the thread for more than a few milliseconds at a time. Gives what a person sees about the file. Formats are in
 * csv.ts, xlsx.ts and parquet.ts. Throws `cancelled`, the failures of `saveFile`, `bad_request` for an unknown zone or
 * a table that the format cannot hold, and what the cells throw.
 */
export async function exportTable(job: ExportJob): Promise<WrittenFile> {
  const { columns, rows, format, zone, signal, origin } = job
  if (columns.length === 0) throw new AppFailure('bad_request', {}, 'no columns')
  if (format === 'xlsx' && columns.length > excelLimits.columns) {
    throw new AppFailure('bad_request', {}, `${columns.length} columns`)
  }
  const progress = (done: number) => job.progress({ rows: done, total: rows.length })
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const headings = columns.map(({ heading }) => heading)
  const about = (sha256: string) => ({ name: origin?.file ?? '', format, rows: rows.length, columns: headings, sha256 })
  const { value, bytes } = await saveFile(job, async (sink) => {
    if (format === 'parquet') {
      const document = origin && ((sha256: string) => originJson(origin, about(sha256), zone))
      await writeParquet(job, { sink, yieldToEventLoop, progress, origin: document, originals: job.originals })
      return { counts: { long: 0, cleaned: 0 }, sha256: null }
    }
    const file = { format, zone, kinds: columns.map(({ kind }) => kind) }
    const rowFormat = format === 'xlsx' ? xlsxRows(file) : csvRows(file)
    const blocks = await createRowBlocks(job, rowFormat, yieldToEventLoop)
    const deps = { sink, blocks, progress }
    const { counts } = blocks
    try {
      if ('head' in rowFormat) return { counts, sha256: await writeCsv(job, rowFormat, deps) }
      const sheet = origin && {
        sheet_name: origin.words.sheet,
        headings: [origin.words.what, origin.words.value] as const,
        lines: (sha256: string) => originLines(origin, about(sha256), zone),
      }
      await writeXlsx({ ...job, origin: sheet }, rowFormat, deps)
      return { counts, sha256: null }
    } finally {
      blocks.end()
    }
  })
  const { counts, sha256 } = value
  const place = origin === null || sha256 === null ? null : await writeBeside(job.path, origin, about(sha256), zone)
  progress(rows.length)
  return {
    rows: rows.length,
    bytes,
    cut_cells: isCsv(format) ? 0 : counts.long,
    long_cells: isCsv(format) ? counts.long : 0,
    cleaned_cells: counts.cleaned,
    rows_beyond: isCsv(format) ? Math.max(0, rows.length + 1 - excelLimits.rows) : 0,
    origin: place ?? (origin ? 'inside' : 'none'),
  }
}

/**
 * The CSV is there by now, so a failure of the file beside it is reported and not thrown, and nothing is left to
 * cancel.
 */
async function writeBeside(
  path: string,
  origin: ExportOrigin,
  file: OriginFile,
  zone: string,
): Promise<WrittenFile['origin']> {
  if (!origin.beside) return 'unavailable'
  const json = Buffer.from(originJson(origin, file, zone))
  const target = { path: path + originEnding, signal: new AbortController().signal }
  return saveFile(target, (sink) => sink.write(json)).then(
    () => 'beside',
    () => 'failed',
  )
}

/** A smaller file is finished before another thread would have begun. */
const rowsForThread = 50_000
/**
 * One core makes rows. A third one hashes a long file beside the writing. With fewer, moving blocks to it costs more
 * than it saves.
 */
const coresOfRows = 2

/**
 * Writes a table as a list that Cruza reads itself (csv.ts, `list`), to memory that threads share; without a heading
 * where all are empty. Throws `file_too_large` beyond `most` bytes, `cancelled`, and what the cells throw.
 */
export async function tableToList(
  { columns, rows }: ExportTable,
  { most, signal, progress }: Pick<ExportJob, 'signal' | 'progress'> & { readonly most: number },
): Promise<Uint8Array> {
  const file = { format: 'list', zone: 'UTC', kinds: columns.map(({ kind }) => kind) } as const
  const format = csvRows(file)
  const blocks: Uint8Array[] = []
  let length = 0
  const write = async (block: Uint8Array) => {
    length += block.length
    if (length > most) throw new AppFailure('file_too_large')
    // A later block uses the same memory.
    blocks.push(block.slice())
  }
  const runs = await createRowBlocks({ columns, rows }, format, createYieldToEventLoop(signal))
  const report = (done: number) => progress({ rows: done, total: rows.length })
  try {
    await writeCsv({ columns, rows, origin: null }, format, { sink: { write }, blocks: runs, progress: report })
  } finally {
    runs.end()
  }
  return joinShared(blocks, length)
}

/**
 * Writes the heading and every row in order. Gives the SHA-256 of all bytes, which only a file with an origin needs.
 */
async function writeCsv(
  { columns, rows, origin }: Pick<ExportJob, 'columns' | 'rows' | 'origin'>,
  format: CsvRows,
  {
    sink,
    blocks,
    progress,
  }: Pick<WriterDeps, 'blocks' | 'progress'> & { readonly sink: Pick<WriterDeps['sink'], 'write'> },
): Promise<string> {
  const hash = origin && createFileHash(rows.length >= rowsForThread && availableParallelism() > coresOfRows)
  const write = async (bytes: Uint8Array) => {
    await hash?.update(bytes)
    await sink.write(bytes)
  }
  try {
    await write(Buffer.from(format.head(columns.map(({ heading }) => heading))))
    let done = 0
    for await (const block of blocks.make(0, rows.length, 1)) {
      await write(block.bytes)
      done += block.rows
      progress(done)
    }
    return (await hash?.digest()) ?? ''
  } finally {
    hash?.end()
  }
}

interface ReportFile extends Pick<ExportJob, 'format' | 'path' | 'sheet_name' | 'zone' | 'origin'> {
  readonly columns: readonly ReportFileColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Writes the rows of a report in the same way as those of tables (main/engine/export). */
export function writeReportFile({ columns, rows, ...file }: ReportFile, { signal }: Call): Promise<WrittenFile> {
  return exportTable({
    ...file,
    columns: columns.map((column, index) => ({ ...column, cell: (row) => rows[row]?.[index] })),
    rows: Uint32Array.from(rows.keys()),
    signal,
    progress: () => undefined,
  })
}
