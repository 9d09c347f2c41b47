import { AppFailure } from '../../kernel/failure.ts'
import type { ListFile, ListPlan, ReadOptions } from './plan.ts'
import { dataRows, readTextList } from './read-text.ts'
import type { RowBlock } from './row-block.ts'
import { readVcards } from './vcard.ts'
import { readSheet } from './xlsx/sheet.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/**
 * Reads the rows of data of a list by its plan (`inspectList`), in blocks, with the text of every cell unchanged: title
 * rows, the header, blank rows and, where the plan requires it, hidden rows are left out, rows may differ in length. Yields
 * to the event loop between blocks. Throws `list_unreadable` when the file turns out damaged, `list_too_large` when its rows
 * times its columns, or its characters, are more than a list may have, and the signal's reason when it is aborted.
 */
export function readList(file: ListFile, plan: ListPlan, options: ReadOptions = {}): AsyncGenerator<RowBlock> {
  if (plan.fileKind === 'text') return readTextList(file, plan, options)
  if (plan.fileKind === 'xlsx') return dataRows(sheetRows(file, plan, options), plan, options)
  return dataRows(readVcards(file, plan.encoding ?? 'utf-8', options), plan, options)
}

async function* sheetRows({ bytes }: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const workbook = await openWorkbook(bytes, options.signal)
  const sheet = workbook.sheets.find((each) => each.name === plan.sheet)
  if (!sheet) throw new AppFailure('not_found', {}, 'xlsx: no such sheet')
  yield* readSheet(workbook, sheet, options)
}
