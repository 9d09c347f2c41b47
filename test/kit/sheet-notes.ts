import path from 'node:path'
import { createSheetNotes, type SheetNotes } from '../../main/data/sheets/sheet-notes.ts'
import { openEncryptedFile } from '../../main/data/store/encrypted-file.ts'
import { recordSchema } from '../../main/data/store/records.ts'

const notesKey = '0123456789abcdef'.repeat(4)

/** The notes of the sheets of a folder, where a test has no app.db. */
export function sheetNotesIn(dir: string): SheetNotes {
  return createSheetNotes(openEncryptedFile({ path: path.join(dir, 'notes.db'), key: notesKey, schema: recordSchema }))
}
