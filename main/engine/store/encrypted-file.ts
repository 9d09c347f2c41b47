import { createHmac } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isInUse, removeFileSync, renameWithRetrySync, withoutWaiting } from '../../kernel/replace-file.ts'
import { closing, orClosed } from './closing.ts'
import {
  fileSize,
  forgetEncryptedFile,
  isNoFile,
  makeReadFolder,
  prepareEmpty,
  removeEncryptedFile,
  removeReadFolder,
} from './data-files.ts'
import { lockFile, sqlitePath } from './file-lock.ts'

export type Database = SqliteDatabase.Database

/** `aegis` reads at 3.5 GB/s where the processor has AES; `chacha20` is the quicker one where it has not. */
type Cipher = 'aegis' | 'chacha20'

interface EncryptedFile {
  readonly path: string
  /** 32 bytes as 64 hexadecimal digits. They are the key itself: nothing is derived from them. */
  readonly key: string
  /** SQL, one string a version; only ever appended to. The file's `user_version` counts those that ran. */
  readonly schema: readonly string[]
  /** The oldest version that is used as it is; an older one is migrated. Default: the newest. */
  readonly oldest?: number
  /** The cipher of a new file; an existing one has its own. Default: the one that suits the processor. */
  readonly cipher?: Cipher
}

const pageSize = 65_536
const markBytes = 16
const ciphers = ['aegis', 'chacha20'] as const

/**
 * Opens an encrypted SQLite file, or makes it and its folder (docs/decisions/storage.md §1). The first 16 bytes are
 * the file's mark: a fingerprint of key and cipher, in the bytes of the salt, for which a raw key has no use. So a
 * wrong key is distinguished from a damaged file before anything is touched.
 *
 * Write-ahead log, whose pages are encrypted as well: a process killed at any moment loses no finished transaction. A
 * file that cannot be written is read all the same; writing then throws `no_permission`. An older file is migrated in
 * one transaction; a copy of the old one stays beside it (`.old`) until the next good opening.
 *
 * Throws `key_missing` (the file belongs to another key), `newer_version`, `file_damaged`, `disk_full`,
 * `no_permission`, `file_busy`.
 */
export function openEncryptedFile({ path, key, schema, oldest = schema.length, cipher }: EncryptedFile): Database {
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Error('a file key is 64 hexadecimal digits')
  try {
    if (isNoFile(path)) throw new AppFailure('file_damaged', {}, 'no regular file')
    if (fileSize(path) === 0) make({ path, key, schema, oldest, cipher: cipher ?? suitedCipher() })
    const file = { path, key, schema, oldest, cipher: cipherOf(path, key) }
    return isWritable(path) ? upToDate(file) : readOnly(file)
  } catch (error) {
    throw storeFailure(error)
  }
}

/**
 * The log needs files beside the file. So a file that cannot be written is read from a copy, which is removed when it
 * is closed.
 */
function readOnly(file: Required<EncryptedFile>): Database {
  const folder = makeReadFolder()
  const copy = join(folder, 'copy')
  const remove = () => removeReadFolder(folder, copy)
  try {
    for (const suffix of ['', '-wal']) {
      if (!existsSync(file.path + suffix)) continue
      copyFileSync(file.path + suffix, copy + suffix, constants.COPYFILE_FICLONE)
      chmodSync(copy + suffix, 0o600)
    }
    return orClosed(goneWhenClosed(openRaw({ ...file, path: copy }), remove), (database) => {
      if (!isNewest(database, file)) migrate(database, file)
      database.pragma('query_only = true')
      return database
    })
  } finally {
    // Open files stay until they are closed; Windows removes none that is open.
    if (process.platform !== 'win32') remove()
  }
}

function goneWhenClosed(database: Database, remove: () => void): Database {
  const close = database.close.bind(database)
  database.close = () => {
    close()
    remove()
    return database
  }
  return database
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes the file under another name and links it when it is whole. So another process that makes it at the same time
 * never finds half of it.
 */
function make(file: Required<EncryptedFile>): void {
  const folder = dirname(file.path)
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
  const making = `${file.path}.${process.pid}.new`
  removeEncryptedFile(making)
  try {
    prepareEmpty(making)
    migrateAlone({ ...file, path: making })
    linkIfNew(making, file.path)
    flushFolder(folder)
    if (isNew) flushFolder(dirname(folder))
  } finally {
    forgetEncryptedFile(making)
  }
}

/** A link never replaces another file, as a rename does. */
function linkIfNew(making: string, path: string): void {
  try {
    linkSync(making, path)
  } catch {
    // Another process was quicker. Or one that ended has left an empty file, or this file system has no links.
    if (fileSize(path) === 0) renameWithRetrySync(making, path)
  }
}

/**
 * A new name outlives a power cut when its folder was flushed. Windows cannot flush folders, some network folders
 * refuse it.
 */
function flushFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r')
    try {
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
  } catch {
    // The file is there all the same.
  }
}

function upToDate(file: Required<EncryptedFile>): Database {
  const database = openRaw(file)
  if (orClosed(database, () => isNewest(database, file))) {
    for (const suffix of ['.old', '.migrating']) removeFileSync(file.path + suffix)
    return database
  }
  database.close()
  update(file)
  return openRaw(file)
}

/** Another process may have much to migrate. */
const longestUpdateMs = 30_000

