import { longestFileName } from '../../preload/values/names.ts'
import './entries.css'
import './entry-list.css'
import './entry.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { NewestEntries } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/values/entries-table.ts'
import { type Slots, useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { EntriesDialog } from './dialogs.tsx'
import { entryWords, pendingCount } from './entry-table.ts'
import { Inbox } from './inbox.tsx'
import {
  isUnderWay,
  PeriodsNote,
  RejectedNotices,
  SyncNotices,
  UnsavedNotice,
  useKeptPeriod,
  useTableForms,
} from './notices.tsx'
import { AddFilter, useBuiltInViews } from './query-tools.tsx'
import { createReview, decisionKeys, ReviewProvider, useEntries, useReview } from './review.ts'
import { BulkBar, EntriesToolbar } from './toolbar.tsx'

/** The entries of every stored form, their pictures, or those of a blind review. */
export function EntriesScreen({
  place: { connection, part, set = '', entry },
}: {
  readonly place: PlaceOf<'entries'>
}) {
  const Pictures = useSlot('entryPictures')
  const table = { connection_id: connection, form_id: null, set }
  if (set !== '') return <BlindEntries key={`${connection} ${set}`} table={table} />
  if (part !== 'pictures') return <TableReview key={connection} table={table} entry={entry} />
  return (
    <>
      <PeriodsNote connection={connection} />
      <Pictures connection={connection} form={null} />
    </>
  )
}

/** The entries of a blind review, with only the decisions that were made in it. */
function BlindEntries({ table }: { readonly table: EntriesTable }) {
  const BlindReview = useSlot('blindReview')
  const counts = readyValue(useStore(useFeature('entries').of(table), (state) => state.figures))
  const { connection_id: connection, set } = table
  const { total: here, states } = counts ?? { total: 0, states: null }
  return (
    <BlindReview connection={connection} set={set} counts={states && { here, decided: here - pendingCount(states) }}>
      <TableReview table={table} />
    </BlindReview>
  )
}

export function FormEntries({ connection, form }: { readonly connection: string; readonly form: number }) {
  return <TableReview table={{ connection_id: connection, form_id: form, set: '' }} />
}

interface TableReviewProps {
  readonly table: EntriesTable
  /** The entry that is opened first. */
  readonly entry?: number | undefined
}

/** The review of entries: of one form, of all stored forms, or of a blind set, as a list or as a table. */
function TableReview({ table, entry }: TableReviewProps) {
  const store = useFeature('entries').of(table)
  const review = useMemo(() => createReview(store), [store])
  const { rows } = store.getState()
  const shape = useStore(rows, (state) => state.shape)
  const presentation = useStore(store, (state) => state.presentation)
  const ready = useStore(store, (state) => state.list.status === 'ready')
  const isListed = useStore(store, ({ list }) => presentation === 'list' && (readyValue(list)?.length ?? 0) > 0)
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
    <ReviewProvider value={review}>
      <div className="entries pane narrows">
        {isListed && shape.status !== 'failed' ? (
          <OpenEntries />
        ) : (
          <LoadableView of={shape} onRetry={() => void rows.getState().open()}>
            {({ total }) => (total === 0 ? <NothingYet /> : <OpenEntries />)}
          </LoadableView>
        )}
      </div>
    </ReviewProvider>
  )
}

function OpenEntries() {
  const { form_id } = useEntries((state) => state.table)
  const presentation = useEntries((state) => state.presentation)
  return (
    <>
      <EntriesToolbar />
      {form_id === null ? <SyncNotices /> : <RejectedNotices />}
      <ActionFailure />
      <UnsavedNotice />
      {presentation === 'list' ? <Inbox /> : <EntriesGrid />}
      <EntriesDialog />
    </>
  )
}

function ActionFailure() {
  const failure = useEntries((state) => state.failure)
  const { dismissFailure } = useReview().store.getState()
  return failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null
}

