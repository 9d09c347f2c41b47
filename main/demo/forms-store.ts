import { randomBytes } from 'node:crypto'
import type { Base } from './base.ts'
import { answers, keyed, spamAt } from './forms-answers.ts'
import { fraction, isoUtc, mix, pick } from './random.ts'

export const formStatuses = ['draft', 'active', 'archived'] as const
type FormStatus = (typeof formStatuses)[number]

export type Fields = Readonly<Record<string, unknown>>

export interface FormField {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly required: boolean
  readonly placeholder: string
}

/** Records have the keys and times of the wire (docs/services.md §10.1 and §11.1). */
export interface Form {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly slug: string
  readonly status: FormStatus
  readonly fields: readonly FormField[]
  readonly settings: Fields
  readonly created_at: string
  readonly updated_at: string
}

export interface Entry {
  readonly id: number
  readonly form_id: number
  readonly fields: Fields
  readonly metadata: Fields
  readonly created_at: string
  readonly is_complete: boolean
}

export const webhookEvents = ['entry.created', 'entry.updated', 'entry.deleted', 'form.updated'] as const
type WebhookEvent = (typeof webhookEvents)[number]

export interface Webhook {
  readonly id: number
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly form_id: number | null
  readonly is_active: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly secret: string
}

/** The content of the form service, in memory. Maps keep the order of creation, oldest first. */
export interface FormsStore {
  readonly forms: Map<number, Form>
  readonly entries: Map<number, Entry>
  readonly webhooks: Map<number, Webhook>
  /** The running clock, in the service's format. */
  now(): string
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
    now: () => isoUtc(base.clock()),
    nextId: (kind) => ++last[kind],
    newSecret,
    entriesOf: (formId) => [...entryMap.values()].filter((entry) => entry.form_id === formId),
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(18).toString('base64url')}`
}

function seedWebhooks(now: number): Webhook[] {
  const times = { created_at: isoUtc(now - 90 * day), updated_at: isoUtc(now - 12 * day) }
  return [
    {
      id: 71,
      url: 'https://integra.vitrine.example/formularios',
      events: ['entry.created', 'entry.deleted'],
      form_id: null,
      is_active: true,
      ...times,
      secret: newSecret(),
    },
    {
      id: 72,
      url: 'https://antigo.vitrine.example/webhook',
      events: ['form.updated'],
      form_id: 302,
      is_active: false,
      ...times,
      secret: newSecret(),
    },
  ]
}

const day = 86_400
/** Entries go back eight months. */
const depth = 240 * day
const firstFormId = 301
const firstEntryId = 9001

/** The three forms of the account; their times lie before `now`, in epoch seconds. */
export function seedForms(now: number): Form[] {
  const form = (place: number, name: string, slug: string, status: Form['status'], fields: FormField[]): Form => ({
    id: firstFormId + place,
    name,
    description: `Formulário ${name.toLowerCase()} da Vitrine Móveis`,
    slug,
    status,
    fields: fields.map((field, index) => ({ ...field, id: `fld_${slug.slice(0, 3)}${index + 1}` })),
    settings: { redirect_url: 'https://vitrine.example/obrigado', notification_email: 'leads@vitrine.example' },
    created_at: isoUtc(now - depth - (40 - place * 9) * day),
    updated_at: isoUtc(now - (30 - place * 7) * day),
  })
  return [
    form(0, 'Contato do site', 'contato-do-site', 'active', [
      field('text', 'Nome', true, 'Seu nome'),
      field('email', 'Email', true, 'voce@exemplo.com'),
      field('phone', 'Telefone', false, '(11) 90000-0000'),
      field('textarea', 'Mensagem', false, 'Como podemos ajudar?'),
      field('select', 'Assunto', false, ''),
      field('checkbox', 'Aceita novidades', false, ''),
      field('file', 'Anexo', false, ''),
    ]),
    form(1, 'Pedido de orçamento', 'pedido-de-orcamento', 'active', [
      field('text', 'Nome', true, 'Seu nome'),
      field('text', 'WhatsApp', true, '(11) 90000-0000'),
      field('text', 'Cidade', false, ''),
      field('checkbox', 'Ambientes', false, ''),
      field('number', 'Valor previsto', false, ''),
      field('textarea', 'Detalhes', false, 'Medidas, materiais, prazos'),
      field('date', 'Data da visita', false, ''),
      field('url', 'Site de referência', false, 'https://'),
      field('text', 'CEP', false, '00000-000'),
    ]),
    form(2, 'Inscrição Black Friday', 'inscricao-black-friday', 'archived', [
      field('text', 'Nome', true, 'Seu nome'),
      field('email', 'Email', true, 'voce@exemplo.com'),
      field('phone', 'Celular', false, '(11) 90000-0000'),
      field('radio', 'Aceita contato', false, ''),
      field('number', 'Quantidade', false, ''),
      field('hidden', 'Cupom', false, ''),
    ]),
  ]
}

function field(type: string, label: string, required: boolean, placeholder: string): FormField {
  return { id: '', type, label, required, placeholder }
}

/** Entries of all three forms, oldest first, in the ratio six to three to one. About half are by people in the base. */
export function seedEntries(base: Base, now: number, count: number): Entry[] {
  const fields = seedForms(now).map((form) => form.fields)
  const timeOf = (index: number) =>
    Math.floor(now - depth * (1 - (index + 0.2 + fraction(base.seed, index, 50) * 0.6) / count)) - 60
  return Array.from({ length: count }, (_, index) => {
    const place = index % 10
    const kind = place < 6 ? 0 : Number(place === 9) + 1
    const spam = spamAt(base.seed, index)
    const values = answers(base, index, kind, spam)
    return {
      id: firstEntryId + index,
      form_id: firstFormId + kind,
      fields: keyed(values, index, fields[kind] ?? [], snakeCase),
      metadata: { ...origin(base.seed, index), ...(spam ? { ip: spam.ip } : {}) },
      created_at: isoUtc(spam ? timeOf(spam.start) + spam.seconds : timeOf(index)),
      is_complete: mix(base.seed, index, 52) % 20 !== 0,
    }
  })
}

function origin(seed: number, index: number): Fields {
  const value = mix(seed, index, 55)
  const [second, third, fourth] = [(value >>> 3) % 256, (value >>> 11) % 256, (value >>> 19) % 256]
  return {
    ip:
      value % 23 === 0 ? `2804:14d:${second.toString(16)}::${third.toString(16)}` : `177.${second}.${third}.${fourth}`,
    user_agent: pick(browsers, value),
    referrer: pick(['https://vitrine.example/', 'https://www.google.com/', 'https://l.instagram.com/'], value >>> 2),
    country: value % 60 === 0 ? 'PT' : 'BR',
    source: pick(['site', 'instagram', 'google', 'qr-code'], value >>> 5),
    ...(value % 3 === 0 ? { utm_campaign: pick(['black-friday', 'inverno', 'volta-as-aulas'], value >>> 7) } : {}),
  }
}

const browsers = [
  'Mozilla/5.0 (Linux; Android 15; SM-A156M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
] as const

/** The words of a text in lower-case ASCII. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036F]/g, '')
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** A label in the service's form of a name (docs/services.md §11.1). */
export const snakeCase = (label: string) => wordsOf(label).join('_')
