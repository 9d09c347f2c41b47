import type { EntryDetail } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

/** The open entry. */
export interface Shown {
  readonly id: number
  readonly detail: Loadable<EntryDetail>
}

export interface Details {
  /** Shows an entry: at once what is known of it, and anew what may be old. */
  open(id: number): Promise<void>
  /** Reads entries that are likely to be looked at next; what is known of one may be old, which it shows when it is. */
  prefetch(ids: readonly number[]): Promise<void>
  /** Everything that is known may be old; what is shown is read again. */
  refresh(): Promise<void>
  /** The same for one entry. */
  refreshOne(id: number): Promise<void>
  /** Shows a change before it is stored. */
  change(id: number, change: (detail: EntryDetail) => EntryDetail): void
  /** Takes what main answered. */
  receive(detail: EntryDetail): void
}

export interface DetailsDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly read: () => Shown | null
  readonly show: (shown: Shown) => void
}

/** Entries are read before they are looked at, and so many stay known. */
const maxCached = 80

export function createDetails({ ask, table, read, show }: DetailsDeps): Details {
  const known = new Map<number, EntryDetail>()
  const stale = new Set<number>()
  const loading = new Map<number, Promise<void>>()
  const { connection_id, set } = table

  const keep = (detail: EntryDetail) => {
    known.delete(detail.id)
    known.set(detail.id, detail)
    for (const id of known.keys()) {
      if (known.size <= maxCached) break
      known.delete(id)
    }
    if (read()?.id === detail.id) show({ id: detail.id, detail: { status: 'ready', value: detail } })
  }

  const load = (id: number): Promise<void> => {
    const running = loading.get(id)
    if (running) return running
    // What grows old from now on may be older in the answer than it is: it stays marked.
    stale.delete(id)
    const started = ask('entries.read', { connection_id, set, id })
      .then(keep)
      .catch((error: unknown) => {
        stale.add(id)
        if (read()?.id !== id) return
        const value = known.get(id)
        const failure = failureOf(error)
        show({ id, detail: value ? { status: 'ready', value, failure } : { status: 'failed', failure } })
      })
      .finally(() => loading.delete(id))
    loading.set(id, started)
    return started
  }

  /** A reading that is under way may have begun before the change. */
  const reload = async (id: number) => {
    await loading.get(id)
    if (read()?.id === id) await load(id)
  }

  return {
    async open(id) {
      const value = known.get(id)
      show({ id, detail: value ? { status: 'ready', value } : { status: 'loading' } })
      if (!value || stale.has(id)) await load(id)
    },
    async prefetch(ids) {
      for (const id of ids) {
        if (!known.has(id)) await load(id)
      }
    },
    async refresh() {
      for (const id of known.keys()) stale.add(id)
      const shown = read()
      if (shown) await reload(shown.id)
    },
    async refreshOne(id) {
      stale.add(id)
      if (read()?.id === id) await reload(id)
    },
    change(id, change) {
      const value = known.get(id)
      if (!value) return
      known.set(id, change(value))
      const shown = read()
      if (shown?.id === id) show({ id, detail: { status: 'ready', value: change(value) } })
    },
    receive: keep,
  }
}
