import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
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

const prefix = 'cruza-download-'
/** A folder that is older was left by a program that was killed. */
const abandonedMs = 24 * 3_600_000

/**
 * Where the browser host saves: into a private folder, from which the page gets the file as a download at a one-use
 * address. The file goes as soon as it was sent; what a killed host left behind goes at the next start a day later.
 */
export function createDownloads(push: (push: Push) => void): Downloads {
  const waiting = new Map<string, { readonly folder: string; readonly path: string; readonly name: string }>()
  const clearing = clearAbandoned()

  return {
    targets: {
      async choose(name) {
        const folder = await mkdtemp(path.join(os.tmpdir(), prefix))
        const file = path.join(folder, 'file')
        return {
          path: file,
          name,
          async done() {
            const ticket = crypto.randomUUID()
            waiting.set(ticket, { folder, path: file, name })
            push({ kind: 'download', path: `/download/${ticket}`, name })
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
      await clearing
      await Promise.all([...waiting.values()].map(({ folder }) => removeFolder(folder)))
      waiting.clear()
    },
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Exported rows of people should not stay in a folder of temporary files. Trouble here must not stop the start. */
async function clearAbandoned(): Promise<void> {
  const names = await readdir(os.tmpdir()).catch((): string[] => [])
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const folder = path.join(os.tmpdir(), name)
    const found = await stat(folder).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await removeFolder(folder).catch(() => undefined)
  }
}
