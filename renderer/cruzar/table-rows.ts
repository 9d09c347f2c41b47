import { useStore } from 'zustand'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { narrows } from '../tables/query.ts'
import { selectedCount, selectedRows } from '../tables/selection.ts'
import type { TableStore } from '../tables/table-state.ts'
import type { MenuAction } from '../ui/menu-items.tsx'

/** Actions that make a list for cruzar of the rows of a table. */
export interface RowActions {
  /** The action for the selected rows. */
  readonly selected: MenuAction
  /**
   * The actions for all rows of the search and filters, in their order, and for all rows of the table where that is
   * more.
   */
  readonly shown: readonly MenuAction[]
}

/** The same actions for the menu of any screen that shows a table. */
export function useRowActions(store: TableStore): RowActions {
  const { cruzar, common } = useMessages()
  const texts = cruzar.fromTable
  const { stageRows } = useFeature('cruzar')
  const { table, view, selection, shape } = useStore(store)
  const query = view?.query ?? emptyQuery
  const matching = view?.matching ?? 0
  const total = readyValue(shape)?.total ?? 0
  const selected = selectedCount(selection, matching)
  const every = {
    label: texts.all(total),
    disabled: total === 0 && common.unavailable.noRows,
    onClick: () => stageRows(table, { query: narrows(query) ? emptyQuery : query, rows: null }),
  }
  const filtered = {
    label: texts.filtered(matching),
    disabled: matching === 0 && common.unavailable.noRows,
    onClick: () => stageRows(table, { query, rows: null }),
  }
  return {
    selected: {
      label: texts.selected(selected),
      disabled: selected === 0 && common.unavailable.noneSelected,
      onClick: () => stageRows(table, { query, rows: selectedRows(selection) }),
    },
    shown: narrows(query) ? [filtered, every] : [every],
  }
}
