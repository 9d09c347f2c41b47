import type { OpenedPackage } from '../../../preload/contract/reviews.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { SenderOf } from './agreement.ts'
import { newDecisions } from './blind-review.ts'
import type { PackageContent } from './package-content.ts'
import { planMerge, shownConflict } from './plan-merge.ts'

/** What a package would do to this file; nothing is changed. */
export function describePackage(
  database: Database,
  handle: string,
  content: PackageContent,
  senderOf: SenderOf,
): OpenedPackage {
  const entryIds = content.kind === 'review' ? content.events.map(({ entry_id }) => entry_id) : content.entries
  const distinct = [...new Set(entryIds)]
  const isHere = database.prepare<[number], number>('select 1 from entries where id = ?')
  const { kind, from, made_at, forms } = content
  return {
    package: handle,
    ...{ kind, from, made_at, forms },
    entries: distinct.length,
    unknown_entries: distinct.filter((id) => isHere.get(id) === undefined).length,
    ...effectOf(database, content, senderOf),
  }
}

function effectOf(
  database: Database,
  content: PackageContent,
  senderOf: SenderOf,
): Pick<OpenedPackage, 'new_events' | 'changes' | 'conflicts'> {
  switch (content.kind) {
    case 'review': {
      const { fresh, conflicts, changed } = planMerge(database, content.events)
      const disputed = new Set(conflicts.map(({ entry_id }) => entry_id))
      return {
        new_events: fresh.length,
        changes: [...changed].filter((id) => !disputed.has(id)).length,
        conflicts: conflicts.map((conflict) => shownConflict(conflict, senderOf(database, conflict.entry_id))),
      }
    }
    case 'blind_request':
      return { new_events: 0, changes: 0, conflicts: [] }
    case 'blind_answer':
      // Their states stand beside ours: nothing of ours changes.
      return { new_events: newDecisions(database, content).length, changes: 0, conflicts: [] }
  }
}
