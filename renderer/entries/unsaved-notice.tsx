import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { EntriesState, EntriesStore } from './entries-store.ts'
import type { UnsavedChange } from './review-mutations.ts'

/** So many are named; the others are counted. */
const mostNamed = 5

/** Changes that could not be stored, with their words and the way to try again, whichever entry is open. */
export function UnsavedNotice({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries.unsaved
  const { unsaved, briefs, retryUnsaved, dismissUnsaved } = useStore(store)
  const last = unsaved.at(-1)
  if (!last) return null
  const named = unsaved.slice(-mostNamed).map((each) => texts.one(each.change, whom(each, briefs, texts)))
  const others = unsaved.length - named.length
  return (
    <FailureNotice
      failure={last.failure}
      kept={texts.sentence(others > 0 ? [...named, texts.others(others)] : named)}
      onRetry={() => void retryUnsaved()}
      onClose={dismissUnsaved}
    />
  )
}

function whom(
  { target }: UnsavedChange,
  briefs: EntriesState['briefs'],
  texts: { readonly several: string; readonly number: (id: number) => string },
): string {
  if ('several' in target) return texts.several
  return briefs.get(target.one)?.sender || texts.number(target.one)
}
