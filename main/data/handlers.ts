import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { DataHandlers } from './calls.ts'
import { createListHandlers } from './list-handlers.ts'
import { createRecordHandlers, recordSchema } from './records/record-handlers.ts'
import { createRuns } from './runs/run-handlers.ts'
import { createSheetHandlers } from './sheets/sheet-handlers.ts'
import { createStagedLists } from './staged-lists.ts'
import { openEncryptedFile } from './store/encrypted-file.ts'
import { createTableHandlers } from './tables/table-handlers.ts'

export type FolderHandlers = Omit<DataHandlers, 'open'>

/** An open folder of data: everything that can be asked of it, and its end. */
export interface OpenFolder {
  readonly handlers: FolderHandlers
  /** Closes every file. */
  close(): void
}

interface FolderDeps {
  /** Made when it is not there. */
  readonly dir: string
  /** Of the files: 32 bytes as 64 hexadecimal digits. */
  readonly key: string
  readonly now: () => Date
}

/**
 * Opens the folder of data and introduces its parts to each other; the only file of the data process that knows them
 * all. Throws `key_missing` when the folder belongs to another key, `newer_version` when a later Cruza wrote it.
 */
export function openFolder({ dir, key, now }: FolderDeps): OpenFolder {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const database = openEncryptedFile({ path: path.join(dir, 'app.db'), key, schema: recordSchema })
  const staged = createStagedLists()
  const sheets = createSheetHandlers({ dir, key, now })
  const runs = createRuns({ dir, key, staged, now })
  return {
    handlers: {
      ...createRecordHandlers({ database }),
      ...sheets.handlers,
      ...runs.handlers,
      ...createListHandlers({ staged, listOfRun: runs.listOf }),
      ...createTableHandlers({ sources: { sheet: sheets.source, run: runs.tables } }),
    },
    close() {
      sheets.close()
      runs.close()
      database.close()
    },
  }
}
