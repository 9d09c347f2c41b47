import type { EntryBrief } from '../../../preload/contract/entries.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import type { AccountEntries } from './account-entries.ts'
import { formName } from './read-entry.ts'
import type { StoredReview } from './review-rows.ts'
import type { SpamHintsOf } from './spam-hints.ts'

interface BriefParts {
  readonly account: AccountEntries
  readonly hints: SpamHintsOf
  readonly leads: LinkedLeads
  readonly reviews: ReadonlyMap<number, StoredReview>
}

/** What the list shows of these entries, in the order asked; those that are not here are left out. */
export function entryBriefs(ids: readonly number[], { account, hints, leads, reviews }: BriefParts): EntryBrief[] {
  return ids.flatMap((id) => {
    const facts = account.byId.get(id)
    if (!facts) return []
    const { stored, sender, line } = facts
    const review = reviews.get(id)
    return {
      id,
      form_id: stored.form_id,
      form_name: formName(account.forms.get(stored.form_id), stored.form_id),
      sender,
      line,
      created_at: stored.created_at,
      created_ms: stored.created_ms,
      state: review?.state ?? 'nova',
      assignee: review?.assignee ?? null,
      tags: [...(review?.tags ?? [])],
      notes: review?.notes ?? 0,
      hints: hints.get(facts)?.map(({ hint }) => hint) ?? [],
      duplicates: account.duplicates.count(facts),
      outcome: leads.of(id)?.outcome ?? null,
      gone: stored.gone_at !== null,
    }
  })
}
