import * as z from 'zod'
import type { Contract } from './kernel.ts'

export const webhookEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const

/** A webhook without its secret (form-collection.md, "Webhook"). */
export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  /** Events that the document does not know are kept. */
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

const account = z.object({ connection_id: z.string() })
const url = z.string().trim().max(2000)
const events = z.array(z.enum(webhookEvents)).min(1)
/** The one answer of the contract with a secret: it is shown once, copied, and kept nowhere. */
const made = z.object({ webhook, secret: z.string().nullable() })

export const webhooks = {
  /** As last read, with its date; with `fresh` from the service. */
  'webhooks.list': {
    input: account.extend({ fresh: z.boolean() }),
    output: z.object({ webhooks: z.array(webhook), read_at: z.iso.datetime().nullable() }),
  },
  /** HTTPS only (`not_secure_address`). Without a secret the service makes one; what one must be like is the service's to say. */
  'webhooks.create': {
    input: account.extend({
      url,
      events,
      form_id: z.int().nullable(),
      secret: z.string().min(1).optional(),
    }),
    output: made,
  },
  'webhooks.update': {
    input: account.extend({
      id: z.int(),
      url: url.optional(),
      events: events.optional(),
      is_active: z.boolean().optional(),
    }),
    output: webhook,
  },
  'webhooks.delete': { input: account.extend({ id: z.int() }), output: z.array(webhook) },
  /**
   * Rotation by replacement, first step: makes a new webhook with the same address, events and form, and reads the list
   * until it is there and active. The old one still works: `webhooks.update` pauses it once the new secret is in place.
   */
  'webhooks.replace': {
    input: account.extend({ id: z.int(), secret: z.string().min(1).optional() }),
    output: made,
  },
} satisfies Contract
