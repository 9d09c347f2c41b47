import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { copyText } from '../tables/copy.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { MenuAction } from '../ui/menu-items.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import { EditForm } from './edit-form.tsx'
import type { EditorStore } from './editor-store.ts'
import { FormDialog, type FormDialogKind } from './form-dialogs.tsx'
import { FormProgress, isReading, keptTotal, notSynced, StatusMark, SyncBadge, serviceTotal } from './form-marks.tsx'
import { type FormKey, type FormMutationsStore, type FormStore, keyOf, mutationOf } from './form-store.ts'
import type { KeepStore } from './keep-store.ts'

export type FormPart = 'entries' | 'pictures' | 'edit'
export interface FormScreenProps extends TaskProps {
  readonly store: FormStore
  readonly mutations: FormMutationsStore
  readonly keeping: KeepStore
  readonly editor: EditorStore
  readonly formKey: FormKey
  readonly part: FormPart
  readonly now: () => number
  /** What is left of the budget, and the ledger of writes. */
  readonly end: ReactNode
  /** The entries and the pictures of a kept form: screens of their own. */
  readonly entries: ReactNode
  readonly pictures: ReactNode
  /** The newest entries of a form that is not kept, where they are shown; `onKeep` asks what to keep. */
  readonly newest: ((form: FormDetail, onKeep: () => void) => ReactNode) | null
  readonly onNewest: () => void
  readonly onPart: (part: FormPart) => void
  readonly onOpen: (form: FormDetail) => void
  readonly onBack: () => void
}

/** One form: what it is, its entries, its pictures, and its editor. */
export function FormScreen(props: FormScreenProps) {
  const { store, formKey, onBack } = props
  const { connection, id } = formKey
  const texts = useMessages().forms
  const detail = useStore(store, (state) => state.detail)
  useEffect(() => void store.getState().open({ connection, id }), [store, connection, id])
  // A form that neither the service nor this computer has is no failure to try again.
  if (detail.status === 'failed' && ['not_found', 'service_not_found'].includes(detail.failure.code)) {
    return (
      <EmptyState
        title={texts.gonePlace}
        text={texts.gonePlaceText}
        action={{ label: texts.backToList, onClick: onBack }}
      />
    )
  }
  return (
    <LoadableView of={withoutFailure(detail)} onRetry={() => void store.getState().open(formKey)}>
      {(form) => <OpenForm {...props} form={form} />}
    </LoadableView>
  )
}

/** Why the form is stale is shown below its head. */
function withoutFailure<T extends { readonly status: string }>(loadable: T): T {
  return loadable.status === 'ready' ? { ...loadable, failure: undefined } : loadable
}

interface OpenFormProps extends FormScreenProps {
  readonly form: FormDetail
}

