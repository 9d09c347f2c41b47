import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import type { AppAsk } from '../kernel/ask.ts'

/** The contract answers at most 300 at once. */
const atOnce = 200

export interface Briefs {
  /** Asks for those of these entries that are not known yet. */
  want(ids: readonly number[]): Promise<void>
  /** Asks for these anew. */
  renew(ids: readonly number[]): Promise<void>
  /** What is known of all may be old: it is asked again when it is wanted. */
  age(): void
  /** Whether an entry's line is known, and not old. */
  isFresh(id: number): boolean
  /** Shows a change before it is stored; what comes from main is not taken for these entries until it is let go. */
  hold(ids: readonly number[], change: (brief: EntryBrief) => EntryBrief): void
  letGo(ids: readonly number[]): void
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
  const asked = new Map<number, number>()
  const old = new Set<number>()
  /** Another one whenever something changed: an answer to an earlier question may be old already. */
  let era = 0
  const held = new Map<number, number>()

  const take = async (ids: readonly number[]) => {
    const begun = era
    for (const id of ids) asked.set(id, begun)
    try {
      for (let from = 0; from < ids.length; from += atOnce) {
        const { connection_id, set } = table
        const found = await ask('entries.briefs', { connection_id, set, ids: ids.slice(from, from + atOnce) })
        const briefs = new Map(read())
        for (const brief of found) {
          if (begun === era) old.delete(brief.id)
          else old.add(brief.id)
          if (!held.has(brief.id)) briefs.set(brief.id, brief)
        }
        show(briefs)
      }
    } catch {
      // The line stays as it is and is asked for again when it is looked at; the list itself says what is wrong.
    } finally {
      for (const id of ids) if (asked.get(id) === begun) asked.delete(id)
    }
  }

  return {
    want(ids) {
      const briefs = read()
      const wanted = new Set(ids.filter((id) => asked.get(id) !== era && (!briefs.has(id) || old.has(id))))
      return take([...wanted])
    },
    renew: (ids) => take(ids),
    age() {
      era += 1
      for (const id of read().keys()) old.add(id)
    },
    isFresh: (id) => read().has(id) && !old.has(id),
    hold(ids, change) {
      const briefs = new Map(read())
      for (const id of ids) {
        held.set(id, (held.get(id) ?? 0) + 1)
        const brief = briefs.get(id)
        if (brief) briefs.set(id, change(brief))
      }
      show(briefs)
    },
    letGo(ids) {
      for (const id of ids) {
        const left = (held.get(id) ?? 1) - 1
        if (left > 0) held.set(id, left)
        else held.delete(id)
      }
    },
  }
}
