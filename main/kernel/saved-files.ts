import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { AppFailure } from './failure.ts'
import type { SaveTargets } from './save-targets.ts'

/** What a host that saves on the person's own disk can do with a file there. */
export interface FilePrograms {
  /** Opens it in the system's program for it; false when there is none. */
  open(path: string): Promise<boolean>
  /** Shows it in its folder. */
  show(path: string): void
}

export interface SavedFiles {
  readonly targets: SaveTargets
  /** Throws `not_found` for an unknown id, `file_gone` for a file that is not there any more, `file_no_program`. */
  open(id: string): Promise<void>
  show(id: string): Promise<void>
}

/** Files that can still be opened from a notice; those saved earlier are forgotten. */
const remembered = 100

/**
 * Remembers where files were saved, so that a page names them by an id and never gives a path. Without `programs` nothing is
 * remembered. A file whose ending the person changed is shown but not opened: the system would run a `.bat` of exported rows.
 */
export function createSavedFiles(targets: SaveTargets, programs: FilePrograms | undefined): SavedFiles {
  if (!programs) return { targets, open: refuse, show: refuse }
  const saved = new Map<string, { readonly path: string; readonly opens: boolean }>()
  const find = async (id: string) => {
    const found = saved.get(id)
    if (!found) throw new AppFailure('not_found')
    const isThere = await stat(found.path)
      .then((entry) => entry.isFile())
      .catch(() => false)
    if (!isThere) throw new AppFailure('file_gone')
    return found
  }
  return {
    targets: {
      async choose(name) {
        const target = await targets.choose(name)
        if (!target) return null
        const file = { id: randomUUID(), opens: endingOf(target.path) === endingOf(name) }
        const done = async () => {
          await target.done()
          saved.set(file.id, { path: target.path, opens: file.opens })
          const [oldest] = saved.keys()
          if (saved.size > remembered && oldest !== undefined) saved.delete(oldest)
        }
        return { ...target, file, done }
      },
    },
    async open(id) {
      const file = await find(id)
      if (!file.opens || !(await programs.open(file.path))) throw new AppFailure('file_no_program')
    },
    async show(id) {
      programs.show((await find(id)).path)
    },
  }
}

const endingOf = (name: string) => path.extname(name).toLowerCase()

async function refuse(): Promise<never> {
  throw new AppFailure('not_found')
}
