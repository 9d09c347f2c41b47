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

/** The entries with one phone or e-mail. */
interface Group extends Pick<Duplicate, 'by'> {
  readonly key: string
  readonly entries: EntryFacts[]
}

async function createDuplicates(
  newestFirst: readonly EntryFacts[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Duplicates> {
  const groups = new Map<string, Group>()
  const groupsOf = new Map<EntryFacts, readonly Group[]>()
  const join = (facts: EntryFacts, by: Group['by'], text: string) => {
    const key = `${by} ${text}`
    const group = groups.get(key) ?? { key, by, entries: [] }
    group.entries.push(facts)
    groups.set(key, group)
    return group
  }
  for (const facts of newestFirst) {
    const phones = [...new Set(facts.phones.map(withNinth))].map((phone) => join(facts, 'telefone', phone))
    groupsOf.set(facts, [...phones, ...facts.emails.map((email) => join(facts, 'email', email))])
    await yieldToEventLoop()
  }
  const shared = (facts: EntryFacts) => groupsOf.get(facts)?.filter(({ entries }) => entries.length > 1) ?? []
  /** The largest group is counted, the others are scanned: one test address may stand in every entry. */
  const sizeOfUnion = (own: readonly Group[]) => {
    const [largest, ...rest] = own.toSorted((one, other) => other.entries.length - one.entries.length)
    if (!largest) return 0
    const more = rest.flatMap(({ entries }) => entries).filter((other) => !groupsOf.get(other)?.includes(largest))
    return largest.entries.length + new Set(more).size
  }
  const counts = new Map<string, number>()
  return {
    count: (facts) => {
      const own = shared(facts)
      if (own.length === 0) return 0
      const name = own.map(({ key }) => key).join(' ')
      const count = counts.get(name) ?? sizeOfUnion(own) - 1
      counts.set(name, count)
      return count
    },
    of: (facts, most) => {
      const found = new Map<EntryFacts, Duplicate['by']>()
      for (const { by, entries } of shared(facts)) {
        for (const other of entries) if (other !== facts && !found.has(other)) found.set(other, by)
      }
      return [...found]
        .map(([other, by]) => ({ facts: other, by }))
        .sort((one, other) => (other.facts.stored.created_ms ?? 0) - (one.facts.stored.created_ms ?? 0))
        .slice(0, most)
    },
  }
}

/** The longer of the forms that a mobile may have; both are one number (features.md §9, pitfall 4). */
function withNinth(phone: string): string {
  const { otherNinth } = phoneForms(phone)
  const [other = ''] = otherNinth
  return other.length > phone.length ? other : phone
}
