import { Checkbox, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Webhook } from '../../preload/contract/form-service.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import type { NewWebhook, WebhookChanges } from './webhooks-store.ts'

/** The events that the document names (docs/services.md §12.1). */
const knownEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const
type KnownEvent = (typeof knownEvents)[number]

export interface WebhookDraft {
  readonly url: string
  readonly events: readonly KnownEvent[]
  /** Null: all forms. */
  readonly form_id: number | null
  /** Null: the service makes the secret. */
  readonly secret: string | null
}

/** What is wrong with a part of a webhook, as a key of the catalogue's sentences. */
type WebhookProblem = 'urlRequired' | 'urlWrong' | 'urlNotSecure' | 'eventsRequired' | 'secretRequired'
type WebhookProblems = Partial<Readonly<Record<'url' | 'events' | 'secret', WebhookProblem>>>

/** The draft of a webhook when its form opens; an empty one without a webhook. */
export function draftOfWebhook(webhook: Webhook | null): WebhookDraft {
  const { url = '', events = ['entry.created'], form_id = null } = webhook ?? {}
  return { url, events: knownEvents.filter((event) => events.includes(event)), form_id, secret: null }
}

export function webhookProblems({ url, events, secret }: WebhookDraft): WebhookProblems {
  const address = urlProblem(url.trim())
  return {
    ...(address ? { url: address } : {}),
    ...(events.length === 0 ? { events: 'eventsRequired' } : {}),
    ...(secret?.trim() === '' ? { secret: 'secretRequired' } : {}),
  }
}

function urlProblem(url: string): WebhookProblem | undefined {
  if (url === '') return 'urlRequired'
  if (/^http:\/\//i.test(url)) return 'urlNotSecure'
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed?.protocol === 'https:' && parsed.hostname !== '' ? undefined : 'urlWrong'
}

export function newWebhookOf({ secret, ...draft }: WebhookDraft): NewWebhook {
  return { ...draft, url: draft.url.trim(), events: [...draft.events], ...(secret === null ? {} : { secret }) }
}

/** Only the changed keys. */
export function changesOfWebhook(webhook: Webhook, draft: WebhookDraft): WebhookChanges {
  const stored = draftOfWebhook(webhook)
  const url = draft.url.trim()
  return {
    ...(url === webhook.url ? {} : { url }),
    ...(stored.events.join() === draft.events.join() ? {} : { events: [...draft.events] }),
  }
}

/** The service's errors of single parts (422); `events.0` belongs to the events. */
export function webhookRefusals(failure: Failure | null): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [path, sentences] of Object.entries(failure?.fields ?? {})) {
    const part = path.split('.')[0] ?? path
    errors[part] = [errors[part] ?? '', ...sentences].join(' ').trim()
  }
  return errors
}

/** The errors of parts that a form does not show, each with its name. */
export function OtherRefusals(props: { readonly failure: Failure | null; readonly shown: readonly string[] }) {
  const others = Object.entries(webhookRefusals(props.failure)).filter(([part]) => !props.shown.includes(part))
  return others.map(([part, message]) => (
    <Text key={part} size="sm" role="alert">
      {`${part}: ${message}`}
    </Text>
  ))
}

/** The forms of the account as last read, by which a webhook's form is named. */
export function useForms(connection: string): readonly Form[] {
  const { store } = useFeature('forms')
  const list = useStore(store, (state) => (state.connection === connection ? readyValue(state.list) : undefined))
  useEffect(() => {
    if (store.getState().connection !== connection) void store.getState().open(connection)
  }, [store, connection])
  return list ?? noForms
}

const noForms: readonly Form[] = []

interface WebhookFormProps {
  readonly connection: string
  /** Null for a new one. */
  readonly webhook: Webhook | null
  readonly onClose: () => void
}

