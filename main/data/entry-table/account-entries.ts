import { phoneForms } from '../../kernel/phones.ts'
import { createRecent } from '../../kernel/recent.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { type FormsFolder, revisionsOf } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { raw, selectAll, selectOne, selectValues } from '../store/sql.ts'
import { type EntryFacts, entryFacts, type StoredEntry } from './entry-facts.ts'
import { createFormReader, type Forms } from './form-shape.ts'

/** All entries of a connection as they are in one state of its file; the same object while nothing of them changed. */
export interface AccountEntries {
  readonly forms: Forms
  readonly newestFirst: readonly EntryFacts[]
  readonly byId: ReadonlyMap<number, EntryFacts>
  readonly duplicates: Duplicates
}

/** The entries of connections in memory, read anew when their files changed, by this process or another. */
export interface Accounts {
  /** The connection's file to read from; an empty one where nothing was ever stored. */
  database(connectionId: string): Database
  revisions(connectionId: string): ReturnType<typeof revisionsOf>
  forms(connectionId: string): Forms
  of(connectionId: string): Promise<AccountEntries>
  /** These entries alone, at once: beside no others they have no duplicates. */
  some(connectionId: string, ids: readonly number[]): AccountEntries
  /** Who sent an entry, by its answers; empty for one that is not here. For what shows single entries by name. */
  senderOf(database: Database, entryId: number): string
}

const nothing: AccountEntries = {
  forms: new Map(),
  newestFirst: [],
  byId: new Map(),
  duplicates: { count: () => 0, of: () => [] },
}

/** Connections that stay in memory. */
const mostHeld = 3

export function createAccounts({ folder }: { readonly folder: FormsFolder }): Accounts {
  const held = createRecent<string, { readonly revision: string; readonly account: Promise<AccountEntries> }>(mostHeld)
  const readForms = createFormReader()
  const { openReadOnly: database } = folder

  const refreshed = async (file: Database, last: Promise<AccountEntries> | undefined) => {
    const before = await last?.catch(() => nothing)
    return refresh(before ?? nothing, readForms(file), file)
  }
  return {
    database,
    revisions: (connectionId) => revisionsOf(database(connectionId)),
    forms: (connectionId) => readForms(database(connectionId)),
    of: (connectionId) => {
      if (!folder.has(connectionId)) {
        held.delete(connectionId)
        return Promise.resolve(nothing)
      }
      const file = database(connectionId)
      const { forms, entries } = revisionsOf(file)
      const revision = `${forms}.${entries}`
      const before = held.get(connectionId)
      if (before?.revision === revision) return before.account
      const account = refreshed(file, before?.account)
      held.set(connectionId, { revision, account })
      // A failed one is tried again.
      account.catch(() => {
        if (held.get(connectionId)?.account === account) held.delete(connectionId)
      })
      return account
    },
    some: (connectionId, ids) => {
      const file = database(connectionId)
      const forms = readForms(file)
      const newestFirst = storedEntries(file, ids).map((row) => entryFacts(row, forms.get(row.form_id)))
      return { ...nothing, forms, newestFirst, byId: byIdOf(newestFirst) }
    },
    senderOf: (file, entryId) => {
      const stored = selectOne<StoredEntry>(file)`select ${storedColumns} from entries where id = ${entryId}`
      return stored ? entryFacts(stored, readForms(file).get(stored.form_id)).sender : ''
    },
  }
}

const storedColumns = raw('id, form_id, created_at, created_ms, body, schema_version, gone_at')

/** Those of the ids that are stored, newest first. */
function storedEntries(database: Database, ids: readonly number[]): StoredEntry[] {
  return selectAll<StoredEntry>(database)`
    select ${storedColumns} from entries where id in (select value from json_each(${JSON.stringify(ids)}))
    order by created_ms desc, id desc`
}

function byIdOf(entries: readonly EntryFacts[]): ReadonlyMap<number, EntryFacts> {
  return new Map(entries.map((facts) => [facts.stored.id, facts]))
}

/** The ids of a form's entries, or of all, newest first; of the index alone, so that no bodies are read. */
export function newestIds(database: Database, formId: number | null): number[] {
  const select = selectValues<number>(database)
  return formId === null
    ? select`select id from entries indexed by entries_by_form order by created_ms desc, id desc`
    : select`select id from entries where form_id = ${formId} order by created_ms desc, id desc`
}

/** Bodies that are read at once: some milliseconds of work. */
const rowsAtOnce = 500

