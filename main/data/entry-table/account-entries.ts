import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { FormsFolder } from '../forms/forms-folder.ts'
import { type RevisedPart, revisionsOf } from '../forms/revisions.ts'
import type { Database } from '../store/encrypted-file.ts'
import { createDuplicates, type Duplicates } from './duplicates.ts'
import { type EntryFacts, entryFacts, type StoredEntry } from './entry-facts.ts'
import { createFormReader, type FormInfo } from './read-forms.ts'

/** All entries of a connection as they are in one state of its file; the same object while nothing of them changed. */
export interface AccountEntries {
  readonly forms: ReadonlyMap<number, FormInfo>
  readonly newestFirst: readonly EntryFacts[]
  readonly byId: ReadonlyMap<number, EntryFacts>
  readonly duplicates: Duplicates
}

export type Revisions = Readonly<Record<RevisedPart, number>>

/** The entries of connections in memory, read anew when their files changed, by this process or another. */
export interface Accounts {
  /** Null when nothing was ever stored of the connection. */
  database(connectionId: string): Database | null
  revisions(connectionId: string): Revisions
  of(connectionId: string): Promise<AccountEntries>
}

interface AccountCache {
  readonly readForms: ReturnType<typeof createFormReader>
  revision: string
  account: AccountEntries
  pending: { readonly revision: string; readonly account: Promise<AccountEntries> } | null
}

const nothing: AccountEntries = {
  forms: new Map(),
  newestFirst: [],
  byId: new Map(),
  duplicates: createDuplicates([]),
}
const unrevised: Revisions = { forms: 0, entries: 0, reviews: 0, rules: 0 }
/** Connections that stay in memory. */
const mostHeld = 3

export function createAccounts({ folder }: { readonly folder: FormsFolder }): Accounts {
  const held = new Map<string, AccountCache>()

  const database = (connectionId: string) => {
    if (folder.has(connectionId)) return folder.open(connectionId)
    held.delete(connectionId)
    return null
  }
  const heldOf = (connectionId: string): AccountCache => {
    const one = held.get(connectionId) ?? {
      readForms: createFormReader(),
      revision: '',
      account: nothing,
      pending: null,
    }
    // Last asked for, last to go.
    held.delete(connectionId)
    held.set(connectionId, one)
    const [oldest] = held.keys()
    if (held.size > mostHeld && oldest !== undefined) held.delete(oldest)
    return one
  }
  return {
    database,
    revisions: (connectionId) => {
      const file = database(connectionId)
      return file ? revisionsOf(file) : unrevised
    },
    of: async (connectionId) => {
      const file = database(connectionId)
      if (!file) return nothing
      const one = heldOf(connectionId)
      const { forms, entries } = revisionsOf(file)
      const revision = `${forms}.${entries}`
      if (one.revision === revision) return one.account
      one.pending =
        one.pending?.revision === revision ? one.pending : { revision, account: refresh(one, file, revision) }
      const { pending } = one
      try {
        return await pending.account
      } finally {
        // Kept in `account` when it is good; tried again when it is not.
        if (one.pending === pending) one.pending = null
      }
    },
  }
}

async function refresh(held: AccountCache, database: Database, revision: string): Promise<AccountEntries> {
  const yieldToEventLoop = createYieldToEventLoop()
  const before = held.account
  const forms = held.readForms(database)
  const rows = database.prepare<[], StoredEntry>(select).all()
  const newestFirst: EntryFacts[] = []
  for (const row of rows) {
    newestFirst.push(factsOf(row, before, forms))
    await yieldToEventLoop()
  }
  const account = isSame(before, forms, newestFirst)
    ? before
    : {
        forms,
        newestFirst,
        byId: new Map(newestFirst.map((facts) => [facts.stored.id, facts])),
        duplicates: createDuplicates(newestFirst),
      }
  held.account = account
  held.revision = revision
  return account
}

const select = `select id, form_id, created_at, created_ms, body, schema_version, gone_at
  from entries order by created_ms desc, id desc`

/** What was worked out before, when neither the answers nor the form's fields have changed. */
function factsOf(row: StoredEntry, before: AccountEntries, forms: ReadonlyMap<number, FormInfo>): EntryFacts {
  const roles = forms.get(row.form_id)?.roles
  const known = before.byId.get(row.id)
  const { stored } = known ?? {}
  const isKnown = known && stored?.body === row.body && stored.schema_version === row.schema_version
  if (!isKnown || before.forms.get(row.form_id)?.roles !== roles) return entryFacts(row, roles)
  const isSameRow =
    stored.form_id === row.form_id && stored.created_at === row.created_at && stored.gone_at === row.gone_at
  return isSameRow ? known : { ...known, stored: row }
}

function isSame(before: AccountEntries, forms: ReadonlyMap<number, FormInfo>, entries: readonly EntryFacts[]): boolean {
  return (
    before.forms.size === forms.size &&
    [...forms].every(([id, form]) => before.forms.get(id) === form) &&
    before.newestFirst.length === entries.length &&
    entries.every((facts, place) => before.newestFirst[place] === facts)
  )
}
