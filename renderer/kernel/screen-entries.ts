import { createContext, useContext, useEffect, useRef } from 'react'

/** An item of the open screen that Ctrl K finds by its label. */
export interface ScreenEntry {
  readonly kind: 'action' | 'column' | 'view'
  readonly label: string
  /** What it does, where its label is only a name. */
  readonly note?: string | undefined
  /** As it is written on the keyboard, such as `Ctrl E`. */
  readonly shortcut?: string | undefined
  /** Why it is shown and cannot be chosen now. */
  readonly disabled?: string | false | undefined
  readonly run: () => void
}

/** The items that the parts of the open screen offer to Ctrl K. */
export interface ScreenEntries {
  /** Offers entries until the returned function is called. */
  add(read: () => readonly ScreenEntry[]): () => void
  list(): readonly ScreenEntry[]
}

export function createScreenEntries(): ScreenEntries {
  const added = new Set<() => readonly ScreenEntry[]>()
  return {
    add(read) {
      added.add(read)
      return () => void added.delete(read)
    },
    list: () => [...added].flatMap((read) => read()),
  }
}

export const ScreenEntriesContext = createContext<ScreenEntries | undefined>(undefined)

/** Offers entries to Ctrl K while the calling part of the screen is open. `read` is called when Ctrl K opens. */
export function useScreenEntries(read: () => readonly ScreenEntry[]) {
  const registry = useContext(ScreenEntriesContext)
  const latest = useRef(read)
  latest.current = read
  useEffect(() => registry?.add(() => latest.current()), [registry])
}
