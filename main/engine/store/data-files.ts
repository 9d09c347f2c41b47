import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync } from '../../kernel/replace-file.ts'
import { temporaryStart } from '../../kernel/temporary-folders.ts'

/** Where the data files are, and the key that opens them. */
export interface FolderKey {
  /** Made when it is not there. */
  readonly dir: string
  /** 32 bytes as 64 hexadecimal digits. */
  readonly key: string
}

/** The ending of an empty file beside one that is removed and could not be deleted yet. */
const removedEnding = '.removed'
/** The file itself comes first, because its log belongs to it as long as it is there; the mark comes last. */
const allEndings = ['', '-wal', '-shm', '-journal', '.old', '.old.part', '.migrating', removedEnding]

/**
 * Deletes the file with everything beside it; one that is not there is fine. Throws `file_busy` where another program
 * holds it open (on Windows).
 */
export function removeEncryptedFile(path: string): void {
  if (!isDeleted(path)) throw new AppFailure('file_busy', { of: 'data' }, 'remove')
}

/**
 * Removes a file that is not used any more, at once if possible. Where another program holds it open, a mark beside it
 * shows every process that it is removed (`isPresent`), and the next `removeForgotten` deletes it.
 */
export function forgetEncryptedFile(path: string): void {
  if (!isDeleted(path)) prepareEmpty(path + removedEnding)
}

const isDeleted = (path: string) => allEndings.every((ending) => removeFileSync(path + ending))

/**
 * Deletes the files of a folder that were removed while another program held them, and old ones with the ending of
 * those that are being made. Throws nothing: what cannot be deleted now stays for the next time.
 */
export function removeForgotten(folder: string, unfinished?: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (name.endsWith(removedEnding)) forgetEncryptedFile(file.slice(0, -removedEnding.length))
      else if (unfinished && name.endsWith(unfinished) && isAbandoned(file)) forgetEncryptedFile(file)
    }
  } catch {
    // No folder yet, or one that cannot be written.
  }
}

/**
 * No process takes so long to make a file: the one that began it was killed. Another process may be making a younger
 * one.
 */
const abandonedMs = 3_600_000

function isAbandoned(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedMs
}

/** Whether the file is there and not removed. */
export function isPresent(path: string): boolean {
  return existsSync(path) && !existsSync(path + removedEnding)
}

/** The names of the present files of a folder with this ending, without it. A folder that is not there has none. */
export function presentFiles(folder: string, ending: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const removed = new Set(names.filter((name) => name.endsWith(removedEnding)))
  return names
    .filter((name) => name.endsWith(ending) && !removed.has(name + removedEnding))
    .map((name) => name.slice(0, -ending.length))
}

/** Makes the empty file readable for its owner alone; SQLite gives its side files the same rights. */
export function prepareEmpty(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

/**
 * Whether a pipe, a folder, a device or a socket has the name of a file: it is neither read nor replaced by a new one.
 */
export function isNoFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false
}

/** The size in bytes; 0 where there is no file. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** A folder for the copy of a file that cannot be written: in the system's, as there is no other place that can be. */
export function makeReadFolder(): string {
  return mkdtempSync(join(tmpdir(), temporaryStart('read')))
}

/** Removes the copy with its folder. What cannot be removed now is removed at a later start. */
export function removeReadFolder(folder: string, copy: string): void {
  try {
    removeEncryptedFile(copy)
    rmdirSync(folder)
  } catch {
    // Another program reads it, such as a virus scanner.
  }
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
