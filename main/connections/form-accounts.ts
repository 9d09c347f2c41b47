import { createHash } from 'node:crypto'
import * as z from 'zod'
import { factsOf } from '../../preload/values/failures.ts'
import type { Data } from '../data-calls.ts'
import { readFact } from '../facts.ts'
import { createBudget, type RequestBudget } from '../kernel/budget.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch, OnOutcome } from '../kernel/http.ts'
import type { RetryPolicy } from '../kernel/retry.ts'
import { boundModes, createForms, type Forms, type FormsCall, type StoredBoundMode } from '../remotes/forms.ts'
import { recordOf, whole, words } from '../remotes/forms-bodies.ts'
import type { ConnectionStore } from './store.ts'

interface FormAccountsDeps {
  readonly data: Data
  readonly store: ConnectionStore
  readonly fetch: Fetch
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  changed(feature: string): void
  observe(connectionId: string): OnOutcome
}

/** The form services of all connections, each with the budget of its key. */
export interface FormAccounts {
  /**
   * The service of a connection. Each request uses the key of that moment (`secretAt`). Once key or address was
   * replaced, further requests throw `cancelled`. All but the account request throw `other_account` where the key opens
   * another account than that of the stored forms. Throws `no_connection`, `bad_request` for a connection to the
   * platform, and the vault's errors for an unreadable key.
   */
  forms(connectionId: string): Promise<Forms>
  /** The same without any repetition, for a check. */
  formsOnce(connectionId: string): Promise<Forms>
  /** False where the key is known to open another account than that of the stored forms. */
  belongs(connectionId: string): Promise<boolean>
  /** The number of the account of the stored forms; null while it is unknown. */
  account(connectionId: string): Promise<number | null>
  /** The budget of the connection's key; an empty one while the key was never used. */
  budget(connectionId: string): RequestBudget
}

/** One budget for each key: two connections with the same key share it, and a replaced key starts a new one. */
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
      bounds: storedBounds(data, id),
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

/** The mode is stored in the connection's file, so that it is found only once. */
function storedBounds(data: Data, connection_id: string): StoredBoundMode {
  return {
    async read() {
      return (await readFact(data, { service: 'forms', connection_id, name: bounds }, z.enum(boundModes))) ?? 'moments'
    },
    async store(value) {
      await data.ask('facts.put', { service: 'forms', connection_id, name: bounds, value })
    },
  }
}

/** A connection with one of its keys; `key` is a digest of key and address. */
interface KeyOfConnection {
  readonly connectionId: string
  readonly key: string
}

/**
 * Knows whose forms a connection's file holds. With the key of another account, every stored form would be missing
 * there and seem deleted. The entries of two accounts would mix under the same numbers.
 */
interface FormOwners {
  /** Takes an answer to GET /account with this key. */
  receive(key: string, answer: string): void
  /**
   * Throws `other_account` where the key opens another account than that of the stored forms, and the errors of `ask`.
   */
  confirm(used: KeyOfConnection, ask: () => Promise<unknown>): Promise<void>
  /** False where the key is known to open another account. */
  belongs(used: KeyOfConnection): Promise<boolean>
  /** The number of the account of the stored forms; null while it is unknown. */
  account(connectionId: string): Promise<number | null>
}

const identity = z.object({ account: z.int(), created_at: z.string().nullable() })
type Identity = z.output<typeof identity>
const owner = identity.extend({ key: z.string() })
const accountBody = z.looseObject({ id: whole, created_at: words })

function createFormOwners({ data }: { readonly data: Data }): FormOwners {
  const identities = new Map<string, Identity>()
  const confirmed = new Set<string>()

  const ownerOf = async (connectionId: string) => {
    return readFact(data, { service: 'forms', connection_id: connectionId, name: 'owner' }, owner)
  }
  const isEmpty = async (connectionId: string) =>
    (await data.ask('forms.list', { connection_id: connectionId })).length === 0

  const compare = async ({ connectionId, key }: KeyOfConnection, ask: () => Promise<unknown>): Promise<void> => {
    const owner = await ownerOf(connectionId)
    if (owner?.key === key) return
    if (!identities.has(key)) {
      await ask().catch((error: unknown) => {
        // A service that refuses the account request is still usable; then a replaced key is not known to fit.
        if (owner || !(error instanceof AppFailure) || !isAnswer(error)) throw error
      })
    }
    const now = identities.get(key)
    if (owner && !(now && isSame(owner, now)) && !(await isEmpty(connectionId))) throw new AppFailure('other_account')
    if (!now) return
    await data.ask('facts.put', {
      service: 'forms',
      connection_id: connectionId,
      name: 'owner',
      value: { ...now, key },
    })
  }

  return {
    receive(key, answer) {
      const { id, created_at } = accountIn(answer)
      if (id !== null) identities.set(key, { account: id, created_at: timeOf(created_at) })
    },
    async confirm(used, ask) {
      const name = `${used.connectionId} ${used.key}`
      if (confirmed.has(name)) return
      await compare(used, ask)
      confirmed.add(name)
    },
    account: async (connectionId) => (await ownerOf(connectionId))?.account ?? null,
    async belongs({ connectionId, key }) {
      const [owner, now] = [await ownerOf(connectionId), identities.get(key)]
      return !owner || !now || isSame(owner, now) || isEmpty(connectionId)
    },
  }
}

/** Each service numbers its accounts anew. Two accounts of one number hardly have the same second of creation. */
function isSame(one: Identity, other: Identity): boolean {
  const sameTime = one.created_at === null || other.created_at === null || one.created_at === other.created_at
  return one.account === other.account && sameTime
}

/** The time in one form, since the service may change its format. */
function timeOf(text: string | null): string | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

function accountIn(answer: string): z.output<typeof accountBody> {
  try {
    return accountBody.parse(recordOf(answer))
  } catch {
    return { id: null, created_at: null }
  }
}

function isAnswer({ code }: AppFailure): boolean {
  return factsOf(code).service === 'answers' && code !== 'rate_limited'
}
