import type { forms } from '../../preload/contract/forms.ts'
import type { Handlers } from '../kernel/router.ts'
import type { FormsCall } from '../remotes/forms.ts'
import type { Services } from '../services.ts'
import { type WriteCheck, writeCheck } from '../writes/check.ts'
import { withoutCheck } from '../writes/ledger.ts'
import { changesToSend } from './form-bodies.ts'
import { createFormCache, refreshForms } from './form-cache.ts'
import { createForm, deleteForm, duplicateForm, updateForm, type Writing } from './form-writes.ts'
import { resolveOutcome } from './resolve-write-outcome.ts'

const thirtyDaysMs = 30 * 86_400_000

/**
 * The forms of a service: read and kept for offline, made, changed, copied, deleted. Every write is in the ledger before
 * it is sent, and is sent once.
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
    call: people(signal),
  })

  return {
    'forms.list': ({ connection_id }) => cacheOf(connection_id).list(),

    async 'forms.refresh'({ connection_id, ...query }, { signal }) {
      const cache = cacheOf(connection_id)
      const ids = await refreshForms(await deps.forms(connection_id), cache, query, people(signal))
      return { ids, forms: await cache.list() }
    },

    async 'forms.read'({ connection_id, id, fresh }, { signal }) {
      const cache = cacheOf(connection_id)
      if (fresh) await cache.refresh(await deps.forms(connection_id), id, people(signal))
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
      let done: () => Promise<void> = async () => undefined
      const write = await ledger.settle(connection_id, id, async (found) => {
        const { account, cache, call } = await writing(connection_id, signal)
        const check = writeCheck.parse(found.check)
        const outcome = await resolveOutcome(check, { account, call, at: new Date(found.at), now })
        if (outcome === 'confirmed') done = () => follow(check, connection_id, { account, call, cache }, deps)
        return outcome
      })
      await done()
      return withoutCheck(write)
    },
    'forms.settle_write': async ({ connection_id, id, state }) =>
      withoutCheck(await ledger.settle(connection_id, id, async () => state)),
  }
}

const people = (signal: AbortSignal): FormsCall => ({ signal, priority: 'interactive' })

/** What came to light changes what is here. */
async function follow(
  check: WriteCheck,
  connection_id: string,
  { account, call, cache }: Pick<Writing, 'account' | 'call' | 'cache'>,
  { data, changed }: Services,
): Promise<void> {
  if (check.by === 'gone_form') await cache.gone(check.form_id)
  if (check.by === 'changed_form') await cache.refresh(account, check.form_id, call)
  if (check.by === 'new_form') await refreshForms(account, cache, { status: null, search: check.name }, call)
  if (check.by === 'gone_entry') await data.ask('entries.gone', { connection_id, id: check.entry_id })
  if (check.by === 'gone_entry') changed('entries')
}
