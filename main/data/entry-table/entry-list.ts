import type { AccountEntries } from './account-entries.ts'
import { formName } from './read-entry.ts'
import type { StoredReview } from './review-rows.ts'

const lineEnd = '\n'

/**
 * Entries as a list for cruzar, which the app reads itself: RFC 4180 with commas, nothing protected. Columns: number,
 * time of arrival as the service sent it, form, sender, phone (digits as they are sent), e-mail, state of the review.
 */
export function entryList(
  ids: readonly number[],
  headings: readonly string[],
  { account, reviews }: { readonly account: AccountEntries; readonly reviews: ReadonlyMap<number, StoredReview> },
): { readonly text: string; readonly rows: number } {
  const lines = ids.flatMap((id) => {
    const facts = account.byId.get(id)
    if (!facts) return []
    const { stored, sender, phones, emails } = facts
    const form = formName(account.forms.get(stored.form_id), stored.form_id)
    const state = reviews.get(id)?.state ?? 'nova'
    return lineOf([String(id), stored.created_at ?? '', form, sender, phones[0] ?? '', emails[0] ?? '', state])
  })
  return { text: [lineOf(headings), ...lines].join(lineEnd) + lineEnd, rows: lines.length }
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
