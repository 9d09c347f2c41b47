import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DataCallName, DataCalls } from '../../main/data/calls.ts'
import { openFolder } from '../../main/data/handlers.ts'

/** Takes what is to be done at the end: of this test, by default. */
export type AtEnd = (end: () => Promise<void>) => void

/** An empty folder that goes with the test. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cruza-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export const fileKey = '0123456789abcdef'.repeat(4)

/** A folder that is removed after the test. */
export function folderOfTest(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'cruza-data-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The handlers of the data process over a folder, without the process around them; closed after the test. */
export function openDataFolder({ dir = folderOfTest(), now = new Date('2026-11-20T12:00:00Z') } = {}) {
  const open = () => openFolder({ dir, key: fileKey, now: () => now })
  let folder = open()
  onTestFinished(() => folder.close())
  return {
    dir,
    async ask<K extends Exclude<DataCallName, 'open'>>(
      name: K,
      input: DataCalls[K]['input'],
    ): Promise<DataCalls[K]['output']> {
      // As in serve-calls.ts: the name says the types, which TypeScript does not follow through an index.
      const handler = folder.handlers[name] as (input: unknown, call: unknown) => never
      return handler(input, { signal: new AbortController().signal, progress() {} })
    },
    restart() {
      folder.close()
      folder = open()
    },
  }
}
