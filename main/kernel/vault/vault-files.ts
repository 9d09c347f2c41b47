import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { isProcessRunning } from '../child-process.ts'
import { AppFailure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { createProcessLock, LockBusyError } from '../process-lock.ts'
import { isInUse, readRegularFile, removeFile, renameWithRetry, systemCode } from '../replace-file.ts'

/** The facts beside the data, without any secret: which vault is in use and which names it has stored. */
export interface MarkerContent {
  readonly kind: 'keychain' | 'passphrase'
  /** Random. It separates the keychain entries of two data directories. */
  readonly installId: string
  readonly names: readonly string[]
}

/**
 * `vault.json`. It prevents that "nothing found" is mistaken for "nothing stored yet" (docs/decisions/storage.md §2).
 * Each call reads the file again, since the window and the command line may use the same directory.
 */
export interface Marker {
  /** Undefined before the first choice. Throws `file_damaged` or `newer_version` when it cannot be read. */
  read(): Promise<MarkerContent | undefined>
  /** Notes which vault is in use; keeps the install id. */
  choose(kind: MarkerContent['kind']): Promise<MarkerContent>
  /** Notes that a secret of this name is stored. Needs an earlier `choose`. */
  remember(name: string): Promise<void>
  /** Notes that it is no longer stored. */
  forget(name: string): Promise<void>
  /** Runs work that no other change of this vault may overlap, in any process (main/kernel/process-lock.ts). */
  alone<T>(work: () => Promise<T>): Promise<T>
}

const version = 1
/** The limit for the vault and its marker: far more than a token for each connection. */
const mostBytes = 16 * 1024 * 1024
/** Long, since the holder of the lock may wait for a person at the keychain's prompt. */
const longestWaitMs = 60_000

/** The marker of one data directory (absolute path); nothing is written before `choose`. */
export async function openMarker(dataDir: string): Promise<Marker> {
  const file = path.join(dataDir, 'vault.json')
  const lock = createProcessLock({
    folder: dataDir,
    name: 'vault.lock',
    longestWaitMs,
    whyNot: (error) =>
      error instanceof LockBusyError
        ? new AppFailure('file_busy', { of: 'data' }, 'lock')
        : fileFailure(error, dataDir),
  })
  await removeLeftovers(file)

  const read = async () => {
    const bytes = await readVaultFile(file)
    return bytes && parse(bytes.toString('utf8'))
  }
  const write = async (content: MarkerContent) => {
    await writeVaultFile(file, `${JSON.stringify({ version, ...content }, undefined, 2)}\n`)
    return content
  }
  const writeNames = async (change: (names: readonly string[]) => readonly string[]) => {
    const changed = async () => {
      const content = await read()
      if (!content) throw new Error('the marker was not chosen yet')
      const names = change(content.names)
      return names.length === content.names.length ? undefined : { ...content, names }
    }
    // An ordinary start changes nothing, and may lack the right to.
    if (!(await changed())) return
    await lock.take(async () => {
      const content = await changed()
      if (content) await write(content)
    })
  }
  const chosen = async (kind: MarkerContent['kind']) => {
    const content = await read()
    return content?.kind === kind ? content : undefined
  }

  return {
    read,
    alone: lock.take,
    choose: async (kind) =>
      (await chosen(kind)) ??
      (await lock.take(async () => {
        const content = await read()
        if (content?.kind === kind) return content
        return write({ kind, installId: content?.installId ?? randomBytes(8).toString('hex'), names: [] })
      })),
    remember: (name) => writeNames((names) => (names.includes(name) ? names : [...names, name])),
    forget: (name) => writeNames((names) => names.filter((each) => each !== name)),
  }
}

function parse(text: string): MarkerContent {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw damaged()
  if ('version' in value && typeof value.version === 'number' && value.version > version) {
    throw new AppFailure('newer_version', {}, 'vault.json')
  }
  if (!('kind' in value) || (value.kind !== 'keychain' && value.kind !== 'passphrase')) throw damaged()
  if (!('installId' in value) || typeof value.installId !== 'string' || value.installId === '') throw damaged()
  if (!('names' in value) || !Array.isArray(value.names)) throw damaged()
  return { kind: value.kind, installId: value.installId, names: value.names.filter((name) => typeof name === 'string') }
}

function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'vault.json')
}

/** A file's bytes; undefined when there is none. Throws `no_permission`, `file_busy` or `file_unreadable` otherwise. */
export async function readVaultFile(file: string): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(file, mostBytes)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw fileFailure(error, file)
  }
}

/**
 * Replaces a file as a whole: a temporary file beside it (0600), flushed to the disk, then renamed. A kill at any
 * moment leaves the old or the new content. Throws `disk_full`, `no_permission`, `file_busy`, and `bad_request` for an
 * existing file with `isNew`.
 */
export async function writeVaultFile(
  file: string,
  content: string | Buffer,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await removeFile(temporary)
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (isNew) await placeNew(temporary, file)
    else await renameWithRetry(temporary, file)
    await flushFolder(path.dirname(file))
  } catch (error) {
    await removeFile(temporary)
    throw fileFailure(error, file)
  }
}

/** Removes temporary files of killed writers; those of a running process stay. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file)
  const leftover = new RegExp(`^${path.basename(file).replaceAll('.', '\\.')}\\.(\\d+)\\.tmp$`)
  const entries = await readdir(folder).catch(() => [])
  for (const entry of entries) {
    const owner = leftover.exec(entry)?.[1]
    if (owner && !isProcessRunning(Number(owner))) await removeFile(path.join(folder, entry))
  }
}

/** Uses a link, which never replaces another file as a rename does. */
async function placeNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw new AppFailure('bad_request', {}, `${path.basename(file)} exists`)
    // Some file systems have no links, as on a memory stick.
    return renameWithRetry(temporary, file)
  }
  await removeFile(temporary)
}

/** A renamed file only survives a power cut after its folder is flushed. Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const failures: Readonly<Record<string, FailureCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
}

/** The same error, or its failure for the person when it is one of the file system. */
export function fileFailure(error: unknown, file: string): unknown {
  if (error instanceof AppFailure) return error
  const code = systemCode(error)
  if (isInUse(error)) return new AppFailure('file_busy', { of: 'data' }, `${path.basename(file)} ${code}`)
  return code ? new AppFailure(failures[code] ?? 'file_unreadable', {}, `${path.basename(file)} ${code}`) : error
}
