import type { EntryBrief, EntryDetail } from '../../preload/contract/entries.ts'
import { orNull, outcomeOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import type { EntriesSlot } from './entries-state.ts'

/** The contract answers at most 300 at once. */
const briefsAtOnce = 200

export type Briefs = ReturnType<typeof createBriefs>

/** The briefs of the list, loaded in batches. Those of changed entries show the change before it is stored. */
export function createBriefs({ ask, get, set, table }: EntriesSlot) {
  const { connection_id, set: reviewSet } = table
  /** The version of each pending request, by entry. */
  const requested = new Map<number, number>()
  const stale = new Set<number>()
  /** Incremented by every change: the answer to an earlier request may be stale. */
  let version = 0
  /** How many previews each entry has. Answers for these entries are not shown. */
  const previewed = new Map<number, number>()

  const reload = async (ids: readonly number[]) => {
    const startVersion = version
    for (const id of ids) requested.set(id, startVersion)
    for (let from = 0; from < ids.length; from += briefsAtOnce) {
      const batch = ids.slice(from, from + briefsAtOnce)
      // A brief that cannot be read stays unchanged, and is requested again when it is visible. The list shows the
      // failure.
      const answer = await orNull(ask('entries.briefs', { connection_id, set: reviewSet, ids: batch }))
      if (!answer) break
      const briefs = new Map(get().briefs)
      for (const brief of answer) {
        if (startVersion === version) stale.delete(brief.id)
        else stale.add(brief.id)
        if (!previewed.has(brief.id)) briefs.set(brief.id, brief)
      }
      set({ briefs })
    }
    for (const id of ids) if (requested.get(id) === startVersion) requested.delete(id)
  }
  const isComing = (id: number) => requested.get(id) === version || (get().briefs.has(id) && !stale.has(id))

  return {
    /** Loads those that are missing or stale. */
    load: (ids: readonly number[]) => reload([...new Set(ids.filter((id) => !isComing(id)))]),
    reload,
    markStale() {
      version += 1
      for (const id of get().briefs.keys()) stale.add(id)
    },
    /** Whether its present version is known or requested. */
    isComing,
    /** Shows a change until `release`. */
    preview(id: number, change: (brief: EntryBrief) => EntryBrief) {
      previewed.set(id, (previewed.get(id) ?? 0) + 1)
      const brief = get().briefs.get(id)
      if (brief) set({ briefs: new Map(get().briefs).set(id, change(brief)) })
    },
    isPreviewed: (id: number) => previewed.has(id),
    release(id: number) {
      const left = (previewed.get(id) ?? 1) - 1
      if (left > 0) previewed.set(id, left)
      else previewed.delete(id)
    },
  }
}

const maxDetails = 80

export type Details = ReturnType<typeof createDetails>

/** Entries that were open or are likely to be next. An answer for a previewed entry is not shown. */
export function createDetails({ ask, get, set, table }: EntriesSlot, { isPreviewed }: Pick<Briefs, 'isPreviewed'>) {
  const { connection_id, set: reviewSet } = table
  const details = new Map<number, EntryDetail>()
  const stale = new Set<number>()
  const loading = new Map<number, Promise<void>>()
  const isShown = (id: number) => get().shown?.id === id
  const show = (id: number, detail: Loadable<EntryDetail>) => set({ shown: { id, detail } })

  const receive = (detail: EntryDetail) => {
    const { id } = detail
    if (isPreviewed(id) && details.has(id)) return
    details.delete(id)
    details.set(id, detail)
    for (const oldest of details.keys()) {
      if (details.size <= maxDetails) break
      details.delete(oldest)
    }
    if (isShown(id)) show(id, { status: 'ready', value: detail })
  }

  const request = async (id: number): Promise<void> => {
    stale.delete(id)
    const answer = await outcomeOf(ask('entries.read', { connection_id, set: reviewSet, id }))
    if (stale.has(id) && isShown(id)) return request(id)
    loading.delete(id)
    if (answer.ok) return receive(answer.value)
    stale.add(id)
    if (!isShown(id)) return
    const value = details.get(id)
    const { failure } = answer
    show(id, value ? { status: 'ready', value, failure } : { status: 'failed', failure })
  }
  const load = (id: number): Promise<void> => {
    const running = loading.get(id) ?? request(id)
    loading.set(id, running)
    return running
  }

  return {
    /** Shows an entry at once as far as it is known, and again once loaded if that is stale. */
    async open(id: number) {
      const value = details.get(id)
      show(id, value ? { status: 'ready', value } : { status: 'loading' })
      if (!value || stale.has(id)) await load(id)
    },
    async prefetch(ids: readonly number[]) {
      await Promise.all(ids.filter((id) => !details.has(id)).map(load))
    },
    /**
     * Marks these entries as stale, by default all, with those that show them as duplicates. The open one is loaded
     * again.
     */
    async refresh(ids: readonly number[] | null = null) {
      for (const id of ids ?? [...details.keys(), ...loading.keys()]) stale.add(id)
      for (const [id, { duplicates }] of details) {
        if (ids && duplicates.some((other) => ids.includes(other.id))) stale.add(id)
      }
      const id = get().shown?.id
      if (id !== undefined && stale.has(id)) await load(id)
    },
    /** Shows a change before it is stored. */
    preview(id: number, change: (detail: EntryDetail) => EntryDetail) {
      const value = details.get(id)
      if (!value) return
      details.set(id, change(value))
      if (isShown(id)) show(id, { status: 'ready', value: change(value) })
    },
    receive,
  }
}
