import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Shortcut } from '../kernel/shortcuts.ts'
import type { EntriesStore } from './entries-store.ts'
import type { OpenDialog, ReviewCommands } from './review-commands.ts'
import { isEmpty } from './selected.ts'

export interface ReviewKeysDeps {
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