/** Says why there is no entry: nothing is stored, reading has only begun or stopped, or there are none. */
function NothingYet() {
  const texts = useMessages().entries.empty
  const { go } = useNavigation()
  const { tasks } = useFeature('tasks').useTaskProps()
  const { form_id, set } = useEntries((state) => state.table)
  const isLoaded = useEntries((state) => state.forms.status === 'ready')
  const kept = useTableForms().filter((form) => form.kept)
  const icon = <IconInbox size={32} stroke={1.5} />
  if (set !== '') return <EmptyState icon={icon} title={texts.setEmpty} text={texts.setEmptyText} />
  if (!isLoaded) return null
  const reading = kept.some((form) => tasks.some((task) => task.id === form.task_id && isUnderWay(task)))
  const words = () => {
    if (kept.length === 0) {
      const action = { label: texts.toForms, onClick: () => go({ screen: 'forms' }) }
      return form_id === null
        ? { title: texts.noneKept, text: texts.noneKeptText, action }
        : { title: texts.notKept, text: texts.notKeptText, action }
    }
    if (reading) return { title: texts.reading, text: texts.readingText }
    if (kept.some(({ sync }) => sync.kind === 'partial')) return { title: texts.interrupted }
    return { title: texts.noEntries, text: texts.noEntriesText }
  }
  return (
    <>
      <ActionFailure />
      {form_id === null || !reading ? <SyncNotices /> : null}
      <EmptyState icon={icon} {...words()} />
    </>
  )
}

/** The same query as rows and columns. Keys decide on the selected rows, or on the open one. */
function EntriesGrid() {
  const messages = useMessages()
  const { entries: texts, forms, common } = messages
  const { store, commands } = useReview()
  const period = useKeptPeriod()
  const isDialogOpen = useEntries((state) => state.dialog !== null)
  const builtIn = useBuiltInViews()
  const { rows, present, openDialog } = store.getState()
  const keys = [
    ...decisionKeys(commands, messages),
    { keys: 'v', label: texts.keys.present, run: () => present('list') },
    { keys: 'mod+e', label: common.export, run: () => openDialog({ kind: 'export' }) },
  ]
  useShortcuts(isDialogOpen ? [] : keys)
  return (
    <div className="pane narrows">
      <TableView
        store={rows}
        words={entryWords}
        label={common.fields.entries}
        searchPlaceholder={texts.search}
        rowsKey="l"
        partOf={period ? forms.period(period) : null}
        tools={<AddFilter />}
        builtIn={builtIn}
      />
      <BulkBar />
    </div>
  )
}

type NewestProps = Slots['newestEntries']

/** The newest entries of a form that is not stored, read-only. The table says that they are only a part. */
export function NewestView(props: NewestProps) {
  const store = useFeature('entries').newestOf(props.connection, props.form)
  const { newest, load } = useStore(store)
  useEffect(() => {
    // Returning to the screen sends no request; the time of the read is shown.
    if (store.getState().newest.status !== 'ready') void store.getState().load()
  }, [store])
  return (
    <LoadableView of={newest} onRetry={() => void load()}>
      {(value) => <OpenNewest {...props} newest={value} />}
    </LoadableView>
  )
}

interface OpenNewestProps extends NewestProps {
  readonly newest: NewestEntries
}

function OpenNewest({ connection, form, name, newest, onKeep, onClose }: OpenNewestProps) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const texts = messages.entries.newest
  const { rows, loading, load } = useStore(useFeature('entries').newestOf(connection, form))
  const [exporting, setExporting] = useState(false)
  const { rows: count, aside, total, read_at } = newest
  const isPart = count + aside < total
  const title = isPart ? texts.fileName(name) : name
  useShortcuts([{ keys: 'mod+e', label: messages.common.exportMore, run: () => count > 0 && setExporting(true) }])
  return (
    <div className="entries pane narrows">
      <div className="entries-notice row entries-part" role="status">
        {isPart ? <IconAlertTriangle size={16} aria-hidden="true" /> : null}
        <span className="words figures">
          {isPart ? <strong>{texts.part(count, total)}</strong> : <strong>{texts.all(count)}</strong>}{' '}
          {texts.text(format.moment(Date.parse(read_at), now()))} {aside > 0 ? texts.rejected(aside) : null}
        </span>
        <Button size="compact-xs" onClick={onKeep}>
          {messages.forms.actions.keep}
        </Button>
        <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => setExporting(true)}>
          {messages.common.exportMore}
        </Button>
        <Button size="compact-xs" variant="subtle" loading={loading} onClick={() => void load()}>
          {messages.common.readAgain}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>
          {messages.common.close}
        </Button>
      </div>
      <div className="pane narrows">
        <TableView
          store={rows}
          words={entryWords}
          label={title}
          partOf={isPart ? texts.partOf(total) : null}
          searchPlaceholder={messages.entries.search}
          empty={<EmptyState title={messages.entries.empty.noEntries} />}
        />
      </div>
      {exporting ? (
        <ExportDialog store={rows} name={title.slice(0, longestFileName)} onClose={() => setExporting(false)} />
      ) : null}
    </div>
  )
}
