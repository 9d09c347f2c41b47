import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync, renameWithRetrySync } from '../../kernel/replace-file.ts'
import {
  type Database,
  encryptedFileBytes,
  forgetEncryptedFile,
  isPresent,
  openEncryptedFile,
  presentFiles,
  removeEncryptedFile,
  removeForgotten,
} from '../store/encrypted-file.ts'
import { runSchema } from './run-file.ts'

/** The files of the runs: `<dir>/runs/<id>.run`. A run that is being made has another ending until it is whole. */
export interface RunFolder {
  ids(): readonly string[]
  has(id: string): boolean
  /** Throws `not_found`. */
  open(id: string): Database
  bytes(id: string): number
  /** When the file was written last. */
  writtenAt(id: string): Date
  /** Makes the file by `fill` and gives it its name; nothing is left behind when `fill` throws. */
  make(id: string, fill: (database: Database) => Promise<void>): Promise<void>
  /** The file whose lock the process that answers the run holds. */
  lockOf(id: string): string
  remove(id: string): void
  /** Deletes what another process had open when it was removed, once it is free. */
  close(): void
}

const ending = '.run'
const unfinished = '.making'
const lockEnding = '.answering'
const goodId = /^[\w-]{1,64}$/

export function createRunFolder({ dir, key }: { readonly dir: string; readonly key: string }): RunFolder {
  const folder = path.join(dir, 'runs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeForgotten(folder, unfinished)

  function fileOf(id: string): string {
    if (!goodId.test(id)) throw new AppFailure('not_found')
    return path.join(folder, id + ending)
  }

  return {
    ids: () => presentFiles(folder, ending),
    has: (id) => isPresent(fileOf(id)),
    open(id) {
      const file = fileOf(id)
      if (!isPresent(file)) throw new AppFailure('not_found')
      return openEncryptedFile({ path: file, key, schema: runSchema })
    },
    bytes: (id) => encryptedFileBytes(fileOf(id)),
    writtenAt: (id) => statSync(fileOf(id), { throwIfNoEntry: false })?.mtime ?? new Date(0),
    async make(id, fill) {
      const file = fileOf(id)
      if (existsSync(file)) throw new Error('a run of this id is there already')
      const making = file + unfinished
      removeEncryptedFile(making)
      const database = openEncryptedFile({ path: making, key, schema: runSchema })
      try {
        await fill(database)
        database.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        database.close()
        forgetEncryptedFile(making)
        throw error
      }
      database.close()
      renameWithRetrySync(making, file)
    },
    lockOf: (id) => fileOf(id) + lockEnding,
    remove(id) {
      forgetEncryptedFile(fileOf(id))
      removeFileSync(fileOf(id) + lockEnding)
    },
    close: () => removeForgotten(folder, unfinished),
  }
}
