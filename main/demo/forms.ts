import {
  type Allowance,
  type Answer,
  accepts,
  type Call,
  createRateWindow,
  createRoutes,
  createValidationProblems,
  formsError,
  json,
  notFound,
  Refusal,
  type Route,
  sendsJson,
  type ValidationProblems,
} from './answer.ts'
import type { Base } from './base.ts'
import { entryRoutes, type FormBounds } from './forms-entries.ts'
import { formRoutes } from './forms-records.ts'
import { createFormsStore, type FormsStore, type Webhook, type WebhookEvent, webhookEvents } from './forms-store.ts'
import type { Service } from './http-server.ts'
import { isoUtc } from './random.ts'
import { account } from './workplace.ts'

interface FormsKeys {
  readonly full: string
  /** Of a plan without API access, which answers 403. */
  readonly withoutAccess: string
}

interface FormsOptions {
  /** The number of its seeded entries. */
  readonly entries: number
  /** Requests a window and key, and the length of a window in whole seconds. */
  readonly limit: number
  readonly windowSeconds: number
  readonly bounds: FormBounds
}

/** The service of form-collection.md. */
export function createForms(base: Base, keys: FormsKeys, options: FormsOptions): Service {
  const store = createFormsStore(base, options.entries)
  const allowance = createRateWindow(options.limit, options.windowSeconds)
  let calls = 0
  const match = createRoutes([
    ...formRoutes(store),
    ...entryRoutes(store, options.bounds),
    ...webhookRoutes(store),
    ...accountRoutes(store, () => calls),
  ])

  function bearer(call: Call): string | undefined {
    return /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  }

  async function answerTo(call: Call, key: string | undefined, allowed: Allowance): Promise<Answer> {
    if (!allowed.allowed) {
      const more = { retry_after: allowed.wait }
      const refused = formsError(429, 'rate_limit_exceeded', 'Rate limit exceeded. Try again later.', more)
      return { ...refused, headers: { ...refused.headers, 'retry-after': String(allowed.wait) } }
    }
    if (key === keys.withoutAccess) return formsError(403, 'forbidden', 'Your plan does not include API access.')
    if (key !== keys.full) return formsError(401, 'unauthorized', 'Missing or invalid API key.')
    if (!accepts(call, 'application/json') || !sendsJson(call))
      return formsError(400, 'bad_request', 'Accept and Content-Type must be application/json.')
    calls++
    const found = match(call.method, call.path)
    if (!found) return formsError(404, 'resource_not_found', 'Resource not found.')
    return found.route.handle({ ...call, params: found.params })
  }

  return {
    name: 'forms',
    malformed: () => formsError(400, 'bad_request', 'The request body is not valid JSON.'),
    failed: () => formsError(500, 'internal_error', 'Unexpected server error.'),
    async answer(call) {
      const key = bearer(call)
      const allowed = allowance(key ?? '')
      const answer = await answerTo(call, key, allowed).catch((error: unknown) => {
        if (error instanceof Refusal) return error.answer
        return formsError(500, 'internal_error', 'Unexpected server error.')
      })
      return { ...answer, headers: { ...answer.headers, ...rateHeaders(allowed) } }
    },
  }
}

function rateHeaders(allowed: Allowance): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(allowed.limit),
    'x-ratelimit-remaining': String(allowed.remaining),
    'x-ratelimit-reset': String(allowed.reset),
  }
}

const unlimited = -1

const plan = { name: 'Profissional', forms_limit: unlimited, entries_limit: 50_000, api_access: true } as const

const callsLimit = 100_000

const storageLimit = 2048

/** The rows of form-collection.md, "Account". `calls` counts the requests since the start. */
function accountRoutes(store: FormsStore, calls: () => number): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/account',
      handle: () =>
        json({
          data: {
            id: 512,
            name: account.name,
            email: 'contato@vitrine.example',
            plan,
            created_at: '2023-02-14T12:30:00Z',
          },
        }),
    },
    { method: 'GET', path: '/api/v1/account/usage', handle: (call) => usage(store, calls, call) },
  ]
}

function usage(store: FormsStore, calls: () => number, call: Call): Answer {
  const current = new Date(store.now() * 1000).toISOString().slice(0, 7)
  const asked = call.query.get('period') || 'current'
  const named: Readonly<Record<string, string>> = { current, previous: monthBefore(current) }
  const period = named[asked] ?? asked
  const problems = createValidationProblems()
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period))
    problems.add('period', 'The period must be current, previous or YYYY-MM.')
  problems.finish()
  const monthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 7)
  const entries = [...store.entries.values()].filter((entry) => monthOf(entry.createdAt) === period).length
  const forms = [...store.forms.values()].filter((form) => monthOf(form.createdAt) <= period).length
  return json({
    data: {
      period,
      forms: { used: forms, limit: plan.forms_limit },
      entries: { used: entries, limit: plan.entries_limit },
      api_calls: { used: period === current ? calls() : entries * 3, limit: callsLimit },
      storage_mb: { used: Math.ceil(entries / 100), limit: storageLimit },
    },
  })
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

/** The rows of form-collection.md, "Webhooks". The demonstration keeps them; it never calls their addresses. */
function webhookRoutes(store: FormsStore): readonly Route[] {
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
  const problems = createValidationProblems()
  if (body.url === undefined) problems.add('url', 'The url is required.')
  if (body.events === undefined) problems.add('events', 'The events are required.')
  const url = readUrl(body.url, problems)
  const events = readEvents(body.events, problems)
  const formId = typeof body.form_id === 'number' ? body.form_id : null
  if (body.form_id !== undefined && body.form_id !== null && !store.forms.has(Number(body.form_id))) {
    problems.add('form_id', 'The selected form id is invalid.')
  }
  if (body.secret !== undefined && typeof body.secret !== 'string')
    problems.add('secret', 'The secret must be a string.')
  problems.finish()
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
  const problems = createValidationProblems()
  const url = readUrl(body.url, problems)
  const events = readEvents(body.events, problems)
  if (body.is_active !== undefined && typeof body.is_active !== 'boolean') {
    problems.add('is_active', 'The is active field must be true or false.')
  }
  problems.finish()
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

function readUrl(value: unknown, problems: ValidationProblems): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:') return value
  problems.add('url', 'The url must be a valid HTTPS URL.')
  return undefined
}

function readEvents(value: unknown, problems: ValidationProblems): readonly WebhookEvent[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length === 0) {
    problems.add('events', 'The events must be an array with at least one event.')
    return undefined
  }
  value.forEach((event, place) => {
    if (!webhookEvents.some((known) => known === event))
      problems.add(`events.${place}`, 'The selected event is invalid.')
  })
  return webhookEvents.filter((event) => value.includes(event))
}
