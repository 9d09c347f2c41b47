import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { type Database, openEncryptedFile, removeEncryptedFile } from '../store/encrypted-file.ts'
import { formsSchema } from './forms-schema.ts'

/** The files of the form connections, each opened when it is first asked for and made by the first write. */
export interface FormsFolder {
  /** The connection's file. Throws `not_found` for an id that cannot be one, and what opening a file throws. */
  open(connectionId: string): Database
  has(connectionId: string): boolean
  /** The lock of the process that reads the connection's entries. */
  lockPath(connectionId: string): string
  remove(connectionId: string): void
  close(): void
}

/** Ids are made by main; anything else could name a file elsewhere. */
const validId = /^[\w-]{1,100}$/

export function createFormsFolder({ dir, key }: { readonly dir: string; readonly key: string }): FormsFolder {
  const folder = path.join(dir, 'forms')
  const opened = new Map<string, Database>()
  const pathOf = (id: string) => {
    if (!validId.test(id)) throw new AppFailure('not_found')
    return path.join(folder, `${id}.forms`)
  }
  return {
    open(id) {
      const known = opened.get(id)
      if (known) return known
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const database = openEncryptedFile({ path: pathOf(id), key, schema: formsSchema })
      opened.set(id, database)
      return database
    },
    lockPath(id) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return `${pathOf(id)}.reading`
    },
    has: (id) => opened.has(id) || existsSync(pathOf(id)),
    remove(id) {
      opened.get(id)?.close()
      opened.delete(id)
      removeEncryptedFile(pathOf(id))
      rmSync(`${pathOf(id)}.reading`, { force: true })
    },
    close() {
      for (const database of opened.values()) database.close()
      opened.clear()
    },
  }
}