async function refresh(before: AccountEntries, forms: Forms, database: Database): Promise<AccountEntries> {
  const yieldToEventLoop = createYieldToEventLoop()
  const ids = newestIds(database, null)
  const newestFirst: EntryFacts[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const row of storedEntries(database, ids.slice(from, from + rowsAtOnce))) {
      newestFirst.push(factsOf(row, before, forms))
      await yieldToEventLoop()
    }
  }
  const isSame =
    isSameList([...before.forms.values()], [...forms.values()]) && isSameList(before.newestFirst, newestFirst)
  if (isSame) return before
  const duplicates = await createDuplicates(newestFirst, yieldToEventLoop)
  return { forms, newestFirst, byId: byIdOf(newestFirst), duplicates }
}

/** What was worked out before, when neither the answers nor the form's fields have changed. */
function factsOf(row: StoredEntry, before: AccountEntries, forms: Forms): EntryFacts {
  const form = forms.get(row.form_id)
  const known = before.byId.get(row.id)
  const { stored } = known ?? {}
  const isKnown = known && stored?.body === row.body && stored.schema_version === row.schema_version
  if (!isKnown || before.forms.get(row.form_id) !== form) return entryFacts(row, form)
  const isSameRow =
    stored.form_id === row.form_id && stored.created_at === row.created_at && stored.gone_at === row.gone_at
  return isSameRow ? known : { ...known, stored: row }
}

/** Whether two lists have the very same items. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

interface Duplicate {
  readonly facts: EntryFacts
  readonly by: 'telefone' | 'email'
}

/** Which entries of a connection are of one person: they share a phone or an e-mail, in any of its forms. */
interface Duplicates {
  /** How many other entries there are. */
  count(facts: EntryFacts): number
  /** The other entries, newest first, at most so many; by phone rather than by e-mail. */
  of(facts: EntryFacts, most: number): readonly Duplicate[]
}

/** Two numbers that differ by the ninth digit alone are one (features.md §9, pitfall 4). */
async function createDuplicates(
  newestFirst: readonly EntryFacts[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Duplicates> {
  const groups = new Map<string, EntryFacts[]>()
  const keys = new Map<EntryFacts, readonly string[]>()
  for (const facts of newestFirst) {
    const own = keysOf(facts)
    keys.set(facts, own)
    for (const key of own) {
      const group = groups.get(key)
      if (group) group.push(facts)
      else groups.set(key, [facts])
    }
    await yieldToEventLoop()
  }
  const counts = new Map<string, number>()
  const shared = (facts: EntryFacts) => (keys.get(facts) ?? []).filter((key) => (groups.get(key)?.length ?? 0) > 1)

  return {
    count: (facts) => {
      const own = shared(facts)
      if (own.length === 0) return 0
      const name = own.join(' ')
      const known = counts.get(name)
      if (known !== undefined) return known
      const count = sizeOfUnion(own, groups, keys) - 1
      counts.set(name, count)
      return count
    },
    of: (facts, most) => {
      const found = new Map<EntryFacts, Duplicate['by']>()
      for (const key of shared(facts)) {
        const by = key.startsWith(phonePrefix) ? 'telefone' : 'email'
        for (const other of groups.get(key) ?? []) if (other !== facts && !found.has(other)) found.set(other, by)
      }
      return [...found]
        .map(([other, by]) => ({ facts: other, by }))
        .sort((one, other) => (other.facts.stored.created_ms ?? 0) - (one.facts.stored.created_ms ?? 0))
        .slice(0, most)
    },
  }
}

const phonePrefix = 'p'

function keysOf({ phones, emails }: EntryFacts): string[] {
  const own = new Set(phones.map((phone) => phonePrefix + withNinth(phone)))
  for (const email of emails) own.add(`e${email}`)
  return [...own]
}

/** The longer of the forms that a mobile may have. */
function withNinth(phone: string): string {
  const { otherNinth } = phoneForms(phone)
  const [other = ''] = otherNinth
  return other.length > phone.length ? other : phone
}

/** The largest group is counted, the others are scanned: one test address may stand in every entry. */
function sizeOfUnion(
  own: readonly string[],
  groups: ReadonlyMap<string, readonly EntryFacts[]>,
  keys: ReadonlyMap<EntryFacts, readonly string[]>,
): number {
  const bySize = own.toSorted((one, other) => (groups.get(other)?.length ?? 0) - (groups.get(one)?.length ?? 0))
  const [largest = '', ...rest] = bySize
  const more = new Set<EntryFacts>()
  for (const key of rest) {
    for (const facts of groups.get(key) ?? []) if (!keys.get(facts)?.includes(largest)) more.add(facts)
  }
  return (groups.get(largest)?.length ?? 0) + more.size
}
