import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFileSync } from '../../kernel/replace-file.ts'

/** What the folders' names begin with, before the number of the process that reads from them. */
export const readPrefix = 'cruza-read-'

/** A private folder for the copy of a file that cannot be written. */
export function makeReadFolder(): string {
  return mkdtempSync(join(tmpdir(), `${readPrefix}${process.pid}-`))
}

/** A folder that cannot be removed now is removed at a later start. */
export function removeReadFolder(folder: string): void {
  try {
    for (const name of readdirSync(folder)) removeFileSync(join(folder, name))
    rmdirSync(folder)
  } catch {
    // Another program looks into it, such as a virus scanner.
  }
}

/** Removes the folders of processes that ended before they could. */
export function removeDeadReadFolders(): void {
  for (const name of namesIn(tmpdir())) {
    const [, pid] = /^cruza-read-(\d{1,10})-/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeReadFolder(join(tmpdir(), name))
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another person's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
