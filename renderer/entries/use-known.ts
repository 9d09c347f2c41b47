import { useEffect, useState } from 'react'
import type { EntriesStore } from './entries-store.ts'

/** Names and tags in use, for suggestions; none until they are there. */
export function useSuggestions(store: EntriesStore) {
  const [known, setKnown] = useState<{ readonly assignees: readonly string[]; readonly tags: readonly string[] }>({
    assignees: [],
    tags: [],
  })
  useEffect(() => {
    let isMounted = true
    void store
      .getState()
      .known()
      .then((found) => {
        if (isMounted) setKnown(found)
      })
    return () => {
      isMounted = false
    }
  }, [store])
  return known
}
