import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import type { AppAsk } from '../kernel/ask.ts'

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
