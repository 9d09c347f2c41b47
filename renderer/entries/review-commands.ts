import type { ReviewState } from '../../preload/contract/entries-table.ts'
import type { ReviewBatch, ReviewChange } from '../../preload/contract/reviews.ts'
import type { EntrySelection } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { messagesNow } from '../kernel/messages.ts'
import type { Shortcut } from '../kernel/shortcuts.ts'
import { emptyQuery } from '../tables/query.ts'
import type { EntriesState, EntriesStore, Target, Undone } from './entries-state.ts'
import { currentEntry } from './list.ts'
import { notify, notifyChanged } from './notices.tsx'
import { isEmpty, toEntrySelection } from './selection.ts'

/** The subject of a dialog. */
export type OpenDialog =
  | { readonly kind: 'state'; readonly state: ReviewState; readonly target: Target }
  | { readonly kind: 'assign' | 'tag' | 'note'; readonly target: Target }
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'create' }
  | { readonly kind: 'export' }
  | { readonly kind: 'save-filter' }

export interface ReviewCommands {
  /** Decides on what is picked, after a dialog with the number, or at once on The open entry. */
  decide(state: ReviewState, withComment?: boolean): void
  assign(): void
  tag(): void
  note(): void
  undo(batch?: string): Promise<void>
  /** Makes the change of a dialog. */
  apply(target: Target, change: ReviewChange): Promise<void>
  remove(): void
}

export interface ReviewCommandsDeps {
  readonly store: EntriesStore
  readonly onOpenDialog: (dialog: OpenDialog) => void
  /** Where a note on the open entry is written, if that is on screen. */
  readonly writeNote: () => boolean
}

/** What keys, buttons and menus of the review have done. */
export function createReviewCommands({ store, onOpenDialog, writeNote }: ReviewCommandsDeps): ReviewCommands {
  const targeted = (run: (target: Target) => void) => () => {
    const target = targetOf(store.getState())
    if (target) run(target)
  }
  /** The table knows no lines: a dialog that begins with what the entry has waits for its line. */
  const withLine = async (target: Target, ask: () => void) => {
    if ('one' in target && store.getState().presentation === 'table') await store.getState().loadBrief(target.one)
    ask()
  }
  /** What was written in a dialog does not go away without a word. */
  const notifyIfSame = (batch: ReviewBatch | null, change: ReviewChange) => {
    const isUnsaved = store.getState().unsaved.some((each) => each.change === change)
    if (!batch && !isUnsaved) notify('entries-done', messagesNow().entries.bulk.same)
  }
  const undo = async (batch?: string) => {
    const undone = await store.getState().undo(batch ?? null)
    if (undone) notify('entries-undone', undoneSentence(undone))
    else if (!store.getState().failure) notify('entries-undone', messagesNow().entries.undo.nothing)
  }
  return {
    decide(state, withComment = false) {
      const target = targetOf(store.getState())
      if (!target || store.getState().moving) return
      const asks = withComment || state === 'rejeitada' || 'several' in target
      if (asks) onOpenDialog({ kind: 'state', state, target })
      else if (store.getState().presentation === 'table') void store.getState().change(target, stateChange(state))
      else if (state === 'em_revisao' || state === 'nova') void store.getState().change(target, stateChange(state))
      else store.getState().decide(state, '')
    },
    assign: targeted((target) => void withLine(target, () => onOpenDialog({ kind: 'assign', target }))),
    tag: targeted((target) => void withLine(target, () => onOpenDialog({ kind: 'tag', target }))),
    note: targeted((target) => {
      if ('several' in target || !writeNote()) onOpenDialog({ kind: 'note', target })
    }),
    undo,
    async apply(target, change) {
      const state = store.getState()
      if ('one' in target) {
        const decides = change.kind === 'state' && state.presentation === 'list' && target.one === currentEntry(state)
        if (decides && !state.moving && change.state !== 'nova' && change.state !== 'em_revisao') {
          const decided = state.change(target, change)
          void state.goToPending()
          return notifyIfSame(await decided, change)
        }
        return notifyIfSame(await state.change(target, change), change)
      }
      const batch = await state.change(target, change)
      if (!batch) return notifyIfSame(batch, change)
      notifyChanged(batch.entries, () => void undo(batch.id))
      clearSelection(store.getState())
    },
    remove: targeted((target) => {
      void removable(store.getState(), target).then((ids) => {
        if (ids.length > 0) onOpenDialog({ kind: 'remove', ids })
      })
    }),
  }
}

const stateChange = (state: ReviewState): ReviewChange => ({ kind: 'state', state, comment: '' })

/** What is picked, else the open entry; null while there is neither. */
export function targetOf(state: EntriesState): Target | null {
  const several = pickedSelection(state)
  if (several) return { several }
  const id = state.presentation === 'list' ? currentEntry(state) : openRow(state)
  return id === null ? null : { one: id }
}

