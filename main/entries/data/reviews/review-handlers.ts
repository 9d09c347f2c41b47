import { randomUUID } from 'node:crypto'
import type { OpenedPackage, PackageConflict, reviews, SpamRules } from '../../../../preload/contract/reviews.ts'
import type { EntrySelection, TableRef } from '../../../../preload/contract/table-queries.ts'
import { isDecided, readEntriesTable } from '../../../../preload/values/entries-table.ts'
import type { RowProgress } from '../../../../preload/values/progress.ts'
import { foldText } from '../../../../preload/values/text.ts'
import type { Answers, OfAccount } from '../../../engine/shared-calls.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../../engine/store/facts.ts'
import { execute, selectCount, selectJson } from '../../../engine/store/sql.ts'
import { AppFailure, orNotFound } from '../../../kernel/failure.ts'
import { createRecent } from '../../../kernel/recent.ts'
import type { Call } from '../../../kernel/router.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { defaultCost, type ScryptCost } from '../../../kernel/sealed-bytes.ts'
import { type FormsFolder, revise } from '../forms-folder.ts'
import {
  agreementOf,
  createBlindAnswer,
  createBlindRequest,
  forgetSet,
  importBlindAnswer,
  importBlindRequest,
  isOwnRequest,
  listSets,
  putSet,
  type SenderOf,
} from './blind-review.ts'
import { changeReviews, findUndo, listBatches, shownUndone, undoPart } from './change-reviews.ts'
import {
  choicesByField,
  type Meeting,
  mergePart,
  nothingMerged,
  partsOf,
  planMerge,
  shownConflict,
} from './merge-reviews.ts'
import type { PackageNotes } from './package-notes.ts'
import type { PackageContent } from './package-schema.ts'
import { type PackageSource, type ReadPackage, readPackage } from './read-package.ts'
import { createOwnNames, newEvents, type ReviewEvent } from './review-events.ts'
import { packReviews, writePackage } from './review-package.ts'

export type ReviewHandlers = ReturnType<typeof createReviewHandlers>

type ReviewQuestion = `reviews.${'batches' | 'set_rules' | 'agreement' | 'forget_set'}`

export interface PackageFile extends OfAccount {
  /** A temporary name; main renames the file when it is whole. */
  readonly path: string
  readonly passphrase: string
  readonly who: string
  readonly service: string
}

export interface ChosenReviews {
  readonly form_ids: readonly number[] | null
  /** Whether notes about people go along. */
  readonly person_notes?: boolean | undefined
}

type OfferedPackage = Omit<PackageFile, 'path'> & { readonly source: PackageSource }

interface ReviewDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
  /** The entries of a table of entries that a person chose. */
  idsOf(table: TableRef, select: EntrySelection): Promise<readonly number[]>
  readonly senderOf: SenderOf
  readonly personNotes: PackageNotes
  /** What a guess of a package's passphrase costs. */
  readonly cost?: ScryptCost
}

/**
 * What packages that are open for merging may have unpacked to, so that those that nobody merges do not pile up in
 * memory.
 */
const mostOpenBytes = 200 * 2 ** 20
/** Each open package counts at least this many bytes, so that at most four are open. */
const leastOpenBytes = mostOpenBytes / 4

/**
 * What the team thinks of entries: changes and their undo, rules of the team, packages for colleagues and blind
 * reviews (docs/decisions/requests-and-writes.md §22). Files are written whole before the database refers to
 * them.
 */
