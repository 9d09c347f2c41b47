import { useEffect } from 'react'
import { useStore } from 'zustand'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { Person, RelatedStore } from './related-store.ts'
import { type RelatedLinks, RelatedView } from './related-view.tsx'

export interface RelatedOfProps {
  readonly store: RelatedStore
  readonly person: Person
  readonly links: RelatedLinks
  /** Epoch ms. */
  readonly now: number
}

/** Looks for what is kept here of a person, and shows it. */
export function RelatedOf({ store, person, links, now }: RelatedOfProps) {
  const { connection, contact, phone, email } = person
  const related = useStore(store, (state) => state.related)
  useEffect(
    () => void store.getState().show({ connection, contact, phone, email }),
    [store, connection, contact, phone, email],
  )
  return (
    <LoadableView of={related} onRetry={() => void store.getState().reload()}>
      {(found) => <RelatedView {...links} related={found} now={now} />}
    </LoadableView>
  )
}
