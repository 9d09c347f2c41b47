import * as z from 'zod'
import { type Answer, type Call, json, notFound, onPage, type Routes, validated, wrong } from './answer.ts'
import {
  type Entry,
  type Fields,
  type Form,
  type FormField,
  type FormsStore,
  formStatuses,
  snakeCase,
  wordsOf,
} from './forms-store.ts'

/** Assumption: types beyond email and text are the usual ones of such services (docs/services.md §10.5). */
const fieldTypes = [
  'text',
  'email',
  'textarea',
  'phone',
  'number',
  'select',
  'checkbox',
  'radio',
  'date',
  'file',
  'hidden',
  'url',
] as const

/**
 * What "ISO 8601 date" means for `since` and `until`: moments and days; days alone; a day as `since` alone; neither.
 * Every other value gets a 422.
 */
export const formBounds = ['moments', 'days', 'since', 'none'] as const
export type FormBounds = (typeof formBounds)[number]

/** The documented routes of forms and entries (docs/services.md §10.3 and §11.2). */
export function recordRoutes(store: FormsStore, bounds: FormBounds): Routes {
  return {
    'GET /api/v1/forms': (call) => listForms(store, call),
    'POST /api/v1/forms': (call) => createForm(store, call.json()),
    'GET /api/v1/forms/{id}': (call) => json({ data: fullForm(store, formOf(store, call)) }),
    'PUT /api/v1/forms/{id}': (call) => updateForm(store, formOf(store, call), call.json()),
    'DELETE /api/v1/forms/{id}'(call) {
      const form = formOf(store, call)
      for (const entry of store.entriesOf(form.id)) store.entries.delete(entry.id)
      store.forms.delete(form.id)
      return json({ message: 'Form deleted successfully.' })
    },
    'GET /api/v1/forms/{id}/entries': (call) => listEntries(store, bounds, call),
    'GET /api/v1/entries/{id}': (call) => json({ data: fullEntry(store, entryOf(store, call)) }),
    'POST /api/v1/entries': (call) => createEntry(store, call.json()),
    'DELETE /api/v1/entries/{id}'(call) {
      store.entries.delete(entryOf(store, call).id)
      return json({ message: 'Entry deleted successfully.' })
    },
  }
}

function formOf(store: FormsStore, call: Call): Form {
  const form = store.forms.get(Number(call.params.id))
  if (!form) throw notFound('Form')
  return form
}

function listForms(store: FormsStore, call: Call): Answer {
  const { status, search } = validated(
    z.object({
      status: z
        .string()
        .refine((one) => one === '' || formStatuses.some((status) => status === one), statusSentence(formStatuses))
        .optional(),
      search: z.string().toLowerCase().optional(),
    }),
    Object.fromEntries(call.query),
  )
  const forms = [...store.forms.values()]
    .filter((form) => !status || form.status === status)
    .filter((form) => !search || form.name.toLowerCase().includes(search))
    .sort(newestFirst)
  return paged(call, forms, (form) => briefForm(store, form))
}

/** Records of one moment are ordered by their number. */
function newestFirst(left: Form | Entry, right: Form | Entry): number {
  const later = Number(left.created_at < right.created_at) - Number(left.created_at > right.created_at)
  return later || right.id - left.id
}

const statusSentence = (allowed: readonly string[]) => `The status must be one of: ${allowed.join(', ')}.`

/**
 * Assumption: the list leaves out fields, settings and public_url, which "single read" adds (docs/services.md §10.1).
 */
function briefForm(store: FormsStore, { fields: _, settings: __, ...form }: Form): Fields {
  return { ...form, entries_count: store.entriesOf(form.id).length }
}

function fullForm(store: FormsStore, form: Form): Fields {
  const public_url = `https://forms.vitrine.example/f/${form.slug}`
  return { ...form, entries_count: store.entriesOf(form.id).length, public_url }
}

const fieldBody = z.object({
  id: z
    .string()
    .startsWith('fld_')
    .catch(() => `fld_${crypto.randomUUID().slice(0, 8)}`),
  type: z.enum(fieldTypes, 'The selected type is invalid.'),
  label: z.string('The label is required.').min(1, 'The label is required.'),
  required: z.boolean().catch(false),
  placeholder: z.string().catch(''),
})
const formName = z
  .string(wrong('The name is required.', 'The name must be a string.'))
  .min(1, 'The name is required.')
  .max(255, 'The name must not exceed 255 characters.')
const formBody = {
  description: z.string('The description must be a string.').nullish(),
  fields: z.array(fieldBody, 'The fields must be an array.').optional(),
  settings: z.record(z.string(), z.unknown(), 'The settings must be an object.').optional(),
}
const creatableStatuses = ['draft', 'active'] as const
const newForm = z.object({
  ...formBody,
  name: formName,
  status: z.enum(creatableStatuses, statusSentence(creatableStatuses)).default('draft'),
})
const changedForm = z.object({
  ...formBody,
  name: formName.nullish(),
  status: z.enum(formStatuses, statusSentence(formStatuses)).optional(),
})

function createForm(store: FormsStore, body: Fields): Answer {
  const { name, description = null, fields = [], settings = {}, status } = validated(newForm, body)
  const now = store.now()
  const id = store.nextId('forms')
  const slug = freeSlug(store, name)
  const form: Form = { id, name, description, slug, status, fields, settings, created_at: now, updated_at: now }
  store.forms.set(id, form)
  return json({ data: fullForm(store, form) }, 201)
}

