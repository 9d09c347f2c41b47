import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync, renameWithRetrySync } from '../../kernel/replace-file.ts'
import {
  fileSize,
  forgetEncryptedFile,
  isPresent,
  namesIn,
  presentFiles,
  removeEncryptedFile,
  removeForgotten,
} from './data-files.ts'
import { lockFile } from './file-lock.ts'

/**
 * One encrypted file an item, `<dir>/<name>/<id>.<ending>`. One that is being made has another ending until it is
 * whole.
 */
export interface ItemFolder {
  ids(): readonly string[]
  has(id: string): boolean
  /** The items that may be made just now, by this process or another one. */
  coming(): readonly string[]
  /** Throws `not_found` for an id that cannot be one. */
  pathOf(id: string): string
  /** What the file takes on disk, its log included. */
  bytes(id: string): number
  /**
   * Locks the item, or a part of it (an id), for this process: the window and a scheduled command line may work on one
   * folder. Throws `already_running` while another one works on it.
   */
  lock(id: string, part?: string): void
  unlock(id: string, part?: string): void
  /**
   * Where the file of a new item is made, so that a killed process leaves no half of one. Throws `bad_request` for one
   * that is there.
   */
  newPath(id: string): string
  /** Gives the file that was made its own name. */
  finishNew(id: string): void
  /** Unlocks the item as well. */
  remove(id: string): void
  /** Deletes what another process had open when it was removed, once it is free. */
  sweep(): void
  /** Releases every lock, and sweeps. */
  close(): void
}

const unfinished = '.making'

/** Ids are made by main; anything else could name a file elsewhere. */
const isFileId = (id: string) => /^[\w-]{1,100}$/.test(id)

interface FolderPlace {
  /** The folder of all data. */
  readonly dir: string
  readonly name: string
  readonly ending: string
  readonly lockEnding: string
}

export function createItemFolder({ dir, name, ending, lockEnding }: FolderPlace): ItemFolder {
  const folder = path.join(dir, name)
  const sweep = () => removeForgotten(folder, unfinished)
  sweep()
  const pathOf = (id: string): string => {
    if (!isFileId(id)) throw new AppFailure('not_found')
    return path.join(folder, id + ending)
  }
  const lockOf = (id: string, part = '') => {
    if (part !== '' && !isFileId(part)) throw new AppFailure('not_found')
    return pathOf(id) + lockEnding + part
  }
  const locks = new Map<string, Disposable>()
  const release = (beginning: string) => {
    for (const [file, lock] of locks) {
      if (!file.startsWith(beginning)) continue
      lock[Symbol.dispose]()
      locks.delete(file)
    }
  }
  return {
    ids: () => presentFiles(folder, ending).filter(isFileId),
    has: (id) => isPresent(pathOf(id)),
    coming: () => presentFiles(folder, ending + unfinished).filter(isFileId),
    pathOf,
    bytes: (id) => fileSize(pathOf(id)) + fileSize(`${pathOf(id)}-wal`),
    lock(id, part) {
      const file = lockOf(id, part)
      if (locks.has(file)) return
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const lock = lockFile(file)
      if (!lock) throw new AppFailure('already_running')
      locks.set(file, lock)
    },
    unlock(id, part) {
      const file = lockOf(id, part)
      locks.get(file)?.[Symbol.dispose]()
      locks.delete(file)
    },
    newPath(id) {
      if (existsSync(pathOf(id))) throw new AppFailure('bad_request', {}, 'an item with this id exists')
      removeEncryptedFile(pathOf(id) + unfinished)
      return pathOf(id) + unfinished
    },
    finishNew: (id) => renameWithRetrySync(pathOf(id) + unfinished, pathOf(id)),
    remove(id) {
      const beginning = lockOf(id)
      release(beginning)
      forgetEncryptedFile(pathOf(id))
      for (const name of namesIn(folder)) {
        const file = path.join(folder, name)
        if (file.startsWith(beginning)) removeFileSync(file)
      }
    },
    sweep,
    close() {
      release(folder)
      sweep()
    },
  }
}

/**
 * Items of a folder that are open, each once for all who use it. Another process may change or remove an item too: one
 * that no work here holds always equals its file.
 */
export function createOpenItems<Item>({
  folder,
  open,
  isHeld,
  isCurrent,
  close,
  mostIdle = Number.POSITIVE_INFINITY,
}: {
  readonly folder: ItemFolder
  readonly open: (id: string) => Item
  /** Whether work of this process holds the item: nobody else changes it, and it stays open. */
  readonly isHeld: (item: Item) => boolean
  /** Whether the item equals its file, read again if need be; one that does not is closed. */
  readonly isCurrent: (item: Item) => boolean
  readonly close: (item: Item) => void
  /** How many that nothing holds stay open: those used last. */
  readonly mostIdle?: number
}) {
  // In the order of last use.
  const items = new Map<string, Item>()
  const closeItem = (id: string): void => {
    const item = items.get(id)
    items.delete(id)
    if (item) close(item)
  }
  /** The item, if it is open and still equals its file. */
  const current = (id: string): Item | undefined => {
    const item = items.get(id)
    if (!item || isHeld(item)) return item
    const isThere = folder.has(id)
    if (isThere && isCurrent(item)) return item
    closeItem(id)
    // Another process removed it, and may have had to leave the file to this one.
    if (!isThere) folder.sweep()
    return undefined
  }
  return {
    current,
    /** Gives the item, opened where it is not open. Throws what opening it throws. */
    use(id: string, openNew = open): Item {
      const item = current(id) ?? openNew(id)
      items.delete(id)
      items.set(id, item)
      const idle = [...items].filter(([, one]) => !isHeld(one))
      for (const [other] of idle.slice(0, -mostIdle)) closeItem(other)
      return item
    },
    all: () => items.values(),
    close: closeItem,
    closeAll(): void {
      for (const id of [...items.keys()]) closeItem(id)
    },
  }
}
