import './entries.css'
import './entry-list.css'
import './entry.css'
import { IconInbox } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { EntrySelection, TableRef } from '../../preload/contract/tables.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { TableView } from '../tables/table-view.tsx'
import type { TableWords } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { EntriesDialog } from './entries-dialog.tsx'
import type { EntriesState, EntriesStore, UnsavedChange } from './entries-state.ts'
import { entryWords } from './entry-columns.ts'
import { Inbox } from './inbox.tsx'
import { QueryTools } from './query-tools.tsx'
import { createReviewCommands, decisionKeys, type OpenDialog, pickedOrShown } from './review-commands.ts'
import { AsideNotices, formsOf, SyncNotices, useKeptPeriod } from './sync-notices.tsx'
import { BulkBar, EntriesToolbar } from './toolbars.tsx'

export interface EntriesScreenProps {
  readonly store: EntriesStore
  /** This entry opens first. */
  readonly entry?: number | undefined
  readonly tasks: readonly Task[]
  /** Entries of total, rate and time left of a task, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly now: () => number
  readonly onCancelTask: (id: string) => void
  /** These entries become a list to be crossed. */
  readonly onCruzar: (entries: { readonly table: TableRef; readonly select: EntrySelection }) => void
  /** The pictures of these entries, where the screen around has no way to them. */
  readonly onPictures?: (() => void) | undefined
  /** Where forms are kept offline. */
  readonly onForms: () => void
}

/** The review of entries: of one form, of all kept forms, or of a blind set, as a list or as a table. */
export function EntriesScreen(props: EntriesScreenProps) {
  const { store, entry } = props
  const { rows } = store.getState()
  const shape = useStore(rows, (state) => state.shape)
  const presentation = useStore(store, (state) => state.presentation)
  const ready = useStore(store, (state) => state.list.status === 'ready')
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
  // The table opens and closes itself while it is on screen.
  useEffect(() => {
    if (presentation === 'table') return
    void rows.getState().open()
    return () => rows.getState().close()
  }, [rows, presentation])
  useEffect(() => {
    if (ready && entry !== undefined) store.getState().peek(entry)
  }, [store, ready, entry])
  return (
    <div className="entries pane narrows">
      <LoadableView of={shape} onRetry={() => void rows.getState().open()}>
        {({ total }) => (total === 0 ? <NothingYet {...props} /> : <OpenEntries {...props} />)}
      </LoadableView>
    </div>
  )
}