function updateForm(store: FormsStore, form: Form, body: Fields): Answer {
  const changes = validated(changedForm, body)
  const changed: Form = {
    ...form,
    name: changes.name ?? form.name,
    description: changes.description ?? form.description,
    fields: changes.fields ?? form.fields,
    status: changes.status ?? form.status,
    settings: { ...form.settings, ...changes.settings },
    updated_at: store.now(),
  }
  store.forms.set(form.id, changed)
  const { id, name, slug, status, updated_at } = changed
  return json({ data: { id, name, slug, status, updated_at } })
}

function freeSlug(store: FormsStore, name: string): string {
  const slug = wordsOf(name).join('-') || 'form'
  const slugs = new Set([...store.forms.values()].map((form) => form.slug))
  if (!slugs.has(slug)) return slug
  let number = 2
  while (slugs.has(`${slug}-${number}`)) number++
  return `${slug}-${number}`
}

/** A whole number of a query from 1 to `max`. */
const whole = (otherwise: number, max: number, sentence: string) =>
  z
    .string()
    .optional()
    .transform((text) => (text ? Number(/^\d+$/.test(text) ? text : Number.NaN) : otherwise))
    .pipe(z.int(sentence).min(1, sentence).max(max, sentence))
const pageQuery = z.object({
  page: whole(1, Number.MAX_SAFE_INTEGER, 'The page must be an integer of at least 1.'),
  per_page: whole(20, 100, 'The per page must be between 1 and 100.'),
})

/** The pagination envelope with the requested part of all records. A page or size out of range gets a 422. */
function paged<T>(call: Call, records: readonly T[], show: (record: T) => unknown): Answer {
  const { page, per_page } = validated(pageQuery, Object.fromEntries(call.query))
  return json({
    data: onPage(records, page, per_page).map(show),
    meta: {
      current_page: page,
      per_page,
      total: records.length,
      last_page: Math.max(1, Math.ceil(records.length / per_page)),
    },
  })
}

function entryOf(store: FormsStore, call: Call): Entry {
  const entry = store.entries.get(Number(call.params.id))
  if (!entry) throw notFound('Entry')
  return entry
}

/** `since` and `until` are exclusive: "created after", "created before". Newest first (assumption, as for forms). */
function listEntries(store: FormsStore, mode: FormBounds, call: Call): Answer {
  const form = formOf(store, call)
  const bound = (name: string) =>
    z
      .string()
      .optional()
      .refine((text) => !text || isTaken(name, text), `The ${name} must be an ISO 8601 date.`)
      .transform((text) => (text ? Date.parse(text) : undefined))
  const isTaken = (name: string, text: string) => {
    const takesDay = mode === 'days' || (mode === 'since' && name === 'since')
    return !Number.isNaN(Date.parse(text)) && (mode === 'moments' || (takesDay && /^\d{4}-\d{2}-\d{2}$/.test(text)))
  }
  const { since, until } = validated(
    z.object({ since: bound('since'), until: bound('until') }),
    Object.fromEntries(call.query),
  )
  const entries = store
    .entriesOf(form.id)
    .filter(({ created_at }) => since === undefined || Date.parse(created_at) > since)
    .filter(({ created_at }) => until === undefined || Date.parse(created_at) < until)
    .sort(newestFirst)
  return paged(call, entries, briefEntry)
}

const briefEntry = ({ is_complete: _, ...entry }: Entry): Fields => entry

function fullEntry(store: FormsStore, entry: Entry): Fields {
  return { ...entry, form_name: store.forms.get(entry.form_id)?.name ?? null }
}

function createEntry(store: FormsStore, body: Fields): Answer {
  const { form_id, fields, metadata } = validated(
    z.object({
      form_id: z
        .int(wrong('The form id is required.', 'The form id must be an integer.'))
        .refine((id) => store.forms.has(id), 'The selected form id is invalid.'),
      fields: z.record(z.string(), z.unknown(), 'The fields must be an object.'),
      metadata: z.record(z.string(), z.unknown(), 'The metadata must be an object.').default({}),
    }),
    body,
  )
  const formFields = store.forms.get(form_id)?.fields ?? []
  const missing = formFields.filter((field) => field.required && (answerFor(fields, field) ?? '') === '')
  const required = missing.map(({ id, label }) => [id, z.never(`The ${label} field is required.`)])
  validated(z.object({ fields: z.object(Object.fromEntries(required)) }), { fields })
  const entry: Entry = {
    id: store.nextId('entries'),
    form_id,
    fields: named(fields, formFields),
    metadata,
    created_at: store.now(),
    is_complete: true,
  }
  store.entries.set(entry.id, entry)
  return json({ data: entry }, 201)
}

/** Keys may be labels or identifiers; the service stores the snake-case name (docs/services.md §11.1). */
function named(values: Fields, fields: readonly FormField[]): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = fields.find((one) => one.id === key || one.label === key)
      return [field ? snakeCase(field.label) : key, value]
    }),
  )
}

function answerFor(values: Fields, field: FormField): unknown {
  return values[field.id] ?? values[field.label] ?? values[snakeCase(field.label)]
}
