import * as z from 'zod'
import {
  type Allowance,
  type Answer,
  accepts,
  type Call,
  createRateWindow,
  createRoutes,
  formsError,
  json,
  notFound,
  Refusal,
  type Routes,
  sendsJson,
  validated,
  wrong,
} from './answer.ts'
import type { Base } from './base.ts'
import { type FormBounds, recordRoutes } from './forms-records.ts'
import { createFormsStore, type Fields, type FormsStore, type Webhook, webhookEvents } from './forms-store.ts'
import type { Service } from './http-server.ts'
import { account } from './workplace.ts'

interface FormsKeys {
  readonly full: string
  /** The key of a plan without API access, which gets a 403. */
  readonly withoutAccess: string
}

interface FormsOptions {
  /** The number of its seeded entries. */
  readonly entries: number
  /** Requests per window and key, and the length of a window in whole seconds. */
  readonly limit: number
  readonly windowSeconds: number
  readonly bounds: FormBounds
}

/** The documented form service (docs/services.md §9.1 to §12.3). */
export function createForms(base: Base, keys: FormsKeys, options: FormsOptions): Service {
  const store = createFormsStore(base, options.entries)
  const allowance = createRateWindow(options.limit, options.windowSeconds)
  let calls = 0
  const match = createRoutes({
    ...recordRoutes(store, options.bounds),
    ...webhookRoutes(store),
    ...accountRoutes(store, () => calls),
  })

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
    const route = match(call)
    return route ? route.handle(route.call) : formsError(404, 'resource_not_found', 'Resource not found.')
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

/** A limit of -1 means no limit. */
const plan = { name: 'Profissional', forms_limit: -1, entries_limit: 50_000, api_access: true } as const

/** The documented routes of the account (docs/services.md §12.3). `calls` counts the requests since the start. */
function accountRoutes(store: FormsStore, calls: () => number): Routes {
  const { name } = account
  const data = { id: 512, name, email: 'contato@vitrine.example', plan, created_at: '2023-02-14T12:30:00Z' }
  return {
    'GET /api/v1/account': () => json({ data }),
    'GET /api/v1/account/usage': (call) => usage(store, calls, call),
  }
}

function usage(store: FormsStore, calls: () => number, call: Call): Answer {
  const current = monthOf(store.now())
  const requested = call.query.get('period') || 'current'
  const named: Readonly<Record<string, string>> = { current, previous: monthBefore(current) }
  const period = named[requested] ?? requested
  const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'The period must be current, previous or YYYY-MM.')
  validated(z.object({ period: month }), { period })
  const entries = [...store.entries.values()].filter(({ created_at }) => monthOf(created_at) === period).length
  const forms = [...store.forms.values()].filter(({ created_at }) => monthOf(created_at) <= period).length
  return json({
    data: {
      period,
      forms: { used: forms, limit: plan.forms_limit },
      entries: { used: entries, limit: plan.entries_limit },
      api_calls: { used: period === current ? calls() : entries * 3, limit: 100_000 },
      storage_mb: { used: Math.ceil(entries / 100), limit: 2048 },
    },
  })
}

const monthOf = (time: string) => time.slice(0, 7)

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

/**
 * The documented routes of webhooks (docs/services.md §12.1). The demonstration stores them but never calls their
 * addresses.
 */
function webhookRoutes(store: FormsStore): Routes {
  return {
    'GET /api/v1/webhooks': () => json({ data: [...store.webhooks.values()].map(briefWebhook) }),
    'POST /api/v1/webhooks': (call) => createWebhook(store, call.json()),
    'PUT /api/v1/webhooks/{id}': (call) => updateWebhook(store, webhookOf(store, call), call.json()),
    'DELETE /api/v1/webhooks/{id}'(call) {
      store.webhooks.delete(webhookOf(store, call).id)
      return json({ message: 'Webhook deleted successfully.' })
    },
  }
}

function webhookOf(store: FormsStore, call: Call): Webhook {
  const webhook = store.webhooks.get(Number(call.params.id))
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** Assumption: the secret is shown once, on creation (docs/services.md §12.2). */
const briefWebhook = ({ secret: _, ...webhook }: Webhook): Fields => webhook

const unknownForm = 'The selected form id is invalid.'
const noEvents = 'The events must be an array with at least one event.'
const webhookUrl = z.url({
  protocol: /^https$/,
  ...wrong('The url is required.', 'The url must be a valid HTTPS URL.'),
})
const events = z
  .array(z.enum(webhookEvents, 'The selected event is invalid.'), wrong('The events are required.', noEvents))
  .min(1, noEvents)
  .transform((names) => webhookEvents.filter((event) => names.includes(event)))
const changedWebhook = z.object({
  url: webhookUrl.optional(),
  events: events.optional(),
  is_active: z.boolean('The is active field must be true or false.').optional(),
})

function createWebhook(store: FormsStore, body: Fields): Answer {
  const form_id = z
    .number(unknownForm)
    .nullable()
    .default(null)
    .refine((id) => id === null || store.forms.has(id), unknownForm)
  const secret = z.string('The secret must be a string.').default('')
  const input = validated(z.object({ url: webhookUrl, events, form_id, secret }), body)
  const now = store.now()
  const webhook: Webhook = {
    id: store.nextId('webhooks'),
    url: input.url,
    events: input.events,
    form_id: input.form_id,
    is_active: true,
    created_at: now,
    updated_at: now,
    secret: input.secret || store.newSecret(),
  }
  store.webhooks.set(webhook.id, webhook)
  return json({ data: webhook }, 201)
}

function updateWebhook(store: FormsStore, webhook: Webhook, body: Fields): Answer {
  const change = validated(changedWebhook, body)
  const changed: Webhook = {
    ...webhook,
    url: change.url ?? webhook.url,
    events: change.events ?? webhook.events,
    is_active: change.is_active ?? webhook.is_active,
    updated_at: store.now(),
  }
  store.webhooks.set(webhook.id, changed)
  return json({ data: briefWebhook(changed) })
}
