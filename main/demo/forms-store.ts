import { randomBytes } from 'node:crypto'
import type { Base } from './base.ts'
import { seedEntries, seedForms } from './forms-seed.ts'

export const formStatuses = ['draft', 'active', 'archived'] as const
export type FormStatus = (typeof formStatuses)[number]

export interface FormField {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly required: boolean
  readonly placeholder: string
}

/** Times are epoch seconds here and in the records below. */
export interface Form {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly slug: string
  readonly status: FormStatus
  readonly fields: readonly FormField[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Entry {
  readonly id: number
  readonly formId: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly isComplete: boolean
  readonly createdAt: number
}

export const webhookEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export interface Webhook {
  readonly id: number
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly formId: number | null
  readonly isActive: boolean
  readonly secret: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Everything the form service holds, in memory. Maps keep the order of their making, oldest first. */
export interface FormsStore {
  readonly forms: Map<number, Form>
  readonly entries: Map<number, Entry>
  readonly webhooks: Map<number, Webhook>
  /** The running clock in epoch seconds. */
  now(): number
  nextId(kind: 'forms' | 'entries' | 'webhooks'): number
  newSecret(): string
  entriesOf(formId: number): Entry[]
}

/** The store with its seeded forms and entries; `entries` is their number. */
export function createFormsStore(base: Base, entries: number): FormsStore {
  const now = base.clock()
  const forms = new Map(seedForms(now).map((form) => [form.id, form]))
  const entryMap = new Map(seedEntries(base, now, entries).map((entry) => [entry.id, entry]))
  const webhooks = new Map(seedWebhooks(now).map((webhook) => [webhook.id, webhook]))
  const last = { forms: 400, entries: 9001 + entries, webhooks: 80 }
  return {
    forms,
    entries: entryMap,
    webhooks,
    now: base.clock,
    nextId: (kind) => ++last[kind],
    newSecret,
    entriesOf: (formId) => [...entryMap.values()].filter((entry) => entry.formId === formId),
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(18).toString('base64url')}`
}

function seedWebhooks(now: number): Webhook[] {
  const times = { createdAt: now - 90 * 86_400, updatedAt: now - 12 * 86_400 }
  return [
    {
      id: 71,
      url: 'https://integra.vitrine.example/formularios',
      events: ['entry.created', 'entry.deleted'],
      formId: null,
      isActive: true,
      secret: newSecret(),
      ...times,
    },
    {
      id: 72,
      url: 'https://antigo.vitrine.example/webhook',
      events: ['form.updated'],
      formId: 302,
      isActive: false,
      secret: newSecret(),
      ...times,
    },
  ]
}
