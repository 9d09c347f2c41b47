import { randomUUID } from 'node:crypto'
import { isDecided } from '../../../preload/contract/entries-table.ts'
import type { reviews, SavedFilter, SpamRules } from '../../../preload/contract/reviews.ts'
import type { EntrySelection, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure, orNotFound } from '../../kernel/failure.ts'
import { createRecent } from '../../kernel/recent.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import type { Call } from '../../kernel/router.ts'
import { defaultCost, type ScryptCost } from '../../kernel/sealed-bytes.ts'
import { foldText } from '../columns/fold-text.ts'
import { type FormsFolder, revise } from '../forms/forms-folder.ts'
import type { Answers, OfAccount } from '../shared-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import { execute, selectCount, selectJson } from '../store/sql.ts'
import {
  agreementOf,
  createBlindAnswer,
  createBlindRequest,
  forgetSet,
  importBlindAnswer,
  importBlindRequest,
  listSets,
  putSet,
  type SenderOf,
} from './blind-review.ts'
import { changeReviews, listBatches, undoBatch } from './change-reviews.ts'
import { mergeReviews, planMerge, shownConflict } from './merge-reviews.ts'
import type { PackageContent } from './package-schema.ts'
import { newEvents } from './review-events.ts'
import { type PackageSource, packReviews, readPackage, writePackage } from './review-package.ts'

export type ReviewHandlers = ReturnType<typeof createReviewHandlers>

type ReviewQuestion =
  `reviews.${'batches' | 'save_filter' | 'forget_filter' | 'set_rules' | 'agreement' | 'forget_set'}`

/** A package to write. */
export interface PackageFile extends OfAccount {
  /** A temporary name, that main renames. */
  readonly path: string
  readonly passphrase: string
  readonly who: string
  readonly service: string
}

type OfferedPackage = Omit<PackageFile, 'path' | 'who'> & { readonly source: PackageSource }

interface ReviewDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
  /** The entries of a table of entries that a person chose. */
  idsOf(table: TableRef, select: EntrySelection): Promise<readonly number[]>
  readonly senderOf: SenderOf
  /** What a guess of a package's passphrase costs. */
  readonly cost?: ScryptCost
}

/** Packages that are open for merging: a few, so that those that nobody merges do not pile up in memory. */
const mostOpen = 4

/**
 * What the team thinks of entries: changes and their undo, filters and rules of the team, packages for colleagues and blind
 * reviews (features.md ★N15). Files are written whole before the database refers to them.
 */