function OpenEntries(props: EntriesScreenProps) {
  const { store, now, onCruzar } = props
  const messages = useMessages()
  const words = useMemo(() => entryWords(messages), [messages])
  const presentation = useStore(store, (state) => state.presentation)
  const failure = useStore(store, (state) => state.failure)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const commands = useMemo(
    () => createReviewCommands({ store, onOpenDialog: setDialog, writeNote: () => false }),
    [store],
  )
  const { table, ref } = store.getState()
  const cruzar = () => onCruzar({ table: ref, select: pickedOrShown(store.getState()) })
  const part = {
    store,
    words,
    label: messages.entries.list.label,
    isDialogOpen: dialog !== null,
    onOpenDialog: setDialog,
    onCruzar: cruzar,
  }
  return (
    <>
      <EntriesToolbar
        store={store}
        commands={commands}
        onOpenDialog={setDialog}
        onCruzar={cruzar}
        onPictures={props.onPictures}
      />
      {table.form_id === null ? <SyncNotices {...props} /> : <AsideNotices {...props} />}
      {failure ? <FailureNotice failure={failure} onClose={store.getState().dismissFailure} /> : null}
      <UnsavedNotice store={store} />
      {presentation === 'list' ? <Inbox {...part} now={now} /> : <EntriesTable {...part} />}
      {dialog ? (
        <EntriesDialog
          key={dialog.kind}
          store={store}
          words={words}
          commands={commands}
          dialog={dialog}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

/** No entry here: because nothing is kept, because reading has only begun or stopped, or because there are none. */
function NothingYet(props: EntriesScreenProps): ReactNode {
  const { store, tasks, onForms } = props
  const texts = useMessages().entries.empty
  const { table } = store.getState()
  const forms = readyValue(useStore(store, (state) => state.forms))
  const failure = useStore(store, (state) => state.failure)
  const icon = <IconInbox size={32} stroke={1.5} />
  if (table.set !== '') return <EmptyState icon={icon} title={texts.setEmpty} text={texts.setEmptyText} />
  if (!forms) return null
  const mine = formsOf(forms, table.form_id)
  const kept = mine.filter((form) => form.kept)
  const reading = kept.some((form) => tasks.some(({ id, state }) => id === form.task_id && isUnderWay(state)))
  const notices = (
    <>
      {failure ? <FailureNotice failure={failure} onClose={store.getState().dismissFailure} /> : null}
      {table.form_id === null || !reading ? <SyncNotices {...props} /> : null}
    </>
  )
  if (kept.length === 0) {
    return (
      <>
        {notices}
        <EmptyState
          icon={icon}
          title={table.form_id === null ? texts.noneKept : texts.notKept}
          text={table.form_id === null ? texts.noneKeptText : texts.notKeptText}
          action={{ label: texts.toForms, onClick: onForms }}
        />
      </>
    )
  }
  const stopped = kept.some(({ sync }) => sync.kind === 'partial')
  return (
    <>
      {notices}
      <EmptyState icon={icon} {...emptyWords({ reading, stopped }, texts)} />
    </>
  )
}

const isUnderWay = (state: Task['state']) => state === 'running' || state === 'waiting'

interface EmptyTexts {
  readonly reading: string
  readonly readingText: string
  readonly interrupted: string
  readonly noEntries: string
  readonly noEntriesText: string
}

function emptyWords(
  { reading, stopped }: { readonly reading: boolean; readonly stopped: boolean },
  texts: EmptyTexts,
): { readonly title: string; readonly text?: string } {
  if (reading) return { title: texts.reading, text: texts.readingText }
  if (stopped) return { title: texts.interrupted }
  return { title: texts.noEntries, text: texts.noEntriesText }
}

interface EntriesTableViewProps {
  readonly store: EntriesStore
  readonly words: TableWords
  readonly label: string
  /** A dialog is open: keys are its own. */
  readonly isDialogOpen: boolean
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCruzar: () => void
}

/** The same query as rows and columns. Keys decide on the selected rows, or on the one that is open. */
function EntriesTable({ store, words, label, isDialogOpen, onOpenDialog, onCruzar }: EntriesTableViewProps) {
  const { entries: texts, forms } = useMessages()
  const period = useKeptPeriod(store)
  const commands = useMemo(
    () => createReviewCommands({ store, onOpenDialog: onOpenDialog, writeNote: () => false }),
    [store, onOpenDialog],
  )
  const keys = [
    ...decisionKeys({ commands, texts: texts.keys }),
    { keys: 'v', label: texts.keys.present, run: () => store.getState().present('list') },
    { keys: 'mod+e', label: texts.keys.export, run: () => onOpenDialog({ kind: 'export' }) },
  ]
  useShortcuts(isDialogOpen ? [] : keys)
  return (
    <div className="pane narrows">
      <TableView
        store={store.getState().rows}
        words={words}
        label={label}
        searchPlaceholder={texts.search}
        rowsKey="l"
        partOf={period ? forms.period(period) : null}
        tools={<QueryTools store={store} words={words} onSave={() => onOpenDialog({ kind: 'save-filter' })} />}
      />
      <BulkBar store={store} commands={commands} onCruzar={onCruzar} />
    </div>
  )
}

/** So many are named; the others are counted. */
const mostNamed = 5

/** Changes that could not be stored, with their words and the way to try again, whichever entry is open. */
export function UnsavedNotice({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries.unsaved
  const { unsaved, briefs, retryUnsaved, dismissUnsaved } = useStore(store)
  const last = unsaved.at(-1)
  if (!last) return null
  const named = unsaved.slice(-mostNamed).map((each) => texts.one(each.change, whom(each, briefs, texts)))
  const others = unsaved.length - named.length
  return (
    <FailureNotice
      failure={last.failure}
      kept={texts.sentence(others > 0 ? [...named, texts.others(others)] : named)}
      onRetry={() => void retryUnsaved()}
      onClose={dismissUnsaved}
    />
  )
}

function whom(
  { target }: UnsavedChange,
  briefs: EntriesState['briefs'],
  texts: { readonly several: string; readonly number: (id: number) => string },
): string {
  if ('several' in target) return texts.several
  return briefs.get(target.one)?.sender || texts.number(target.one)
}