/** A webhook: its address, events and form; a new one also has its secret. */
export function WebhookForm({ connection, webhook, onClose }: WebhookFormProps) {
  const { failure, create, change: update } = useStore(useFeature('webhooks'))
  const { common, webhooks } = useMessages()
  const texts = useMessages().webhooks.form
  const { draft, change, working, submit, discard } = useDraft<WebhookDraft>(
    `webhook ${connection} ${webhook?.id ?? 'new'}`,
    draftOfWebhook(webhook),
    onClose,
  )
  const [tried, setTried] = useState(false)
  const problems = webhookProblems(draft)
  const refusals = webhookRefusals(failure)
  const hasSecret = webhook === null && draft.secret !== null
  const changes = webhook && changesOfWebhook(webhook, draft)
  const changePart = (part: Partial<WebhookDraft>) => change({ ...draft, ...part })
  const errorOf = (part: 'url' | 'events' | 'secret'): string | null => {
    const problem = problems[part]
    if (problem && (tried || problem === 'urlNotSecure')) return texts[problem]
    return refusals[part] ?? null
  }
  const close = () => {
    discard()
    onClose()
  }
  const send = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    void submit(async () => {
      const end = await (webhook && changes ? update(webhook.id, changes) : create(newWebhookOf(draft)))
      if (end !== 'failed') onClose()
      return end !== 'failed'
    })
  }
  return (
    <Dialog writes onClose={close} title={webhook ? texts.editTitle : webhooks.create} size={560}>
      <SubmitForm
        confirm={webhook ? common.save : texts.create}
        ready={changes === null || Object.keys(changes).length > 0}
        busy={working}
        failure={failure?.fields ? null : failure}
        onSubmit={send}
        onClose={close}
      >
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          placeholder="https://"
          required
          type="url"
          value={draft.url}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={errorOf('url')}
          onChange={(event) => changePart({ url: event.currentTarget.value })}
        />
        <EventChoice
          chosen={draft.events}
          stored={webhook?.events ?? []}
          error={errorOf('events')}
          onEvents={(events) => changePart({ events })}
        />
        <FormChoice
          connection={connection}
          formId={draft.form_id}
          fixed={webhook !== null}
          onForm={(form_id) => changePart({ form_id })}
        />
        {refusals.form_id ? (
          <Text size="sm" role="alert">
            {refusals.form_id}
          </Text>
        ) : null}
        {webhook ? null : (
          <SecretChoice secret={draft.secret} error={errorOf('secret')} onSecret={(secret) => changePart({ secret })} />
        )}
        <OtherRefusals failure={failure} shown={['url', 'events', 'form_id', ...(hasSecret ? ['secret'] : [])]} />
      </SubmitForm>
    </Dialog>
  )
}

interface EventChoiceProps {
  readonly chosen: readonly KnownEvent[]
  /** The events of the webhook on the service; some may be unknown here. */
  readonly stored: readonly string[]
  readonly error: string | null
  readonly onEvents: (events: readonly KnownEvent[]) => void
}

function EventChoice({ chosen, stored, error, onEvents }: EventChoiceProps) {
  const { form: texts, events, eventHints } = useMessages().webhooks
  const format = useFormat()
  const unknown = stored.filter((event) => !knownEvents.some((knownEvent) => knownEvent === event))
  return (
    <>
      <Checkbox.Group
        label={texts.events}
        required
        error={error}
        value={[...chosen]}
        onChange={(names) => onEvents(knownEvents.filter((event) => names.includes(event)))}
      >
        <div className="webhook-events">
          {knownEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={
                <>
                  {events[event] ?? event} <code className="note mono">{event}</code>
                </>
              }
              description={eventHints[event]}
            />
          ))}
        </div>
      </Checkbox.Group>
      {unknown.length > 0 ? (
        <Text size="sm" c="dimmed">
          {texts.unknownEvents(format.list(unknown))}
        </Text>
      ) : null}
    </>
  )
}

interface FormChoiceProps {
  readonly connection: string
  readonly formId: number | null
  readonly fixed: boolean
  readonly onForm: (id: number | null) => void
}

const all = 'all'

/** One form, or all of them; it cannot be changed afterwards (docs/services.md §12.1). */
function FormChoice({ connection, formId, fixed, onForm }: FormChoiceProps) {
  const texts = useMessages().webhooks
  const forms = useForms(connection)
  const choices = forms.filter(({ deleted_at, id }) => deleted_at === null || id === formId)
  const named = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const isMissing = formId !== null && !choices.some(({ id }) => id === formId)
  const missing = isMissing ? [{ value: String(formId), label: texts.formNumber(formId) }] : []
  return (
    <Select
      label={texts.form.form}
      {...(fixed ? { description: texts.form.formFixed } : {})}
      value={formId === null ? all : String(formId)}
      data={[{ value: all, label: texts.allForms }, ...named, ...missing]}
      disabled={fixed}
      searchable={choices.length > 8}
      allowDeselect={false}
      onChange={(value) => onForm(value === null || value === all ? null : Number(value))}
    />
  )
}

interface SecretChoiceProps {
  /** Null: the service makes it. */
  readonly secret: string | null
  readonly error: string | null
  readonly onSecret: (secret: string | null) => void
}

/** A generated secret, or one's own. */
export function SecretChoice({ secret, error, onSecret }: SecretChoiceProps) {
  const { webhooks } = useMessages()
  const texts = useMessages().webhooks.form
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="webhook-secret">
        {texts.secret}
      </Text>
      <SegmentedControl
        aria-labelledby="webhook-secret"
        size="sm"
        value={secret === null ? 'generated' : 'own'}
        onChange={(value) => onSecret(value === 'own' ? '' : null)}
        data={[
          { value: 'generated', label: texts.secretGenerated },
          { value: 'own', label: texts.secretOwn },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {texts.secretHint}
      </Text>
      {secret === null ? null : (
        <SecretInput
          mt="sm"
          label={webhooks.secret}
          value={secret}
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={(event) => onSecret(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
