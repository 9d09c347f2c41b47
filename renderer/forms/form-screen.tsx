import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { copyText } from '../tables/copy.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader, PartBar } from '../ui/page-header.tsx'
import { EditForm } from './edit-form.tsx'
import { FormDialog, type FormDialogKind, useShowNewest } from './form-dialogs.tsx'
import { FormProgress, isReading, keptTotal, notSynced, StatusMark, SyncBadge, serviceTotal } from './form-marks.tsx'
import { keyOf, useMutationOf } from './form-store.ts'
import { LedgerContext } from './forms-frame.tsx'

type FormPlace = PlaceOf<'form'>

/** One form: its facts, its entries, its pictures, and its editor. */
export function FormScreen({ place }: { readonly place: FormPlace }) {
  const { connection: connection_id, id } = place
  const texts = useMessages().forms
  const { goInstead } = useNavigation()
  const store = useFeature('forms').form
  const { detail, open } = useStore(store)
  useEffect(() => void open({ connection_id, id }), [open, connection_id, id])
  // Where neither the service nor this computer has the form, trying again is useless.
  if (detail.status === 'failed' && ['not_found', 'service_not_found'].includes(detail.failure.code)) {
    return (
      <EmptyState
        title={texts.gonePlace}
        text={texts.gonePlaceText}
        action={{ label: texts.backToList, onClick: () => goInstead({ screen: 'forms' }) }}
      />
    )
  }
  // The reason why the form is stale is shown below its head.
  const shown = detail.status === 'ready' ? { status: detail.status, value: detail.value } : detail
  return (
    <LoadableView of={shown} onRetry={() => void open({ connection_id, id })}>
      {(form) => <OpenForm place={place} form={form} />}
    </LoadableView>
  )
}

interface OpenFormProps {
  readonly place: FormPlace
  readonly form: FormDetail
}

const parts = ['entries', 'pictures', 'edit'] as const

