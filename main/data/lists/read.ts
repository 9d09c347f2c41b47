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
import { readTextList, rowsAbove, startOfList, withinLimits } from './read-text.ts'
import { blockOfRows, type RowBlock } from './row-block.ts'
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
  return withinLimits(convertedRows(file, plan, options), options.place ?? startOfList(plan))
}

async function* convertedRows(file: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBlock> {
  const above = rowsAbove(plan)
  let characters = 0
  for await (const batch of batchesOf(file, plan, options)) {
    const all =
      (batch.numbers[0] ?? 0) > above ? batch : filterRows(batch, (index) => (batch.numbers[index] ?? 0) > above)
    options.onHidden?.(all.hidden?.filter(Boolean).length ?? 0)
    const data = plan.skipsHidden ? visiblePart(all) : all
    for (const row of data.rows) for (const text of row) characters += text.length
    if (characters > listLimits.characters) throw tooLarge('characters')
    yield blockOfRows(data)
  }
}

async function* batchesOf(file: ListFile, plan: ListPlan, options: ReadOptions): AsyncGenerator<RowBatch> {
  if (plan.fileKind === 'vcard' && plan.encoding) {
    yield* readVcards(file.bytes, plan.encoding, { ...options, headings: file.cardHeadings })
    return
  }
  const workbook = await openWorkbook(file.bytes, options.signal)
  const sheet = workbook.sheets.find((each) => each.name === plan.sheet)
  if (!sheet) throw new AppFailure('not_found', {}, 'xlsx: no such sheet')
  yield* readSheet(workbook, sheet, options)
}
