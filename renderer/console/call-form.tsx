import { ActionIcon, Button, Group, MultiSelect, Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconSend, IconX } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { CallMethod, RouteParameter } from '../../preload/contract/console.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { copyText } from '../tables/copy.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import type { ConsoleStore } from './console-store.ts'
import {
  type BodyProblem,
  bodyProblem,
  type CallDraft,
  isPath,
  isReading,
  jsonProblem,
  parameterProblem,
} from './draft.ts'
import { MethodMark, routeTitle } from './route-list.tsx'

/** The call that is being written, with the button that sends it. */
export function CallForm({ connection }: { readonly connection: Connection }) {
  const { console: texts, common } = useMessages()
  const { store } = useFeature('console')
  const { draft, call, received, failure: ownFailure, change, send, cancel, dismissFailure } = useStore(store)
  const failure = call.failure ?? ownFailure
  const isRunning = call.working !== null
  const format = useFormat()
  if (!draft) return <EmptyState title={texts.form.noRoute} text={texts.form.noRouteText} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="console-form stack" aria-label={texts.parts.call} noValidate onSubmit={submit}>
      <div className="console-fields">
        <CallHead draft={draft} />
        <ParameterFields draft={draft} />
        {draft.method === 'GET' || (draft.route && draft.route.body === null && draft.body === '') ? null : (
          <BodyField draft={draft} />
        )}
        {draft.route?.open ? (
          <Text size="sm" c="dimmed">
            {texts.form.open}
          </Text>
        ) : null}
      </div>
      {/* Not among the fields, which scroll. */}
      {failure ? <CallFailure failure={failure} connection={connection} onClose={dismissFailure} /> : null}
      <Group gap="sm">
        {isRunning ? (
          <Button key="cancel" variant="default" onClick={cancel}>
            {common.cancel}
          </Button>
        ) : (
          <Button key="send" type="submit" leftSection={<IconSend size={14} />}>
            {isReading(draft) ? common.send : texts.form.review}
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => change({ extra: [...draft.extra, ['', '']] })}
        >
          {common.addParameter}
        </Button>
        <DotsMenu
          label={texts.form.more}
          width={220}
          items={[{ label: texts.form.curl, onClick: () => void copyCurl(store) }]}
        />
        {isRunning ? (
          <Text size="sm" c="dimmed" role="status" className="figures">
            {received === 0 ? texts.form.waiting : texts.form.running(format.bytes(received))}
          </Text>
        ) : null}
      </Group>
    </form>
  )
}

interface CallFailureProps {
  readonly failure: Failure
  readonly connection: Connection
  readonly onClose: () => void
}

/**
 * Why a call was not sent, or where to find the outcome of an unconfirmed write. Other failures are shown as
 * everywhere.
 */
function CallFailure({ failure, connection: { service }, onClose }: CallFailureProps) {
  const { go } = useNavigation()
  const { problems, unknown } = useMessages().console
  const problem = failure.code === 'bad_request' ? problems[String(failure.params.place)] : undefined
  if (failure.code === 'sent_unknown') {
    const { text, open } = unknown[service]
    const writes = service === 'platform' ? { screen: 'activity' as const } : { screen: 'forms' as const }
    const action = { label: open, onClick: () => go(writes) }
    return <FailureNotice failure={failure} kept={text} action={action} onClose={onClose} />
  }
  if (problem === undefined) return <FailureNotice failure={failure} onClose={onClose} />
  return (
    <Text size="sm" role="alert" className="failed">
      {problem}
    </Text>
  )
}

const methods: readonly CallMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface DraftProps {
  readonly draft: CallDraft
}

/** The documented route of the call, or method and path of one that is not documented. */
function CallHead({ draft }: DraftProps) {
  const { tried, change: onChange } = useStore(useFeature('console').store)
  const messages = useMessages().console
  const texts = messages.form
  const { route, method, path } = draft
  if (route) {
    return (
      <div className="console-call-head">
        <h2 className="heading">{routeTitle(route, messages)}</h2>
        <div className="console-call-path note breaks">
          <MethodMark method={method} effect={route.effect} /> {path}
        </div>
      </div>
    )
  }
  return (
    <div className="top row">
      <Select
        size="xs"
        w={104}
        label={texts.method}
        data={[...methods]}
        value={method}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = methods.find((one) => one === value)
          if (chosen) onChange({ method: chosen })
        }}
      />
      <TextInput
        size="xs"
        flex={1}
        label={texts.path}
        description={texts.pathHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'console-code' }}
        value={path}
        error={tried && !isPath(path) ? messages.problems.path : null}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
    </div>
  )
}

/** A field for each documented parameter, and pairs for the other parameters. */
function ParameterFields({ draft }: DraftProps) {
  const { tried, change: onChange } = useStore(useFeature('console').store)
  const { common } = useMessages()
  const texts = useMessages().console.form
  const { route, values, extra } = draft
  const setExtra = (index: number, pair: readonly [string, string] | null) =>
    onChange({ extra: pair ? extra.with(index, pair) : extra.toSpliced(index, 1) })
  if ((route?.parameters.length ?? 0) + extra.length === 0) return null
  return (
    <fieldset className="console-parameters plain-fieldset">
      <legend className="unseen">{common.fields.parameters}</legend>
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
/** The body of the request, as JSON. A syntax error is shown with its position. */
function BodyField({ draft }: DraftProps) {
  const { change: onChange } = useFeature('console').store.getState()
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

async function copyCurl(store: ConsoleStore): Promise<void> {
  const text = await store.getState().curl()
  if (text !== null) await copyText(text, messagesNow().console.form.curlCopied)
}
