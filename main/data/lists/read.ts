import type { ListFile, ListPlan, ReadOptions, RowBatch } from './plan.ts'
import { readSeparated } from './separated.ts'
import { readSheet } from './xlsx/sheet.ts'
import { unreadable } from './xlsx/unreadable.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/**
 * Reads the rows of data of a list by its plan (`inspectList`), in batches, with the text of every cell unchanged: title
 * rows, the header and blank rows are left out, rows may differ in length. Messages are let in between batches. Throws
 * `list_unreadable` when the file turns out damaged, and the signal's reason when it is aborted.
 */
export async function* readList(file: ListFile, plan: ListPlan, options: ReadOptions = {}): AsyncGenerator<RowBatch> {
  const above = plan.titleRows + (plan.header ? 1 : 0)
  for await (const batch of allRows(file, plan, options)) {
    const data = (batch.numbers[0] ?? 0) > above ? batch : below(batch, above)
    if (data.rows.length > 0) yield data
  }
}

async function* allRows(file: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBatch> {
  if (plan.encoding && plan.delimiter) {
    yield* readSeparated(file.bytes, { encoding: plan.encoding, delimiter: plan.delimiter }, options)
    return
  }
  const workbook = await openWorkbook(file.bytes, options.signal)
  const sheet = workbook.sheets.find((each) => each.name === plan.sheet)
  if (!sheet) throw unreadable('xlsx: no such sheet')
  yield* readSheet(workbook, sheet, options)
}

function below(batch: RowBatch, above: number): RowBatch {
  const first = batch.numbers.findIndex((number) => number > above)
  return first === -1
    ? { rows: [], numbers: [] }
    : { rows: batch.rows.slice(first), numbers: batch.numbers.slice(first) }
}
