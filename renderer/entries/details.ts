import type { EntryDetail } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

/** The entry that is looked at. */
export interface Shown {
  readonly id: number
  readonly detail: Loadable<EntryDetail>
}

export interface Details {
  /** Shows an entry: at once what is known of it, and anew what may be old. */
  open(id: number): Promise<void>
  /** Reads entries that are likely to be looked at next; what is known of one may be old, which it shows when it is. */
  prepare(ids: readonly number[]): Promise<void>
  /** Everything that is known may be old; what is shown is read again. */
  renew(): Promise<void>
  /** The same for one entry. */
  renewOne(id: number): Promise<void>
  /** Shows a change before it is stored. */
  change(id: number, change: (detail: EntryDetail) => EntryDetail): void
  /** Takes what main answered. */
  take(detail: EntryDetail): void
}

export interface DetailsDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly read: () => Shown | null
  readonly show: (shown: Shown) => void
}

/** Entries are read before they are looked at, and so many stay known. */
const mostKept = 80

export function createDetails({ ask, table, read, show }: DetailsDeps): Details {
  const known = new Map<number, EntryDetail>()
  const old = new Set<number>()
  const reading = new Map<number, Promise<void>>()
  const { connection_id, set } = table

  const keep = (detail: EntryDetail) => {
    known.delete(detail.id)
    known.set(detail.id, detail)
    for (const id of known.keys()) {
      if (known.size <= mostKept) break
      known.delete(id)
    }
    if (read()?.id === detail.id) show({ id: detail.id, detail: { status: 'ready', value: detail } })
  }

  const load = (id: number): Promise<void> => {
    const running = reading.get(id)
    if (running) return running
    // What grows old from now on may be older in the answer than it is: it stays marked.
    old.delete(id)
    const started = ask('entries.read', { connection_id, set, id })
      .then(keep)
      .catch((error: unknown) => {
        old.add(id)
        if (read()?.id !== id) return
        const value = known.get(id)
        const failure = failureOf(error)
        show({ id, detail: value ? { status: 'ready', value, failure } : { status: 'failed', failure } })
      })
      .finally(() => reading.delete(id))
    reading.set(id, started)
    return started
  }

  /** A reading that is under way may have begun before the change. */
  const again = async (id: number) => {
    await reading.get(id)
    if (read()?.id === id) await load(id)
  }

  return {
    async open(id) {
      const value = known.get(id)
      show({ id, detail: value ? { status: 'ready', value } : { status: 'loading' } })
      if (!value || old.has(id)) await load(id)
    },
    async prepare(ids) {
      for (const id of ids) {
        if (!known.has(id)) await load(id)
      }
    },
    async renew() {
      for (const id of known.keys()) old.add(id)
      const shown = read()
      if (shown) await again(shown.id)
    },
    async renewOne(id) {
      old.add(id)
      if (read()?.id === id) await again(id)
    },
    change(id, change) {
      const value = known.get(id)
      if (!value) return
      known.set(id, change(value))
      const shown = read()
      if (shown?.id === id) show({ id, detail: { status: 'ready', value: change(value) } })
    },
    take: keep,
  }
}
