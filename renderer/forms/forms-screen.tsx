import { Button, CloseButton, Select, Switch, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconForms, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { useDialogItem } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FormDialog, type FormDialogKind, useShowNewest } from './form-dialogs.tsx'
import { FormProgress, isReading, keptTotal, notSynced, StatusMark, SyncBadge, serviceTotal } from './form-marks.tsx'
import { allKey, keyOf, mutationOf, newKey, useMutationOf } from './form-store.ts'
import { isNarrow, narrowed, noQuery, readAt } from './forms-store.ts'

/** The forms of an account. They can be searched, kept offline and changed. Offline they are as last read. */
export function FormsScreen({ connection }: { readonly connection: string }) {
  const { forms: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const { store, mutations } = useFeature('forms')
  const { list, working, failure, refresh, load, dismissFailure } = useStore(store)
  const field = useRef<HTMLInputElement>(null)
  const forms = readyValue(list)
  const [dialog, ask, close] = useDialogItem<FormDialogKind, Form>(forms)
  const read = readAt(forms ?? [])
  const hasKept = forms?.some((form) => form.kept && form.deleted_at === null) ?? false
  const create = () => go({ screen: 'forms', create: true })

  useEffect(() => void store.getState().open(connection), [store, connection])
  useShortcuts([
    { keys: '/', label: texts.search, run: () => field.current?.focus() },
    { keys: 'mod+r', label: common.refreshList, run: () => void refresh() },
    { keys: 'n', label: texts.create, run: create },
  ])

  const facts = forms && read !== null ? [texts.count(forms.length), common.listOf(format.moment(read, now()))] : []
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={joinFacts(facts)}
        actions={[
          {
            label: texts.refresh,
            icon: <IconRefresh size={16} />,
            busy: working !== null,
            onClick: () => void refresh(),
          },
          {
            label: texts.actions.sync,
            disabled: !hasKept && common.unavailable.noneKept,
            busy: useMutationOf(allKey(connection)).working !== null,
            onClick: () => void mutations.getState().syncAll(connection),
          },
          { label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: create },
        ]}
      />
      <div className="forms page">
        {failure ? (
          <FailureNotice
            failure={failure}
            kept={read === null ? common.keptNothing : common.listShownOf(format.moment(read, now()))}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        ) : null}
        {dialog ? null : <MutationFailures connection={connection} forms={forms ?? []} />}
        <LoadableView of={list} onRetry={() => void load()}>
          {(value) =>
            value.length === 0 ? <NoForms onCreate={create} /> : <FormList forms={value} field={field} onAsk={ask} />
          }
        </LoadableView>
      </div>
      {dialog ? <FormDialog kind={dialog.what} form={dialog.item} onClose={close} /> : null}
    </>
  )
}

/** The failures of mutations with the names of their forms, including those of screens that were left. */
function MutationFailures({ connection, forms }: { readonly connection: string; readonly forms: readonly Form[] }) {
  const texts = useMessages().forms
  const state = useStore(useFeature('forms').mutations)
  const named: readonly (readonly [key: string, name: string | undefined])[] = [
    [allKey(connection), undefined],
    [newKey(connection), texts.create],
    ...forms.map((form) => [keyOf(form), form.name] as const),
  ]
  return named.map(([key, name]) => {
    const { failure } = mutationOf(state, key)
    return failure ? (
      <FailureNotice key={key} failure={failure} kept={name} onClose={() => state.dismissFailure(key)} />
    ) : null
  })
}

/** Says why there are no forms: the list is loading, it failed, or the account has none. */
function NoForms({ onCreate }: { readonly onCreate: () => void }) {
  const { forms: texts, common } = useMessages()
  const { working, failure, refresh } = useStore(useFeature('forms').store)
  const icon = <IconForms size={32} stroke={1.5} />
  if (working) return <EmptyState icon={icon} title={common.asking} />
  if (failure) return <EmptyState icon={icon} title={texts.neverRead} text={common.neverReadText} />
  return (
    <EmptyState
      icon={icon}
      title={texts.empty}
      text={texts.emptyText}
      action={{ label: texts.create, onClick: onCreate }}
      second={{ label: texts.refresh, onClick: () => void refresh() }}
    />
  )
}

type OnAsk = (what: FormDialogKind, form: Form) => void

interface FormListProps {
  readonly forms: readonly Form[]
  readonly field: RefObject<HTMLInputElement | null>
  readonly onAsk: OnAsk
}

function FormList({ forms, field, onAsk }: FormListProps) {
  const { forms: texts, common } = useMessages()
  const { query, matchingIds, working, failure, find } = useStore(useFeature('forms').store)
  const shown = narrowed(forms, query, matchingIds)
  // Nothing matches: on both sides, only here because the service did not answer, or here so far.
  const hereAlone = failure ? texts.nothingFoundHere : common.asking
  return (
    <>
      <div className="row rigid">
        <TextInput
          ref={field}
          size="xs"
          w={280}
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={query.search}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          rightSection={
            query.search ? (
              <CloseButton size="xs" aria-label={texts.clearFilter} onClick={() => find({ ...query, search: '' })} />
            ) : null
          }
          onChange={(event) => find({ ...query, search: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query.search) find({ ...query, search: '' })
          }}
        />
        <StatusFilter forms={forms} />
        <Text size="sm" c="dimmed" className="figures" role="status">
          {isNarrow(query) && working ? common.asking : texts.shown(shown.length, forms.length)}
        </Text>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={texts.nothingFound} text={matchingIds === null ? hereAlone : texts.nothingFoundText}>
          <Button variant="default" onClick={() => find(noQuery)}>
            {texts.clearFilter}
          </Button>
        </EmptyState>
      ) : (
        <FormsList forms={shown} onAsk={onAsk} />
      )}
    </>
  )
}

