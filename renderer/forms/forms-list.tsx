import { Switch, UnstyledButton } from '@mantine/core'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import {
  FormProgress,
  isReading,
  keptTotal,
  notSynced,
  StatusMark,
  SyncBadge,
  serviceTotal,
  type TaskProps,
} from './form-marks.tsx'
import { type FormMutationsStore, keyOf, mutationOf } from './form-store.ts'

/** What is done with a form of the list. */
export interface FormActions {
  readonly onOpen: (form: Form) => void
  readonly onEdit: (form: Form) => void
  readonly onKeep: (form: Form, keep: boolean) => void
  /** More of it than the period that is kept. */
  readonly onWiden: (form: Form) => void
  readonly onNewest: (form: Form) => void
  readonly onSync: (form: Form, reconcile: boolean) => void
  readonly onStatus: (form: Form) => void
  readonly onDuplicate: (form: Form) => void
  readonly onRemove: (form: Form) => void
}

export interface FormsListProps extends FormActions, TaskProps {
  readonly forms: readonly Form[]
  readonly mutations: FormMutationsStore
  /** Epoch ms. */
  readonly now: number
}

/** The forms of the account, a line each. */
export function FormsList({ forms, ...rest }: FormsListProps) {
  const { list, columns } = useMessages().forms
  return (
    <ListTable
      caption={list}
      columns={[
        { label: columns.name },
        { label: columns.status, width: 112, narrowWidth: 96 },
        { label: columns.entries, width: 96, narrowWidth: 88, number: true },
        { label: columns.offline, width: 232, narrowWidth: 212 },
        { label: columns.unreviewed, width: 96, narrowWidth: 88, number: true },
        { label: columns.updated, width: 144, narrowWidth: 104 },
        { label: columns.actions, width: 60, unseen: true },
      ]}
    >
      {forms.map((form) => (
        <FormLine key={form.id} form={form} {...rest} />
      ))}
    </ListTable>
  )
}

interface FormLineProps extends Omit<FormsListProps, 'forms'> {
  readonly form: Form
}

function FormLine({ form, mutations, now, ...rest }: FormLineProps) {
  const { forms: texts } = useMessages()
  const format = useFormat()
  const count = serviceTotal(form)
  const line = (
    <tr data-deleted={form.deleted_at !== null || undefined}>
      <td>
        <UnstyledButton className="list-name" title={form.name} onClick={() => rest.onOpen(form)}>
          {form.name}
        </UnstyledButton>
        {form.description ? (
          <div className="list-sentence dim" title={form.description}>
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
        <KeptCell form={form} mutations={mutations} now={now} onKeep={rest.onKeep} />
      </td>
      <td className="list-number">{form.kept ? format.number(form.unreviewed) : <span className="dim">—</span>}</td>
      <td className="dim">{form.updated_at ? format.moment(Date.parse(form.updated_at), now) : '—'}</td>
      <td className="list-actions">
        <FormMenu form={form} {...rest} />
      </td>
    </tr>
  )
  if (!form.kept || !isReading(form)) return line
  return (
    <>
      {line}
      <tr className="list-progress">
        <td colSpan={7}>
          <FormProgress form={form} {...rest} />
        </td>
      </tr>
    </>
  )
}

/** Whether a form's entries are kept here, how many, and whether that is all of them. */
function KeptCell({ form, mutations, now, onKeep }: Pick<FormLineProps, 'form' | 'mutations' | 'now' | 'onKeep'>) {
  const key = keyOf({ connection: form.connection_id, id: form.id })
  const busy = useStore(mutations, (state) => mutationOf(state, key).working !== null)
  const texts = useMessages().forms
  return (
    <div className="forms-kept">
      <Switch
        size="sm"
        checked={form.kept}
        disabled={busy || (form.deleted_at !== null && !form.kept)}
        aria-label={texts.keepNamed(form.name)}
        onChange={(event) => onKeep(form, event.currentTarget.checked)}
      />
      {form.kept ? (
        <div className="forms-kept-words">
          <SyncBadge form={form} now={now} />
          <span className="dim forms-here">{texts.entriesHere(form.entries - form.gone, keptTotal(form))}</span>
          {form.sync.period ? <span className="dim forms-here">{texts.period(form.sync.period)}</span> : null}
        </div>
      ) : null}
    </div>
  )
}

function FormMenu({ form, ...actions }: FormActions & { readonly form: Form }) {
  const {
    forms: { actions: texts, widen },
    common: { unavailable },
  } = useMessages()
  const gone = form.deleted_at !== null && unavailable.formDeleted
  const still = gone || notSynced(form, unavailable)
  return (
    <DotsMenu
      label={texts.more(form.name)}
      width={250}
      items={[
        { label: texts.open, onClick: () => actions.onOpen(form) },
        { label: texts.edit, onClick: () => actions.onEdit(form), disabled: gone },
        { label: texts.sync, onClick: () => actions.onSync(form, false), disabled: still },
        { label: texts.reconcile, onClick: () => actions.onSync(form, true), disabled: still },
        { label: texts.status, onClick: () => actions.onStatus(form), disabled: gone },
        { label: texts.duplicate, onClick: () => actions.onDuplicate(form), disabled: gone },
        ...(form.kept
          ? []
          : [
              { label: texts.keep, onClick: () => actions.onKeep(form, true), disabled: gone },
              { label: texts.newest, onClick: () => actions.onNewest(form), disabled: gone },
            ]),
        ...(form.sync.period ? [{ label: widen, onClick: () => actions.onWiden(form), disabled: gone }] : []),
        ...(form.kept ? [{ label: texts.forget, onClick: () => actions.onKeep(form, false), dangerous: true }] : []),
        { label: texts.remove, onClick: () => actions.onRemove(form), disabled: gone, dangerous: true },
      ]}
    />
  )
}