function OpenForm({ place, form }: OpenFormProps) {
  const { forms: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { goInstead } = useNavigation()
  const { form: store, mutations } = useFeature('forms')
  const { detail, refresh } = useStore(store)
  const { sync, dismissFailure } = mutations.getState()
  const mutation = useMutationOf(keyOf(form))
  const [dialog, setDialog] = useState<FormDialogKind | null>(null)
  const { part = 'entries' } = place
  const reading = form.kept && isReading(form)
  const isGone = form.deleted_at !== null
  const goToPart = (chosen: (typeof parts)[number]) => goInstead({ ...place, part: chosen })
  const syncNow = () => {
    if (form.kept && !reading) void sync(form, false)
    void refresh()
  }
  useShortcuts([
    { keys: 'mod+r', label: texts.actions.sync, run: syncNow },
    ...parts.map((name, index) => ({
      keys: String(index + 1),
      label: texts.shortcuts[name],
      run: () => goToPart(name),
    })),
  ])
  return (
    <>
      <FormHeader form={form} onDialog={setDialog} />
      <PartBar
        label={texts.tabs.label}
        parts={parts.map((name) => [name, texts.tabs[name]] as const)}
        part={part}
        onGo={goToPart}
        end={useContext(LedgerContext)}
      />
      {isGone ? <div className="forms-band gap-12 text-14 bar">{texts.deletedText}</div> : null}
      {detail.status === 'ready' && detail.failure ? (
        <FailureNotice
          failure={detail.failure}
          kept={common.readAt(format.moment(Date.parse(form.read_at), now()))}
          onRetry={() => void refresh()}
        />
      ) : null}
      {mutation.failure && dialog === null && part !== 'edit' ? (
        <FailureNotice failure={mutation.failure} onClose={() => dismissFailure(keyOf(form))} />
      ) : null}
      {reading ? (
        <div className="forms-band gap-12 text-14 bar">
          <FormProgress form={form} />
        </div>
      ) : null}
      {form.sync.period ? (
        <div className="forms-band gap-12 text-14 bar" role="note">
          <span className="words">{texts.periodText(form.sync.period)}</span>
          {!isGone && part !== 'edit' ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setDialog('keep')}>
              {texts.widen}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PartOfForm place={place} form={form} onKeep={() => setDialog('keep')} />
      {dialog ? <FormDialog kind={dialog} form={form} onClose={() => setDialog(null)} /> : null}
    </>
  )
}

interface FormHeaderProps {
  readonly form: FormDetail
  readonly onDialog: (kind: FormDialogKind) => void
}

function FormHeader({ form, onDialog }: FormHeaderProps) {
  const { forms: texts, common } = useMessages()
  const { unavailable } = common
  const { goInstead } = useNavigation()
  const showNewest = useShowNewest()
  const { form: store, mutations } = useFeature('forms')
  const { working, refresh } = useStore(store)
  const { sync } = mutations.getState()
  const mutation = useMutationOf(keyOf(form))
  const isGone = form.deleted_at !== null && unavailable.formDeleted
  const unsynced = notSynced(form, unavailable)
  const { public_url } = form
  return (
    <PageHeader
      title={form.name}
      facts={<FormFacts form={form} />}
      onBack={() => goInstead({ screen: 'forms' })}
      actions={[
        {
          label: common.refresh,
          icon: <IconRefresh size={16} />,
          busy: working !== null || mutation.working !== null,
          disabled: isGone,
          items: [
            { label: texts.actions.sync, disabled: unsynced, onClick: () => void sync(form, false) },
            { label: texts.actions.reconcile, disabled: unsynced, onClick: () => void sync(form, true) },
            { label: texts.actions.readAgain, onClick: () => void refresh() },
          ],
        },
      ]}
      menu={[
        {
          label: texts.actions.copyAddress,
          disabled: public_url === null && unavailable.noAddress,
          onClick: () => void copyText(public_url ?? '', messagesNow().forms.addressCopied),
        },
        { label: texts.actions.status, disabled: isGone, onClick: () => onDialog('status') },
        { label: texts.actions.duplicate, disabled: isGone, onClick: () => onDialog('duplicate') },
        ...(form.sync.period ? [{ label: texts.widen, disabled: isGone, onClick: () => onDialog('keep') }] : []),
        ...(form.kept
          ? [{ label: texts.actions.forget, onClick: () => onDialog('forget'), dangerous: true }]
          : [
              { label: texts.actions.keep, disabled: isGone, onClick: () => onDialog('keep') },
              { label: texts.actions.newest, disabled: isGone, onClick: () => showNewest(form) },
            ]),
        { label: common.deleteOnService, disabled: isGone, onClick: () => onDialog('remove'), dangerous: true },
      ]}
    />
  )
}

function PartOfForm({ place, form, onKeep }: OpenFormProps & { readonly onKeep: () => void }) {
  const texts = useMessages().forms
  const { goInstead } = useNavigation()
  const showNewest = useShowNewest()
  const [Entries, Pictures, Newest] = [useSlot('formEntries'), useSlot('entryPictures'), useSlot('newestEntries')]
  const { connection, id, part = 'entries' } = place
  if (part === 'edit') return <EditForm form={form} />
  if (form.kept)
    return part === 'entries' ? (
      <Entries connection={connection} form={id} />
    ) : (
      <Pictures connection={connection} form={id} />
    )
  if (place.newest && part === 'entries') {
    return (
      <Newest
        connection={connection}
        form={id}
        name={form.name}
        onKeep={onKeep}
        onClose={() => goInstead({ screen: 'form', connection, id })}
      />
    )
  }
  const isGone = form.deleted_at !== null
  return (
    <EmptyState title={texts.notKeptTitle} text={texts.notKeptText}>
      <Group gap="sm" mt="sm" justify="center">
        <Button size="sm" disabled={isGone} onClick={onKeep}>
          {texts.actions.keep}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={isGone}
          title={texts.keeping.newestHint}
          onClick={() => showNewest(form)}
        >
          {texts.actions.newest}
        </Button>
      </Group>
    </EmptyState>
  )
}

function FormFacts({ form }: Pick<OpenFormProps, 'form'>) {
  const { forms: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const total = serviceTotal(form)
  // The stored count is already shown with the same total.
  const isTotalShown = form.kept && keptTotal(form) === total
  const facts = joinFacts([
    total === null || isTotalShown ? null : texts.facts.entries(total),
    form.kept ? texts.entriesHere(form.entries - form.gone, keptTotal(form)) : null,
    form.gone > 0 ? texts.goneHere(form.gone) : null,
    form.sync.period ? texts.period(form.sync.period) : null,
    form.kept ? texts.unreviewed(form.unreviewed) : null,
    common.readAt(format.moment(Date.parse(form.read_at), now())),
  ])
  return (
    <span className="forms-facts">
      <StatusMark form={form} /> {form.kept ? <SyncBadge form={form} /> : null} <span title={facts}>{facts}</span>
    </span>
  )
}
