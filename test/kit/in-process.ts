import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { openFolder } from '../../main/data-folder.ts'
import { serveCalls } from '../../main/engine/serve-calls.ts'
import { openEncryptedFile } from '../../main/engine/store/encrypted-file.ts'
import { recordSchema } from '../../main/engine/store/records.ts'
import type { ChildPort } from '../../main/kernel/child-process.ts'
import { createSheetNotes, type SheetNotes } from '../../main/sheets/data/sheet-folder.ts'
import { zoneOfTests } from './temporary-folder.ts'

/**
 * The data process served inside this process: the same calls over a MessageChannel, which clones them as Electron's
 * utility process does. Starts in a millisecond instead of a third of a second; what is about processes and kills wants
 * a real one (`startDataProcess` of node-parts.ts).
 */
export function startDataInProcess(): ChildPort {
  const { port1: client, port2: server } = new MessageChannel()
  serveCalls({
    openFolder: (input) => openFolder({ ...input, now: () => new Date(), zone: () => zoneOfTests }),
    port: {
      post: (message) => server.postMessage(message),
      onMessage: (receive) => server.on('message', receive),
    },
    end: () => server.close(),
  })
  return {
    post: (message) => client.postMessage(message),
    onMessage: (receive) => client.on('message', receive),
    onExit: (receive) => client.on('close', receive),
    kill: () => client.close(),
  }
}

/** No keychain at all, as on a server. */
export function absentKeychain(): ChildPort {
  return { post() {}, onMessage() {}, onExit: (receive) => queueMicrotask(receive), kill() {} }
}

/** For passphrase vaults: guessing the passphrase of a test is worth nothing. */
export const quickScrypt = { logN: 10, r: 8, p: 1 }

const notesKey = '0123456789abcdef'.repeat(4)

/** The notes of the sheets of a folder, where a test has no app.db. */
export function sheetNotesIn(dir: string): SheetNotes {
  return createSheetNotes(openEncryptedFile({ path: path.join(dir, 'notes.db'), key: notesKey, schema: recordSchema }))
}

/** No runs beside the sheets of a folder. */
export const noHolders = { holds: () => true, of: () => [] }
