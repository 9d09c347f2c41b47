import { createHash } from 'node:crypto'
import { createBudget, type RequestBudget } from '../kernel/budget.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch } from '../kernel/http.ts'
import type { Patience } from '../kernel/patience.ts'
import { createForms, type Forms } from '../remotes/forms.ts'
import type { ConnectionStore } from './store.ts'

export interface FormAccountsDeps {
  readonly store: ConnectionStore
  readonly fetch: Fetch
  readonly patience: Patience
  readonly now: () => Date
  changed(feature: string): void
}

/** The form services that there are connections to, and what may still be asked of each. */
export interface FormAccounts {
  /**
   * The service of a connection, its key read at each request. Throws `no_connection`, `bad_request` for a connection to
   * the platform, and what the vault throws when the key cannot be read.
   */
  forms(connectionId: string): Promise<Forms>
  /** The same, asked once and never again, for a check. */
  formsOnce(connectionId: string): Promise<Forms>
  /** The budget of the connection's key; one that knows nothing while the key was never used. */
  budget(connectionId: string): RequestBudget
}

/** One budget a key: two connections with the same key share it, and a replaced key begins a new one. */
export function createFormAccounts({ store, fetch, patience, now, changed }: FormAccountsDeps): FormAccounts {
  const byKey = new Map<string, RequestBudget>()
  const byConnection = new Map<string, RequestBudget>()
  const unused = createBudget({ now, changed() {} })

  const open = async (id: string, patient: Patience): Promise<Forms> => {
    const { service, base_url: baseUrl } = await store.read(id)
    if (service !== 'forms') throw new AppFailure('bad_request', { place: 'connection' })
    const name = createHash('sha256')
      .update(`${baseUrl}\n${await store.secret(id)}`)
      .digest('base64url')
    const budget = byKey.get(name) ?? createBudget({ now, changed: () => changed('budget') })
    byKey.set(name, budget)
    byConnection.set(id, budget)
    return createForms({ fetch, baseUrl, key: () => store.secret(id), budget, patience: patient })
  }

  return {
    forms: (id) => open(id, patience),
    formsOnce: (id) => open(id, { ...patience, pauses: [] }),
    budget: (id) => byConnection.get(id) ?? unused,
  }
}
