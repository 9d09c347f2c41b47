import type { EntryBrief, EntryDetail } from '../../preload/contract/entries.ts'
import { entriesTable, type ReviewState } from '../../preload/contract/entries-table.ts'
import type { ReviewBatch, ReviewChange } from '../../preload/contract/reviews.ts'
import type { EntrySelection, TableRef } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { Briefs, Details } from './caches.ts'
import type { EntriesState } from './entries-store.ts'
import { currentEntry } from './list.ts'

/** What a deed is done to: one entry, or several as the contract names them. */
export type Target = { readonly one: number } | { readonly several: EntrySelection }

export interface ReviewMutationState {
  /** Deeds since the list was made; while there is none, the list may change by itself. */
  readonly changesMade: number
  /** Why the last thing that was asked for did not succeed, other than a change. */
  readonly failure: Failure | null
  /** Changes that could not be stored, the oldest first: what was written in them is not lost. */
  readonly unsaved: readonly UnsavedChange[]
  /** Notes that are being written, by entry. */
  readonly noteDrafts: ReadonlyMap<number, string>
  /** A change of several entries is under way. */
  readonly working: boolean
  /** Comments of this session, the last first, to be given again. */
  readonly comments: readonly string[]
}

export interface UnsavedChange {
  readonly target: Target
  readonly change: ReviewChange
  readonly failure: Failure
}

export interface ReviewMutations {
  /** Decides on the open entry, and goes to the next that waits, at once. */
  decide(state: ReviewState, comment: string): void
  /** Changes one entry at once, or several after main has answered. Gives the batch, or null when nothing changed. */
  change(target: Target, change: ReviewChange): Promise<ReviewBatch | null>
  /** Takes back this deed, or the last one. Null when there is none left, or it failed. */
  undo(batch: string | null): Promise<Undone | null>
  dismissFailure(): void
  /** Tries again to store what could not be stored, in the same order. */
  retryUnsaved(): Promise<void>
  dismissUnsaved(): void
  writeNote(id: number, text: string): void
}

export interface Undone {
  readonly batch: ReviewBatch
  readonly changed: number
  /** Who sent the entry, when it was one. */
  readonly sender: string | null
}

export interface ReviewMutationDeps {
  readonly ask: AppAsk
  readonly briefs: Briefs
  readonly details: Details
  /** Counts anew. */
  readonly count: () => void
  /** Everything that is shown is asked for anew. */
  readonly refreshAll: () => void
  readonly get: () => EntriesState
  readonly set: (state: Partial<EntriesState>) => void
}

export const noReviewMutations: ReviewMutationState = {
  changesMade: 0,
  failure: null,
  unsaved: [],
  noteDrafts: new Map(),
  working: false,
  comments: [],
}

const mostComments = 8

/**
 * What a reviewer does. Deeds go to main one after another, so that undo always meets the last one; the screen does not
 * wait for them. One that fails is shown as not done, with the reason and its words, and can be tried again.
 */