/** The entries that are picked in the present presentation, as the contract names them; null for none. */
export function pickedSelection(state: EntriesState): EntrySelection | null {
  if (state.presentation === 'list') {
    return isEmpty(state.selected) ? null : toEntrySelection(state.selected, state.listed)
  }
  const { selection, view } = state.rows.getState()
  if (selection.kind === 'all') return { query: view?.query ?? emptyQuery }
  // What is "summed" over the selected rows is each entry's own number (`entryDefaults`).
  return selection.rows.size === 0 ? null : { ids: [...selection.rows.values()] }
}

/** What a question about "these entries" means: what is picked, else all that the filters let through. */
export function pickedOrShown(state: EntriesState): EntrySelection {
  return pickedSelection(state) ?? { query: state.rows.getState().query }
}

/** The entry whose row is open beside the table. */
function openRow({ rows }: EntriesState): number | null {
  const { details } = rows.getState()
  const id = details?.row.status === 'ready' ? details.row.value.cells.id : null
  return typeof id === 'number' ? id : null
}

function clearSelection(state: EntriesState) {
  if (state.presentation === 'list') state.pickNone()
  else state.rows.getState().clearSelection()
}

/** The numbers of what is to be deleted: a query is read out first. */
async function removable(state: EntriesState, target: Target): Promise<readonly number[]> {
  if ('one' in target) return [target.one]
  return 'ids' in target.several ? target.several.ids : state.idsOf(target.several.query)
}

function undoneSentence({ batch, changed, sender }: Undone): string {
  const texts = messagesNow().entries.undo
  return batch.entry_id === null ? texts.several(batch, changed) : texts.one(batch, sender || texts.unnamed)
}

interface ReviewKeysDeps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly texts: Messages['entries']['keys']
  readonly onSearch: () => void
  /** The keyboard goes back to the list. */
  readonly onLeave: () => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The keys that decide, the same in the list and in the table. */
export function decisionKeys({ commands, texts }: Pick<ReviewKeysDeps, 'commands' | 'texts'>): readonly Shortcut[] {
  return [
    { keys: 'a', label: texts.approve, run: () => commands.decide('aprovada') },
    { keys: 'r', label: texts.reject, run: () => commands.decide('rejeitada') },
    { keys: 'd', label: texts.doubt, run: () => commands.decide('duvida') },
    { keys: 's', label: texts.spam, run: () => commands.decide('spam') },
    { keys: 'i', label: texts.inReview, run: () => commands.decide('em_revisao') },
    { keys: 'n', label: texts.note, run: commands.note },
    { keys: 't', label: texts.tag, run: commands.tag },
    { keys: 'm', label: texts.assignee, run: commands.assign },
    { keys: 'u', label: texts.undo, run: () => void commands.undo() },
    { keys: 'shift+a', label: texts.approveComment, run: () => commands.decide('aprovada', true) },
    { keys: 'shift+d', label: texts.doubtComment, run: () => commands.decide('duvida', true) },
    { keys: 'shift+s', label: texts.spamComment, run: () => commands.decide('spam', true) },
  ]
}

/** The keys of the list. */
export function reviewKeys(deps: ReviewKeysDeps): readonly Shortcut[] {
  const { store, texts, onSearch, onLeave, onOpenDialog } = deps
  const state = store.getState
  const extend = (by: number) => {
    const { position, pickTo, step } = state()
    pickTo(position)
    pickTo(position + by)
    step(by)
  }
  const leave = () => {
    if (state().peeked !== null) state().leavePeek()
    else if (!isEmpty(state().selected)) state().pickNone()
    onLeave()
  }
  return [
    { keys: 'j', label: texts.next, run: () => state().step(1) },
    { keys: 'k', label: texts.previous, run: () => state().step(-1) },
    ...decisionKeys(deps),
    { keys: 'x', label: texts.pick, run: () => state().pick(state().position) },
    { keys: 'shift+x', label: texts.pickTo, run: () => state().pickTo(state().position) },
    { keys: 'shift+j', label: texts.pickNext, run: () => extend(1) },
    { keys: 'shift+k', label: texts.pickPrevious, run: () => extend(-1) },
    { keys: 'mod+a', label: texts.pickAll, run: () => state().pickAll() },
    { keys: '/', label: texts.search, run: onSearch },
    { keys: 'escape', label: texts.leave, run: leave },
    { keys: 'v', label: texts.present, run: () => state().present('table') },
    { keys: 'l', label: texts.refresh, run: () => void state().refreshList() },
    { keys: 'mod+e', label: texts.export, run: () => onOpenDialog({ kind: 'export' }) },
  ]
}
