import path from 'node:path'
import type { Push } from '../../preload/values/wire.ts'
import type { SaveTargets } from '../kernel/host-files.ts'
import { createTemporaryFolder, type PrivateFolder } from '../kernel/temporary-folders.ts'

export interface Downloads {
  readonly targets: SaveTargets
  /** The file of a ticket, once. */
  take(ticket: string): { readonly path: string; remove(): Promise<void> } | undefined
  close(): Promise<void>
}

/** The page fetches a file as soon as it is announced. A file that stays longer has lost its page. */
const unfetchedMs = 5 * 60_000

interface Waiting {
  readonly folder: PrivateFolder
  readonly path: string
  readonly expiry: NodeJS.Timeout
}

interface DownloadDeps {
  readonly dataDir: string
  push(push: Push): void
  readonly expireMs?: number
}

/**
 * The place where the browser host saves: a temporary folder, from which the page gets the file at a one-use address.
 * The file is removed once it was sent, or after `expireMs`. The next start removes what a killed host left behind.
 */
export function createDownloads({ dataDir, push, expireMs = unfetchedMs }: DownloadDeps): Downloads {
  const waiting = new Map<string, Waiting>()
  const folders = new Set<PrivateFolder>()
  const remove = async (folder: PrivateFolder) => {
    folders.delete(folder)
    await folder.remove()
  }
  const take: Downloads['take'] = (ticket) => {
    const download = waiting.get(ticket)
    if (!download) return undefined
    waiting.delete(ticket)
    clearTimeout(download.expiry)
    return { path: download.path, remove: () => remove(download.folder) }
  }

  return {
    targets: {
      async choose(name) {
        const folder = await createTemporaryFolder(dataDir, 'download')
        folders.add(folder)
        const file = path.join(folder.path, 'file')
        return {
          path: file,
          name,
          async done() {
            const ticket = crypto.randomUUID()
            const expiry = setTimeout(
              () =>
                void take(ticket)
                  ?.remove()
                  .catch(() => undefined),
              expireMs,
            ).unref()
            waiting.set(ticket, { folder, path: file, expiry })
            push({ kind: 'download', path: `/download/${ticket}`, name })
          },
          discard: () => remove(folder),
        }
      },
    },
    take,
    async close() {
      for (const { expiry } of waiting.values()) clearTimeout(expiry)
      waiting.clear()
      await Promise.all([...folders].map(remove))
    },
  }
}
