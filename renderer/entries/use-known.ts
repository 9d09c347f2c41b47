import { useEffect, useState } from 'react'
import type { EntriesStore } from './entries-store.ts'

/** Names and tags in use, for suggestions; none until they are there. */
export function useKnown(store: EntriesStore) {
  const [known, setKnown] = useState<{ readonly assignees: readonly string[]; readonly tags: readonly string[] }>({
    assignees: [],
    tags: [],
  })
  useEffect(() => {
    let wanted = true
    void store
      .getState()
      .known()
      .then((found) => {
        if (wanted) setKnown(found)
      })
    return () => {
      wanted = false
    }
  }, [store])
  return known
}
