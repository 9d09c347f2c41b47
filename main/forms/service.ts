import { isDeepStrictEqual } from 'node:util'
import type { FormChanges, FormField, forms } from '../../preload/contract/forms.ts'
import type { StoredForm } from '../entries/data/form-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { type Ledger, type WriteCheck, withoutCheck, writeCheck } from '../ledger.ts'
import { type Forms, type FormsCall, interactive } from '../remotes/forms.ts'
import { identifiedOf, listOf, madeOf, type ServiceRecord } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'
import { changesToSend, createFormCache, type FormCache, fieldsOf, fieldsToSend, refreshForms } from './form-cache.ts'
import { resolveOutcome } from './resolve-write-outcome.ts'

const thirtyDaysMs = 30 * 86_400_000

/**
 * The forms of a service: read and stored for offline use, created, changed, copied, deleted. Every write is in the
 * ledger before it is sent, and is sent once.
 */
export function createFormsService(
  deps: Services,
): Omit<Handlers<typeof forms>, 'forms.plan_keep' | 'forms.keep' | 'forms.sync'> {
  const { ledger, now } = deps
  const cacheOf = (connectionId: string) => createFormCache(deps, connectionId)
  const writing = async (connectionId: string, signal: AbortSignal): Promise<Writing> => ({
    connectionId,
    account: await deps.forms(connectionId),
    cache: cacheOf(connectionId),
    ledger,
    call: interactive(signal),
  })

  return {
    'forms.list': ({ connection_id }) => cacheOf(connection_id).list(),

    async 'forms.refresh'({ connection_id, ...query }, { signal }) {
      const cache = cacheOf(connection_id)
      const ids = await refreshForms(await deps.forms(connection_id), cache, query, interactive(signal))
      return { ids, forms: await cache.list() }
    },

    async 'forms.read'({ connection_id, id, fresh }, { signal }) {
      const cache = cacheOf(connection_id)
      if (fresh) await cache.refresh(await deps.forms(connection_id), id, interactive(signal))
      return cache.detail(id)
    },

    async 'forms.create'({ connection_id, ...form }, { signal }) {
      const write = await writing(connection_id, signal)
      const id = await createForm({ ...changesToSend(form), name: form.name }, write)
      return write.cache.detail(id)
    },

    async 'forms.update'({ connection_id, id, changes, seen }, { signal }) {
      const write = await writing(connection_id, signal)
      await updateForm(id, { changes, seen }, write)
      return write.cache.detail(id)
    },

    async 'forms.duplicate'({ connection_id, id, name }, { signal }) {
      const write = await writing(connection_id, signal)
      return write.cache.detail(await duplicateForm(id, name, write))
    },

    async 'forms.delete'({ connection_id, id, name }, { signal }) {
      const write = await writing(connection_id, signal)
      await deleteForm(id, name, write)
      return write.cache.list()
    },

    'forms.budget': ({ connection_id }) => deps.accounts.budget(connection_id).state(),

    async 'forms.writes'({ connection_id }) {
      const since = new Date(now().getTime() - thirtyDaysMs).toISOString()
      return (await ledger.list(connection_id)).filter(({ at }) => at >= since).map(withoutCheck)
    },

    async 'forms.check_write'({ connection_id, id }, { signal }) {
      let followUp: () => Promise<void> = async () => undefined
      const write = await ledger.settle(connection_id, id, async (stored) => {
        const { account, cache, call } = await writing(connection_id, signal)
        const check = writeCheck.parse(stored.check)
        const outcome = await resolveOutcome(check, { account, call, at: new Date(stored.at), now })
        if (outcome === 'confirmed') followUp = () => follow(check, connection_id, { account, call, cache }, deps)
        return outcome
      })
      await followUp()
      return withoutCheck(write)
    },
    'forms.settle_write': async ({ connection_id, id, state }) =>
      withoutCheck(await ledger.settle(connection_id, id, async () => state)),
  }
}

/** Stores the change that a check found to be done on the service. */
async function follow(
  check: WriteCheck,
  connection_id: string,
  { account, call, cache }: Pick<Writing, 'account' | 'call' | 'cache'>,
  { data, changed }: Services,
): Promise<void> {
  if (check.by === 'gone_form') await cache.gone(check.form_id)
  if (check.by === 'changed_form') await cache.refresh(account, check.form_id, call)
  if (check.by === 'new_form') await refreshForms(account, cache, { status: null, search: check.name }, call)
  if (check.by === 'gone_entry') {
    await data.ask('entries.gone', { connection_id, id: check.entry_id, deleted: true })
    changed('entries')
  }
}

