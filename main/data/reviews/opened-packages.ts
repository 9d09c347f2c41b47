import { randomUUID } from 'node:crypto'
import { AppFailure } from '../../kernel/failure.ts'
import type { PackageContent } from './package-content.ts'

/** Packages that were opened and may be merged, in memory alone. */
export interface OpenedPackages {
  /** Gives the handle. */
  put(connectionId: string, content: PackageContent): string
  /** The package of a handle of this connection. Throws `not_found` for one that was pushed out or never given. */
  read(connectionId: string, handle: string): PackageContent
}

/** A few, so that packages that nobody merges do not pile up in memory. */
const mostOpen = 4

export function createOpenedPackages(): OpenedPackages {
  const opened = new Map<string, { readonly connectionId: string; readonly content: PackageContent }>()
  return {
    put(connectionId, content) {
      const handle = randomUUID()
      opened.set(handle, { connectionId, content })
      for (const oldest of opened.keys()) {
        if (opened.size <= mostOpen) break
        opened.delete(oldest)
      }
      return handle
    },
    read(connectionId, handle) {
      const found = opened.get(handle)
      if (found?.connectionId !== connectionId) throw new AppFailure('not_found')
      return found.content
    },
  }
}
