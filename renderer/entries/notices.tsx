import { Button, CopyButton, Text } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AsideEntry } from '../../preload/contract/entries.ts'
import type { Form, KeptPeriod } from '../../preload/contract/forms.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import type { UnsavedChange } from './entries-state.ts'
import { useEntries, useReview } from './review.ts'

/**
 * The forms whose entries this table shows. Empty until they are loaded, and for a blind review, which has single
 * entries.
 */
export function useTableForms(): readonly Form[] {
  const { form_id, set } = useEntries((state) => state.table)
  const forms = readyValue(useEntries((state) => state.forms)) ?? []
  if (set !== '') return []
  return forms.filter(({ id, kept }) => (form_id === null ? kept : id === form_id))
}

/** The stored period of this table's form; null for the whole form, and for tables of several forms. */
export function useKeptPeriod(): KeptPeriod | null {
  const { form_id } = useEntries((state) => state.table)
  const [form] = useTableForms()
  return form?.id === form_id ? (form?.sync.period ?? null) : null
}

export const isUnderWay = ({ state }: Task) => state === 'running' || state === 'waiting'

/** Copies of forms that are incomplete: being read, interrupted, or behind the service. */
export function SyncNotices() {
  const messages = useMessages()
  const { tasks, taskWords, onCancelTask } = useFeature('tasks').useTaskProps()
  return useTableForms().map((form) => {
    const task = tasks.find((each) => each.id === form.task_id && isUnderWay(each))
    if (!task) {
      return (
        <Fragment key={form.id}>
          <CopyNotice form={form} />
          <RejectedNotice form={form} />
        </Fragment>
      )
    }
    const label = messages.tasks.progress(form.name)
    return (
      <div key={form.id} className="entries-notice row">
        <span className="entries-notice-name cut">{form.name}</span>
        <span className="words">
          <ProgressLine label={label} done={task.done} total={task.total} text={taskWords(task)} />
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onCancelTask(task.id)}
          aria-label={messages.tasks.cancelNamed(task.name)}
        >
          {messages.common.cancel}
        </Button>
      </div>
    )
  })
}

/** The failures of storing this table's forms. Their sync state is shown elsewhere. */
export function RejectedNotices() {
  return useTableForms().map((form) => <RejectedNotice key={form.id} form={form} />)
}

interface NoticeProps {
  readonly text: string
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly children?: ReactNode
}

function Notice({ text, action, children }: NoticeProps) {
  return (
    <div className="entries-notice row" role="status">
      <span className="words">{text}</span>
      {action ? (
        <Button size="compact-xs" variant="subtle" onClick={action.onClick}>
          {action.label}
        </Button>
      ) : null}
      {children}
    </div>
  )
}

function CopyNotice({ form: { name, kept, deleted_at, entries, gone, sync } }: { readonly form: Form }) {
  const messages = useMessages()
  const texts = messages.entries.sync
  const { sync: read } = useReview().store.getState()
  const here = entries - gone
  // The code of the failure is stored without its values.
  const params = { host: messages.common.theService, status: '5xx' }
  const failure = sync.failure && failureSentence(messages, { code: sync.failure, params })
  const repeated = sync.repeated > 0 ? messages.forms.repeated(sync.repeated) : null
  const why = [failure, repeated].filter((part) => part !== null).join(' ')
  const period = sync.period && messages.forms.periodText(sync.period)
  const sentence = (...parts: readonly (string | null)[]) => `${name}: ${parts.filter((part) => part).join(' ')}`
  const reading = (label: string, reconcile: boolean) => ({ label, onClick: () => void read(reconcile) })
  if (deleted_at !== null) return <Notice text={sentence(texts.deleted)} />
  if (kept && sync.kind === 'partial') {
    return (
      <Notice text={sentence(texts.partial(here, sync.total), period, why)} action={reading(texts.continue, false)} />
    )
  }
  if (kept && sync.kind === 'changed' && sync.total !== null) {
    return <Notice text={sentence(texts.changed(here, sync.total), period, why)} action={reading(texts.check, true)} />
  }
  if (failure) return <Notice text={sentence(why)} action={reading(messages.common.tryAgain, false)} />
  return kept && period ? <Notice text={sentence(period)} /> : null
}

/** How many entries of a form could not be stored, with a button that shows them as they came. */
function RejectedNotice({ form }: { readonly form: Form }) {
  const texts = useMessages().entries.rejected
  const [opened, setOpened] = useState(false)
  if (form.aside === 0) return null
  const action = { label: texts.see, onClick: () => setOpened(true) }
  return (
    <Notice text={texts.notice(form.name, form.aside)} action={action}>
      {opened ? <RejectedDialog form={form.id} onClose={() => setOpened(false)} /> : null}
    </Notice>
  )
}

function RejectedDialog({ form, onClose }: { readonly form: number; readonly onClose: () => void }) {
  const texts = useMessages().entries.rejected
  const { rejected } = useReview().store.getState()
  const rejectedEntries = useLatest(() => rejected(form), [rejected, form])
  return (
    <Dialog onClose={onClose} title={texts.title} size={560}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      <LoadableView of={rejectedEntries}>
        {(entries) => (
          <ul className="entries-aside plain-list">
            {entries.map((entry) => (
              <RejectedEntry key={entry.id ?? entry.text} entry={entry} />
            ))}
          </ul>
        )}
      </LoadableView>
    </Dialog>
  )
}

function RejectedEntry({ entry: { id, reason, text } }: { readonly entry: AsideEntry }) {
  const { common } = useMessages()
  const { rejected: texts, entry: words } = useMessages().entries
  const name = id === null ? texts.unnamed : common.numbered(id)
  return (
    <li>
      <span className="words">{joinFacts([name, texts.reasons[reason], texts.characters(text.length)])}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" aria-label={texts.copyNamed(name)} onClick={copy}>
            {copied ? words.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </li>
  )
}

/** So many are named; the others are counted. */
const mostNamed = 5

/** Changes that could not be stored, with their texts and a retry button, whichever entry is open. */
export function UnsavedNotice() {
  const texts = useMessages().entries.unsaved
  const unsaved = useEntries((state) => state.unsaved)
  const { briefs, retryUnsaved, dismissUnsaved } = useReview().store.getState()
  const last = unsaved.at(-1)
  if (!last) return null
  const nameOf = ({ target }: UnsavedChange) =>
    'several' in target ? texts.several : briefs.get(target.one)?.sender || texts.number(target.one)
  const named = unsaved.slice(-mostNamed).map((each) => texts.one(each.change, nameOf(each)))
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

/** The forms that are stored only for a period, above the counts of all forms. */
export function PeriodsNote({ connection }: { readonly connection: string }) {
  const store = useFeature('entries').of({ connection_id: connection, form_id: null, set: '' })
  const texts = useMessages().forms
  const forms = readyValue(useStore(store, (state) => state.forms)) ?? []
  useEffect(() => void store.getState().loadForms(), [store])
  const parts = forms.flatMap(({ name, kept, sync }) => (kept && sync.period ? [texts.partOf(name, sync.period)] : []))
  if (parts.length === 0) return null
  return (
    <div className="forms-band gap-12 text-14 bar" role="note">
      {texts.keptParts(parts)}
    </div>
  )
}
