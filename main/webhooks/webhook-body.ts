import * as z from 'zod'
import type { Webhook } from '../../preload/contract/webhooks.ts'
import { type Sent, whole, words } from '../remotes/forms-bodies.ts'

const body = z.looseObject({
  id: z.int(),
  url: z.string().catch(''),
  events: z.array(z.unknown()).catch([]),
  form_id: whole,
  is_active: z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).catch(true),
  secret: words,
  created_at: words,
  updated_at: words,
})

/** A webhook as the service sent it, without its secret. A missing `is_active` is that of a new one. */
export function webhookOf(sent: Sent & { readonly id: number }): Webhook {
  const { id, url, events, form_id, is_active, secret, created_at, updated_at } = body.parse(sent)
  const named = events.filter((event) => typeof event === 'string')
  return { id, url, events: named, form_id, is_active, has_secret: Boolean(secret), created_at, updated_at }
}

/** The secret that the making of a webhook shows, once. */
export function secretOf(sent: Sent): string | null {
  return words.parse(sent.secret) || null
}
