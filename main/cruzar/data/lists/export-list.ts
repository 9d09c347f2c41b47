import type { ListSettings } from '../../../../preload/contract/cruzar.ts'
import type { ExportFormat, WrittenFile } from '../../../../preload/contract/saved-files.ts'
import type { RowProgress } from '../../../../preload/values/progress.ts'
import { textPartOf } from '../../../engine/columns/text-part.ts'
import { exportTable } from '../../../engine/export/export-table.ts'
import type { OriginContext } from '../../../engine/export-calls.ts'
import { columnOf } from '../../../engine/tables/table.ts'
import { exportedCells, kindOf } from '../../../engine/tables/table-handlers.ts'
import type { Call } from '../../../kernel/router.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { readList } from '../../../lists/read.ts'
import { createListTable } from '../run-table.ts'
import { createColumnStore, createListColumns, type ListColumns, readListColumns } from './list-columns.ts'
import type { StagedLists } from './staged-lists.ts'

export interface ListExport {
  readonly list: string
  readonly settings: ListSettings
  readonly format: ExportFormat
  readonly name: string
  readonly path: string
  /** IANA name. */
  readonly zone: string
  readonly origin: OriginContext | null
}

const noWords = { status: {}, outcome: {}, reason: {}, codes: {} }

/** Writes a staged list to a file with its own columns and cells, without any answers. */
export function createListExport(staged: Pick<StagedLists, 'read'>) {
  return {
    'lists.export': async (input: ListExport, { signal, progress }: Call<RowProgress>): Promise<WrittenFile> => {
      const { list, settings, origin, name, format, ...target } = input
      const { file, plan } = await staged.read({ list, settings }, signal)
      let rows = 0
      let columns: ListColumns = { headings: [], forms: [] }
      const store = createColumnStore(0)
      for await (const step of readListColumns(readList(file, plan, { signal }), plan)) {
        for (const piece of step.pieces) store.addSegment(piece)
        rows = step.rows
        columns = step.columns ?? columns
        progress({ rows: 0, total: rows })
      }
      const columnAt = createListColumns(store.read, columns, input.zone)
      const table = await createListTable(columns.headings, textPartOf([]), columnAt, createYieldToEventLoop(signal))
      const source = {
        ...({ kind: 'list', name, connection_id: '', read_at: null, state: 'made', filters: null } as const),
        counts: { list_rows: rows },
      }
      return exportTable({
        ...target,
        format,
        signal,
        progress,
        sheet_name: name,
        origin: origin && { ...origin, source, selection: null },
        columns: table.order.map(({ key, heading }) => {
          const column = columnOf(table, key)
          const cells = exportedCells(key, column, { format, words: noWords })
          return { heading: heading ?? '', kind: kindOf(column.type), ...cells }
        }),
        rows: Uint32Array.from({ length: rows }, (_, row) => row),
      })
    },
  }
}
