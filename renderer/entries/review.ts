import { createContext, createRef, type RefObject, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { decisions, factsOfReview, isDecided, type ReviewState } from '../../preload/values/entries-table.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { Shortcut } from '../kernel/shortcuts.ts'
import { hasMarkedRows } from '../tables/selection.ts'
import type { TableState } from '../tables/table-state.ts'
import { undoKeys } from '../tables/view-menu.tsx'
import type { TableWords } from '../tables/words.ts'
import { notify, notifyChanged } from './deletion.tsx'
import { currentEntry, pickedSelection, type Target } from './entries-state.ts'
import type { EntriesState, EntriesStore } from './entries-store.ts'
import { entryWords } from './entry-table.ts'

/** The review of a table on screen: its store, its commands, and the elements that the keyboard moves between. */
export type Review = ReturnType<typeof createReview>

const ReviewContext = createContext<Review | null>(null)
export const ReviewProvider = ReviewContext.Provider

/** Throws outside of a review, which is a bug. */
export function useReview(): Review {
  const review = useContext(ReviewContext)
  if (!review) throw new Error('useReview outside of ReviewProvider')
  return review
}

export function useEntries<T>(select: (state: EntriesState) => T): T {
  return useStore(useReview().store, select)
}

export function useRows<T>(select: (state: TableState) => T): T {
  return useStore(useReview().store.getState().rows, select)
}

/** The words of tables of entries. */
export function useEntryWords(): TableWords {
  const messages = useMessages()
  return useMemo(() => entryWords(messages), [messages])
}

export function createReview(store: EntriesStore) {
  const search = createRef<HTMLInputElement>()
  const list = createRef<HTMLDivElement>()
  const pane = createRef<HTMLDivElement>()
  const note = createRef<HTMLTextAreaElement>()
  return {
    store,
    commands: createCommands(store, note),
    search,
    list,
    pane,
    /** The field for a note on the open entry, while it is on screen. */
    note,
    /** Returns the focus to the list. */
    toList: () => list.current?.focus(),
  }
}

type ReviewCommands = ReturnType<typeof createCommands>

/** The commands of keys, buttons and menus of the review. */
function createCommands(store: EntriesStore, noteField: RefObject<HTMLTextAreaElement | null>) {
  const { openDialog } = store.getState()
  const withTarget = (run: (target: Target) => void) => () => {
    const target = targetOf(store.getState())
    if (target) run(target)
  }
  /** The table has no briefs: a dialog that starts with the entry's values waits for its brief. */
  const openWithLine = (kind: 'assign' | 'tag') =>
    withTarget(async (target) => {
      const { presentation, loadBrief } = store.getState()
      if ('one' in target && presentation === 'table') await loadBrief(target.one)
      openDialog({ kind, target })
    })
  const undo = async (batch?: string) => {
    const undone = await store.getState().undo(batch ?? null)
    const texts = messagesNow().entries.undo
    if (!undone) {
      const sentence = batch === undefined ? texts.nothing : texts.already
      return store.getState().failure ? undefined : notify('entries-undone', sentence)
    }
    const { batch: done, changed, sender } = undone
    const words = done.entry_id === null ? texts.several(done, changed) : texts.one(done, sender || texts.unnamed)
    notify('entries-undone', changed === 0 ? texts.unchanged(done) : words)
  }
  return {
    /** Decides on what is picked, in a dialog with their number, or at once on the open entry. */
    decide(state: ReviewState, withComment = false) {
      const { moving, presentation, change, decide } = store.getState()
      const target = targetOf(store.getState())
      if (!target || moving) return
      if (withComment || factsOfReview(state).needsComment || 'several' in target)
        openDialog({ kind: 'state', state, target })
      else if (presentation === 'list' && isDecided(state)) void decide({ kind: 'state', state, comment: '' })
      else void change(target, { kind: 'state', state, comment: '' })
    },
    assign: openWithLine('assign'),
    tag: openWithLine('tag'),
    note: withTarget((target) => {
      if ('one' in target && noteField.current) noteField.current.focus()
      else openDialog({ kind: 'note', target })
    }),
    undo,
    /** Makes the change of a dialog. The dialog's texts are not lost silently. */
    async apply(target: Target, change: ReviewChange) {
      const state = store.getState()
      const isCurrent = 'one' in target && target.one === currentEntry(state) && state.presentation === 'list'
      const decides = change.kind === 'state' && isDecided(change.state) && isCurrent && !state.moving
      const batch = await (decides ? state.decide(change) : state.change(target, change))
      const isUnsaved = store.getState().unsaved.some((each) => each.change === change)
      if (!batch && !isUnsaved) notify('entries-done', messagesNow().entries.bulk.same)
      if (!batch || 'one' in target) return
      notifyChanged(store, batch.entries, () => void undo(batch.id))
      if (state.presentation === 'list') state.pickNone()
      else state.rows.getState().clearSelection()
    },
    /** Deletes on the service, after a dialog. The entries of a query are read first. */
    remove: withTarget(async (target) => {
      const several = 'several' in target ? target.several : { ids: [target.one] }
      const ids = 'ids' in several ? several.ids : await store.getState().idsOf(several.query)
      if (ids.length > 0) openDialog({ kind: 'remove', ids })
    }),
  }
}

/**
 * The picked entries, else the open one; null where there is neither. The open row of the table is selected, which does
 * not count as picked.
 */
function targetOf(state: EntriesState): Target | null {
  const { details, selection } = state.rows.getState()
  const isList = state.presentation === 'list'
  const row = details && readyValue(details.row)
  const id = isList ? currentEntry(state) : row?.cells.id
  const open: Target | null = typeof id === 'number' ? { one: id } : null
  if (open && !isList && !hasMarkedRows(selection)) return open
  const several = pickedSelection(state)
  return several ? { several } : open
}

/** The keys that decide, in the list and in the table. */
export function decisionKeys(commands: ReviewCommands, { entries, common }: Messages): readonly Shortcut[] {
  const { keys: texts, assignee, tags } = entries
  const { verbs } = entries.decide
  const { decide, note, tag, assign, undo } = commands
  return [
    ...decisions.map(({ state, key }) => ({
      keys: key,
      label: verbs[state],
      run: () => decide(state),
    })),
    { keys: 'n', label: texts.note, run: note },
    { keys: 't', label: tags.title, run: tag },
    { keys: 'm', label: assignee.title, run: assign },
    { keys: 'u', label: common.undo, run: () => void undo() },
    ...decisions
      .filter(({ state }) => isDecided(state) && !factsOfReview(state).needsComment)
      .map(({ state, key }) => ({
        keys: `shift+${key}`,
        label: texts.withComment(verbs[state]),
        run: () => decide(state, true),
      })),
  ]
}

export function reviewKeys({ store, commands, search, toList }: Review, messages: Messages): readonly Shortcut[] {
  const { common } = messages
  const { keys: texts } = messages.entries
  const state = store.getState
  const leave = () => {
    if (state().peeked !== null) state().leavePeek()
    else state().pickNone()
    toList()
  }
  return [
    { keys: 'j', label: texts.next, run: () => state().step(1) },
    { keys: 'k', label: texts.previous, run: () => state().step(-1) },
    ...decisionKeys(commands, messages),
    { keys: 'x', label: texts.pick, run: () => state().pick(state().position) },
    { keys: 'shift+x', label: texts.pickTo, run: () => state().pickTo(state().position) },
    { keys: 'shift+j', label: texts.pickNext, run: () => state().pickStep(1) },
    { keys: 'shift+k', label: texts.pickPrevious, run: () => state().pickStep(-1) },
    { keys: 'mod+a', label: texts.pickAll, run: () => state().pickAll() },
    ...undoKeys(state().rows, messages.tables.views),
    { keys: '/', label: common.search, run: () => search.current?.select() },
    { keys: 'escape', label: texts.leave, run: leave },
    { keys: 'v', label: texts.present, run: () => state().present('table') },
    { keys: 'l', label: common.refreshList, run: () => void state().refreshList() },
    { keys: 'mod+e', label: common.export, run: () => state().openDialog({ kind: 'export' }) },
  ]
}
