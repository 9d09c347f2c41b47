import * as z from 'zod'
import type { Form, FormChanges, FormDetail, FormField } from '../../preload/contract/forms.ts'
import type { StoredForm } from '../entries/data/form-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { identifiedOf, pagesOf, type ServiceRecord, whole, words } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'

/** The stored forms of one connection. */
export interface FormCache {
  /** Newest first. */
  list(): Promise<Form[]>
  detail(id: number): Promise<FormDetail>
  stored(id: number): Promise<StoredForm>
  /** Merges the service's answer into the stored forms. */
  store(forms: readonly ServiceRecord[]): Promise<void>
  gone(id: number): Promise<void>
  /**
   * The single read, merged. A form that the service reports as missing is noted as gone before `not_found` is thrown.
   */
  refresh(account: Forms, id: number, call: FormsCall): Promise<StoredForm>
}

export function createFormCache(
  { data, changed, tasks }: Pick<Services, 'data' | 'changed' | 'tasks'>,
  connection_id: string,
): FormCache {
  const showing = {
    connectionId: connection_id,
    readingOf: (formId: number) => tasks.runningOn(`${connection_id}:${formId}`),
  }
  const stored = (form_id: number) => data.ask('forms.read', { connection_id, form_id })
  const cache: FormCache = {
    async list() {
      const forms = await data.ask('forms.list', { connection_id })
      return forms.map((form) => showForm(form, showing)).sort(newestFirst)
    },
    detail: async (id) => showFormDetail(await stored(id), showing),
    stored,
    async store(forms) {
      if (forms.length === 0) return
      await data.ask('forms.store', { connection_id, forms })
      changed('forms')
    },
    async gone(form_id) {
      await data.ask('forms.gone', { connection_id, form_id })
      changed('forms')
    },
    async refresh(account, id, call) {
      try {
        await cache.store([{ ...identifiedOf((await account.form(id, call)).text), id }])
      } catch (error) {
        if (error instanceof AppFailure && error.code === 'not_found') await cache.gone(id)
        throw error
      }
      return stored(id)
    },
  }
  return cache
}

/** The service's order (docs/services.md §10.1). */
function newestFirst(one: Form, other: Form): number {
  return (other.created_at ?? '').localeCompare(one.created_at ?? '') || other.id - one.id
}

interface FormsQuery {
  /** The service's filter; null for any. */
  readonly status: string | null
  readonly search: string
}

const perPage = 100

/**
 * Reads all pages of the list of forms, stores each as it comes, and returns the ids in the service's order. A stored
 * form that is missing in the list is read by itself, since lists move while they are read. Only a 404 means that it is
 * gone.
 */
export async function refreshForms(
  account: Forms,
  cache: FormCache,
  { status, search }: FormsQuery,
  call: FormsCall,
): Promise<number[]> {
  const ids = new Set<number>()
  const ask = (page: number) => account.forms({ status, search, page, per_page: perPage }, call)
  for await (const { records } of pagesOf(ask)) {
    for (const { id } of records) ids.add(id)
    await cache.store(records)
  }
  if (status === null && search === '') {
    const missing = (await cache.list()).filter(({ id, deleted_at }) => !ids.has(id) && deleted_at === null)
    for (const { id } of missing) await readMissing(id, account, cache, call)
  }
  return [...ids]
}

/** The cache marks a form that is gone, which is no failure of the list. */
async function readMissing(id: number, account: Forms, cache: FormCache, call: FormsCall): Promise<void> {
  try {
    await cache.refresh(account, id, call)
  } catch (error) {
    if (!(error instanceof AppFailure) || error.code !== 'not_found') throw error
  }
}

/** The data to show a form that the store lacks: only main knows which reading runs. */
interface Showing {
  readonly connectionId: string
  /** The task that now reads the form's entries. */
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

/** A stored form in the contract's shape; null for values that are missing or have another shape. */
function showForm(stored: StoredForm, { connectionId, readingOf }: Showing): Form {
  const { id, read_at, deleted_at, kept, entries, gone, aside, unreviewed, sync } = stored
  const { name, description, slug, status, entries_count, created_at, updated_at } = body.parse(stored.body)
  const task_id = readingOf(id)
  return {
    connection_id: connectionId,
    id,
    description,
    slug,
    status,
    entries_count,
    created_at,
    updated_at,
    read_at,
    deleted_at,
    kept,
    entries,
    gone,
    aside,
    unreviewed,
    task_id,
    name: name ?? slug ?? `#${id}`,
    sync: task_id === null ? sync : { ...sync, kind: 'reading', failure: null },
  }
}

function showFormDetail(stored: StoredForm, showing: Showing): FormDetail {
  const { fields, settings, public_url } = body.parse(stored.body)
  return {
    ...showForm(stored, showing),
    fields: fields && fieldsOf(fields),
    settings,
    public_url,
    schema_versions: stored.schema_versions,
  }
}

/** The fields of a form in their order, with their unknown keys. Values that are no fields are left out. */
export function fieldsOf(values: readonly unknown[]): FormField[] {
  return values.flatMap((value) => field.safeParse(value).data ?? [])
}

/** Fields in the form that the service accepts: nulls are left out, unknown keys stay. */
export function fieldsToSend(fields: readonly FormField[]): Record<string, unknown>[] {
  return fields.map(({ id, placeholder, ...field }) => ({
    ...field,
    ...(id === null ? {} : { id }),
    ...(placeholder === null ? {} : { placeholder }),
  }))
}

/** The body of a POST or PUT, with only the given keys (docs/services.md §10.3). */
export function changesToSend({ fields, ...changes }: FormChanges): Record<string, unknown> {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(present), ...(fields ? { fields: fieldsToSend(fields) } : {}) }
}
