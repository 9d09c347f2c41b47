import { isDeepStrictEqual } from 'node:util'
import { joinedPeriod, type KeptPeriod } from '../../../preload/contract/kept-period.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import { markGone } from '../entries/entry-events.ts'
import type { StoredForm } from '../form-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { forgetEntries, forgetForm } from './forget-form.ts'
import { type FormRow, findForm, formRows, readForm, storedForm, storedForms, unsynced, writeForm } from './form-row.ts'
import type { FormsFolder } from './forms-folder.ts'
import { revise } from './revisions.ts'
import { storeForm } from './store-form.ts'

type FormHandlerName = Extract<keyof DataHandlers, `forms.${string}`>

interface FormHandlersDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
}

/** The forms of a connection, as they were last read. */
export function createFormHandlers({ folder, now }: FormHandlersDeps): Pick<DataHandlers, FormHandlerName> {
  const at = () => now().toISOString()
  /** What comes after the connection was forgotten must not make a file again. */
  const existing = (connectionId: string) => {
    if (!folder.has(connectionId)) throw new AppFailure('not_found')
    return folder.open(connectionId)
  }

  return {
    'forms.list': ({ connection_id: id }) => (folder.has(id) ? listed(folder.open(id)) : []),
    'forms.read': ({ connection_id, form_id }) => storedForm(existing(connection_id), form_id),
    'forms.store': ({ connection_id, forms }) => {
      const database = folder.open(connection_id)
      return database
        .transaction(() =>
          storedForms(
            database,
            forms.map((told) => storeForm(database, told, at())),
          ),
        )
        .immediate()
    },
    'forms.gone': ({ connection_id, form_id }) => {
      const database = existing(connection_id)
      database.transaction(() => formGone(database, form_id, at())).immediate()
    },
    'forms.keep': ({ connection_id, form_id, keep, period }) => {
      const database = existing(connection_id)
      return database
        .transaction(() => {
          const form = readForm(database, form_id)
          if (keep) keepForm(database, form, period)
          else if (form.kept) return unkeep(database, form)
          return storedForm(database, form_id)
        })
        .immediate()
    },
    'forms.forget_connection': ({ connection_id }) => folder.remove(connection_id),
    'forms.weigh': ({ connection_id }) => {
      if (!folder.has(connection_id)) return { entries: 0, reviewed: 0 }
      const database = folder.open(connection_id)
      const count = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0
      return {
        entries: count('select count(*) from entries'),
        reviewed: count(`select count(*) from reviews where set_id = '' and state <> 'nova'`),
      }
    },
  }
}

function listed(database: Database): StoredForm[] {
  return storedForms(database, formRows(database))
}

/** What is kept already stays where the form is kept for longer: it is read again with the rest, and its reviews remain. */
function keepForm(database: Database, form: FormRow, wanted: KeptPeriod | null | undefined): void {
  const { kept, sync } = form
  const before = kept ? sync.period : undefined
  const given = wanted && joinedPeriod(wanted, wanted)
  const period = before === undefined || given === undefined ? (given ?? before ?? null) : joinedPeriod(before, given)
  if (kept && isDeepStrictEqual(period, before)) return
  const { newest_ms } = sync
  // Of the service's entries, those that were outside may belong to it now.
  database.prepare('delete from outside where form_id = ?').run(form.id)
  database.prepare('delete from seen where form_id = ?').run(form.id)
  writeForm(database, { ...form, kept: true, reading: null, sync: { ...unsynced, kind: 'partial', period, newest_ms } })
  revise(database, 'forms')
}

/** Gives the form as it is now, even where it leaves the list because the service has it no more. */
function unkeep(database: Database, form: FormRow): StoredForm {
  forgetEntries(database, form.id)
  writeForm(database, { ...form, kept: false, sync: unsynced, reading: null })
  revise(database, 'forms', 'entries', 'reviews')
  const left = storedForm(database, form.id)
  if (form.deleted_at !== null) forgetForm(database, form.id)
  return left
}

/** Its entries are gone with it (form-collection.md, DELETE /forms/{id}); what was kept of them stays. */
function formGone(database: Database, id: number, at: string): void {
  const form = findForm(database, id)
  if (!form) return
  revise(database, 'forms')
  if (!form.kept) {
    forgetForm(database, id)
    return
  }
  if (form.deleted_at !== null) return
  writeForm(database, { ...form, deleted_at: at, reading: null })
  const left = database
    .prepare<[number], number>('select id from entries where form_id = ? and gone_at is null')
    .pluck()
    .all(id)
  markGone(database, left, at)
}