interface Writing {
  readonly connectionId: string
  readonly account: Forms
  readonly cache: FormCache
  readonly ledger: Ledger
  readonly call: FormsCall
}

/** POST /forms. Returns the id of the new form, which is stored as the service answered it. */
async function createForm(body: ServiceRecord & { readonly name: string }, writing: Writing): Promise<number> {
  const { connectionId, account, cache, ledger, call } = writing
  const { name } = body
  const ids = (await cache.list()).filter((form) => form.name === name).map(({ id }) => id)
  const about = { kind: 'create_form', target: name, check: { by: 'new_form', name, known: ids } } as const
  const form = await ledger.write(connectionId, about, async () => madeOf((await account.createForm(body, call)).text))
  await cache.store([form])
  return form.id
}

interface FormUpdate {
  readonly changes: FormChanges
  /** The fields on which these changes are based; by default the stored ones. */
  readonly seen?: readonly FormField[] | null | undefined
}

/**
 * PUT /forms/{id} with the given keys alone, then a read, since the PUT's answer is short (docs/services.md §10.3). It
 * replaces all fields, so the form is read before: throws `form_moved` where its fields are not the seen ones.
 */
async function updateForm(id: number, { changes, seen }: FormUpdate, writing: Writing): Promise<void> {
  const { connectionId, account, cache, ledger, call } = writing
  const stored = await cache.stored(id)
  const { body } = changes.fields ? await cache.refresh(account, id, call) : stored
  const previousFields = seen ?? fieldsIn(stored)
  if (changes.fields && previousFields && !isDeepStrictEqual(previousFields, fieldsIn({ body })))
    throw new AppFailure('form_moved')
  const target = typeof body.name === 'string' ? body.name : `#${id}`
  const check = { by: 'changed_form', form_id: id, changes } as const
  const about = { kind: 'update_form', target, check } as const
  const sent = changesToSend(changes)
  const { text } = await ledger.write(connectionId, about, () => account.updateForm(id, sent, call))
  // The service surely has these values, so they are stored even when the read afterwards fails. Only the service knows
  // the ids of the fields.
  const { fields: _, settings, ...plain } = sent
  const merged = settings ? { settings: { ...Object(body.settings), ...Object(settings) } } : {}
  await cache.store([{ ...plain, ...merged, ...shortRecord(text), id }])
  await cache.refresh(account, id, call).catch((error: unknown) => {
    if (!(error instanceof AppFailure)) throw error
  })
}

/** A draft of the service's present form: the same fields without their ids, the same settings. */
async function duplicateForm(id: number, name: string, writing: Writing): Promise<number> {
  const { body } = await writing.cache.refresh(writing.account, id, writing.call)
  const fields = Array.isArray(body.fields) ? fieldsOf(body.fields).map((field) => ({ ...field, id: null })) : []
  const { description, settings } = body
  const copy = {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    fields: fieldsToSend(fields),
    ...(settings ? { settings } : {}),
    status: 'draft',
  }
  return createForm(copy, writing)
}

/**
 * DELETE /forms/{id}, for good and with all entries. `typed` must be its present name (`name_mismatch`), and every
 * entry that the service counts must be stored here (`copy_incomplete`). The copy stays.
 */
async function deleteForm(id: number, typed: string, writing: Writing): Promise<void> {
  const { connectionId, account, cache, ledger, call } = writing
  const { body, sync, entries, gone, aside } = await cache.refresh(account, id, call)
  // Blanks around a name are invisible, and nobody types them.
  if (typeof body.name !== 'string' || typed.trim() !== body.name.trim()) throw new AppFailure('name_mismatch')
  const page = await account.entries(id, { page: 1, per_page: 1, since: null, until: null }, call)
  const { total } = listOf(page.text)
  // A form without entries has nothing to copy.
  const copied = sync.kind === 'complete' && sync.period === null && entries - gone + aside === total
  if (!copied && total !== 0) throw new AppFailure('copy_incomplete')
  const about = { kind: 'delete_form', target: typed, check: { by: 'gone_form', form_id: id } } as const
  await ledger.write(connectionId, about, () => account.deleteForm(id, call))
  await cache.gone(id)
}

function fieldsIn({ body }: Pick<StoredForm, 'body'>): FormField[] | null {
  return Array.isArray(body.fields) ? fieldsOf(body.fields) : null
}

/** The record of a PUT; the write is done whatever its answer contains. */
function shortRecord(text: string): ServiceRecord {
  try {
    return identifiedOf(text)
  } catch {
    return {}
  }
}
