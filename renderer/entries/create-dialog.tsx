import { ActionIcon, Button, Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { FormField } from '../../preload/contract/forms.ts'
import { type DraftForm, useDraft } from '../kernel/drafts.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { DayField } from '../tables/day-field.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { notify } from './deletion.tsx'
import {
  answersOf,
  doubtOf,
  type EntryDraft,
  emptyDraft,
  emptyRow,
  fieldErrors,
  fieldKey,
  fieldKind,
  hasValidDates,
  isValidRow,
  metadataOf,
  optionsOf,
  otherErrors,
  type Row,
} from './entry-draft.ts'
import { useEntries, useReview } from './review.ts'

/** A new entry on the service, with the fields of its form. */
export function CreateDialog() {
  const { common } = useMessages()
  const texts = useMessages().entries.create
  const { table, openDialog } = useReview().store.getState()
  const forms = readyValue(useEntries((state) => state.forms)) ?? []
  const [form, setForm] = useState(table.form_id)
  const closed = () => openDialog(null)
  const entry = useDraft<EntryDraft | null>(`entry ${table.connection_id} ${form}`, null, closed)
  const close = () => {
    entry.discard()
    closed()
  }
  return (
    <Dialog writes onClose={close} title={texts.title} size={560}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.intro}
        </Text>
        {table.form_id === null ? (
          <Select
            label={common.fields.form}
            placeholder={texts.choose}
            data={forms
              .filter(({ deleted_at }) => deleted_at === null)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            value={form === null ? null : String(form)}
            comboboxProps={{ withinPortal: false }}
            searchable
            data-autofocus
            onChange={(value) => setForm(value === null ? null : Number(value))}
          />
        ) : null}
        {form === null ? null : <EntryOfForm key={form} form={form} entry={entry} onClose={close} />}
      </Stack>
    </Dialog>
  )
}

interface EntryOfFormProps {
  readonly form: number
  readonly entry: DraftForm<EntryDraft | null>
  readonly onClose: () => void
}

function EntryOfForm(props: EntryOfFormProps) {
  const { fieldsOf } = useReview().store.getState()
  const fields = useLatest(() => fieldsOf(props.form), [fieldsOf, props.form])
  return <LoadableView of={fields}>{(formFields) => <EntryForm {...props} fields={formFields} />}</LoadableView>
}

function EntryForm({ form, fields, entry, onClose }: EntryOfFormProps & { readonly fields: readonly FormField[] }) {
  const messages = useMessages()
  const texts = messages.entries.create
  const element = useRef<HTMLFormElement>(null)
  const { create } = useReview().store.getState()
  const { change, working, failure, submit } = entry
  const draft = entry.draft ?? (fields.length === 0 ? { ...emptyDraft, extra: [emptyRow] } : emptyDraft)
  const refused = failure?.code === 'validation_failed'
  const lost = failure?.code === 'sent_unknown'
  const errors = refused ? failure.fields : undefined
  const others = otherErrors(fields, errors)
  const doubtful = fields.filter((field) => doubtOf(field, draft.values[fieldKey(field)]) !== null)
  const doubts = JSON.stringify(doubtful.map((field) => [fieldKey(field), draft.values[fieldKey(field)]]))
  /** The doubts that were shown when the person wanted to send. */
  const [shown, setShown] = useState('')
  const isAsking = doubtful.length > 0 && shown === doubts
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (lost) return
    if (![...draft.extra, ...draft.metadata].every(isValidRow) || !hasValidDates(draft, fields)) {
      element.current?.querySelector<HTMLElement>(':is(.entry-row, .entry-day) [aria-invalid="true"]')?.focus()
      return
    }
    if (doubtful.length > 0 && !isAsking) {
      setShown(doubts)
      element.current?.querySelector<HTMLElement>('[data-doubt]')?.focus()
      return
    }
    void submit(async () => {
      const id = await create({ form_id: form, fields: answersOf(draft, fields), metadata: metadataOf(draft) })
      notify('entries-created', messagesNow().entries.create.created(id))
    })
  }
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack gap="md">
        {fields.length === 0 ? <Text size="md">{texts.noFields}</Text> : null}
        {fields.map((field, index) => (
          <FieldInput
            key={fieldKey(field)}
            field={field}
            value={draft.values[fieldKey(field)]}
            error={fieldErrors(field, errors)}
            isAsking={isAsking}
            first={index === 0}
            onChange={(value) => change({ ...draft, values: { ...draft.values, [fieldKey(field)]: value } })}
          />
        ))}
        <Rows
          title={fields.length === 0 ? null : texts.extra}
          rows={draft.extra}
          onChange={(extra) => change({ ...draft, extra })}
        />
        <Rows
          title={messages.common.fields.metadata}
          hint={texts.metadataHint}
          rows={draft.metadata}
          onChange={(metadata) => change({ ...draft, metadata })}
        />
        {others.map((line) => (
          <Text key={line} size="sm" c="var(--mantine-color-error)" role="alert">
            {line}
          </Text>
        ))}
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons
          confirm={isAsking ? texts.confirmDoubtful : texts.confirm}
          busy={working}
          disabled={lost}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

interface FieldInputProps {
  readonly field: FormField
  readonly value: string | boolean | undefined
  readonly error: string | null
  /** The person wanted to send: doubts are shown even while the field has the focus. */
  readonly isAsking: boolean
  readonly first: boolean
  readonly onChange: (value: string | boolean) => void
}

function FieldInput({ field, value, error, isAsking, first, onChange }: FieldInputProps): ReactNode {
  const texts = useMessages().entries.create
  const [isTyping, setTyping] = useState(false)
  const kind = fieldKind(field)
  const text = typeof value === 'string' ? value : ''
  const common = { label: field.label, required: field.required, error, ...(first ? { 'data-autofocus': true } : {}) }
  const typing = {
    ...common,
    placeholder: field.placeholder ?? undefined,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
  const doubt = isTyping && !isAsking ? null : doubtOf(field, value)
  switch (kind) {
    case 'check':
      return (
        <Checkbox
          label={field.label}
          checked={value === true}
          error={error}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          placeholder={typing.placeholder}
          data={[...optionsOf(field)]}
          value={text === '' ? null : text}
          clearable={!field.required}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      )
    case 'long':
      return <Textarea {...typing} autosize minRows={3} maxRows={10} />
    case 'several': {
      const options = optionsOf(field).join(', ')
      const description = options === '' ? texts.several : `${texts.several}: ${options}`
      return <Textarea {...typing} autosize minRows={3} maxRows={10} description={description} />
    }
    case 'date':
      return (
        <div className="entry-day">
          <DayField {...common} value={text === '' ? null : text} onChange={(day) => onChange(day ?? '')} />
        </div>
      )
    default:
      return (
        <TextInput
          {...typing}
          type={kind === 'email' ? kind : 'text'}
          inputMode={inputModes[kind]}
          data-doubt={doubtOf(field, value) ?? undefined}
          description={doubt && <span className="pending">{texts.doubts[doubt]}</span>}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
        />
      )
  }
}

const inputModes: Readonly<Partial<Record<string, 'decimal' | 'tel' | 'url'>>> = {
  number: 'decimal',
  phone: 'tel',
  url: 'url',
}

interface RowsProps {
  readonly title: string | null
  readonly hint?: string
  readonly rows: readonly Row[]
  readonly onChange: (rows: readonly Row[]) => void
}

/** Keys and values that are not fields of the form. */
function Rows({ title, hint, rows, onChange }: RowsProps) {
  const { common } = useMessages()
  const texts = useMessages().entries.create
  const put = (index: number, change: Partial<Row>) =>
    onChange(rows.with(index, { ...(rows[index] ?? emptyRow), ...change }))
  return (
    <fieldset className="entry-rows gap-6 top stack plain-fieldset">
      {title ? <legend>{title}</legend> : null}
      {hint ? (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      ) : null}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own before it is written
        <div key={index} className="entry-row">
          <TextInput
            size="xs"
            aria-label={texts.key}
            placeholder={texts.key}
            value={row.key}
            onChange={(event) => put(index, { key: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            aria-label={common.fields.value}
            placeholder={common.fields.value}
            value={row.value}
            error={isValidRow(row) ? null : texts.notJson}
            onChange={(event) => put(index, { value: event.currentTarget.value })}
          />
          <Select
            size="xs"
            aria-label={texts.type(index + 1)}
            data={[
              { value: 'text', label: common.fields.text },
              { value: 'json', label: texts.types.json },
            ]}
            value={row.type}
            allowDeselect={false}
            onChange={(type) => put(index, { type: type === 'json' ? 'json' : 'text' })}
          />
          <ActionIcon
            size="sm"
            aria-label={texts.removeRow(index + 1)}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onChange([...rows, emptyRow])}>
        {texts.addRow}
      </Button>
    </fieldset>
  )
}