export function createReviewMutations({
  ask,
  briefs,
  details,
  count,
  refreshAll,
  get,
  set,
}: ReviewMutationDeps): ReviewMutations {
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(deed: () => Promise<T>): Promise<T> => {
    const done = last.then(deed)
    last = done.catch(() => undefined)
    return done
  }

  const remember = (change: ReviewChange) => {
    if (change.kind !== 'state' || change.comment === undefined || change.comment === '') return
    const others = get().comments.filter((comment) => comment !== change.comment)
    set({ comments: [change.comment, ...others].slice(0, mostComments) })
  }

  /** An entry of another form, such as a duplicate that is looked at, is not in this table: it is named among all. */
  const tableOf = (target: Target): TableRef => {
    const { table, ref, briefs: lines, shown } = get()
    if ('several' in target || table.form_id === null) return ref
    const detail = shown?.id === target.one ? readyValue(shown.detail) : undefined
    const form = lines.get(target.one)?.form_id ?? detail?.form_id ?? table.form_id
    return form === table.form_id ? ref : entriesTable({ ...table, form_id: null })
  }

  const send = async (target: Target, change: ReviewChange): Promise<ReviewBatch | null> => {
    const select = 'one' in target ? { ids: [target.one] } : target.several
    try {
      return (await ask('reviews.change', { table: tableOf(target), select, change })).batch
    } catch (error) {
      set({ unsaved: [...get().unsaved, { target, change, failure: failureOf(error) }] })
      return null
    }
  }

  const changeOne = async (id: number, change: ReviewChange): Promise<ReviewBatch | null> => {
    briefs.preview([id], (brief) => changedBrief(brief, change))
    details.change(id, (detail) => changedDetail(detail, change))
    const batch = await inOrder(() => send({ one: id }, change))
    briefs.release([id])
    count()
    await Promise.all([briefs.reload([id]), details.refreshOne(id)])
    return batch
  }

  const changeSeveral = async (target: Target, change: ReviewChange): Promise<ReviewBatch | null> => {
    set({ working: true })
    const batch = await inOrder(() => send(target, change))
    set({ working: false })
    refreshAll()
    return batch
  }

  const change = (target: Target, isMounted: ReviewChange) => {
    const unsaved = get().unsaved.filter((before) => !isReplaced(before, target, isMounted))
    set({ failure: null, unsaved, changesMade: get().changesMade + 1 })
    remember(isMounted)
    return 'one' in target ? changeOne(target.one, isMounted) : changeSeveral(target, isMounted)
  }

  return {
    change,
    decide(state, comment) {
      const id = currentEntry(get())
      if (id === null || get().moving) return
      void change({ one: id }, { kind: 'state', state, comment })
      void get().goToPending()
    },
    async undo(batch) {
      set({ failure: null })
      const { connection_id, set: reviewSet } = get().table
      try {
        const reply = await inOrder(() => ask('reviews.undo', { connection_id, set: reviewSet, batch }))
        if (!reply.undone) return null
        const id = reply.undone.entry_id
        if (id !== null) await briefs.reload([id])
        const sender = id === null ? null : (get().briefs.get(id)?.sender ?? null)
        if (id !== null) get().peek(id)
        refreshAll()
        return { batch: reply.undone, changed: reply.changed, sender }
      } catch (error) {
        set({ failure: failureOf(error) })
        return null
      }
    },
    dismissFailure: () => set({ failure: null }),
    async retryUnsaved() {
      const { unsaved } = get()
      set({ unsaved: [] })
      await Promise.all(unsaved.map((each) => change(each.target, each.change)))
    },
    dismissUnsaved: () => set({ unsaved: [] }),
    writeNote(id, text) {
      const noteDrafts = new Map(get().noteDrafts)
      if (text === '') noteDrafts.delete(id)
      else noteDrafts.set(id, text)
      set({ noteDrafts })
    },
  }
}

/** Whether a later change of the same entry takes the place of an earlier one. */
function isReplaced({ target, change }: UnsavedChange, later: Target, by: ReviewChange): boolean {
  const isSame = 'one' in target && 'one' in later && target.one === later.one && change.kind === by.kind
  return isSame && (by.kind === 'state' || by.kind === 'assign')
}

/** The line as it will be once the change is stored. */
function changedBrief(brief: EntryBrief, change: ReviewChange): EntryBrief {
  switch (change.kind) {
    case 'state':
      return { ...brief, state: change.state }
    case 'assign':
      return { ...brief, assignee: change.assignee }
    case 'tag':
      return { ...brief, tags: changedTags(brief.tags, change) }
    case 'note':
      return { ...brief, notes: brief.notes + 1 }
  }
}

/** The same for the entry itself; notes and the trail come with main's answer. */
function changedDetail(detail: EntryDetail, change: ReviewChange): EntryDetail {
  switch (change.kind) {
    case 'state':
      return { ...detail, state: change.state }
    case 'assign':
      return { ...detail, assignee: change.assignee }
    case 'tag':
      return { ...detail, tags: changedTags(detail.tags, change) }
    case 'note':
      return detail
  }
}

function changedTags(tags: readonly string[], { add, remove }: { add: readonly string[]; remove: readonly string[] }) {
  return [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag))
}
