import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { noFileNotes, type WrittenFile } from '../../../preload/contract/saved-files.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { systemCode } from '../../kernel/replace-file.ts'
import { saveFailure } from '../../kernel/save-file.ts'
import { createYieldToEventLoop, type InterruptibleWork, runInSlices } from '../../kernel/schedule.ts'
import { dayMs } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'
import { type ExportJob, exportTable } from './export-table.ts'
import { columnsWithOriginals } from './parquet.ts'

/**
 * A table as a folder of files in place of one: `account=<name>/month=<YYYY-MM>/leads.parquet`, as Hive, Spark and
 * DuckDB read partitions. The month is that of a moment in UTC; rows without one are in `month=none`. All files have
 * the same columns. No name of a folder or file comes from a row.
 */

const withoutMonth = 'none'
const fileName = 'leads.parquet'

/**
 * Writes one file after the other, each whole or not at all, below the path of the job. `account` is written in the
 * name of its folder as it is. Throws what `exportTable` does, and `name_taken` for a folder that holds something.
 */
export async function exportByMonth(job: ExportJob, moments: Column, account: string): Promise<WrittenFile> {
  await requireEmpty(job.path)
  const yieldToEventLoop = createYieldToEventLoop(job.signal)
  const months = await runInSlices(rowsByMonth(moments, job.rows), yieldToEventLoop)
  const originals = await columnsWithOriginals(job, yieldToEventLoop)
  const total = job.rows.length
  const written: WrittenFile[] = []
  let rows = 0
  for (const [month, ofMonth] of months) {
    const folder = path.join(job.path, `account=${account}`, `month=${month}`)
    await makeFolder(folder)
    const earlierRows = rows
    const progress = (done: { readonly rows: number }) => job.progress({ rows: earlierRows + done.rows, total })
    written.push(await exportTable({ ...job, path: path.join(folder, fileName), rows: ofMonth, originals, progress }))
    rows += ofMonth.length
  }
  const bytes = written.reduce((sum, file) => sum + file.bytes, 0)
  const { origin = 'none' } = written[0] ?? {}
  return { ...noFileNotes, rows, bytes, origin }
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 8192

/**
 * The rows of each month in their own order, by months; those without a month last, alone where there are no rows. A
 * day gets its month once.
 */
function* rowsByMonth(
  moments: Column,
  rows: Uint32Array,
): InterruptibleWork<readonly (readonly [month: string, rows: Uint32Array])[]> {
  const months: { readonly name: string; count: number }[] = [{ name: withoutMonth, count: 0 }]
  const numbers = new Map<number, number>()
  const monthOf = (at: number): number => {
    const day = Math.floor(at / dayMs)
    const number = numbers.get(day) ?? numberOf(monthName(day))
    numbers.set(day, number)
    return number
  }
  const numberOf = (name: string): number => {
    const number = months.findIndex((month) => month.name === name)
    return number < 0 ? months.push({ name, count: 0 }) - 1 : number
  }
  const ofRows = new Uint16Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const moment = moments.plain(rows[at] as number)
    const number = typeof moment === 'number' ? monthOf(moment) : 0
    ofRows[at] = number
    const month = months[number]
    if (month) month.count++
    if (at % rowsAtOnce === 0) yield
  }
  const parts = months.map(({ count }) => new Uint32Array(count))
  const filled = new Uint32Array(months.length)
  for (let at = 0; at < rows.length; at++) {
    const number = ofRows[at] as number
    const place = filled[number] as number
    const part = parts[number]
    if (part) part[place] = rows[at] as number
    filled[number] = place + 1
    if (at % rowsAtOnce === 0) yield
  }
  return months
    .map(({ name }, number) => [name, parts[number] ?? new Uint32Array(0)] as const)
    .filter(([name, part]) => part.length > 0 || (rows.length === 0 && name === withoutMonth))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** The month of a day that is counted from 1970; days outside of the years of four digits have none. */
function monthName(day: number): string {
  const date = new Date(day * dayMs)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, 7) : withoutMonth
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    // A file, which is no folder, is there.
    if (systemCode(error) === 'ENOTDIR') return [folder]
    throw saveFailure('open', error)
  })
  if (names.length > 0) throw new AppFailure('name_taken', {}, 'the folder holds something')
}

/** Only this user may read what is in it, as every exported file. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw saveFailure('open', error)
  })
}
