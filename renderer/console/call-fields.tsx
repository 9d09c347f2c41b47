import { ActionIcon, Button, Group, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { RouteParameter } from '../../preload/contract/console.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { type BodyProblem, bodyProblem, type CallDraft, jsonProblem, parameterProblem } from './draft.ts'

export interface ParameterFieldsProps {
  readonly draft: CallDraft
  /** Missing values are shown. */
  readonly tried: boolean
  readonly onChange: (part: Partial<CallDraft>) => void
}
/** A field for each documented parameter, and pairs for what the document does not name. */
export function ParameterFields({ draft, tried, onChange }: ParameterFieldsProps) {
  const texts = useMessages().console.form
  const { route, values, extra } = draft
  const setExtra = (place: number, pair: readonly [string, string] | null) =>
    onChange({ extra: pair ? extra.with(place, pair) : extra.toSpliced(place, 1) })
  if ((route?.parameters.length ?? 0) + extra.length === 0) return null
  return (
    <fieldset className="console-parameters plain-fieldset">
      <legend className="unseen">{texts.parameters}</legend>
      {(route?.parameters ?? []).map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          tried={tried}
          onChange={(value) => onChange({ values: { ...values, [parameter.name]: value } })}
        />
      ))}
      {extra.map(([name, value], index) => {
        const place = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no other name while it is being written
          <div key={index} className="console-extra row">
            <TextInput
              size="xs"
              aria-label={texts.extraName(place)}
              placeholder={texts.extraName(place)}
              value={name}
              spellCheck={false}
              onChange={(event) => setExtra(index, [event.currentTarget.value, value])}
            />
            <TextInput
              size="xs"
              aria-label={texts.extraValue(place)}
              placeholder={texts.extraValue(place)}
              value={value}
              spellCheck={false}
              onChange={(event) => setExtra(index, [name, event.currentTarget.value])}
            />
            <ActionIcon aria-label={texts.removeParameter(place)} onClick={() => setExtra(index, null)}>
              <IconX size={14} />
            </ActionIcon>
          </div>
        )
      })}
    </fieldset>
  )
}
interface ParameterFieldProps {
  readonly parameter: RouteParameter
  readonly value: string
  readonly tried: boolean
  readonly onChange: (value: string) => void
}
function ParameterField({ parameter, value, tried, onChange }: ParameterFieldProps) {
  const texts = useMessages().console.form
  const { name, type, required, choices } = parameter
  const problem = parameterProblem(parameter, value)
  const error = problem && (tried || problem !== 'required') ? texts[problem] : null
  if (type === 'choice') {
    return (
      <Select
        size="xs"
        label={name}
        placeholder={texts.any}
        data={[...choices]}
        value={value === '' ? null : value}
        clearable
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  if (type === 'choices') {
    return (
      <MultiSelect
        size="xs"
        label={name}
        {...(value === '' ? { placeholder: texts.any } : {})}
        data={[...choices]}
        value={value.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))}
        onChange={(chosen) => onChange(chosen.join(', '))}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      label={name}
      required={required}
      {...(type === 'text' ? {} : { placeholder: texts[type] })}
      value={value}
      error={error}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
interface BodyFieldProps {
  readonly draft: CallDraft
  readonly onChange: (part: Partial<CallDraft>) => void
}
/** The body of what is sent, as JSON. A syntax error is shown with its position. */
export function BodyField({ draft, onChange }: BodyFieldProps) {
  const messages = useMessages().console
  const texts = messages.form
  const { body, route } = draft
  const problem = bodyProblem(draft)
  const example = route?.body ?? null
  return (
    <div>
      <Textarea
        size="xs"
        label={texts.body}
        classNames={{ input: 'console-code' }}
        value={body}
        error={problem ? sentenceOf(problem, messages) : null}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Group gap="sm" mt={4}>
        <Button
          variant="subtle"
          disabled={jsonProblem(body) !== null}
          onClick={() => onChange({ body: JSON.stringify(JSON.parse(body), null, 2) })}
        >
          {texts.tidy}
        </Button>
        {example !== null && example !== body ? (
          <Button variant="subtle" onClick={() => onChange({ body: example })}>
            {texts.example}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}
function sentenceOf(problem: BodyProblem, { form, problems }: Messages['console']): string {
  switch (problem.kind) {
    case 'covered':
      return problems.covered ?? ''
    case 'end':
      return form.bodyEnd
    case 'at':
      return form.bodyProblem(problem.line, problem.column)
  }
}
