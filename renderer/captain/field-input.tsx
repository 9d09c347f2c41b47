import { JsonInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useMessages } from '../kernel/messages.ts'
import { fieldName } from './field-name.ts'
import type { Field } from './known-fields.ts'
import type { Named } from './names-store.ts'
import type { DraftValue } from './record-draft.ts'

export interface FieldInputProps {
  readonly field: Field
  readonly value: DraftValue
  readonly error: string | null
  /** What the field's number may be, by name; without any it is typed. */
  readonly named: readonly Named[]
  readonly autoFocus: boolean
  readonly onChange: (value: DraftValue) => void
}

/** One field of a form, by its kind. */
export function FieldInput({ field, value, error, named, autoFocus, onChange }: FieldInputProps) {
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
          {...shared}
          data={choicesOf(field, text).map((choice) => ({ value: choice, label: texts.states[choice] ?? choice }))}
          value={text === '' ? null : text}
          clearable={!field.required}
          onChange={(choice) => onChange(choice ?? '')}
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
      return (
        <Textarea
          {...shared}
          value={text}
          autosize
          minRows={2}
          maxRows={10}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'assistant':
    case 'document':
    case 'server':
    case 'inbox':
      return named.length > 0 ? (
        <Select
          {...shared}
          data={withValue(named, text)}
          value={text === '' ? null : text}
          searchable={named.length > 8}
          clearable={!field.required}
          onChange={(choice) => onChange(choice ?? '')}
        />
      ) : (
        <TextInput
          {...shared}
          description={texts.form.numberHint}
          inputMode="numeric"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          value={text}
          autoComplete="off"
          {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** A value that nobody foresaw stays one to choose. */
function choicesOf({ choices = [] }: Field, value: string): readonly string[] {
  return value === '' || choices.includes(value) ? choices : [...choices, value]
}

function withValue(named: readonly Named[], value: string): Named[] {
  const missing = value !== '' && !named.some((one) => one.value === value)
  return missing ? [...named, { value, label: value }] : [...named]
}