export function createReviewHandlers({ folder, now, idsOf, senderOf, personNotes, cost = defaultCost }: ReviewDeps) {
  /** By connection and handle. */
  const opened = createRecent<string, ReadPackage>(mostOpenBytes, ({ bytes }) => Math.max(bytes, leastOpenBytes))
  const at = () => now().toISOString()
  return {
    'reviews.change': async ({ table, select, change, who }) => {
      const { connection_id, set } = orNotFound(readEntriesTable(table))
      const ids = await idsOf(table, select)
      // What changes nothing makes no file.
      if (ids.length === 0 && !folder.has(connection_id)) return { batch: null, ids: [] }
      return folder.write(connection_id, (database) => changeReviews(database, { set, ids, change, who, at: at() }))
    },
    'reviews.undo': async ({ connection_id, set, batch, who }) => {
      const action = { set, batch, who, at: at() }
      const undo = folder.has(connection_id) ? findUndo(folder.open(connection_id), action) : null
      if (!undo) return { undone: null, ids: [] }
      const ids: number[] = []
      const yieldToEventLoop = createYieldToEventLoop()
      for (const part of undo.parts) {
        ids.push(...folder.change(connection_id, (database) => undoPart(database, undo, part)))
        await yieldToEventLoop()
      }
      return { undone: shownUndone(undo), ids }
    },
    'reviews.batches': ({ connection_id, set }) => listBatches(folder.openReadOnly(connection_id), set),
    /** The filters that former versions saved, as they came: they become views (main/tables/saved-views.ts). */
    'reviews.former_filters': ({ connection_id }: OfAccount) =>
      selectJson<Readonly<Record<string, unknown>>>(
        folder.openReadOnly(connection_id),
      )`select json from filters order by id`,
    'reviews.drop_former_filters': ({ connection_id }: OfAccount) => {
      execute(folder.open(connection_id))`delete from filters`
    },
    'reviews.rules': ({ connection_id }: OfAccount) => readRules(folder.openReadOnly(connection_id)),
    'reviews.set_rules': ({ connection_id, rules }) =>
      folder.write(connection_id, (database) => writeRules(database, rules)),
    'reviews.export_package': async (
      { connection_id, form_ids, person_notes: withNotes, ...file }: PackageFile & ChosenReviews,
      { signal }: Call,
    ) => {
      const packed = await packReviews(folder.openReadOnly(connection_id), form_ids, { ...file, at: at(), signal })
      const person_notes = withNotes ? await personNotes.pack(connection_id, form_ids, signal) : undefined
      const content = person_notes ? { ...packed.content, person_notes } : packed.content
      return writePackage({ ...packed, content }, { ...file, cost, signal })
    },
    'reviews.open_package': async ({ connection_id, who, ...file }: OfferedPackage, call: Call<RowProgress>) => {
      const read = await readPackage(file, call)
      const handle = randomUUID()
      opened.set(`${connection_id} ${handle}`, read)
      const about = { handle, who, senderOf, signal: call.signal }
      const described = await describePackage(folder.openReadOnly(connection_id), read.content, about)
      const { content } = read
      return {
        ...described,
        new_notes: content.kind === 'review' ? await personNotes.join(connection_id, content, false) : 0,
      }
    },
    'reviews.merge_package': async (
      { connection_id, package: handle, choices, in_my_name, who },
      { signal, progress }: Call<RowProgress>,
    ) => {
      const { content } = orNotFound(opened.get(`${connection_id} ${handle}`))
      if (content.kind === 'blind_request') {
        const set = folder.write(connection_id, (database) => importBlindRequest(database, content, at()))
        return { ...nothingMerged, set }
      }
      const write = async <Event extends Pick<ReviewEvent, 'entry_id'>>(
        events: readonly Event[],
        merge: (database: Database, part: readonly Event[]) => void,
      ) => {
        const yieldToEventLoop = createYieldToEventLoop(signal)
        let rows = 0
        for (const part of partsOf(events)) {
          folder.write(connection_id, (database) => merge(database, part))
          rows += part.length
          progress({ rows, total: events.length })
          await yieldToEventLoop()
        }
      }
      if (content.kind === 'blind_answer') {
        let answered = { set: '', changed: 0 }
        await write(content.decisions, (database, part) => {
          answered = importBlindAnswer(database, content, { decisions: part, at: at(), before: answered })
        })
        return { batch: null, ...answered }
      }
      const isOwn = createOwnNames(folder.openReadOnly(connection_id), who)
      const isLeft = ({ who }: ReviewEvent) => !in_my_name && isOwn(who)
      const merge = { from: content.from, choices: choicesByField(choices), isLeft, who, at: at() }
      let merged = nothingMerged
      await write(content.events, (database, part) => {
        merged = mergePart(database, part, merge, merged)
      })
      await personNotes.join(connection_id, content, true)
      return { ...merged, set: null }
    },
    'reviews.sets': ({ connection_id }: OfAccount) => listSets(folder.openReadOnly(connection_id)),
    'reviews.ask_blind': async ({ table, select, name, ...file }, { signal }) => {
      const { connection_id, form_id } = orNotFound(readEntriesTable(table))
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

interface Describing {
  readonly handle: string
  readonly who: string
  readonly senderOf: SenderOf
  readonly signal: AbortSignal
}

/** What a package would do to this file; nothing is changed, and other calls run in between. */
async function describePackage(
  database: Database,
  content: PackageContent,
  { handle, who, senderOf, signal }: Describing,
): Promise<Omit<OpenedPackage, 'new_notes'>> {
  const { kind, from, made_at, forms } = content
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const ids = [...new Set(kind === 'review' ? content.events.map(({ entry_id }) => entry_id) : content.entries)]
  const storedCount = selectCount(database)`
    select count(*) from entries where id in (select value from json_each(${JSON.stringify(ids)}))`
  const decisions = kind === 'blind_answer' ? content.decisions : []
  const isOwn = createOwnNames(database, who)
  const others = new Set<string>()
  // Without and with the events that bear a name of this computer.
  const [plain, claimed] = [createPlanned(), createPlanned()]
  // States of a blind review stand beside ours: nothing of ours changes.
  for (const part of partsOf(kind === 'review' ? content.events : [])) {
    const plan = planMerge(database, part, (event) => isOwn(event.who))
    plain.add(plan)
    claimed.add(plan.left.size === 0 ? plan : planMerge(database, part))
    for (const event of plan.fresh) if (event.who !== from) others.add(event.who)
    await yieldToEventLoop()
  }
  const shown = async ({ events, changes, conflicts }: Planned) => {
    const shownConflicts: PackageConflict[] = []
    for (const one of conflicts) {
      shownConflicts.push(shownConflict(one, senderOf(database, one.mine.entry_id)))
      await yieldToEventLoop()
    }
    return { new_events: events, changes, conflicts: shownConflicts }
  }
  return {
    package: handle,
    kind,
    from,
    made_at,
    forms: [...forms],
    entries: ids.length,
    is_own_request: kind === 'blind_request' && isOwnRequest(database, content.request),
    decided: decisions.filter(({ state }) => isDecided(state)).length,
    unknown_entries: ids.length - storedCount,
    ...(await shown(plain)),
    ...(kind === 'blind_answer' ? { new_events: newEvents(database, decisions).length } : {}),
    in_my_name: claimed.events > plain.events ? await shown(claimed) : null,
    others: [...others].slice(0, mostNamed),
    more_others: Math.max(0, others.size - mostNamed),
  }
}

/** How many other authors of a package are named. */
const mostNamed = 5

/** What the parts of a merge would do together. */
interface Planned {
  events: number
  changes: number
  readonly conflicts: Meeting[]
  add(plan: ReturnType<typeof planMerge>): void
}

function createPlanned(): Planned {
  return {
    events: 0,
    changes: 0,
    conflicts: [],
    add({ fresh, changed, conflicts }) {
      this.events += fresh.length
      this.changes += changed.size
      for (const one of conflicts) this.conflicts.push(one)
    },
  }
}
