import { Switch, UnstyledButton } from '@mantine/core'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import type { FormDialogKind } from './form-dialogs.tsx'
import { FormProgress, isReading, keptTotal, notSynced, StatusMark, SyncBadge, serviceTotal } from './form-marks.tsx'
import { type FormMutationsStore, keyOf, mutationOf } from './form-store.ts'

interface ListProps extends TaskProps {
  readonly mutations: FormMutationsStore
  /** Epoch ms. */
  readonly now: number
  readonly onOpen: (form: Form, part: 'entries' | 'edit') => void
  readonly onNewest: (form: Form) => void
  readonly onAsk: (dialog: FormDialogKind, form: Form) => void
}

/** One row for each form of the account. */
export function FormsList({ forms, ...rest }: ListProps & { readonly forms: readonly Form[] }) {
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

type FormLineProps = ListProps & { readonly form: Form }

function FormLine(props: FormLineProps) {
  const { form, now } = props
  const { forms: texts } = useMessages()
  const format = useFormat()
  const count = serviceTotal(form)
  const line = (
    <tr data-deleted={form.deleted_at !== null || undefined}>
      <td>
        <UnstyledButton className="list-name cut" title={form.name} onClick={() => props.onOpen(form, 'entries')}>
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
        <KeptCell {...props} />
      </td>
      <td className="list-number">{form.kept ? format.number(form.unreviewed) : <span className="dim">—</span>}</td>
      <td className="dim">{form.updated_at ? format.moment(Date.parse(form.updated_at), now) : '—'}</td>
      <td className="list-actions">
        <FormMenu {...props} />
      </td>
    </tr>
  )
  if (!form.kept || !isReading(form)) return line
  return (
    <>
      {line}
      <tr className="list-progress">
        <td colSpan={7}>
          <FormProgress {...props} />
        </td>
      </tr>
    </>
  )
}

/** Whether a form's entries are kept here, how many, and whether that is all of them. */
function KeptCell({ form, mutations, now, onAsk }: FormLineProps) {
  const texts = useMessages().forms
  const key = keyOf({ connection: form.connection_id, id: form.id })
  const busy = useStore(mutations, (state) => mutationOf(state, key).working !== null)
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
        <div className="forms-kept-words stack">
          <SyncBadge form={form} now={now} />
          <span className="dim forms-here">{texts.entriesHere(form.entries - form.gone, keptTotal(form))}</span>
          {form.sync.period ? <span className="dim forms-here">{texts.period(form.sync.period)}</span> : null}
        </div>
      ) : null}
    </div>
  )
}

function FormMenu({ form, mutations, onOpen, onNewest, onAsk }: FormLineProps) {
  const {
    forms: { actions: texts, widen },
    common: { unavailable },
  } = useMessages()
  const gone = form.deleted_at !== null && unavailable.formDeleted
  const { sync } = mutations.getState()
  const key = { connection: form.connection_id, id: form.id }
  const unsynced = gone || notSynced(form, unavailable)
  return (
    <DotsMenu
      label={texts.more(form.name)}
      width={250}
      items={[
        { label: texts.open, onClick: () => onOpen(form, 'entries') },
        { label: texts.edit, onClick: () => onOpen(form, 'edit'), disabled: gone },
        { label: texts.sync, onClick: () => void sync(key, false), disabled: unsynced },
        { label: texts.reconcile, onClick: () => void sync(key, true), disabled: unsynced },
        { label: texts.status, onClick: () => onAsk('status', form), disabled: gone },
        { label: texts.duplicate, onClick: () => onAsk('duplicate', form), disabled: gone },
        ...(form.kept
          ? []
          : [
              { label: texts.keep, onClick: () => onAsk('keep', form), disabled: gone },
              { label: texts.newest, onClick: () => onNewest(form), disabled: gone },
            ]),
        ...(form.sync.period ? [{ label: widen, onClick: () => onAsk('keep', form), disabled: gone }] : []),
        ...(form.kept ? [{ label: texts.forget, onClick: () => onAsk('forget', form), dangerous: true }] : []),
        { label: texts.remove, onClick: () => onAsk('remove', form), disabled: gone, dangerous: true },
      ]}
    />
  )
}
