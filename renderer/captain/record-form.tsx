import {
  Checkbox,
  Fieldset,
  Group,
  JsonInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { captainResource } from '../../preload/values/captain-resources.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { MutationFailure, useAnswer, useList, useReferences, useUnconfirmed } from './captain-context.tsx'
import {
  changesOf,
  type Draft,
  type DraftValue,
  draftOf,
  type Field,
  fieldName,
  fieldsOf,
  isObject,
  problemsOf,
} from './record-fields.ts'
import { type Kind, keyOf, type Named } from './records-store.ts'

interface RecordFormProps {
  /** The title of its dialog. */
  readonly title: string
  readonly kind: Kind
  /** Null for a new one. */
  readonly record: CaptainRecord | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Creates or changes a record, with the fields that are known and those that the service showed. */
export function RecordForm({ title, kind, record, onDone, onClose }: RecordFormProps) {
  const { common } = useMessages()
  const texts = useMessages().captain.form
  const captain = useFeature('captain')
  const working = useStore(captain.mutations, (state) => state.working)
  const unconfirmed = useUnconfirmed()
  const account = useStore(captain.records, ({ connection }) => connection)
  const { records } = useList(kind)
  const fields = useMemo(
    () => fieldsOf(kind.resource, record ? [record, ...records] : records),
    [kind.resource, record, records],
  )
  const form = useDraft<Draft>(`${account} ${keyOf(kind)} ${record?.id ?? 'new'}`, {}, onDone)
  // Fields are still inferred while the person types; a field that they did not touch shows the record's value.
  const draft = { ...draftOf(fields, record), ...form.draft }
  const [tried, setTried] = useState(false)
  const [whole, setWhole] = useState(false)
  const problems = problemsOf(fields, draft)
  const valid = Object.keys(problems).length === 0
  const changes = valid ? changesOf(fields, draft, record) : {}
  const unchanged = record !== null && valid && Object.keys(changes).length === 0
  const createLabel = captainResource(kind.resource).isLink ? texts.link : texts.create
  const puts = record !== null && captainResource(kind.resource).one.includes('PUT')

  const close = () => {
    form.discard()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!valid || unchanged || unconfirmed) return
    const { create, change } = captain.mutations.getState()
    void form.submit(async () => {
      const sent = record?.id ? change(kind, record.id, whole ? 'PUT' : 'PATCH', changes) : create(kind, changes)
      return (await sent) === 'done'
    })
  }
  return (
    <Dialog writes onClose={close} title={title} size={640}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <FormFields
            kind={kind}
            fields={fields}
            draft={draft}
            problems={tried ? problems : {}}
            onDraft={(part) => form.change({ ...form.draft, ...part })}
          />
          {puts ? (
            <Checkbox
              label={texts.whole}
              description={texts.wholeHint}
              checked={whole}
              onChange={(event) => setWhole(event.currentTarget.checked)}
            />
          ) : null}
          <MutationFailure />
          <Group justify="flex-end" gap="sm">
            {unchanged ? (
              <Text size="sm" c="dimmed">
                {texts.unchanged}
              </Text>
            ) : null}
            <DialogButtons
              confirm={record ? common.save : createLabel}
              disabled={unchanged || unconfirmed}
              busy={working !== null}
              onClose={close}
            />
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function FormFields({
  kind,
  fields,
  draft,
  problems,
  onDraft,
}: {
  readonly kind: Kind
  readonly fields: readonly Field[]
  readonly draft: Draft
  readonly problems: ReturnType<typeof problemsOf>
  readonly onDraft: (part: Draft) => void
}) {
  const texts = useMessages().captain
  const named = useNames(kind)
  const input = (field: Field, first: boolean): ReactNode => {
    const problem = problems[field.path]
    return (
      <FieldInput
        key={field.path}
        field={field}
        value={draft[field.path] ?? ''}
        error={problem ? texts.form.problems[problem] : null}
        named={named(field)}
        autoFocus={first}
        onChange={(value) => onDraft({ [field.path]: value })}
      />
    )
  }
  const inConfig = fields.filter(({ path }) => path.startsWith('config.'))
  const inferred = fields.filter((field) => field.inferred && !inConfig.includes(field))
  const plain = fields.filter((field) => !inConfig.includes(field) && !inferred.includes(field))
  return (
    <>
      {plain.map((field, index) => input(field, index === 0))}
      {inConfig.length > 0 ? (
        <Fieldset legend={texts.form.configLegend}>
          <Stack gap="md">{inConfig.map((field) => input(field, false))}</Stack>
        </Fieldset>
      ) : null}
      {inferred.length > 0 ? (
        <Fieldset legend={texts.form.learntLegend}>
          <Stack gap="md">{inferred.map((field) => input(field, false))}</Stack>
        </Fieldset>
      ) : null}
    </>
  )
}

/** The possible values of a field, by name. It reads what was not read yet. */
function useNames({ resource, parent }: Kind): (field: Field) => readonly Named[] {
  const captain = useFeature('captain')
  const references = useReferences()
  const { answer: tools } = useAnswer('tools')
  useEffect(() => {
    const { showAll, readInboxes, ask } = captain.records.getState()
    const { fields } = captainResource(resource)
    if (fields.some(({ path }) => path === 'captain_mcp_server_id'))
      void showAll({ resource: 'mcp_servers', parent: null })
    if (fields.some(({ path }) => path === 'inbox_id')) void readInboxes()
    if (fields.some(({ kind }) => kind === 'tools')) void ask('tools', { question: 'tools' })
  }, [captain, resource])
  return ({ kind, path }) => {
    if (kind === 'tools') return toolsOf(readyValue(tools)?.answer)
    // A scenario or link belongs to the assistant whose page it is on.
    const isOfParent = parent !== null && path === 'assistant_id'
    return kind === 'reference' && !isOfParent ? references(path) : []
  }
}

/** The tools of an answer by the word that scenarios use for them, wrapped or bare. */
export function toolsOf(answer: unknown): readonly Named[] {
  const list = isObject(answer) ? (answer.payload ?? answer.data ?? answer.tools) : answer
  if (!Array.isArray(list)) return []
  return list.flatMap((tool): Named[] => {
    if (typeof tool === 'string') return [{ value: tool, label: tool }]
    if (!isObject(tool)) return []
    const value = String(tool.id ?? tool.slug ?? tool.name ?? '')
    const label = String(tool.title ?? tool.name ?? value)
    return value === '' ? [] : [{ value, label }]
  })
}

interface FieldInputProps {
  readonly field: Field
  readonly value: DraftValue
  readonly error: string | null
  /** The possible records for the field's number; without any, the number is typed. */
  readonly named: readonly Named[]
  readonly autoFocus: boolean
  readonly onChange: (value: DraftValue) => void
}

function FieldInput({ field, value, error, named, autoFocus, onChange }: FieldInputProps) {
  const texts = useMessages().captain
  const { path, kind } = field
  const label = fieldName(texts.fields, path)
  const text = typeof value === 'string' ? value : ''
  const words = Array.isArray(value) ? [...value] : []
  const shared = {
    label,
    error,
    required: field.required ?? false,
    ...(autoFocus ? { 'data-autofocus': true } : {}),
  }
  const typed = {
    ...shared,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
  const chosen = {
    ...shared,
    value: text === '' ? null : text,
    clearable: !field.required,
    onChange: (choice: string | null) => onChange(choice ?? ''),
  }
  switch (kind) {
    case 'flag':
      return (
        <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      )
    case 'list':
    case 'tools':
      return (
        <TagsInput
          {...shared}
          description={texts.form.listHint}
          data={named.map((one) => one.value)}
          value={words}
          splitChars={[]}
          acceptValueOnBlur
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          {...chosen}
          data={choicesOf(field, text).map((choice) => ({ value: choice, label: texts.states[choice] ?? choice }))}
        />
      )
    case 'json':
      return (
        <JsonInput
          {...shared}
          description={texts.form.jsonHint}
          className="captain-code"
          value={text}
          autosize
          minRows={2}
          maxRows={14}
          spellCheck={false}
          onChange={onChange}
        />
      )
    case 'text':
      return <Textarea {...typed} autosize minRows={2} maxRows={10} />
    case 'reference':
      return named.length > 0 ? (
        <Select {...chosen} data={withValue(named, text)} searchable={named.length > 8} />
      ) : (
        <TextInput {...typed} description={texts.form.numberHint} inputMode="numeric" />
      )
    default:
      return (
        <TextInput {...typed} autoComplete="off" {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})} />
      )
  }
}

/** The choices of a field, with its present value even if that is not among them. */
function choicesOf({ choices = [] }: Field, value: string): readonly string[] {
  return value === '' || choices.includes(value) ? choices : [...choices, value]
}

function withValue(named: readonly Named[], value: string): Named[] {
  const missing = value !== '' && !named.some((one) => one.value === value)
  return missing ? [...named, { value, label: value }] : [...named]
}
