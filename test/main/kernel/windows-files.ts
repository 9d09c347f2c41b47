import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { onTestFinished } from 'vitest'

/**
 * What Windows does to file calls, on Linux. `process.platform` says win32, and nobody renames or deletes a file that
 * is open anywhere in this process. SQLite opens its files without FILE_SHARE_DELETE. For the test that calls it.
 */
export function windowsFiles(): WindowsFiles {
  // Its native part is chosen by the platform when the first database is opened.
  new SqliteDatabase(':memory:').close()
  const platformProperty = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...platformProperty, value: 'win32' })
  const refusals: Refusal[] = []
  const calls: string[] = []
  const check = (call: 'rename' | 'unlink', files: readonly string[]) => {
    const refusal = refusals.find(
      (each) =>
        each.call === call &&
        each.times > 0 &&
        files.some((file) => each.of.test(path.basename(file)) && fs.existsSync(file)),
    )
    if (refusal) refusal.times -= 1
    calls.push(`${call} ${files.map((file) => path.basename(file)).join(' ')}`)
    const code = refusal?.code ?? (files.some(isOpen) ? 'EBUSY' : undefined)
    if (code) throw Object.assign(new Error(`${code}: made for the test, ${call} ${files[0]}`), { code, syscall: call })
  }
  const { renameSync, unlinkSync, rmSync } = fs
  const { rename, unlink, rm } = fs.promises
  Object.assign(fs, {
    renameSync: (...words: Parameters<typeof renameSync>) => {
      check('rename', [String(words[0]), String(words[1])])
      renameSync(...words)
    },
    unlinkSync: (...words: Parameters<typeof unlinkSync>) => {
      check('unlink', [String(words[0])])
      unlinkSync(...words)
    },
    rmSync: (...words: Parameters<typeof rmSync>) => {
      check('unlink', [String(words[0])])
      rmSync(...words)
    },
  })
  Object.assign(fs.promises, {
    rename: async (...words: Parameters<typeof rename>) => {
      check('rename', [String(words[0]), String(words[1])])
      return rename(...words)
    },
    unlink: async (...words: Parameters<typeof unlink>) => {
      check('unlink', [String(words[0])])
      return unlink(...words)
    },
    rm: async (...words: Parameters<typeof rm>) => {
      check('unlink', [String(words[0])])
      return rm(...words)
    },
  })
  syncBuiltinESMExports()
  const restore = () => {
    Object.assign(fs, { renameSync, unlinkSync, rmSync })
    Object.assign(fs.promises, { rename, unlink, rm })
    syncBuiltinESMExports()
    Object.defineProperty(process, 'platform', platformProperty)
  }
  onTestFinished(restore)
  return {
    refuse: (call, of, { code = 'EPERM', times = Number.POSITIVE_INFINITY } = {}) =>
      void refusals.push({ call, of, code, times }),
    calls,
    restore,
  }
}

export interface WindowsFiles {
  /** Fails the calls that name such a file, as a virus scanner makes them fail. */
  refuse(call: 'rename' | 'unlink', of: RegExp, how?: { readonly code?: string; readonly times?: number }): void
  /** What was called, by the names of the files. */
  readonly calls: readonly string[]
  /** Linux again, before the test ends. */
  restore(): void
}

interface Refusal {
  readonly call: 'rename' | 'unlink'
  readonly of: RegExp
  readonly code: string
  times: number
}

/** What this process has open. Windows has no such folder, and refuses by itself. */
const ownDescriptors = process.platform === 'win32' ? undefined : '/dev/fd'

/** A file counts by what it is, not by its name: a second link to it is refused as well. */
function isOpen(file: string): boolean {
  const status = fs.statSync(file, { throwIfNoEntry: false })
  if (!status?.isFile() || !ownDescriptors) return false
  return fs.readdirSync(ownDescriptors).some((descriptor) => {
    try {
      const open = fs.fstatSync(Number(descriptor))
      return open.ino === status.ino && open.dev === status.dev
    } catch {
      // The folder of descriptors, which is closed by now.
      return false
    }
  })
}
