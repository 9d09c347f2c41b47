import { AppFailure } from '../../kernel/failure.ts'
import {
  filterRows,
  type ListFile,
  type ListPlan,
  listLimits,
  type ReadOptions,
  type RowBatch,
  tooLarge,
  visiblePart,
} from './plan.ts'
import { readSeparated } from './separated.ts'
import { readVcards } from './vcard.ts'
import { readSheet } from './xlsx/sheet.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/**
 * Reads the rows of data of a list by its plan (`inspectList`), in batches, with the text of every cell unchanged: title
 * rows, the header, blank rows and, where the plan requires it, hidden rows are left out, rows may differ in length. Yields
 * to the event loop between batches. Throws `list_unreadable` when the file turns out damaged, `list_too_large` when its rows times its
 * columns, or its characters, are more than a list may have, and the signal's reason when it is aborted.
 */
export async function* readList(file: ListFile, plan: ListPlan, options: ReadOptions = {}): AsyncGenerator<RowBatch> {
  const above = plan.titleRows + (plan.header ? 1 : 0)
  let width = plan.names.length
  let rows = 0
  let characters = 0
  for await (const batch of allRows(file, plan, options)) {
    const all =
      (batch.numbers[0] ?? 0) > above ? batch : filterRows(batch, (index) => (batch.numbers[index] ?? 0) > above)
    options.onHidden?.(all.hidden?.filter(Boolean).length ?? 0)
    const data = plan.skipsHidden ? visiblePart(all) : all
    if (data.rows.length === 0) continue
    for (const row of data.rows) {
      width = Math.max(width, usedColumns(row, width))
      for (const text of row) characters += text.length
    }
    rows += data.rows.length
    if (width > listLimits.columns) throw tooLarge('columns')
    if (rows * width > listLimits.cells) throw tooLarge('cells')
    if (characters > listLimits.characters) throw tooLarge('characters')
    yield data
  }
}

async function* allRows(file: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBatch> {
  if (plan.fileKind === 'vcard' && plan.encoding) {
    yield* readVcards(file.bytes, plan.encoding, { ...options, headings: file.cardHeadings })
    return
  }
  if (plan.encoding && plan.delimiter) {
    yield* readSeparated(file.bytes, { encoding: plan.encoding, delimiter: plan.delimiter }, options)
    return
  }
  const workbook = await openWorkbook(file.bytes, options.signal)
  const sheet = workbook.sheets.find((each) => each.name === plan.sheet)
  if (!sheet) throw new AppFailure('not_found', {}, 'xlsx: no such sheet')
  yield* readSheet(workbook, sheet, options)
}

/** Columns that a row fills, where there are more of them than are known. */
function usedColumns(row: readonly string[], known: number): number {
  return row.length <= known ? known : row.findLastIndex((text) => text.trim() !== '') + 1
}
