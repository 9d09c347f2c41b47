import {
  type Answer,
  type Call,
  createValidationProblems,
  isRecord,
  json,
  notFound,
  type Route,
  type ValidationProblems,
} from './answer.ts'
import { type Form, type FormField, type FormStatus, type FormsStore, formStatuses } from './forms-store.ts'
import { isoUtc } from './random.ts'

const longestName = 255

/** Assumption: types beyond email and text are the usual ones of such services (features.md §8.9, not shown). */
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
]

/** The rows of form-collection.md, "Forms", apart from the entries of a form. */
export function formRoutes(store: FormsStore): readonly Route[] {
  return [
    { method: 'GET', path: '/api/v1/forms', handle: (call) => listForms(store, call) },
    { method: 'POST', path: '/api/v1/forms', handle: (call) => createForm(store, call.json()) },
    {
      method: 'GET',
      path: '/api/v1/forms/{id}',
      handle: (call) => json({ data: fullForm(store, formOf(store, call)) }),
    },
    {
      method: 'PUT',
      path: '/api/v1/forms/{id}',
      handle: (call) => updateForm(store, formOf(store, call), call.json()),
    },
    {
      method: 'DELETE',
      path: '/api/v1/forms/{id}',
      handle(call) {
        const form = formOf(store, call)
        for (const entry of store.entriesOf(form.id)) store.entries.delete(entry.id)
        store.forms.delete(form.id)
        return json({ message: 'Form deleted successfully.' })
      },
    },
  ]
}

/** The form that the path names; 404 when there is none. */
export function formOf(store: FormsStore, call: Call): Form {
  const form = store.forms.get(Number(call.params.id))
  if (!form) throw notFound('Form')
  return form
}

function listForms(store: FormsStore, call: Call): Answer {
  const [status, search] = [call.query.get('status'), call.query.get('search')?.toLowerCase()]
  if (status !== null && status !== '') checkStatus(status, formStatuses)
  const forms = [...store.forms.values()]
    .filter((form) => !status || form.status === status)
    .filter((form) => !search || form.name.toLowerCase().includes(search))
    .sort((left, right) => right.createdAt - left.createdAt || right.id - left.id)
  return paged(call, forms, (form) => briefForm(store, form))
}

function checkStatus(status: string, allowed: readonly string[]): void {
  const problems = createValidationProblems()
  if (!allowed.includes(status)) problems.add('status', `The status must be one of: ${allowed.join(', ')}.`)
  problems.finish()
}

/** Assumption: the list leaves out fields, settings and public_url, which "single read" adds (form-collection.md, Form). */
function briefForm(store: FormsStore, form: Form): Readonly<Record<string, unknown>> {
  return {
    id: form.id,
    name: form.name,
    description: form.description,
    slug: form.slug,
    status: form.status,
    entries_count: store.entriesOf(form.id).length,
    created_at: isoUtc(form.createdAt),
    updated_at: isoUtc(form.updatedAt),
  }
}

function fullForm(store: FormsStore, form: Form): Readonly<Record<string, unknown>> {
  return {
    ...briefForm(store, form),
    fields: form.fields,
    settings: form.settings,
    public_url: `https://forms.vitrine.example/f/${form.slug}`,
  }
}

function createForm(store: FormsStore, body: Readonly<Record<string, unknown>>): Answer {
  const problems = createValidationProblems()
  if (body.name === undefined || body.name === null || body.name === '') problems.add('name', 'The name is required.')
  const changes = readChanges(body, ['draft', 'active'], problems)
  problems.finish()
  const now = store.now()
  const name = changes.name ?? ''
  const form: Form = {
    description: null,
    fields: [],
    settings: {},
    status: 'draft',
    ...changes,
    id: store.nextId('forms'),
    name,
    slug: freeSlug(store, name),
    createdAt: now,
    updatedAt: now,
  }
  store.forms.set(form.id, form)
  return json({ data: fullForm(store, form) }, 201)
}

