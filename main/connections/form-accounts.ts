import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Data } from '../data/calls.ts'
import { createBudget, type RequestBudget } from '../kernel/budget.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch, OnOutcome } from '../kernel/http.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { boundModes, type KeptBoundMode } from '../remotes/entry-bounds.ts'
import { createForms, type Forms, type FormsCall } from '../remotes/forms.ts'
import { createFormOwners } from './form-owner.ts'
import type { ConnectionStore } from './store.ts'

export interface FormAccountsDeps {
  readonly data: Data
  readonly store: ConnectionStore
  readonly fetch: Fetch
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  changed(feature: string): void
  /** Called with the results of the requests of a connection. */
  observe(connectionId: string): OnOutcome
}

/** The form services that there are connections to, and what may still be asked of each. */
export interface FormAccounts {
  /**
   * The service of a connection, its key read at each request: once key or address was replaced, every further request
   * throws `cancelled`. All but the account throw `other_account` where the key opens another account than the one whose
   * forms are here. Throws `no_connection`, `bad_request` for a connection to the platform, and what the vault throws
   * when the key cannot be read.
   */
  forms(connectionId: string): Promise<Forms>
  /** The same, asked once and never again, for a check. */
  formsOnce(connectionId: string): Promise<Forms>
  /** False where the key is known to open another account than the one whose forms are here. */
  belongs(connectionId: string): Promise<boolean>
  /** The number of the account whose forms are here; null while that is not known. */
  account(connectionId: string): Promise<number | null>
  /** The budget of the connection's key; one that knows nothing while the key was never used. */
  budget(connectionId: string): RequestBudget
}

/** One budget a key: two connections with the same key share it, and a replaced key begins a new one. */
export function createFormAccounts({
  data,
  store,
  fetch,
  retryPolicy,
  now,
  changed,
  observe,
}: FormAccountsDeps): FormAccounts {
  const owners = createFormOwners({ data })
  const byKey = new Map<string, RequestBudget>()
  const byConnection = new Map<string, RequestBudget>()
  const unused = createBudget({ now, changed() {} })

  const keyOf = async (id: string) => {
    const { service, base_url: baseUrl } = await store.read(id)
    if (service !== 'forms') throw new AppFailure('bad_request', { place: 'connection' })
    const secret = await store.secretAt(id, baseUrl)
    const name = createHash('sha256').update(`${baseUrl}\n${secret}`).digest('base64url')
    return { baseUrl, secret, name }
  }

  const open = async (id: string, policy: RetryPolicy): Promise<Forms> => {
    const { baseUrl, name } = await keyOf(id)
    const budget = byKey.get(name) ?? createBudget({ now, changed: () => changed('budget') })
    byKey.set(name, budget)
    byConnection.set(id, budget)
    const key = async () => {
      const current = await keyOf(id)
      if (current.name !== name) throw new AppFailure('cancelled')
      return current.secret
    }
    const parts = {
      fetch,
      baseUrl,
      key,
      budget,
      retryPolicy: policy,
      bounds: keptBounds(data, id),
      onOutcome: observe(id),
    }
    const account: Forms['account'] = async (call) => {
      const answer = await createForms(parts).account(call)
      owners.receive(name, answer.text)
      return answer
    }
    const ready = (call: FormsCall) => owners.confirm({ connectionId: id, key: name }, () => account(call))
    return { ...createForms({ ...parts, ready }), account }
  }

  return {
    forms: (id) => open(id, retryPolicy),
    formsOnce: (id) => open(id, { ...retryPolicy, delays: [] }),
    belongs: async (id) => owners.belongs({ connectionId: id, key: (await keyOf(id)).name }),
    account: (id) => owners.account(id),
    budget: (id) => byConnection.get(id) ?? unused,
  }
}

const bounds = 'entry_bounds'

/** With the connection's file, so that a service is asked once in which mode it takes them. */
function keptBounds(data: Data, connection_id: string): KeptBoundMode {
  return {
    async read() {
      const facts = await data.ask('facts.read', { service: 'forms', connection_id, prefix: bounds })
      return z.enum(boundModes).catch('moments').parse(facts[0]?.value)
    },
    async keep(value) {
      await data.ask('facts.put', { service: 'forms', connection_id, name: bounds, value })
    },
  }
}