export function createReviewHandlers({ folder, now, idsOf, senderOf, cost = defaultCost }: ReviewDeps) {
  /** By connection and handle. */
  const opened = createRecent<string, PackageContent>(mostOpen)
  const at = () => now().toISOString()
  return {
    'reviews.change': async ({ table, select, change, who }) => {
      const { connection_id, set } = requireEntriesTable(table)
      const ids = await idsOf(table, select)
      // What changes nothing makes no file.
      if (ids.length === 0 && !folder.has(connection_id)) return { batch: null, ids: [] }
      return folder.write(connection_id, (database) => changeReviews(database, { set, ids, change, who, at: at() }))
    },
    'reviews.undo': ({ connection_id, set, batch, who }) =>
      folder.has(connection_id)
        ? folder.write(connection_id, (database) => undoBatch(database, { set, batch, who, at: at() }))
        : { undone: null, ids: [] },
    'reviews.batches': ({ connection_id, set }) => listBatches(folder.openReadOnly(connection_id), set),
    'reviews.filters': ({ connection_id }: OfAccount) => readFilters(folder.openReadOnly(connection_id)),
    'reviews.save_filter': ({ connection_id, filter }) => {
      const database = folder.open(connection_id)
      execute(database)`insert or replace into filters (id, json) values (${filter.id}, ${JSON.stringify(filter)})`
      return readFilters(database)
    },
    'reviews.forget_filter': ({ connection_id, id }) => {
      if (!folder.has(connection_id)) return []
      const database = folder.open(connection_id)
      execute(database)`delete from filters where id = ${id}`
      return readFilters(database)
    },
    'reviews.rules': ({ connection_id }: OfAccount) => readRules(folder.openReadOnly(connection_id)),
    'reviews.set_rules': ({ connection_id, rules }) =>
      folder.write(connection_id, (database) => writeRules(database, rules)),
    'reviews.export_package': (
      { connection_id, form_ids, ...file }: PackageFile & { readonly form_ids: readonly number[] | null },
      { signal }: Call,
    ) => {
      const packed = packReviews(folder.openReadOnly(connection_id), form_ids, { ...file, at: at() })
      return writePackage(packed, { ...file, cost, signal })
    },
    'reviews.open_package': async ({ connection_id, source, passphrase, service }: OfferedPackage) => {
      const content = await readPackage(source, { passphrase, service })
      const handle = randomUUID()
      opened.set(`${connection_id} ${handle}`, content)
      return describePackage(folder.openReadOnly(connection_id), handle, content, senderOf)
    },
    'reviews.merge_package': ({ connection_id, package: handle, choices, who }) => {
      const content = orNotFound(opened.get(`${connection_id} ${handle}`))
      return folder.write(connection_id, (database) => {
        switch (content.kind) {
          case 'review':
            return { ...mergeReviews(database, content, { choices, who, at: at() }), set: null }
          case 'blind_request':
            return { batch: null, changed: 0, set: importBlindRequest(database, content, at()) }
          case 'blind_answer':
            return { batch: null, ...importBlindAnswer(database, content, at()) }
        }
      })
    },
    'reviews.sets': ({ connection_id }: OfAccount) => listSets(folder.openReadOnly(connection_id)),
    'reviews.ask_blind': async ({ table, select, name, ...file }, { signal }) => {
      const { connection_id, form_id } = requireEntriesTable(table)
      const ids = await idsOf(table, select)
      if (ids.length === 0) throw new AppFailure('bad_request', { place: 'select' })
      const asked = { ...file, at: at(), name, form_id, entries: [...ids] }
      const { set, ...request } = createBlindRequest(folder.open(connection_id), asked)
      const written = await writePackage(request, { ...file, cost, signal })
      return folder.write(connection_id, (database) => ({ ...written, set: putSet(database, set, ids) }))
    },
    'reviews.answer_blind': (
      { connection_id, set, ...file }: PackageFile & { readonly set: string },
      { signal }: Call,
    ) => {
      const packed = createBlindAnswer(folder.openReadOnly(connection_id), set, { ...file, at: at() })
      return writePackage(packed, { ...file, cost, signal })
    },
    'reviews.agreement': ({ connection_id, set }) => agreementOf(folder.openReadOnly(connection_id), set, senderOf),
    'reviews.forget_set': ({ connection_id, set }) =>
      folder.has(connection_id) ? folder.write(connection_id, (database) => forgetSet(database, set)) : [],
  } satisfies Answers<typeof reviews, ReviewQuestion> &
    Answers<typeof reviews, `reviews.${'change' | 'undo' | 'merge_package'}`, Pick<PackageFile, 'who'>> &
    Answers<typeof reviews, 'reviews.ask_blind', Omit<PackageFile, 'connection_id'>>
}

/** What counts as a hint of spam until the team changes it. */
export const defaultRules: SpamRules = { blocked_words: [], links: 2, repeated: 3, seconds: 30, off: [] }

export function readRules(database: Database): SpamRules {
  return readFact<SpamRules>(database, 'rules') ?? defaultRules
}

/** Words are the same without case and accents; the writing of the first one stays. Called within a transaction. */
function writeRules(database: Database, rules: SpamRules): SpamRules {
  const words = new Map([...rules.blocked_words].reverse().map((word) => [foldText(word), word]))
  const stored = { ...rules, blocked_words: [...words.values()].reverse(), off: [...new Set(rules.off)] }
  writeFact(database, 'rules', stored)
  revise(database, 'rules')
  return stored
}

/** The saved filters, by their names. */
function readFilters(database: Database): SavedFilter[] {
  return selectJson<SavedFilter>(database)`select json from filters order by id`.sort((one, other) =>
    foldText(one.name).localeCompare(foldText(other.name)),
  )
}

/** What a package would do to this file; nothing is changed. */
function describePackage(database: Database, handle: string, content: PackageContent, senderOf: SenderOf) {
  const { kind, from, made_at, forms } = content
  const ids = new Set(kind === 'review' ? content.events.map(({ entry_id }) => entry_id) : content.entries)
  const known = selectCount(database)`
    select count(*) from entries where id in (select value from json_each(${JSON.stringify([...ids])}))`
  // States of a blind review stand beside ours: nothing of ours changes.
  const plan = kind === 'review' ? planMerge(database, content.events) : null
  const decisions = kind === 'blind_answer' ? content.decisions : []
  const fresh = plan?.fresh ?? newEvents(database, decisions)
  return {
    ...{ package: handle, kind, from, made_at, forms },
    entries: ids.size,
    decided: decisions.filter(({ state }) => isDecided(state)).length,
    unknown_entries: ids.size - known,
    new_events: fresh.length,
    changes: plan?.changed.size ?? 0,
    conflicts: plan?.conflicts.map((one) => shownConflict(one, senderOf(database, one.mine.entry_id))) ?? [],
  }
}
