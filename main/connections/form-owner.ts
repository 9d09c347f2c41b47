import * as z from 'zod'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { recordOf, whole, words } from '../remotes/forms-bodies.ts'

/** A connection with one of the keys that it had; `key` is a digest that names key and address. */
export interface KeyOfConnection {
  readonly connectionId: string
  readonly key: string
}

/**
 * Whose forms a connection's file holds. With the key of another account every form that is here would be missing there,
 * and compare deleted; and the entries of two accounts would mix under the same numbers.
 */
export interface FormOwners {
  /** Takes an answer to GET /account with this key. */
  receive(key: string, answer: string): void
  /** Throws `other_account` where the key opens another account than the one whose forms are here, and what `ask` throws. */
  confirm(used: KeyOfConnection, ask: () => Promise<unknown>): Promise<void>
  /** False where the key is known to open another account. */
  belongs(used: KeyOfConnection): Promise<boolean>
  /** The number of the account whose forms are here; null while that is not known. */
  account(connectionId: string): Promise<number | null>
}

const identity = z.object({ account: z.int(), created_at: z.string().nullable() })
type Identity = z.output<typeof identity>
const owner = identity.extend({ key: z.string() })
const accountBody = z.looseObject({ id: whole, created_at: words })

/** A service that lets nobody ask for the account can still be used; then a replaced key is not known to fit. */
const withoutAccount: readonly string[] = ['forbidden', 'not_found', 'service_not_found', 'unexpected_body']

export function createFormOwners({ data }: { readonly data: Data }): FormOwners {
  const identities = new Map<string, Identity>()
  const confirmed = new Set<string>()

  const ownerOf = async (connectionId: string) => {
    const facts = await data.ask('facts.read', { service: 'forms', connection_id: connectionId, prefix: 'owner' })
    return owner.safeParse(facts.find(({ name }) => name === 'owner')?.value).data
  }
  const isEmpty = async (connectionId: string) =>
    (await data.ask('forms.list', { connection_id: connectionId })).length === 0

  const compare = async ({ connectionId, key }: KeyOfConnection, ask: () => Promise<unknown>): Promise<void> => {
    const before = await ownerOf(connectionId)
    if (before?.key === key) return
    if (!identities.has(key)) {
      await ask().catch((error: unknown) => {
        if (before || !(error instanceof AppFailure) || !withoutAccount.includes(error.code)) throw error
      })
    }
    const now = identities.get(key)
    if (before && !(now && isSame(before, now)) && !(await isEmpty(connectionId))) throw new AppFailure('other_account')
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
      const [before, now] = [await ownerOf(connectionId), identities.get(key)]
      return !before || !now || isSame(before, now) || isEmpty(connectionId)
    },
  }
}

/** Numbers begin anew with each service; two accounts of one number were hardly made in the same second. */
function isSame(one: Identity, other: Identity): boolean {
  const sameTime = one.created_at === null || other.created_at === null || one.created_at === other.created_at
  return one.account === other.account && sameTime
}

/** However the service writes it today. */
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
