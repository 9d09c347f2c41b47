import { Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { CallMethod } from '../../preload/contract/console.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { copyText } from '../tables/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { BodyField, ParameterFields } from './call-fields.tsx'
import { routeTitle } from './call-words.ts'
import type { CallPreview, ConsoleStore } from './console-store.ts'
import { type CallDraft, isPath } from './draft.ts'
import { MethodMark } from './route-list.tsx'

export interface CallFormProps {
  readonly store: ConsoleStore
  readonly service: ServiceKind
  readonly onWrites: () => void
}

/** The call that is being written, and the way to send it. */
export function CallForm({ store, service, onWrites }: CallFormProps) {
  const texts = useMessages().console
  const { draft, tried, call, received, failure: ownFailure, change, send, cancel, dismissFailure } = useStore(store)
  const failure = call.failure ?? ownFailure
  const isRunning = call.working !== null
  const format = useFormat()
  if (!draft) return <EmptyState title={texts.form.noRoute} text={texts.form.noRouteText} />
  const reads = draft.route ? draft.route.effect === 'reads' : draft.method === 'GET'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="console-form stack" aria-label={texts.form.label} noValidate onSubmit={submit}>
      <div className="console-fields">
        <CallHead draft={draft} tried={tried} onChange={change} />
        <ParameterFields draft={draft} tried={tried} onChange={change} />
        {draft.method === 'GET' || (draft.route && draft.route.body === null && draft.body === '') ? null : (
          <BodyField draft={draft} onChange={change} />
        )}
        {draft.route?.open ? (
          <Text size="sm" c="dimmed">
            {texts.form.open}
          </Text>
        ) : null}
      </div>
      {/* Not among the fields, which scroll. */}
      {failure ? (
        <CallFailure failure={failure} service={service} onWrites={onWrites} onClose={dismissFailure} />
      ) : null}
      <Group gap="sm">
        {isRunning ? (
          <Button key="cancel" variant="default" onClick={cancel}>
            {texts.form.cancel}
          </Button>
        ) : (
          <Button key="send" type="submit" leftSection={<IconSend size={14} />}>
            {reads ? texts.form.send : texts.form.review}
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => change({ extra: [...draft.extra, ['', '']] })}
        >
          {texts.form.addParameter}
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

interface CallFailureProps extends Pick<CallFormProps, 'service' | 'onWrites'> {
  readonly failure: Failure
  readonly onClose: () => void
}

/** Why a call was not sent, or where the outcome of a write that nobody confirmed is found; anything else as everywhere. */
function CallFailure({ failure, service, onWrites, onClose }: CallFailureProps) {
  const { problems, unknown } = useMessages().console
  const problem = failure.code === 'bad_request' ? problems[String(failure.params.place)] : undefined
  if (failure.code === 'sent_unknown') {
    const { text, open } = unknown[service]
    const action = { label: open, onClick: onWrites }
    return <FailureNotice failure={failure} kept={text} action={action} onClose={onClose} />
  }
  if (problem === undefined) return <FailureNotice failure={failure} onClose={onClose} />
  return (
    <Text size="sm" role="alert" className="console-problem">
      {problem}
    </Text>
  )
}

const methods: readonly CallMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface CallHeadProps {
  readonly draft: CallDraft
  /** Missing values are shown. */
  readonly tried: boolean
  readonly onChange: (part: Partial<CallDraft>) => void
}

/** What the call is: the row of the document, or method and path of one that is in none. */
function CallHead({ draft, tried, onChange }: CallHeadProps) {
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
    <div className="console-free row">
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

async function copyCurl(store: ConsoleStore): Promise<void> {
  const text = await store.getState().curl()
  if (text !== null) await copyText(text, messagesNow().console.form.curlCopied)
}

interface ConfirmSendProps {
  readonly preview: CallPreview
  readonly method: string
  readonly onSend: () => void
  readonly onClose: () => void
}
/** What will be sent, before it is; where it deletes, with a word that is typed. */
export function ConfirmSend({ preview, method, onSend, onClose }: ConfirmSendProps) {
  const messages = useMessages()
  const texts = messages.console.confirm
  const { url, effect, body, route } = preview
  const [word, setWord] = useState('')
  const destroys = effect === 'destroys'
  const ready = !destroys || word.trim().toLocaleLowerCase() === texts.typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onSend()
  }
  return (
    <Dialog writes opened onClose={onClose} title={texts.title} size={640}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="md">{destroys ? texts.destroys : texts.text}</Text>
          {route === 'DELETE /forms/{id}' ? <Text size="md">{texts.deletesForm}</Text> : null}
          <Code block className="console-preview verbatim" tabIndex={0}>
            {[`${method} ${url}`, body ?? `(${texts.noBody})`].join('\n\n')}
          </Code>
          <Text size="sm" c="dimmed">
            {texts.once}
          </Text>
          {destroys ? (
            <TextInput
              label={messages.common.typeToConfirm(texts.typed)}
              value={word}
              autoComplete="off"
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose} data-autofocus>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!ready} {...(destroys ? { className: 'dangerous' } : {})}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