/**
 * Migrates in one process at a time, by a lock file of the folder that stays there. The changes of another process
 * meanwhile stay. The file itself is changed, never replaced: an older program that has it open goes on writing into
 * it. Throws `file_busy`.
 */
function update(file: Required<EncryptedFile>): void {
  const { path } = file
  using lock = lockFile(join(dirname(path), '.updating'), longestUpdateMs)
  if (!lock) throw new AppFailure('file_busy', { of: 'data' }, 'update')
  const isOlder = closing(openRaw(file), (original) => {
    original.pragma('wal_checkpoint(TRUNCATE)')
    return !isNewest(original, file)
  })
  if (!isOlder) return
  copyFileSync(path, `${path}.old.part`)
  renameWithRetrySync(`${path}.old.part`, `${path}.old`)
  migrateAlone(file)
}

/** Writes all changes to the file itself, and none to its log. */
function migrateAlone(file: Required<EncryptedFile>): void {
  closing(openRaw(file), (database) => {
    migrate(database, file)
    database.pragma('wal_checkpoint(TRUNCATE)')
  })
}

/** Once it has read the version of the file, no other process writes: another may be making it at the same time. */
function migrate(database: Database, { schema }: EncryptedFile): void {
  const steps = database.transaction(() => {
    for (const sql of schema.slice(versionOf(database))) database.exec(sql)
    database.pragma(`user_version = ${schema.length}`)
  })
  steps.immediate()
}

function openRaw({ path, key, cipher }: Required<EncryptedFile>): Database {
  return orClosed(new SqliteDatabase(sqlitePath(path), { timeout: 5000 }), (database) => {
    database.pragma(`cipher = '${cipher}'`)
    database.pragma(`key = "x'${key}${mark(key, cipher).toString('hex')}'"`)
    database.pragma(`page_size = ${pageSize}`)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    // Nothing may spill into temporary files: those are not encrypted.
    database.pragma('temp_store = MEMORY')
    return database
  })
}

/**
 * Runs work whose transactions are flushed to the disk, with all before them. Other transactions are flushed at the
 * next checkpoint. A kill loses neither, a power cut may lose the last of those
 * (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
export function onDisk<Result>(database: Database, work: () => Result): Result {
  database.pragma('synchronous = FULL')
  try {
    return work()
  } finally {
    database.pragma('synchronous = NORMAL')
  }
}

/** Whether the file needs no migration. Throws `newer_version` where a later program wrote it. */
function isNewest(database: Database, { schema, oldest }: Required<EncryptedFile>): boolean {
  const version = versionOf(database)
  if (version > schema.length) throw new AppFailure('newer_version')
  return version >= oldest
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

function cipherOf(path: string, key: string): Cipher {
  const bytes = firstBytes(path)
  const cipher = ciphers.find((one) => mark(key, one).equals(bytes))
  if (!cipher) throw new AppFailure('key_missing', {}, 'the key does not fit the file')
  return cipher
}

function mark(key: string, cipher: Cipher): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`cruza file ${cipher}`).digest().subarray(0, markBytes)
}

function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(markBytes)
  const file = openSync(path, withoutWaiting)
  try {
    readSync(file, bytes, 0, markBytes, 0)
    return bytes
  } finally {
    closeSync(file)
  }
}

/** Only Linux reports it in plain text. Every Mac and every processor that Windows 11 accepts has AES. */
function suitedCipher(): Cipher {
  if (process.platform !== 'linux' || !existsSync('/proc/cpuinfo')) return 'aegis'
  return /^(?:flags|Features)\s*:.*\baes\b/m.test(readFileSync('/proc/cpuinfo', 'latin1')) ? 'aegis' : 'chacha20'
}

/** Returns whether another process has changed the file since it was called last. */
export function watchChanges(database: Database): () => boolean {
  // SQLite changes this number for what other connections write, and for nothing else.
  const dataVersion = () => Number(database.pragma('data_version', { simple: true }))
  let seen = dataVersion()
  return () => {
    const previousVersion = seen
    seen = dataVersion()
    return seen !== previousVersion
  }
}

/** The codes of SQLite and the file system, by their beginning, and the codes of the contract. */
const codes: readonly (readonly [string, FailureCode])[] = [
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_NOTADB', 'file_damaged'],
  ['SQLITE_CORRUPT', 'file_damaged'],
  ['SQLITE_READONLY', 'no_permission'],
  ['SQLITE_CANTOPEN', 'no_permission'],
  ['SQLITE_PERM', 'no_permission'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'no_permission'],
  ['EPERM', 'no_permission'],
  ['EROFS', 'no_permission'],
  // The native part of the store is missing, or made for another system.
  ['ERR_DLOPEN_FAILED', 'data_process_failed'],
  ['MODULE_NOT_FOUND', 'data_process_failed'],
]

/** Gives the error itself, or the foreseeable failure that it means: full disk, damage, missing rights, a busy file. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof AppFailure || !(error instanceof Error) || !('code' in error)) return error
  const name = String(error.code)
  if (isInUse(error) || /^SQLITE_(BUSY|LOCKED)/.test(name)) return new AppFailure('file_busy', { of: 'data' }, name)
  const match = codes.find(([start]) => name.startsWith(start))
  return match ? new AppFailure(match[1], {}, name) : error
}
