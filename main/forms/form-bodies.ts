import * as z from 'zod'
import type { Form, FormChanges, FormDetail, FormField } from '../../preload/contract/forms.ts'
import type { StoredForm } from '../data/form-calls.ts'
import { whole, words } from '../remotes/forms-bodies.ts'

/** What a stored form lacks to be shown: main alone knows which reading runs. */
export interface Showing {
  readonly connectionId: string
  /** The task that reads the form's entries now. */
  readingOf(formId: number): string | null
}

const field = z.looseObject({
  id: z
    .union([z.string(), z.number().transform(String)])
    .nullable()
    .catch(null),
  type: z.string().catch('text'),
  label: z.string().catch(''),
  required: z.boolean().catch(false),
  placeholder: words,
})

const body = z.looseObject({
  name: words,
  description: words,
  slug: words,
  status: words,
  entries_count: whole,
  created_at: words,
  updated_at: words,
  fields: z.array(z.unknown()).nullable().catch(null),
  settings: z.record(z.string(), z.unknown()).nullable().catch(null),
  public_url: words,
})

/** A stored form in the contract's shape; null for what the service did not report or sent in another shape. */
export function showForm(stored: StoredForm, { connectionId, readingOf }: Showing): Form {
  const { id, read_at, deleted_at, kept, entries, gone, aside, unreviewed, sync } = stored
  const { name, description, slug, status, entries_count, created_at, updated_at } = body.parse(stored.body)
  const task_id = readingOf(id)
  return {
    ...{ connection_id: connectionId, id, description, slug, status, entries_count, created_at, updated_at },
    ...{ read_at, deleted_at, kept, entries, gone, aside, unreviewed, task_id },
    name: name ?? slug ?? `#${id}`,
    sync: task_id === null ? sync : { ...sync, kind: 'reading', failure: null },
  }
}

export function showFormDetail(stored: StoredForm, showing: Showing): FormDetail {
  const { fields, settings, public_url } = body.parse(stored.body)
  return {
    ...showForm(stored, showing),
    fields: fields && fieldsOf(fields),
    settings,
    public_url,
    schema_versions: stored.schema_versions,
  }
}

/** The fields of a form in their order; unknown keys of each stay. What is no field at all is left out. */
export function fieldsOf(values: readonly unknown[]): FormField[] {
  return values.flatMap((value) => field.safeParse(value).data ?? [])
}

/** Fields as the service takes them: null was never sent and is left out, unknown keys stay. */
export function fieldsToSend(fields: readonly FormField[]): Record<string, unknown>[] {
  return fields.map(({ id, placeholder, ...field }) => ({
    ...field,
    ...(id === null ? {} : { id }),
    ...(placeholder === null ? {} : { placeholder }),
  }))
}

/** The body of a POST or PUT: the keys that are there and no others (form-collection.md, "Forms"). */
export function changesToSend({ fields, ...changes }: FormChanges): Record<string, unknown> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(fields ? { fields: fieldsToSend(fields) } : {}) }
}
