import type { ListInspection } from '../../../preload/contract/cruzar.ts'
import type { RowBlock } from '../row-block.ts'

/** A sheet of cells in a spreadsheet, or a table of a page. */
export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  /** It states where the rows of an export come from (export/origin.ts): it holds no person. */
  readonly isOrigin?: boolean
  /** Its rows as the person saw them, from the first one on with each call. */
  rows(): AsyncGenerator<RowBlock>
}

export interface Workbook {
  readonly file_kind: ListInspection['file_kind']
  readonly sheets: readonly WorkbookSheet[]
}