function updateForm(store: FormsStore, form: Form, body: Readonly<Record<string, unknown>>): Answer {
  const problems = createValidationProblems()
  if (body.name === '') problems.add('name', 'The name is required.')
  const changes = readChanges(body, formStatuses, problems)
  problems.finish()
  const changed: Form = {
    ...form,
    ...changes,
    settings: { ...form.settings, ...changes.settings },
    updatedAt: store.now(),
  }
  store.forms.set(form.id, changed)
  const { id, name, slug, status } = changed
  return json({ data: { id, name, slug, status, updated_at: isoUtc(changed.updatedAt) } })
}

type Changes = Partial<Pick<Form, 'name' | 'description' | 'fields' | 'settings' | 'status'>>

/** What a body asks to set; what is wrong with it goes to the problems. */
function readChanges(
  body: Readonly<Record<string, unknown>>,
  allowed: readonly FormStatus[],
  problems: ValidationProblems,
): Changes {
  const { name, description, fields, settings, status } = body
  if (name !== undefined && name !== null) {
    if (typeof name !== 'string') problems.add('name', 'The name must be a string.')
    else if (name.length > longestName) problems.add('name', 'The name must not exceed 255 characters.')
  }
  if (fields !== undefined && !Array.isArray(fields)) problems.add('fields', 'The fields must be an array.')
  if (settings !== undefined && !isRecord(settings)) problems.add('settings', 'The settings must be an object.')
  const requestedStatus = allowed.find((one) => one === status)
  if (status !== undefined && !requestedStatus)
    problems.add('status', `The status must be one of: ${allowed.join(', ')}.`)
  if (description !== undefined && description !== null && typeof description !== 'string') {
    problems.add('description', 'The description must be a string.')
  }
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(Array.isArray(fields) ? { fields: fields.map((one, place) => readField(one, place, problems)) } : {}),
    ...(isRecord(settings) ? { settings } : {}),
    ...(requestedStatus ? { status: requestedStatus } : {}),
  }
}

function readField(value: unknown, place: number, problems: ValidationProblems): FormField {
  const field = isRecord(value) ? value : {}
  const type = typeof field.type === 'string' ? field.type : ''
  const label = typeof field.label === 'string' ? field.label : ''
  if (!fieldTypes.includes(type)) problems.add(`fields.${place}.type`, 'The selected type is invalid.')
  if (label === '') problems.add(`fields.${place}.label`, 'The label is required.')
  return {
    id:
      typeof field.id === 'string' && field.id.startsWith('fld_') ? field.id : `fld_${Date.now().toString(36)}${place}`,
    type,
    label,
    required: field.required === true,
    placeholder: typeof field.placeholder === 'string' ? field.placeholder : '',
  }
}

function freeSlug(store: FormsStore, name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'form'
  const taken = new Set([...store.forms.values()].map((form) => form.slug))
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number++
  return `${slug}-${number}`
}

const defaultPage = 20
const largestPage = 100

/** The pagination envelope around the asked part of all records; a page or size out of range is a 422. */
export function paged<T>(call: Call, records: readonly T[], show: (record: T) => unknown): Answer {
  const problems = createValidationProblems()
  const page = whole(call.query.get('page'), 1)
  const perPage = whole(call.query.get('per_page'), defaultPage)
  if (!(page >= 1)) problems.add('page', 'The page must be an integer of at least 1.')
  if (!(perPage >= 1 && perPage <= largestPage)) problems.add('per_page', 'The per page must be between 1 and 100.')
  problems.finish()
  const start = (page - 1) * perPage
  return json({
    data: records.slice(start, start + perPage).map(show),
    meta: {
      current_page: page,
      per_page: perPage,
      total: records.length,
      last_page: Math.max(1, Math.ceil(records.length / perPage)),
    },
  })
}

function whole(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
