import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { isInUse } from '../../kernel/replace-file.ts'

/** What SQLite and the file system call it, by the start of the code, and what the contract calls it. */
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

/** The same error, or the foreseeable trouble that it stands for: full disk, damage, missing rights, a busy file. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof AppFailure || !(error instanceof Error) || !('code' in error)) return error
  const name = String(error.code)
  if (isInUse(error) || /^SQLITE_(BUSY|LOCKED)/.test(name)) return new AppFailure('file_busy', { of: 'data' }, name)
  const known = codes.find(([start]) => name.startsWith(start))
  return known ? new AppFailure(known[1], {}, name) : error
}