const documented = ['active', 'draft', 'archived']

/** The documented statuses, and any others that the forms have. */
function StatusFilter({ forms }: Pick<FormListProps, 'forms'>) {
  const texts = useMessages().forms
  const { query, find } = useStore(useFeature('forms').store)
  const words = new Set([...documented, ...forms.flatMap(({ status }) => status ?? [])])
  return (
    <Select
      size="xs"
      w={170}
      aria-label={texts.columns.status}
      value={query.status ?? ''}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={[
        { value: '', label: texts.anyStatus },
        ...[...words].map((value) => ({ value, label: texts.status(value) })),
      ]}
      onChange={(value) => find({ ...query, status: value || null })}
    />
  )
}

function FormsList({ forms, onAsk }: Pick<FormListProps, 'forms' | 'onAsk'>) {
  const { common } = useMessages()
  const { list, columns } = useMessages().forms
  return (
    <ListTable
      caption={list}
      columns={[
        { label: common.fields.name },
        { label: columns.status, width: 112, narrowWidth: 96 },
        { label: common.fields.entries, width: 96, narrowWidth: 88, number: true },
        { label: columns.offline, width: 232, narrowWidth: 212 },
        { label: columns.unreviewed, width: 96, narrowWidth: 88, number: true },
        { label: common.fields.changed, width: 144, narrowWidth: 104 },
        { label: common.fields.actions, width: 60, unseen: true },
      ]}
    >
      {forms.map((form) => (
        <FormLine key={form.id} form={form} onAsk={onAsk} />
      ))}
    </ListTable>
  )
}

interface FormLineProps {
  readonly form: Form
  readonly onAsk: OnAsk
}

function FormLine(props: FormLineProps) {
  const { form } = props
  const texts = useMessages().forms
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const { connection_id: connection, id } = form
  const count = serviceTotal(form)
  return (
    <>
      <tr data-deleted={form.deleted_at !== null || undefined}>
        <td>
          <UnstyledButton
            className="list-name cut"
            title={form.name}
            onClick={() => go({ screen: 'form', connection, id, part: 'entries' })}
          >
            {form.name}
          </UnstyledButton>
          {form.description ? (
            <div className="list-sentence clamp dim" title={form.description}>
              {form.description}
            </div>
          ) : null}
        </td>
        <td>
          <StatusMark form={form} />
        </td>
        <td className="list-number">
          {count === null ? <span title={texts.unknownCountHint}>{texts.unknownCount}</span> : format.number(count)}
        </td>
        <td>
          <KeptCell {...props} />
        </td>
        <td className="list-number">{form.kept ? format.number(form.unreviewed) : <span className="dim">—</span>}</td>
        <td className="dim">{form.updated_at ? format.moment(Date.parse(form.updated_at), now()) : '—'}</td>
        <td className="list-actions">
          <FormMenu {...props} />
        </td>
      </tr>
      {form.kept && isReading(form) ? (
        <tr className="list-progress">
          <td colSpan={7}>
            <FormProgress form={form} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** Whether a form's entries are kept here, how many, and whether these are all. */
function KeptCell({ form, onAsk }: FormLineProps) {
  const texts = useMessages().forms
  const busy = useMutationOf(keyOf(form)).working !== null
  return (
    <div className="forms-kept row">
      <Switch
        size="sm"
        checked={form.kept}
        disabled={busy || (form.deleted_at !== null && !form.kept)}
        aria-label={texts.keepNamed(form.name)}
        onChange={(event) => onAsk(event.currentTarget.checked ? 'keep' : 'forget', form)}
      />
      {form.kept ? (
        <div className="gap-2 top narrows stack">
          <SyncBadge form={form} />
          <span className="dim forms-here">{texts.entriesHere(form.entries - form.gone, keptTotal(form))}</span>
          {form.sync.period ? <span className="dim forms-here">{texts.period(form.sync.period)}</span> : null}
        </div>
      ) : null}
    </div>
  )
}

function FormMenu({ form, onAsk }: FormLineProps) {
  const { forms, common } = useMessages()
  const { actions: texts, widen } = forms
  const { go } = useNavigation()
  const showNewest = useShowNewest()
  const { sync } = useFeature('forms').mutations.getState()
  const { connection_id: connection, id } = form
  const isGone = form.deleted_at !== null && common.unavailable.formDeleted
  const unsynced = isGone || notSynced(form, common.unavailable)
  return (
    <DotsMenu
      label={common.moreOf(form.name)}
      width={250}
      items={[
        { label: common.open, onClick: () => go({ screen: 'form', connection, id, part: 'entries' }) },
        { label: common.edit, onClick: () => go({ screen: 'form', connection, id, part: 'edit' }), disabled: isGone },
        { label: texts.sync, onClick: () => void sync(form, false), disabled: unsynced },
        { label: texts.reconcile, onClick: () => void sync(form, true), disabled: unsynced },
        { label: texts.status, onClick: () => onAsk('status', form), disabled: isGone },
        { label: texts.duplicate, onClick: () => onAsk('duplicate', form), disabled: isGone },
        ...(form.kept
          ? []
          : [
              { label: texts.keep, onClick: () => onAsk('keep', form), disabled: isGone },
              { label: texts.newest, onClick: () => showNewest(form), disabled: isGone },
            ]),
        ...(form.sync.period ? [{ label: widen, onClick: () => onAsk('keep', form), disabled: isGone }] : []),
        ...(form.kept ? [{ label: texts.forget, onClick: () => onAsk('forget', form), dangerous: true }] : []),
        { label: common.deleteOnService, onClick: () => onAsk('remove', form), disabled: isGone, dangerous: true },
      ]}
    />
  )
}
