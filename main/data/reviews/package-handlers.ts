import { randomUUID } from 'node:crypto'
import type { OpenedPackage } from '../../../preload/contract/reviews.ts'
import type { EntrySelection, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { defaultCost, type ScryptCost } from '../../kernel/sealed-bytes.ts'
import type { DataHandlers } from '../calls.ts'
import type { FormsFolder } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import {
  agreementOf,
  createBlindAnswer,
  createBlindRequest,
  importBlindAnswer,
  importBlindRequest,
  newDecisions,
  type SenderOf,
} from './blind-review.ts'
import { mergeReviews, planMerge, shownConflict } from './merge-reviews.ts'
import { type PackageContent, packReviews, readPackage, writePackage } from './review-package.ts'
import { forgetSet, listSets, putSet, shownSet } from './review-sets.ts'

type PackageHandlerName =
  | `reviews.${'export' | 'open' | 'merge'}_package`
  | `reviews.${'ask' | 'answer'}_blind`
  | `reviews.${'sets' | 'agreement' | 'forget_set'}`

export interface ReviewDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
  /** The entries of a table of entries that a person chose. */
  idsOf(table: TableRef, select: EntrySelection): Promise<readonly number[]>
  /** Default: nobody is named. */
  readonly senderOf?: SenderOf
  /** What a guess of a package's passphrase costs. */
  readonly cost?: ScryptCost
}

/** Review packages and blind reviews (features.md ★N15). Files are written whole before the database refers to them. */
export function createPackageHandlers(deps: ReviewDeps): Pick<DataHandlers, PackageHandlerName> {
  const { folder, now, idsOf, senderOf = () => '', cost = defaultCost } = deps
  const opened = createOpenedPackages()
  const at = () => now().toISOString()

  return {
    'reviews.export_package': async ({ connection_id, form_ids, passphrase, path, who, service }, { signal }) => {
      const { content, entries } = packReviews(folder.openReadOnly(connection_id), form_ids, { service, who, at: at() })
      return { entries, bytes: await writePackage(content, { path, passphrase, cost, signal }) }
    },
    'reviews.open_package': async ({ connection_id, source, passphrase, service }) => {
      const content = await readPackage(source, { passphrase, service })
      return describePackage(folder.openReadOnly(connection_id), opened.put(connection_id, content), content, senderOf)
    },
    'reviews.merge_package': ({ connection_id, package: handle, choices, who }) => {
      const content = opened.read(connection_id, handle)
      const database = folder.open(connection_id)
      switch (content.kind) {
        case 'review':
          return { ...mergeReviews(database, { package: content, choices, who, at: at() }), set: null }
        case 'blind_request':
          return { batch: null, changed: 0, set: importBlindRequest(database, content, at()) }
        case 'blind_answer':
          return { batch: null, ...importBlindAnswer(database, content, at()) }
      }
    },
    'reviews.sets': ({ connection_id }) => listSets(folder.openReadOnly(connection_id)),
    'reviews.ask_blind': async ({ table, select, passphrase, path, who, service, name }, { signal }) => {
      const { connection_id, form_id: formId } = requireEntriesTable(table)
      const ids = await idsOf(table, select)
      if (ids.length === 0) throw new AppFailure('bad_request', { place: 'select' })
      const database = folder.open(connection_id)
      const { content, set } = createBlindRequest(database, { service, who, at: at(), name, formId, ids })
      const bytes = await writePackage(content, { path, passphrase, cost, signal })
      database.transaction(() => putSet(database, set, ids)).immediate()
      return { entries: ids.length, bytes, set: shownSet(database, set) }
    },
    'reviews.answer_blind': async ({ connection_id, set, passphrase, path, who, service }, { signal }) => {
      const { content, entries } = createBlindAnswer(folder.openReadOnly(connection_id), set, {
        service,
        who,
        at: at(),
      })
      return { entries, bytes: await writePackage(content, { path, passphrase, cost, signal }) }
    },
    'reviews.agreement': ({ connection_id, set }) => agreementOf(folder.openReadOnly(connection_id), set, senderOf),
    'reviews.forget_set': ({ connection_id, set }) => {
      if (!folder.has(connection_id)) return []
      const database = folder.open(connection_id)
      forgetSet(database, set)
      return listSets(database)
    },
  }
}

/** What a package would do to this file; nothing is changed. */
function describePackage(
  database: Database,
  handle: string,
  content: PackageContent,
  senderOf: SenderOf,
): OpenedPackage {
  const entryIds = content.kind === 'review' ? content.events.map(({ entry_id }) => entry_id) : content.entries
  const distinct = [...new Set(entryIds)]
  const isHere = database.prepare<[number], number>('select 1 from entries where id = ?')
  const { kind, from, made_at, forms } = content
  return {
    package: handle,
    ...{ kind, from, made_at, forms },
    entries: distinct.length,
    unknown_entries: distinct.filter((id) => isHere.get(id) === undefined).length,
    ...effectOf(database, content, senderOf),
  }
}

function effectOf(
  database: Database,
  content: PackageContent,
  senderOf: SenderOf,
): Pick<OpenedPackage, 'new_events' | 'changes' | 'conflicts'> {
  switch (content.kind) {
    case 'review': {
      const { fresh, conflicts, changed } = planMerge(database, content.events)
      const disputed = new Set(conflicts.map(({ entry_id }) => entry_id))
      return {
        new_events: fresh.length,
        changes: [...changed].filter((id) => !disputed.has(id)).length,
        conflicts: conflicts.map((conflict) => shownConflict(conflict, senderOf(database, conflict.entry_id))),
      }
    }
    case 'blind_request':
      return { new_events: 0, changes: 0, conflicts: [] }
    case 'blind_answer':
      // Their states stand beside ours: nothing of ours changes.
      return { new_events: newDecisions(database, content).length, changes: 0, conflicts: [] }
  }
}

/** Packages that were opened and may be merged, in memory alone. */
interface OpenedPackages {
  /** Returns the handle. */
  put(connectionId: string, content: PackageContent): string
  /** The package of a handle of this connection. Throws `not_found` for one that was pushed out or never given. */
  read(connectionId: string, handle: string): PackageContent
}

/** A few, so that packages that nobody merges do not pile up in memory. */
const mostOpen = 4

function createOpenedPackages(): OpenedPackages {
  const opened = new Map<string, { readonly connectionId: string; readonly content: PackageContent }>()
  return {
    put(connectionId, content) {
      const handle = randomUUID()
      opened.set(handle, { connectionId, content })
      for (const oldest of opened.keys()) {
        if (opened.size <= mostOpen) break
        opened.delete(oldest)
      }
      return handle
    },
    read(connectionId, handle) {
      const found = opened.get(handle)
      if (found?.connectionId !== connectionId) throw new AppFailure('not_found')
      return found.content
    },
  }
}
