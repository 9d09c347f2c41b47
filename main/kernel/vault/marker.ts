import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { AppFailure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { createProcessLock, LockBusyError } from '../process-lock.ts'
import { fileFailure, readVaultFile, removeLeftovers, writeVaultFile } from './vault-file.ts'

/** What stands beside the data, without any secret: which vault is in use and which names it was given. */
export interface MarkerContent {
  readonly kind: 'keychain' | 'passphrase'
  /** Random; keeps the keychain entries of two data directories apart. */
  readonly installId: string
  readonly names: readonly string[]
}

/**
 * `vault.json`. Because of it "nothing found" is never mistaken for "nothing stored yet" (platform-notes.md §1).
 * Each call reads the file anew, as the window and the command line may use the same directory.
 */
export interface Marker {
  /** Undefined before the first choice. `file_damaged` or `newer_version` when it cannot be understood. */
  read(): Promise<MarkerContent | undefined>
  /** Writes down which vault is in use; keeps the install id. */
  choose(kind: MarkerContent['kind']): Promise<MarkerContent>
  /** Notes that a secret of this name is stored. Needs an earlier `choose`. */
  remember(name: string): Promise<void>
  /** Notes that it is no longer stored. */
  forget(name: string): Promise<void>
  /** Runs work that no other change of this vault may overlap, in whichever process (main/kernel/process-lock.ts). */
  alone<T>(work: () => Promise<T>): Promise<T>
}

const version = 1
/** The holder of the lock may be waiting for a person in front of the keychain's prompt. */
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
    // An ordinary start changes nothing, and may not be able to.
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
