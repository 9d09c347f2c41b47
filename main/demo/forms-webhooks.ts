import { type Answer, type Call, json } from './answer.ts'
import { isoUtc } from './calendar.ts'
import { type Complaints, createComplaints, notFound } from './forms-errors.ts'
import { type FormsStore, type Webhook, type WebhookEvent, webhookEvents } from './forms-store.ts'
import type { Route } from './routes.ts'

/** The rows of form-collection.md, "Webhooks". The demonstration keeps them; it never calls their addresses. */
export function webhookRoutes(store: FormsStore): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/webhooks',
      handle: () => json({ data: [...store.webhooks.values()].map(briefWebhook) }),
    },
    { method: 'POST', path: '/api/v1/webhooks', handle: (call) => createWebhook(store, call.json()) },
    {
      method: 'PUT',
      path: '/api/v1/webhooks/{id}',
      handle: (call) => updateWebhook(store, webhookOf(store, call), call.json()),
    },
    {
      method: 'DELETE',
      path: '/api/v1/webhooks/{id}',
      handle(call) {
        store.webhooks.delete(webhookOf(store, call).id)
        return json({ message: 'Webhook deleted successfully.' })
      },
    },
  ]
}

function webhookOf(store: FormsStore, call: Call): Webhook {
  const webhook = store.webhooks.get(Number(call.params.id))
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** Assumption: the secret is shown once, at its making (features.md §10.9). */
function briefWebhook(webhook: Webhook): Readonly<Record<string, unknown>> {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    form_id: webhook.formId,
    is_active: webhook.isActive,
    created_at: isoUtc(webhook.createdAt),
    updated_at: isoUtc(webhook.updatedAt),
  }
}

function createWebhook(store: FormsStore, body: Readonly<Record<string, unknown>>): Answer {
  const complaints = createComplaints()
  if (body.url === undefined) complaints.say('url', 'The url is required.')
  if (body.events === undefined) complaints.say('events', 'The events are required.')
  const url = readUrl(body.url, complaints)
  const events = readEvents(body.events, complaints)
  const formId = typeof body.form_id === 'number' ? body.form_id : null
  if (body.form_id !== undefined && body.form_id !== null && !store.forms.has(Number(body.form_id))) {
    complaints.say('form_id', 'The selected form id is invalid.')
  }
  if (body.secret !== undefined && typeof body.secret !== 'string')
    complaints.say('secret', 'The secret must be a string.')
  complaints.finish()
  const now = store.now()
  const webhook: Webhook = {
    id: store.nextId('webhooks'),
    url: url ?? '',
    events: events ?? [],
    formId,
    isActive: true,
    secret: typeof body.secret === 'string' && body.secret !== '' ? body.secret : store.newSecret(),
    createdAt: now,
    updatedAt: now,
  }
  store.webhooks.set(webhook.id, webhook)
  return json({ data: { ...briefWebhook(webhook), secret: webhook.secret } }, 201)
}

function updateWebhook(store: FormsStore, webhook: Webhook, body: Readonly<Record<string, unknown>>): Answer {
  const complaints = createComplaints()
  const url = readUrl(body.url, complaints)
  const events = readEvents(body.events, complaints)
  if (body.is_active !== undefined && typeof body.is_active !== 'boolean') {
    complaints.say('is_active', 'The is active field must be true or false.')
  }
  complaints.finish()
  const changed: Webhook = {
    ...webhook,
    url: url ?? webhook.url,
    events: events ?? webhook.events,
    isActive: typeof body.is_active === 'boolean' ? body.is_active : webhook.isActive,
    updatedAt: store.now(),
  }
  store.webhooks.set(webhook.id, changed)
  return json({ data: briefWebhook(changed) })
}

function readUrl(value: unknown, complaints: Complaints): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:') return value
  complaints.say('url', 'The url must be a valid HTTPS URL.')
  return undefined
}

function readEvents(value: unknown, complaints: Complaints): readonly WebhookEvent[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length === 0) {
    complaints.say('events', 'The events must be an array with at least one event.')
    return undefined
  }
  value.forEach((event, place) => {
    if (!webhookEvents.some((known) => known === event))
      complaints.say(`events.${place}`, 'The selected event is invalid.')
  })
  return webhookEvents.filter((event) => value.includes(event))
}
