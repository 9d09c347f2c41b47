import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls } from '../../main/data-calls.ts'
import { openFolder } from '../../main/data-folder.ts'

/** Takes what is to be done at the end: of this test, by default. */
export type AtEnd = (end: () => Promise<void>) => void

/** An empty folder that goes with the test. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cruza-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The zone of the person in every test. */
export const zoneOfTests = 'America/Sao_Paulo'

export const fileKey = '0123456789abcdef'.repeat(4)

/** A folder that is removed after the test. */
export function folderOfTest(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'cruza-data-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface Call<Name extends DataCallName> {
  readonly signal?: AbortSignal
  readonly progress?: (value: DataCalls[Name]['progress']) => void
}

type Ask = <Name extends Exclude<DataCallName, 'open'>>(
  name: Name,
  input: DataCalls[Name]['input'],
  call?: Call<Name>,
) => Promise<DataCalls[Name]['output']>

/** A folder of data that is open. */
export interface DataFolder {
  readonly dir: string
  readonly ask: Ask
  /** Closes the files and opens the folder anew, as after a restart. */
  restart(): void
  close(): void
}

/** The handlers of the data process over a folder, without the process around them; closed after the test. */
export function openDataFolder({
  dir = folderOfTest(),
  key = fileKey,
  now = () => new Date('2026-11-20T12:00:00Z'),
} = {}): DataFolder {
  const open = () => openFolder({ dir, key, now, zone: () => zoneOfTests })
  let folder: ReturnType<typeof open> | null = open()
  const close = () => {
    folder?.close()
    folder = null
  }
  onTestFinished(close)
  return {
    dir,
    async ask(name, input, { signal = new AbortController().signal, progress = () => undefined } = {}) {
      if (!folder) throw new Error('the folder is closed')
      // As in serve-calls.ts: the name says the types, which TypeScript does not follow through an index.
      const handler = folder.handlers[name] as (input: unknown, call: unknown) => never
      return handler(input, { signal, progress })
    },
    restart() {
      close()
      folder = open()
    },
    close,
  }
}
