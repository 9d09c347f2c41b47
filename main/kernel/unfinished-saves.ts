import { randomUUID } from 'node:crypto'
import { lstat, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isProcessRunning } from './child-process.ts'
import type { SaveTarget, SaveTargets } from './host-files.ts'
import { isOwn, removeFile } from './replace-file.ts'
import { removeTemporaryFiles } from './save-file.ts'
import { ownTemporaryPart, temporaryPart } from './temporary-folders.ts'
import { dayMs } from './times.ts'

/**
 * The name of a note, `save-<process>-<id>`. The note lies in the temporary part of the data folder, holds the target's
 * absolute path, and exists as long as the temporary file. That file has rows of people in plain text, in a folder
 * where nobody would look for the remains of a killed process.
 */
const noteName = /^save-(\d{1,10})-[\da-f-]{36}$/
const longestNote = 65_536
/** A folder that is missing for this long, such as one on a memory stick, is given up. */
const longestWaitMs = 30 * dayMs

interface NotedSaves {
  /** The same targets. Those on the person's own disk are noted. */
  readonly targets: SaveTargets
  /** Removes the unfinished saves of processes that have ended. Never rejects. */
  clear(): Promise<void>
}

export function createNotedSaves(targets: SaveTargets, dataDir: string): NotedSaves {
  const ownNotes = new Set<string>()
  const isUnderWay = (name: string, pid: number) => ownNotes.has(name) || (pid !== process.pid && isProcessRunning(pid))
  const noted = async (target: SaveTarget): Promise<SaveTarget> => {
    const name = `save-${process.pid}-${randomUUID()}`
    ownNotes.add(name)
    const note = await writeNote(dataDir, name, target.path).catch(() => undefined)
    const end = async () => {
      ownNotes.delete(name)
      if (note) await removeFile(note)
    }
    return {
      ...target,
      async done() {
        await target.done()
        await end()
      },
      async discard() {
        // The process that wrote it may have ended alone.
        await removeTemporaryFiles(target.path)
        await target.discard()
        await end()
      },
    }
  }
  return {
    targets: {
      async choose(name) {
        const target = await targets.choose(name)
        return target?.beside ? noted(target) : target
      },
    },
    clear: () => removeUnfinishedSaves(dataDir, isUnderWay),
  }
}

async function writeNote(dataDir: string, name: string, target: string): Promise<string> {
  const note = path.join(await ownTemporaryPart(dataDir), name)
  const handle = await open(note, 'wx', 0o600)
  try {
    await handle.writeFile(target)
    await handle.sync()
    return note
  } finally {
    await handle.close()
  }
}

/** Removes the temporary files and notes of all saves that are not in progress. Never rejects. */
export async function removeUnfinishedSaves(
  dataDir: string,
  isUnderWay: (name: string, pid: number) => boolean = () => false,
): Promise<void> {
  const folder = temporaryPart(dataDir)
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => noteName.test(name))
  const notes = await Promise.all(
    names.map(async (name) => {
      const note = path.join(folder, name)
      return { note, underWay: isUnderWay(name, Number(noteName.exec(name)?.[1])), ...(await readNote(note)) }
    }),
  )
  const targets = new Set(notes.filter(({ underWay }) => underWay).map(({ target }) => target))
  for (const { note, underWay, target, isOld } of notes) {
    if (underWay || (target !== undefined && targets.has(target))) continue
    const isGone = target === undefined || (await removeTemporaryFiles(target))
    if (isGone || isOld) await removeFile(note)
  }
}

async function readNote(note: string): Promise<{ readonly target?: string; readonly isOld: boolean }> {
  try {
    const stats = await lstat(note)
    const isOld = Date.now() - stats.mtimeMs > longestWaitMs
    if (!stats.isFile() || !isOwn(stats) || stats.size > longestNote) return { isOld }
    const target = await readFile(note, 'utf8')
    return path.isAbsolute(target) ? { target, isOld } : { isOld }
  } catch {
    return { isOld: false }
  }
}
