import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync, renameWithRetrySync } from '../../kernel/replace-file.ts'
import {
  encryptedFileBytes,
  forgetEncryptedFile,
  isFileId,
  isPresent,
  presentFiles,
  removeEncryptedFile,
  removeForgotten,
} from './data-files.ts'
import { createWorkerLocks } from './file-lock.ts'

/** One encrypted file an item, `<dir>/<name>/<id>.<ending>`. One that is being made has another ending until it is whole. */
export interface ItemFolder {
  ids(): readonly string[]
  has(id: string): boolean
  /** Throws `not_found` for an id that cannot be one. */
  pathOf(id: string): string
  /** What the file takes on disk. */
  bytes(id: string): number
  /** Locks the item for this process. Throws `already_running` while another one works on it. */
  lock(id: string): void
  unlock(id: string): void
  /** Where the file of a new item is made, so that a killed process leaves no half of one. Throws `bad_request` for one that is there. */
  newPath(id: string): string
  /** Gives the file that was made its own name. */
  finishNew(id: string): void
  /** Unlocks the item as well. */
  remove(id: string): void
  /** Releases every lock, and deletes what another process had open when it was removed, once it is free. */
  close(): void
}

const unfinished = '.making'

export function createItemFolder({
  dir,
  name,
  ending,
  lockEnding,
}: {
  /** Of all data. */
  readonly dir: string
  readonly name: string
  readonly ending: string
  readonly lockEnding: string
}): ItemFolder {
  const folder = path.join(dir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sweep = () => removeForgotten(folder, unfinished)
  sweep()
  const pathOf = (id: string): string => {
    if (!isFileId(id)) throw new AppFailure('not_found')
    return path.join(folder, id + ending)
  }
  const lockOf = (id: string) => pathOf(id) + lockEnding
  const locks = createWorkerLocks(lockOf)
  return {
    ids: () => presentFiles(folder, ending).filter(isFileId),
    has: (id) => isPresent(pathOf(id)),
    pathOf,
    bytes: (id) => encryptedFileBytes(pathOf(id)),
    lock: locks.take,
    unlock: locks.release,
    newPath(id) {
      if (existsSync(pathOf(id))) throw new AppFailure('bad_request', {}, 'an item with this id exists')
      removeEncryptedFile(pathOf(id) + unfinished)
      return pathOf(id) + unfinished
    },
    finishNew: (id) => renameWithRetrySync(pathOf(id) + unfinished, pathOf(id)),
    remove(id) {
      locks.release(id)
      forgetEncryptedFile(pathOf(id))
      removeFileSync(lockOf(id))
    },
    close() {
      locks.releaseAll()
      sweep()
    },
  }
}
