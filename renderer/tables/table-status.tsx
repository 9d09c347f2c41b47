import { useStore } from 'zustand'
import type { TableFigures } from '../../preload/contract/tables.ts'
import { factsOfTable } from '../../preload/values/table-kinds.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { StatusBar } from '../ui/fact-line.tsx'
import { ExportProgress } from './export-dialog.tsx'
import { narrows } from './query.ts'
import { cellCount, rangeOf } from './range.ts'
import { hasMarkedRows, selectedCount } from './selection.ts'
import { useTable } from './table-context.ts'

interface TableStatusProps {
  /** If the rows are a part of something, its description. */
  readonly partOf: string | null | undefined
}

/** The numbers of shown, all and selected rows, the figures of marked cells, and a running export. */
export function TableStatus({ partOf }: TableStatusProps) {
  const { store } = useTable()
  const messages = useMessages()
  const texts = messages.tables
  const { table, view, shape, selection, exporting } = useStore(store)
  const figures = useFigures()
  if (!view || shape.status !== 'ready') return <StatusBar items={[]} />
  const selected = selectedCount(selection, view.matching)
  const { total } = shape.value
  const { counts, groups } = texts
  const ofRows = narrows(view.query) ? counts.shown(view.matching, total) : messages.common.rows(total)
  const rowCount = table.grouping ? groups.count(view.matching, total) : ofRows
  const items = [rowCount, partOf, selected > 0 ? texts.counts.selected(selected) : null, ...figures]
  // There is deliberately no way to write to all selected people.
  const hintOfRows =
    selected > 1 && factsOfTable(table.kind).isOfPeople ? messages.sending.oneByOne : texts.shortcuts(keyText)
  const hint = table.grouping ? groups.opensRows : hintOfRows
  return <StatusBar items={items} end={exporting.working ? <ExportProgress store={store} /> : hint} />
}

/** What Excel says of marked cells: of a range, or of marked rows in the column with the focus. */
function useFigures(): readonly string[] {
  const { store, words } = useTable()
  const texts = useMessages().tables.counts
  const format = useFormat()
  const state = useStore(store)
  const { view, selection, cursor, head, columns } = state
  const loaded = useLatest<TableFigures | null>(
    ({ signal }) => store.getState().figures(signal),
    [store, view, selection, cursor, head],
  )
  const range = rangeOf(state)
  const column = columns.find(({ key }) => key === cursor?.column)
  if (!range && !(column && hasMarkedRows(selection))) return []
  const heading = range || !column ? null : words.heading(column)
  const cells = range ? cellCount(range) : null
  const figures = readyValue(loaded) ?? null
  if (!figures) return cells === null ? [] : [texts.cells(cells, null)]
  const { filled, numbers, sum, earliest, latest } = figures
  return [
    ...(cells === null ? [] : [texts.cells(cells, filled)]),
    ...(numbers > 0 ? [texts.sum(heading, sum), texts.mean(sum / numbers)] : []),
    ...(earliest === null || latest === null
      ? []
      : [texts.times(heading, format.dateTime(earliest), format.dateTime(latest))]),
  ]
}
