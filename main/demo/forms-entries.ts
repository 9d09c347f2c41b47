import { type Answer, type Call, createValidationProblems, isRecord, json, notFound, type Route } from './answer.ts'
import { formOf, paged } from './forms-records.ts'
import { type Entry, type FormField, type FormsStore, snakeCase } from './forms-store.ts'
import { isoUtc } from './random.ts'

/**
 * What "ISO 8601 date" means for `since` and `until`: moments and days; days alone; a day as `since` alone; neither of them.
 * What is not taken is a 422.
 */
export const formBounds = ['moments', 'days', 'since', 'none'] as const
export type FormBounds = (typeof formBounds)[number]

/** The rows of form-collection.md, "Entries", and the entries of one form. */
export function entryRoutes(store: FormsStore, bounds: FormBounds): readonly Route[] {
  return [
    { method: 'GET', path: '/api/v1/forms/{id}/entries', handle: (call) => listEntries(store, bounds, call) },
    {
      method: 'GET',
      path: '/api/v1/entries/{id}',
      handle: (call) => json({ data: fullEntry(store, entryOf(store, call)) }),
    },
    { method: 'POST', path: '/api/v1/entries', handle: (call) => createEntry(store, call.json()) },
    {
      method: 'DELETE',
      path: '/api/v1/entries/{id}',
      handle(call) {
        store.entries.delete(entryOf(store, call).id)
        return json({ message: 'Entry deleted successfully.' })
      },
    },
  ]
}

function entryOf(store: FormsStore, call: Call): Entry {
  const entry = store.entries.get(Number(call.params.id))
  if (!entry) throw notFound('Entry')
  return entry
}

/** `since` and `until` leave out their own moment: "created after", "created before". Newest first (assumption, as forms). */
function listEntries(store: FormsStore, mode: FormBounds, call: Call): Answer {
  const form = formOf(store, call)
  const problems = createValidationProblems()
  const bound = (name: string) => {
    const written = call.query.get(name)
    if (!written) return undefined
    const moment = Date.parse(written) / 1000
    const takesDay = mode === 'days' || (mode === 'since' && name === 'since')
    const isTaken = mode === 'moments' || (takesDay && isDay(written))
    if (Number.isNaN(moment) || !isTaken) problems.add(name, `The ${name} must be an ISO 8601 date.`)
    return moment
  }
  const [since, until] = [bound('since'), bound('until')]
  problems.finish()
  const entries = store
    .entriesOf(form.id)
    .filter((entry) => since === undefined || entry.createdAt > since)
    .filter((entry) => until === undefined || entry.createdAt < until)
    .sort((left, right) => right.createdAt - left.createdAt || right.id - left.id)
  return paged(call, entries, briefEntry)
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function briefEntry(entry: Entry): Readonly<Record<string, unknown>> {
  return {
    id: entry.id,
    form_id: entry.formId,
    fields: entry.fields,
    metadata: entry.metadata,
    created_at: isoUtc(entry.createdAt),
  }
}

function fullEntry(store: FormsStore, entry: Entry): Readonly<Record<string, unknown>> {
  const name = store.forms.get(entry.formId)?.name ?? null
  return { ...briefEntry(entry), form_name: name, is_complete: entry.isComplete }
}

function createEntry(store: FormsStore, body: Readonly<Record<string, unknown>>): Answer {
  const problems = createValidationProblems()
  const form = typeof body.form_id === 'number' ? store.forms.get(body.form_id) : undefined
  if (body.form_id === undefined) problems.add('form_id', 'The form id is required.')
  else if (!Number.isInteger(body.form_id)) problems.add('form_id', 'The form id must be an integer.')
  else if (!form) problems.add('form_id', 'The selected form id is invalid.')
  const fields = isRecord(body.fields) ? body.fields : {}
  if (!isRecord(body.fields)) problems.add('fields', 'The fields must be an object.')
  if (body.metadata !== undefined && !isRecord(body.metadata))
    problems.add('metadata', 'The metadata must be an object.')
  problems.finish()
  const missing = (form?.fields ?? []).filter((field) => field.required && isBlank(answerFor(fields, field)))
  for (const field of missing) problems.add(`fields.${field.id}`, `The ${field.label} field is required.`)
  problems.finish()
  const entry: Entry = {
    id: store.nextId('entries'),
    formId: Number(body.form_id),
    fields: named(fields, form?.fields ?? []),
    metadata: isRecord(body.metadata) ? body.metadata : {},
    isComplete: true,
    createdAt: store.now(),
  }
  store.entries.set(entry.id, entry)
  return json({ data: { ...briefEntry(entry), is_complete: entry.isComplete } }, 201)
}

/** Keys may be labels or identifiers; the service keeps the snake-case name (form-collection.md, Entry). */
function named(
  values: Readonly<Record<string, unknown>>,
  fields: readonly FormField[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = fields.find((one) => one.id === key || one.label === key)
      return [field ? snakeCase(field.label) : key, value]
    }),
  )
}

function answerFor(values: Readonly<Record<string, unknown>>, field: FormField): unknown {
  return values[field.id] ?? values[field.label] ?? values[snakeCase(field.label)]
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
