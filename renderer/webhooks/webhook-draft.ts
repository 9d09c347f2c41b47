import type { Webhook } from '../../preload/contract/webhooks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { NewWebhook, WebhookChanges } from './webhooks-store.ts'

/** The events that the document names (form-collection.md, "Events"). */
export const knownEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const
export type KnownEvent = (typeof knownEvents)[number]

export interface WebhookDraft {
  readonly url: string
  readonly events: readonly KnownEvent[]
  /** Null: all forms. */
  readonly formId: number | null
  /** Null: the service makes the secret. */
  readonly secret: string | null
}

export const emptyWebhook: WebhookDraft = { url: '', events: ['entry.created'], formId: null, secret: null }

/** What is wrong with a part of a webhook, as a key of the catalogue's sentences. */
export type WebhookProblem = 'urlRequired' | 'urlWrong' | 'urlNotSecure' | 'eventsRequired' | 'secretRequired'
export type WebhookProblems = Partial<Readonly<Record<'url' | 'events' | 'secret', WebhookProblem>>>

export function draftOfWebhook({ url, events, form_id }: Webhook): WebhookDraft {
  return { url, events: knownEvents.filter((event) => events.includes(event)), formId: form_id, secret: null }
}

/** Events of a webhook that the document does not name: they cannot be asked for. */
export function unknownEvents({ events }: Webhook): readonly string[] {
  return events.filter((event) => !knownEvents.some((known) => known === event))
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

export function newWebhookOf({ url, events, formId, secret }: WebhookDraft): NewWebhook {
  const own = secret === null ? {} : { secret }
  return { url: url.trim(), events: [...events], form_id: formId, ...own }
}

/** Only what differs; nothing when nothing does. */
export function changesOfWebhook(webhook: Webhook, draft: WebhookDraft): WebhookChanges {
  const before = draftOfWebhook(webhook)
  const url = draft.url.trim()
  return {
    ...(url === webhook.url ? {} : { url }),
    ...(before.events.join() === draft.events.join() ? {} : { events: [...draft.events] }),
  }
}

/** What it says of parts that a form does not show, each with its name: nothing that was refused stays unsaid. */
export function otherRefusals(failure: Failure | null, shown: readonly string[]): readonly string[] {
  const others = Object.entries(webhookRefusals(failure)).filter(([part]) => !shown.includes(part))
  return others.map(([part, said]) => `${part}: ${said}`)
}

/** What the service says of single parts (422); `events.0` belongs to the events. */
export function webhookRefusals(failure: Failure | null): Readonly<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const [path, sentences] of Object.entries(failure?.fields ?? {})) {
    const part = path.split('.')[0] ?? path
    said[part] = [said[part] ?? '', ...sentences].join(' ').trim()
  }
  return said
}
