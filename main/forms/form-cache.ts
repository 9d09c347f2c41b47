import type { Form, FormDetail } from '../../preload/contract/forms.ts'
import type { Data } from '../data/calls.ts'
import type { StoredForm } from '../data/form-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { identifiedOf, type Sent } from '../remotes/forms-bodies.ts'
import { showForm, showFormDetail } from './show-form.ts'

export interface FormCacheDeps {
  readonly data: Data
  changed(feature: string): void
  /** The task that reads the form's entries now, or null. */
  readingOf(connectionId: string, formId: number): string | null
}

/** The forms of one connection as they are kept here. */
export interface FormCache {
  /** Newest first. */
  list(): Promise<Form[]>
  detail(id: number): Promise<FormDetail>
  stored(id: number): Promise<StoredForm>
  /** Merges what the service sent into what is here. */
  store(forms: readonly Sent[]): Promise<void>
  gone(id: number): Promise<void>
  /** The single read, merged. A form that the service says is not there is noted as gone before `not_found` is thrown. */
  refresh(account: Forms, id: number, call: FormsCall): Promise<StoredForm>
}

export function createFormCache({ data, changed, readingOf }: FormCacheDeps, connection_id: string): FormCache {
  const showing = { connectionId: connection_id, readingOf: (formId: number) => readingOf(connection_id, formId) }
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

/** As the service lists them (form-collection.md, "Forms"). */
function newestFirst(one: Form, other: Form): number {
  return (other.created_at ?? '').localeCompare(one.created_at ?? '') || other.id - one.id
}
