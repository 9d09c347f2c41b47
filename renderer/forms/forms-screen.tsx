import { Button, CloseButton, Select, Text, TextInput } from '@mantine/core'
import { IconForms, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import { FormDialog, type FormDialogKind } from './form-dialogs.tsx'
import { allKey, type FormMutationsStore, keyOf, mutationOf, newKey } from './form-store.ts'
import { FormsList } from './forms-list.tsx'
import { type FormsStore, isNarrow, narrowed, noQuery, readAt } from './forms-store.ts'
import type { KeepStore } from './keep-store.ts'

export interface FormsScreenProps extends TaskProps {
  readonly store: FormsStore
  readonly mutations: FormMutationsStore
  readonly keeping: KeepStore
  readonly connection: string
  readonly now: () => number
  readonly onOpen: (form: Form, part: 'entries' | 'edit') => void
  /** The newest entries of a form that is not kept. */
  readonly onNewest: (form: Form) => void
  readonly onCreate: () => void
}

/** The forms of an account: found, kept offline, changed; as last read when there is no network. */
export function FormsScreen(props: FormsScreenProps) {
  const { store, mutations, connection, now, onCreate } = props
  const { forms: texts, common } = useMessages()
  const format = useFormat()
  const { list, working, failure, refresh, load, dismissFailure } = useStore(store)
  const syncing = useStore(mutations, (state) => mutationOf(state, allKey(connection)).working !== null)
  const field = useRef<HTMLInputElement>(null)
  const forms = readyValue(list)
  const [asked, ask, close] = useDialogItem<FormDialogKind, Form>(forms)
  const read = readAt(forms ?? [])
  const kept = forms?.some((form) => form.kept && form.deleted_at === null) ?? false

  useEffect(() => void store.getState().open(connection), [store, connection])
  useShortcuts([
    { keys: '/', label: texts.shortcuts.search, run: () => field.current?.focus() },
    { keys: 'mod+r', label: texts.shortcuts.refresh, run: () => void refresh() },
    { keys: 'n', label: texts.shortcuts.create, run: onCreate },
  ])

  const facts = forms && read !== null ? [texts.count(forms.length), texts.readAt(format.moment(read, now()))] : []
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
            label: texts.syncAll,
            disabled: !kept && common.unavailable.noneKept,
            busy: syncing,
            onClick: () => void mutations.getState().syncAll(connection),
          },
          { label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: onCreate },
        ]}
      />
      <div className="forms page">
        {failure ? (
          <FailureNotice
            failure={failure}
            kept={read === null ? texts.keptNothing : texts.keptList(format.moment(read, now()))}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        ) : null}
        {asked ? null : <MutationFailures mutations={mutations} connection={connection} forms={forms ?? []} />}
        <LoadableView of={list} onRetry={() => void load()}>
          {(found) =>
            found.length === 0 ? (
              <NoForms {...props} />
            ) : (
              <FoundForms {...props} forms={found} field={field} onAsk={ask} />
            )
          }
        </LoadableView>
      </div>
      {asked ? (
        <FormDialog
          {...props}
          kind={asked.what}
          form={asked.item}
          onDuplicated={(form) => props.onOpen(form, 'edit')}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** The failures of mutations with the names of their forms, including those of screens that were left. */
function MutationFailures({
  mutations,
  connection,
  forms,
}: Pick<FormsScreenProps, 'mutations' | 'connection'> & { readonly forms: readonly Form[] }) {
  const texts = useMessages().forms
  const state = useStore(mutations)
  const named: readonly (readonly [key: string, name: string | undefined])[] = [
    [allKey(connection), undefined],
    [newKey(connection), texts.editor.newTitle],
    ...forms.map(({ id, name }) => [keyOf({ connection, id }), name] as const),
  ]
  return named.map(([key, name]) => {
    const { failure } = mutationOf(state, key)
    return failure ? (
      <FailureNotice key={key} failure={failure} kept={name} onClose={() => state.dismissFailure(key)} />
    ) : null
  })
}

/** No forms: while the list loads, after it failed, or because the account has none. */
function NoForms({ store, onCreate }: FormsScreenProps) {
  const messages = useMessages()
  const texts = messages.forms
  const { working, failure, refresh } = useStore(store)
  const icon = <IconForms size={32} stroke={1.5} />
  if (working) return <EmptyState icon={icon} title={texts.askingService} />
  if (failure) {
    return <EmptyState icon={icon} title={texts.neverRead} text={texts.neverReadText} />
  }
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

interface FoundFormsProps extends FormsScreenProps {
  readonly forms: readonly Form[]
  readonly field: React.RefObject<HTMLInputElement | null>
  readonly onAsk: (what: FormDialogKind, form: Form) => void
}

function FoundForms({ store, forms, field, now, ...props }: FoundFormsProps) {
  const texts = useMessages().forms
  const { query, found, working, failure, find } = useStore(store)
  const shown = narrowed(forms, query, found)
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
        <StatusFilter forms={forms} status={query.status} onStatus={(status) => find({ ...query, status })} />
        <Text size="sm" c="dimmed" className="figures" role="status">
          {isNarrow(query) && working ? texts.askingService : texts.shown(shown.length, forms.length)}
        </Text>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={texts.nothingFound} text={nothingFoundWords(found !== null, failure !== null, texts)}>
          <Button variant="default" onClick={() => find(noQuery)}>
            {texts.clearFilter}
          </Button>
        </EmptyState>
      ) : (
        <FormsList {...props} forms={shown} now={now()} />
      )}
    </>
  )
}

/** Nothing fits: here and there, here alone because the service did not answer, or here so far. */
function nothingFoundWords(
  answered: boolean,
  failed: boolean,
  texts: Readonly<Record<'nothingFoundText' | 'nothingFoundHere' | 'askingService', string>>,
): string {
  if (answered) return texts.nothingFoundText
  return failed ? texts.nothingFoundHere : texts.askingService
}

interface StatusFilterProps {
  readonly forms: readonly Form[]
  readonly status: string | null
  readonly onStatus: (status: string | null) => void
}

const documented = ['active', 'draft', 'archived']

/** The statuses of the document, and whichever others the forms have. */
function StatusFilter({ forms, status, onStatus }: StatusFilterProps) {
  const texts = useMessages().forms
  const seen = forms.flatMap((form) => (form.status === null ? [] : [form.status]))
  const words = [...new Set([...documented, ...seen])]
  return (
    <Select
      size="xs"
      w={170}
      aria-label={texts.statusFilter}
      value={status ?? ''}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={[{ value: '', label: texts.anyStatus }, ...words.map((value) => ({ value, label: texts.status(value) }))]}
      onChange={(value) => onStatus(value || null)}
    />
  )
}
