import type { EntryBrief, EntryDetail } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

/** The contract answers at most 300 at once. */
const atOnce = 200

export interface Briefs {
  /** Asks for those of these entries that are not known yet. */
  load(ids: readonly number[]): Promise<void>
  /** Asks for these anew. */
  reload(ids: readonly number[]): Promise<void>
  /** What is known of all may be old: it is loaded again when it is needed. */
  markStale(): void
  /** Whether an entry's line is known, and not old. */
  isFresh(id: number): boolean
  /** Shows a change before it is stored; what comes from main is not taken for these entries until it is let go. */
  preview(ids: readonly number[], change: (brief: EntryBrief) => EntryBrief): void
  release(ids: readonly number[]): void
}

export interface BriefsDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly read: () => ReadonlyMap<number, EntryBrief>
  readonly show: (briefs: ReadonlyMap<number, EntryBrief>) => void
}

/** The lines of the list, asked for in windows, and changed on the spot by what the person does. */
export function createBriefs({ ask, table, read, show }: BriefsDeps): Briefs {
  /** What is being asked for, and the era in which it was. */
  const requested = new Map<number, number>()
  const stale = new Set<number>()
  /** Another one whenever something changed: an answer to an earlier question may be old already. */
  let version = 0
  const previewed = new Map<number, number>()

  const fetch = async (ids: readonly number[]) => {
    const begun = version
    for (const id of ids) requested.set(id, begun)
    try {
      for (let from = 0; from < ids.length; from += atOnce) {
        const { connection_id, set } = table
        const found = await ask('entries.briefs', { connection_id, set, ids: ids.slice(from, from + atOnce) })
        const briefs = new Map(read())
        for (const brief of found) {
          if (begun === version) stale.delete(brief.id)
          else stale.add(brief.id)
          if (!previewed.has(brief.id)) briefs.set(brief.id, brief)
        }
        show(briefs)
      }
    } catch {
      // The line stays as it is and is asked for again when it is looked at; the list itself says what is wrong.
    } finally {
      for (const id of ids) if (requested.get(id) === begun) requested.delete(id)
    }
  }

  return {
    load(ids) {
      const briefs = read()
      const needed = new Set(ids.filter((id) => requested.get(id) !== version && (!briefs.has(id) || stale.has(id))))
      return fetch([...needed])
    },
    reload: (ids) => fetch(ids),
    markStale() {
      version += 1
      for (const id of read().keys()) stale.add(id)
    },
    isFresh: (id) => read().has(id) && !stale.has(id),
    preview(ids, change) {
      const briefs = new Map(read())
      for (const id of ids) {
        previewed.set(id, (previewed.get(id) ?? 0) + 1)
        const brief = briefs.get(id)
        if (brief) briefs.set(id, change(brief))
      }
      show(briefs)
    },
    release(ids) {
      for (const id of ids) {
        const left = (previewed.get(id) ?? 1) - 1
        if (left > 0) previewed.set(id, left)
        else previewed.delete(id)
      }
    },
  }
}

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

interface DetailsDeps {
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
