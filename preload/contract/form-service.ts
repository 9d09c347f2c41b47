import * as z from 'zod'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'

/** The account of a form service; what the service did not report is null (docs/services.md §12.3). */
export const formsAccount = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  plan: z.object({
    name: z.string().nullable(),
    /** -1: without limit. */
    forms_limit: z.int().nullable(),
    entries_limit: z.int().nullable(),
    api_access: z.boolean().nullable(),
  }),
  created_at: z.string().nullable(),
  read_at: z.iso.datetime(),
})
export type FormsAccount = z.output<typeof formsAccount>

const used = z.object({ used: z.number(), limit: z.number() })
export const usage = z.object({
  /** YYYY-MM. */
  period: z.string(),
  forms: used.nullable(),
  entries: used.nullable(),
  api_calls: used.nullable(),
  storage_mb: used.nullable(),
  read_at: z.iso.datetime(),
})
export type Usage = z.output<typeof usage>

export const account = {
  /** As last read; with `fresh` from the service. Null when it never was. */
  'account.read': { input: ofConnection.extend({ fresh: z.boolean() }), output: formsAccount.nullable() },
  /** Requests a period: `current`, `previous` or YYYY-MM. */
  'account.usage': {
    input: ofConnection.extend({ period: z.string().regex(/^(current|previous|\d{4}-(0[1-9]|1[0-2]))$/) }),
    output: usage,
  },
  /** Every month that was ever read, oldest first; works offline. */
  'account.months': { input: ofConnection, output: z.array(usage) },
} satisfies Contract

export const webhookEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const

/** A webhook without its secret (docs/services.md §12.1). */
export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  /** Events that the document does not know stay. */
  events: z.array(z.string()),
  /** Null: all forms. */
  form_id: z.int().nullable(),
  is_active: z.boolean(),
  /** The service showed a secret in its list; it stays in main. */
  has_secret: z.boolean(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
})
export type Webhook = z.output<typeof webhook>

const url = z.string().trim().max(2000)
const events = z.array(z.enum(webhookEvents)).min(1)
/** The only answer of the contract with a secret. The secret is shown once, copied, and stored nowhere. */
const newWebhook = z.object({ webhook, secret: z.string().nullable() })

export const webhooks = {
  /** As last read, with its date; with `fresh` from the service. */
  'webhooks.list': {
    input: ofConnection.extend({ fresh: z.boolean() }),
    output: z.object({ webhooks: z.array(webhook), read_at: z.iso.datetime().nullable() }),
  },
  /**
   * Takes HTTPS only (`not_secure_address`). Without a secret the service makes one; the service decides which secrets
   * it takes.
   */
  'webhooks.create': {
    input: ofConnection.extend({
      url,
      events,
      form_id: z.int().nullable(),
      secret: z.string().min(1).optional(),
    }),
    output: newWebhook,
  },
  'webhooks.update': {
    input: ofConnection.extend({
      id: z.int(),
      url: url.optional(),
      events: events.optional(),
      is_active: z.boolean().optional(),
    }),
    output: webhook,
  },
  'webhooks.delete': { input: ofConnection.extend({ id: z.int() }), output: z.array(webhook) },
  /**
   * Rotation by replacement, first step: makes a new webhook with the same address, events and form, and reads the list
   * until it is there and active. The old one still works: `webhooks.update` pauses it once the new secret is in place.
   */
  'webhooks.replace': {
    input: ofConnection.extend({ id: z.int(), secret: z.string().min(1).optional() }),
    output: newWebhook,
  },
} satisfies Contract
