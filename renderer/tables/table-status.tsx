import { useStore } from 'zustand'
import type { TableRef } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { StatusBar } from '../ui/status-bar.tsx'
import { type SummedColumn, summedKey } from './columns.ts'
import { ExportProgress } from './export-line.tsx'
import { narrows } from './query.ts'
import { selectedCount, selectedSum } from './selection.ts'
import type { TableStore } from './table-store.ts'
import type { TableWords } from './words.ts'

export interface TableStatusProps {
  readonly store: TableStore
  readonly words: TableWords
  /** The column that the selection is summed over. */
  readonly sum: SummedColumn
  /** What the rows are a part of, where they are not all; beside their number. */
  readonly partOf?: string | null | undefined
}

/** Rows shown, in all, selected, and the sum of the selection; a running export with its way to stop. */
export function TableStatus({ store, words, sum, partOf = null }: TableStatusProps) {
  const messages = useMessages()
  const texts = messages.tables
  const { table, view, shape, selection, exporting, columns } = useStore(store)
  if (!view || shape.status !== 'ready') return <StatusBar items={[]} />
  const selected = selectedCount(selection, view.matching)
  const total = selectedSum(selection)
  const key = summedKey(sum, shape.value.columns)
  const summed = columns.find((column) => column.key === key)
  const items = [
    narrows(view.query) ? texts.counts.shown(view.matching, shape.value.total) : texts.counts.rows(shape.value.total),
    partOf,
    selected > 0 ? texts.counts.selected(selected) : null,
    selected > 0 && total !== null && summed ? texts.counts.sum(words.heading(summed), total) : null,
  ]
  // Who selects several people may look for a way to write to all of them: it is left out on purpose.
  const hint = selected > 1 && isOfPeople(table) ? messages.sending.oneByOne : texts.shortcuts(keyText)
  return <StatusBar items={items} end={exporting?.state === 'running' ? <ExportProgress store={store} /> : hint} />
}

/** Whether a row is somebody who can be written to. */
function isOfPeople({ kind }: TableRef): boolean {
  return kind === 'sheet' || kind === 'run' || kind === 'conversations'
}
