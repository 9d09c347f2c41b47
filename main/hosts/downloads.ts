import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Push } from '../../preload/contract/wire.ts'
import type { SaveTargets } from '../kernel/save-targets.ts'

export interface Downloads {
  readonly targets: SaveTargets
  /** The file of a ticket, once. */
  take(ticket: string): { readonly path: string; readonly name: string; remove(): Promise<void> } | undefined
  close(): Promise<void>
}

/**
 * Where the browser host saves: into a private folder, from which the page gets the file as a download at a one-use
 * address. The file goes as soon as it was sent.
 */
export function createDownloads(push: (push: Push) => void): Downloads {
  const waiting = new Map<string, { readonly folder: string; readonly path: string; readonly name: string }>()
  const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

  return {
    targets: {
      async choose(name) {
        const folder = await mkdtemp(path.join(os.tmpdir(), 'cruza-download-'))
        const file = path.join(folder, 'file')
        return {
          path: file,
          name,
          async done() {
            const ticket = crypto.randomUUID()
            waiting.set(ticket, { folder, path: file, name })
            push({ kind: 'download', path: `/download/${ticket}` })
          },
          discard: () => removeFolder(folder),
        }
      },
    },
    take(ticket) {
      const found = waiting.get(ticket)
      if (!found) return undefined
      waiting.delete(ticket)
      return { path: found.path, name: found.name, remove: () => removeFolder(found.folder) }
    },
    async close() {
      await Promise.all([...waiting.values()].map(({ folder }) => removeFolder(folder)))
      waiting.clear()
    },
  }
}
