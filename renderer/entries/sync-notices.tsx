import { Button, CopyButton, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useStore } from 'zustand'
import type { AsideEntry } from '../../preload/contract/entries.ts'
import type { Form, KeptPeriod } from '../../preload/contract/forms.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import type { EntriesStore } from './entries-state.ts'

export interface SyncNoticesProps {
  readonly store: EntriesStore
  readonly tasks: readonly Task[]
  /** Entries of total, rate and time left of a task, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly onCancelTask: (id: string) => void
}

/** The forms whose entries this table shows. */
export function formsOf(forms: readonly Form[], form: number | null): readonly Form[] {
  return form === null ? forms.filter(({ kept }) => kept) : forms.filter(({ id }) => id === form)
}

/** What is kept of the form of this table; null where that is all of it, and for tables of several forms. */
export function useKeptPeriod(store: EntriesStore): KeptPeriod | null {
  const forms = readyValue(useStore(store, (state) => state.forms)) ?? []
  const { form_id } = store.getState().table
  return forms.find(({ id }) => id === form_id)?.sync.period ?? null
}

/** How the copy of each form stands where that is not simply well: being read, cut short, or behind the service. */
export function SyncNotices({ store, tasks, taskWords, onCancelTask }: SyncNoticesProps) {
  const { table } = store.getState()
  const forms = useStore(store, (state) => readyValue(state.forms)) ?? []
  return formsOf(forms, table.form_id).map((form) => {
    const task = tasks.find(({ id, state }) => id === form.task_id && (state === 'running' || state === 'waiting'))
    return task ? (
      <Reading key={form.id} form={form} task={task} words={taskWords(task)} onCancel={() => onCancelTask(task.id)} />
    ) : (
      <Fragment key={form.id}>
        <Standing store={store} form={form} />
        <AsideNotice store={store} form={form} />
      </Fragment>
    )
  })
}

/** The failures of storing this table's forms. Their sync state is shown around it. */
export function AsideNotices({ store }: Pick<SyncNoticesProps, 'store'>) {
  const { table } = store.getState()
  const forms = useStore(store, (state) => readyValue(state.forms)) ?? []
  return formsOf(forms, table.form_id).map((form) => <AsideNotice key={form.id} store={store} form={form} />)
}

interface ReadingProps {
  readonly form: Form
  readonly task: Task
  readonly words: string
  readonly onCancel: () => void
}

function Reading({ form, task, words, onCancel }: ReadingProps) {
  const messages = useMessages()
  return (
    <div className="entries-notice row">
      <span className="entries-notice-name cut">{form.name}</span>
      <span className="words">
        <ProgressLine label={messages.tasks.progress(form.name)} done={task.done} total={task.total} text={words} />
      </span>
      <Button size="compact-xs" variant="subtle" onClick={onCancel} aria-label={messages.tasks.cancelNamed(task.name)}>
        {messages.tasks.cancel}
      </Button>
    </div>
  )
}

function Standing({ store, form }: { readonly store: EntriesStore; readonly form: Form }) {
  const messages = useMessages()
  const texts = messages.entries.sync
  const { sync } = store.getState()
  const here = form.entries - form.gone
  // The copy keeps the code of a failure and not its values.
  const params = { host: messages.common.theService, status: '5xx' }
  const why = form.sync.failure ? failureSentence(messages, { code: form.sync.failure, params }) : null
  const only = form.sync.period && messages.forms.periodText(form.sync.period)
  if (form.deleted_at !== null) return <div className="entries-notice row">{`${form.name}: ${texts.deleted}`}</div>
  if (form.kept && form.sync.kind === 'partial') {
    return (
      <div className="entries-notice row" role="status">
        <span className="words">
          {form.name}: {texts.partial(here, form.sync.total)} {only} {why}
        </span>
        <Button size="compact-xs" variant="subtle" onClick={() => void sync(false)}>
          {texts.continue}
        </Button>
      </div>
    )
  }
  if (form.kept && form.sync.kind === 'changed' && form.sync.total !== null) {
    return (
      <div className="entries-notice row" role="status">
        <span className="words">
          {form.name}: {texts.changed(here, form.sync.total)} {only} {why}
        </span>
        <Button size="compact-xs" variant="subtle" onClick={() => void sync(true)}>
          {texts.check}
        </Button>
      </div>
    )
  }
  if (why === null && form.kept && only) {
    return (
      <div className="entries-notice row" role="status">
        <span className="words">
          {form.name}: {only}
        </span>
      </div>
    )
  }
  if (why === null) return null
  return (
    <div className="entries-notice row" role="status">
      <span className="words">
        {form.name}: {why}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => void sync(false)}>
        {messages.common.tryAgain}
      </Button>
    </div>
  )
}

interface AsideProps {
  readonly store: EntriesStore
  readonly form: Form
}

/** How many entries of a form could not be kept, with the way to see them as they came. */
function AsideNotice({ store, form }: AsideProps) {
  const texts = useMessages().entries.aside
  const [opened, setOpened] = useState(false)
  if (form.aside === 0) return null
  return (
    <div className="entries-notice row" role="status">
      <span className="words">{texts.notice(form.name, form.aside)}</span>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpened(true)}>
        {texts.see}
      </Button>
      {opened ? <AsideDialog store={store} form={form} onClose={() => setOpened(false)} /> : null}
    </div>
  )
}

function AsideDialog({ store, form, onClose }: AsideProps & { readonly onClose: () => void }) {
  const texts = useMessages().entries.aside
  const found = useLoaded(() => store.getState().aside(form.id), [store, form.id])
  return (
    <Dialog opened onClose={onClose} title={texts.title} size={560}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {found && !found.ok ? <FailureNotice failure={found.failure} /> : null}
      <ul className="entries-aside plain-list">
        {found?.ok ? found.value.map((entry) => <Line key={entry.id ?? entry.text} entry={entry} />) : null}
      </ul>
    </Dialog>
  )
}

function Line({ entry: { id, reason, text } }: { readonly entry: AsideEntry }) {
  const { aside, entry: words } = useMessages().entries
  const name = id === null ? aside.unnamed : words.number(id)
  return (
    <li>
      <span className="words">{joinFacts([name, aside.reasons[reason], aside.characters(text.length)])}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" aria-label={aside.copyNamed(name)} onClick={copy}>
            {copied ? words.copied : aside.copy}
          </Button>
        )}
      </CopyButton>
    </li>
  )
}
