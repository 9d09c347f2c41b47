import type { EntrySelection, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { defaultCost, type ScryptCost } from '../../kernel/sealed-bytes.ts'
import type { DataHandlers } from '../calls.ts'
import type { FormsFolder } from '../forms/forms-folder.ts'
import { agreementOf, type SenderOf } from './agreement.ts'
import { createBlindAnswer, createBlindRequest, importBlindAnswer, importBlindRequest } from './blind-review.ts'
import { describePackage } from './describe-package.ts'
import { mergeReviews } from './merge-reviews.ts'
import { createOpenedPackages } from './opened-packages.ts'
import { packReviews } from './pack-reviews.ts'
import { readPackage, writePackage } from './package-file.ts'
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

/** Review packages and blind reviews (features.md ★N15). Files are written whole before anything here says so. */
export function createPackageHandlers(deps: ReviewDeps): Pick<DataHandlers, PackageHandlerName> {
  const { folder, now, idsOf, senderOf = () => '', cost = defaultCost } = deps
  const opened = createOpenedPackages()
  const at = () => now().toISOString()

  return {
    'reviews.export_package': async ({ connection_id, form_ids, passphrase, path, who, service }, { signal }) => {
      const { content, entries } = packReviews(folder.look(connection_id), form_ids, { service, who, at: at() })
      return { entries, bytes: await writePackage(content, { path, passphrase, cost, signal }) }
    },
    'reviews.open_package': async ({ connection_id, source, passphrase, service }) => {
      const content = await readPackage(source, { passphrase, service })
      return describePackage(folder.look(connection_id), opened.put(connection_id, content), content, senderOf)
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
    'reviews.sets': ({ connection_id }) => listSets(folder.look(connection_id)),
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
      const { content, entries } = createBlindAnswer(folder.look(connection_id), set, { service, who, at: at() })
      return { entries, bytes: await writePackage(content, { path, passphrase, cost, signal }) }
    },
    'reviews.agreement': ({ connection_id, set }) => agreementOf(folder.look(connection_id), set, senderOf),
    'reviews.forget_set': ({ connection_id, set }) => {
      if (!folder.has(connection_id)) return []
      const database = folder.open(connection_id)
      forgetSet(database, set)
      return listSets(database)
    },
  }
}
