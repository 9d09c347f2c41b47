import { useEffect } from 'react'
import { useStore } from 'zustand'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { Person, RelatedStore } from './related-store.ts'
import { RelatedView, type RelatedWays } from './related-view.tsx'

export interface RelatedOfProps {
  readonly store: RelatedStore
  readonly person: Person
  readonly ways: RelatedWays
  /** Epoch ms. */
  readonly now: number
}

/** Looks for what is kept here of a person, and shows it. */
export function RelatedOf({ store, person, ways, now }: RelatedOfProps) {
  const { connection, contact, phone, email } = person
  const related = useStore(store, (state) => state.related)
  useEffect(
    () => void store.getState().look({ connection, contact, phone, email }),
    [store, connection, contact, phone, email],
  )
  return (
    <LoadableView of={related} onRetry={() => void store.getState().again()}>
      {(found) => <RelatedView {...ways} related={found} now={now} />}
    </LoadableView>
  )
}
