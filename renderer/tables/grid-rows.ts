import type { GridApi, IDatasource } from 'ag-grid-community'
import type { GridRow } from './read-rows.ts'
import { blockSize, type TableStore } from './table-store.ts'

export interface GridRows {
  readonly datasource: IDatasource
  /** Gives up requests for places that are far from what is seen now, and asks again for given-up ones that are. */
  syncRequests(): void
  /** Lets every request go. */
  stop(): void
}

/**
 * The rows of one view for the grid's infinite model. When a person drags the scroll bar over a million rows, answers for
 * the places passed by are no longer needed: those requests are cancelled.
 */
export function createGridRows(store: TableStore, api: () => GridApi<GridRow>, onLoaded: () => void): GridRows {
  const running = new Map<number, AbortController>()
  const dropped = new Set<number>()
  let stopped = false

  const look = () => {
    // Asked for now, not taken from an event: those of a fast scroll come late and would give up what is seen.
    const first = api().getFirstDisplayedRowIndex()
    const last = api().getLastDisplayedRowIndex()
    for (const [from, controller] of running) {
      if (from > last + blockSize || from + blockSize < first - blockSize) controller.abort()
    }
    const missing = [...dropped].some((from) => from <= last && from + blockSize > first)
    if (!missing || store.getState().failure) return
    dropped.clear()
    api().refreshInfiniteCache()
  }

  return {
    syncRequests: look,
    datasource: {
      getRows({ startRow, endRow, successCallback, failCallback }) {
        const controller = new AbortController()
        running.set(startRow, controller)
        dropped.delete(startRow)
        const end = () => running.get(startRow) === controller && running.delete(startRow)
        store
          .getState()
          .rows(startRow, endRow - startRow, controller.signal)
          .then((rows) => {
            end()
            if (stopped) return
            successCallback([...rows], store.getState().view?.matching)
            onLoaded()
          })
          .catch(() => {
            end()
            if (stopped) return
            dropped.add(startRow)
            failCallback()
            look()
          })
      },
    },
    stop() {
      stopped = true
      for (const controller of running.values()) controller.abort()
    },
  }
}