const parts: readonly FormPart[] = ['entries', 'pictures', 'edit']
function OpenForm(props: OpenFormProps) {
  const { store, mutations, form, part, now, end, tasks, taskWords, onCancelTask, onPart, onNewest, onOpen, onBack } =
    props
  const messages = useMessages()
  const { forms: texts, common } = messages
  const { unavailable } = common
  const format = useFormat()
  const { detail, working } = useStore(store)
  const { sync, dismissFailure } = mutations.getState()
  const [asked, setAsked] = useState<FormDialogKind | null>(null)
  const key = { connection: form.connection_id, id: form.id }
  const mutation = useStore(mutations, (state) => mutationOf(state, keyOf(key)))
  const reading = form.kept && isReading(form)
  const syncNow = () => {
    if (form.kept && !reading) void sync(key, false)
    void store.getState().refresh()
  }
  useShortcuts([
    { keys: 'mod+r', label: texts.shortcuts.sync, run: syncNow },
    { keys: '1', label: texts.shortcuts.entries, run: () => onPart('entries') },
    { keys: '2', label: texts.shortcuts.pictures, run: () => onPart('pictures') },
    { keys: '3', label: texts.shortcuts.edit, run: () => onPart('edit') },
  ])
  return (
    <>
      <PageHeader
        title={form.name}
        facts={<FormFacts form={form} now={now()} />}
        onBack={onBack}
        actions={[
          {
            label: texts.refreshForm,
            icon: <IconRefresh size={16} />,
            busy: working !== null || mutation.working !== null,
            disabled: form.deleted_at !== null && unavailable.formDeleted,
            items: [
              {
                label: texts.actions.sync,
                disabled: notSynced(form, unavailable),
                onClick: () => void sync(key, false),
              },
              {
                label: texts.actions.reconcile,
                disabled: notSynced(form, unavailable),
                onClick: () => void sync(key, true),
              },
              { label: texts.actions.readAgain, onClick: () => void store.getState().refresh() },
            ],
          },
        ]}
        menu={menuOf(form, messages, { ask: setAsked, newest: onNewest })}
      />
      <PartBar
        label={texts.tabs.label}
        parts={parts.map((name) => [name, texts.tabs[name]] as const)}
        part={part}
        onGo={onPart}
        end={end}
      />
      {form.deleted_at ? <div className="forms-band bar">{texts.deletedText}</div> : null}
      {detail.status === 'ready' && detail.failure ? (
        <FailureNotice
          failure={detail.failure}
          kept={texts.facts.readAt(format.moment(Date.parse(form.read_at), now()))}
          onRetry={() => void store.getState().refresh()}
        />
      ) : null}
      {mutation.failure && asked === null && part !== 'edit' ? (
        <FailureNotice failure={mutation.failure} onClose={() => dismissFailure(keyOf(key))} />
      ) : null}
      {reading ? (
        <div className="forms-band bar">
          <FormProgress form={form} tasks={tasks} taskWords={taskWords} onCancelTask={onCancelTask} />
        </div>
      ) : null}
      {form.sync.period ? (
        <div className="forms-band bar" role="note">
          <span className="words">{texts.periodText(form.sync.period)}</span>
          {form.deleted_at === null && part !== 'edit' ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setAsked('keep')}>
              {texts.widen}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PartOfForm {...props} onKeep={() => setAsked('keep')} />
      {asked ? <FormDialog {...props} kind={asked} onDuplicated={onOpen} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function PartOfForm(props: OpenFormProps & { readonly onKeep: () => void }) {
  const { form, part, mutations, editor, store, entries, pictures, newest, onNewest, onKeep } = props
  const texts = useMessages().forms
  if (part === 'edit') return <EditForm mutations={mutations} editor={editor} store={store} form={form} />
  if (form.kept) return part === 'entries' ? entries : pictures
  if (newest && part === 'entries') return newest(form, onKeep)
  const gone = form.deleted_at !== null
  return (
    <EmptyState title={texts.notKeptTitle} text={texts.notKeptText}>
      <Group gap="sm" mt="sm" justify="center">
        <Button size="sm" disabled={gone} onClick={onKeep}>
          {texts.actions.keep}
        </Button>
        <Button size="sm" variant="default" disabled={gone} title={texts.keeping.newestHint} onClick={onNewest}>
          {texts.actions.newest}
        </Button>
      </Group>
    </EmptyState>
  )
}

function FormFacts({ form, now }: { readonly form: FormDetail; readonly now: number }) {
  const texts = useMessages().forms
  const format = useFormat()
  const total = serviceTotal(form)
  // The stored count is shown with the same total.
  const isTotalShown = form.kept && keptTotal(form) === total
  const facts = joinFacts([
    total === null || isTotalShown ? null : texts.facts.entries(total),
    form.kept ? texts.entriesHere(form.entries - form.gone, keptTotal(form)) : null,
    form.sync.period ? texts.period(form.sync.period) : null,
    form.kept ? texts.unreviewed(form.unreviewed) : null,
    texts.facts.readAt(format.moment(Date.parse(form.read_at), now)),
  ])
  return (
    <span className="forms-facts">
      <StatusMark form={form} /> {form.kept ? <SyncBadge form={form} now={now} /> : null}{' '}
      <span title={facts}>{facts}</span>
    </span>
  )
}

interface MenuActions {
  readonly ask: (what: FormDialogKind) => void
  readonly newest: () => void
}

function menuOf(
  form: FormDetail,
  { forms: { actions: texts, widen }, common: { unavailable } }: Messages,
  { ask, newest }: MenuActions,
): readonly MenuAction[] {
  const gone = form.deleted_at !== null && unavailable.formDeleted
  const address = form.public_url
  return [
    {
      label: texts.copyAddress,
      disabled: address === null && unavailable.noAddress,
      onClick: () => void copyText(address ?? '', messagesNow().forms.addressCopied),
    },
    { label: texts.status, disabled: gone, onClick: () => ask('status') },
    { label: texts.duplicate, disabled: gone, onClick: () => ask('duplicate') },
    ...(form.sync.period ? [{ label: widen, disabled: gone, onClick: () => ask('keep') }] : []),
    ...(form.kept
      ? [{ label: texts.forget, onClick: () => ask('forget'), dangerous: true }]
      : [
          { label: texts.keep, disabled: gone, onClick: () => ask('keep') },
          { label: texts.newest, disabled: gone, onClick: newest },
        ]),
    { label: texts.remove, disabled: gone, onClick: () => ask('remove'), dangerous: true },
  ]
}
