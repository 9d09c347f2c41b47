import type { EntryBrief, EntryDetail } from '../../preload/contract/entries.ts'
import type { ReviewBatch, ReviewChange } from '../../preload/contract/reviews.ts'
import type { TableRef } from '../../preload/contract/table-queries.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { outcomeOf } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { Mutation } from '../kernel/mutation.ts'
import type { Briefs, Details } from './caches.ts'
import { currentEntry, type EntriesSlot, type StateChange, type Target, type UnsavedChange } from './entries-state.ts'
import type { ListActions } from './list.ts'

const maxComments = 8

export type ReviewMutations = ReturnType<typeof createReviewMutations>

/**
 * Changes of reviews. They are sent one after another, so that undo always applies to the last one. The screen does not
 * wait for changes of one entry. A failed change is reverted on screen and added to `unsaved`.
 */
export function createReviewMutations({
  ask,
  table,
  ref,
  briefs,
  details,
  list,
  mutation,
  count,
  refreshAll,
  get,
  set,
}: EntriesSlot & {
  readonly briefs: Briefs
  readonly details: Details
  readonly list: Pick<ListActions, 'goToPending' | 'peek'>
  readonly mutation: Mutation<'change' | 'undo', void>
  readonly count: () => void
  readonly refreshAll: () => void
}) {
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(send: () => Promise<T>): Promise<T> => {
    const done = last.then(send)
    last = done.catch(() => undefined)
    return done
  }

  const rememberComment = (change: ReviewChange) => {
    if (change.kind !== 'state' || !change.comment) return
    const others = get().comments.filter((comment) => comment !== change.comment)
    set({ comments: [change.comment, ...others].slice(0, maxComments) })
  }

  /**
   * An entry of another form, such as an open duplicate, is not in this table: it is changed in the table of all forms.
   */
  const tableOf = (target: Target): TableRef => {
    const { briefs: briefsById, shown } = get()
    if ('several' in target || table.form_id === null) return ref
    const detail = shown?.id === target.one ? readyValue(shown.detail) : undefined
    const form = briefsById.get(target.one)?.form_id ?? detail?.form_id ?? table.form_id
    return form === table.form_id ? ref : entriesTable({ ...table, form_id: null })
  }

  const send = (target: Target, change: ReviewChange) =>
    inOrder(async () => {
      const select = 'one' in target ? { ids: [target.one] } : target.several
      const answer = await outcomeOf(ask('reviews.change', { table: tableOf(target), select, change }))
      if (answer.ok) return answer.value.batch
      set({ unsaved: [...get().unsaved, { target, change, failure: answer.failure }] })
      return null
    })

  const changeOne = async (id: number, change: ReviewChange): Promise<ReviewBatch | null> => {
    briefs.preview(id, (brief) => changedBrief(brief, change))
    details.preview(id, (detail) => changedDetail(detail, change))
    const batch = await send({ one: id }, change)
    briefs.release(id)
    count()
    await Promise.all([briefs.reload([id]), details.refresh([id])])
    return batch
  }

  /** Changes one entry at once, or several after main has answered. Gives the batch, or null when nothing changed. */
  const change = async (target: Target, change: ReviewChange) => {
    const unsaved = get().unsaved.filter((previous) => !isReplaced(previous, target, change))
    set({ failure: null, unsaved, changesMade: get().changesMade + 1 })
    rememberComment(change)
    if ('one' in target) return changeOne(target.one, change)
    const batch = await mutation.run('change', () => send(target, change))
    refreshAll()
    return batch
  }

  return {
    change,
    /**
     * Decides on the open entry and goes to the next undecided one at once. Gives the batch, or null when nothing
     * changed.
     */
    async decide(decision: StateChange) {
      const id = currentEntry(get())
      if (id === null || get().moving) return null
      const changed = change({ one: id }, decision)
      void list.goToPending()
      return changed
    },
    /**
     * Undoes this batch, or by default the last one. Gives null when there is none or it failed; `sender` where it
     * changed one entry.
     */
    async undo(batch: string | null) {
      const { connection_id, set: reviewSet } = table
      const reply = await mutation.run('undo', () =>
        inOrder(() => ask('reviews.undo', { connection_id, set: reviewSet, batch })),
      )
      const id = reply?.undone?.entry_id ?? null
      if (id !== null) {
        await briefs.reload([id])
        list.peek(id)
      }
      refreshAll()
      if (!reply?.undone) return null
      const sender = id === null ? null : (get().briefs.get(id)?.sender ?? null)
      return { batch: reply.undone, changed: reply.changed, sender }
    },
    dismissFailure: mutation.dismissFailure,
    /** Stores the unsaved changes, in the same order. */
    async retryUnsaved() {
      const { unsaved } = get()
      set({ unsaved: [] })
      await Promise.all(unsaved.map((each) => change(each.target, each.change)))
    },
    dismissUnsaved: () => set({ unsaved: [] }),
    writeNote(id: number, text: string) {
      const noteDrafts = new Map(get().noteDrafts)
      if (text === '') noteDrafts.delete(id)
      else noteDrafts.set(id, text)
      set({ noteDrafts })
    },
  }
}

/** Whether a later change of the same entry replaces an earlier one. */
function isReplaced({ target, change }: UnsavedChange, later: Target, by: ReviewChange): boolean {
  const isSame = 'one' in target && 'one' in later && target.one === later.one && change.kind === by.kind
  return isSame && (by.kind === 'state' || by.kind === 'assign')
}

/** The brief after the change. */
function changedBrief(brief: EntryBrief, change: ReviewChange): EntryBrief {
  return change.kind === 'note' ? { ...brief, notes: brief.notes + 1 } : { ...brief, ...changedReview(brief, change) }
}

/** The entry after the change. Notes and the trail come with the answer. */
function changedDetail(detail: EntryDetail, change: ReviewChange): EntryDetail {
  return change.kind === 'note' ? detail : { ...detail, ...changedReview(detail, change) }
}

function changedReview({ tags }: Pick<EntryBrief, 'tags'>, change: Exclude<ReviewChange, { readonly kind: 'note' }>) {
  switch (change.kind) {
    case 'state':
      return { state: change.state }
    case 'assign':
      return { assignee: change.assignee }
    case 'tag':
      return { tags: [...new Set([...tags, ...change.add])].filter((tag) => !change.remove.includes(tag)) }
  }
}
