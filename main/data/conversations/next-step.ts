import type { ReceivedConversations } from './parse-conversations.ts'
import type { Pass, Reading } from './set-record.ts'

/** agent-platform.md, "Limits": the size of a page is not to be chosen. */
const pageSize = 25
/** So many pages in a row with nothing new: the service repeats itself, or more moves than can be followed. */
const mostStale = 3

interface StoredPage {
  readonly page: number
  readonly received: ReceivedConversations
  /** Conversations of the page that the pass had not met. */
  readonly fresh: number
}

type Step = Pick<
  Reading,
  'pass' | 'next_page' | 'seen' | 'all_count' | 'unsteady' | 'repeated' | 'last' | 'stale' | 'agrees'
>

/**
 * What is known after a page, and what to ask for next (features.md §8.3, §9 pitfall 11). A short page ends a pass unless
 * the service counts more, an empty one always. While pages are read conversations move to the top, which repeats some and
 * hides others, or leave the filter, which hides more: then the top is read again, or all.
 */
export function nextStep(before: Reading, { page, received, fresh }: StoredPage): Step {
  const ids = received.conversations.map(({ id }) => id)
  const { all_count } = received
  const stale = fresh === 0 ? before.stale + 1 : 0
  // Beside a page that repeats the one before, nothing was repeated: there are no pages at all.
  const isUnpaged = page > 1 && ids.length > 0 && ids.length === before.last.length && isSame(ids, before.last)
  const step: Step = {
    pass: before.pass,
    next_page: page + 1,
    seen: before.seen + fresh,
    all_count,
    unsteady: before.unsteady || ((page > 1 || before.pass === 'top') && hasFallen(before.all_count, all_count)),
    repeated: before.repeated || (fresh < ids.length && !isUnpaged),
    last: ids,
    stale,
    agrees: false,
  }
  const missing = all_count !== null && step.seen < all_count
  const isLast = received.items === 0 || isUnpaged || stale >= mostStale || (received.items < pageSize && !missing)
  if (before.pass === 'top') return isLast || fresh === 0 ? afterPass(step) : step
  return isLast ? afterPass(step) : step
}

/** Fewer than before: some left the filter, and others took their places on pages that were read already. */
function hasFallen(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now < before
}

function isSame(ids: readonly number[], others: readonly number[]): boolean {
  return ids.every((id, place) => others[place] === id)
}

function afterPass(step: Step): Step {
  const { pass, seen, all_count, unsteady, repeated } = step
  const agrees = all_count === null ? !repeated : seen === all_count && !unsteady
  if (agrees || pass === 'again') return { ...step, next_page: null, agrees }
  if (pass === 'first' && !unsteady) return startOf('top', step)
  return { ...startOf('again', step), seen: 0, unsteady: false, repeated: false }
}

function startOf(pass: Pass, step: Step): Step {
  return { ...step, pass, next_page: 1, last: [], stale: 0 }
}
