import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { createTableGrid, type TableGrid, type TableGridDeps } from './grid.ts'
import type { TableStore } from './table-store.ts'
import type { TableWords } from './words.ts'

export interface GridHostProps extends Pick<TableGridDeps, 'onMenu' | 'onRowMenu'> {
  readonly store: TableStore
  readonly words: TableWords
  readonly label: string
  readonly grid: RefObject<TableGrid | null>
}

/** The element that the grid draws into, from the first answered query on. A change of language draws it anew. */
export function GridHost({ store, words, label, onMenu, onRowMenu, grid }: GridHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const messages = useMessages()
  const format = useFormat()
  const ready = useStore(store, (state) => state.view !== null)
  const busy = useStore(store, (state) => state.busy)
  useEffect(() => {
    if (!host.current || !ready) return
    const made = createTableGrid(host.current, { store, words, format, messages, label, onMenu, onRowMenu })
    grid.current = made
    return () => {
      grid.current = null
      made.destroy()
    }
  }, [store, words, format, messages, label, onMenu, onRowMenu, grid, ready])
  return <div ref={host} className="table-grid" aria-busy={busy} />
}
