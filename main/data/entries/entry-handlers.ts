import { isInPeriod } from '../../../preload/contract/forms.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import { findForm, readForm, storedForm, writeForm } from '../forms/form-row.ts'
import type { FormsFolder } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { createWorkerLocks } from '../store/file-lock.ts'
import { parseSingleEntry } from './parse-entries.ts'
import { beginReading, finishReading, listRejected, storePage } from './reading.ts'
import { markGone, storeEntries } from './store-entries.ts'

type EntryHandlerName =
  | 'entries.begin'
  | 'entries.page'
  | 'entries.finish'
  | 'entries.stop'
  | 'entries.single'
  | 'entries.gone'
  | 'entries.incomplete'
  | 'entries.aside'
export interface EntryHandlersDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
}

/** The entries that are kept offline: read page by page, each in one transaction, so that a kill loses and repeats nothing. */
export interface EntryReadings {
  readonly handlers: Pick<DataHandlers, EntryHandlerName>
  /** Lets another process read. */
  close(): void
}

export function createEntryHandlers({ folder, now }: EntryHandlersDeps): EntryReadings {
  const reader = createWorkerLocks((id) => folder.lockPath(id))
  const at = () => now().toISOString()

  const handlers: EntryReadings['handlers'] = {
    'entries.begin': ({ connection_id, form_id, mode, now: clock }) => {
      if (folder.has(connection_id)) reader.take(connection_id)
      const {
        mode: begun,
        since,
        until,
        next_page,
        entries,
        total,
        period,
      } = folder.change(connection_id, (database) => {
        const reading = beginReading(database, form_id, mode, clock)
        return { ...reading, period: readForm(database, form_id).sync.period }
      })
      return { mode: begun, since, until, next_page, entries, total, period }
    },
    'entries.page': ({ connection_id, form_id, page, body }) => {
      // Held already, unless this process took the place of one that crashed.
      if (folder.has(connection_id)) reader.take(connection_id)
      return folder.change(connection_id, (database) => storePage(database, { formId: form_id, page, body }, at()))
    },
    'entries.finish': ({ connection_id, form_id, total }) => {
      const { finished, form } = folder.change(connection_id, (database) => ({
        finished: finishReading(database, form_id, total, at()),
        form: storedForm(database, form_id),
      }))
      reader.release(connection_id)
      return { form, ...finished }
    },
    'entries.stop': ({ connection_id, form_id, failure }) => {
      reader.release(connection_id)
      return folder.change(connection_id, (database) => {
        const form = readForm(database, form_id)
        writeForm(database, { ...form, sync: { ...form.sync, failure } })
        return storedForm(database, form_id)
      })
    },
    'entries.single': ({ connection_id, body }) =>
      folder.change(connection_id, (database) => storeSingle(database, body, at())),
    'entries.gone': ({ connection_id, id }) => {
      if (!folder.has(connection_id)) return
      folder.change(connection_id, (database) => {
        const here = database
          .prepare<[number], number>('select id from entries where id = ? and gone_at is null')
          .pluck()
          .all(id)
        markGone(database, here, at())
      })
    },
    'entries.aside': ({ connection_id, form_id }) => listRejected(folder.openReadOnly(connection_id), form_id),
    'entries.incomplete': ({ connection_id, most }) =>
      folder.openReadOnly(connection_id).prepare<[number], number>(incompleteSql).pluck().all(most),
  }
  return { handlers, close: () => reader.releaseAll() }
}

const incompleteSql = 'select id from entries where single = 0 and gone_at is null order by created_ms desc limit ?'

/** Entries are stored of forms that are kept, and of their period; of others only the id and form are returned. */
function storeSingle(database: Database, body: string, at: string): { id: number; form_id: number } {
  const entry = parseSingleEntry(body)
  const known = database.prepare<[number], number>('select form_id from entries where id = ?').pluck().get(entry.id)
  const formId = entry.form_id ?? known
  if (formId === undefined) throw new AppFailure('unexpected_body', { place: 'form_id' })
  const form = findForm(database, formId)
  if (form?.kept && isInPeriod(form.sync.period, entry.created_ms))
    storeEntries(database, { formId, entries: [entry], single: true, at })
  return { id: entry.id, form_id: formId }
}
