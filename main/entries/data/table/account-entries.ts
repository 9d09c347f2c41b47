import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectAll, selectValues } from '../../../engine/store/sql.ts'
import { createDerivedCache, isSameList } from '../../../kernel/recent.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { type FormsFolder, revisionsOf } from '../forms-folder.ts'
import { type EntryFacts, entryFacts, type StoredEntry } from './entry-facts.ts'
import { createFormReader, type Forms } from './form-shape.ts'

/** All entries of a connection as they are in one state of its file; the same object while nothing of them changed. */
export interface AccountEntries {
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

export const noDuplicates: Duplicates = { count: () => 0, of: () => [] }

/** How many connections stay in memory. */
export const mostHeld = 3

export function createAccounts({ folder }: { readonly folder: FormsFolder }): Accounts {
  const cache = createDerivedCache<AccountEntries>(mostHeld)
  const readForms = createFormReader()
  const { openReadOnly: database } = folder
  const read = (file: Database, ids: readonly number[]) => {
    const forms = readForms(file)
    return storedEntries(file, ids).map((row) => entryFacts(row, forms.of(row.form_id)))
  }
  return {
    database,
    revisions: (connectionId) => revisionsOf(database(connectionId)),
    forms: (connectionId) => readForms(database(connectionId)),
    of: (connectionId) => {
      const file = database(connectionId)
      const { forms, entries } = revisionsOf(file)
      return cache(connectionId, [file, forms, entries], (previous) => refresh(previous, readForms(file), file))
    },
    some: (connectionId, ids) => accountOf(read(database(connectionId), ids), noDuplicates),
    senderOf: (file, entryId) => read(file, [entryId])[0]?.sender ?? '',
  }
}

function accountOf(newestFirst: readonly EntryFacts[], duplicates: Duplicates): AccountEntries {
  return { newestFirst, byId: new Map(newestFirst.map((facts) => [facts.id, facts])), duplicates }
}

/** Those of the ids that are stored, newest first. */
function storedEntries(database: Database, ids: readonly number[]): StoredEntry[] {
  return selectAll<StoredEntry>(database)`
    select id, form_id, created_at, created_ms, body, schema_version, gone_at from entries
    where id in (select value from json_each(${JSON.stringify(ids)})) order by created_ms desc, id desc`
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

async function refresh(
  previous: AccountEntries | undefined,
  forms: Forms,
  database: Database,
): Promise<AccountEntries> {
  const yieldToEventLoop = createYieldToEventLoop()
  const ids = newestIds(database, null)
  const newestFirst: EntryFacts[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const row of storedEntries(database, ids.slice(from, from + rowsAtOnce))) {
      newestFirst.push(factsOf(row, previous, forms))
      await yieldToEventLoop()
    }
  }
  if (previous && isSameList(previous.newestFirst, newestFirst)) return previous
  return accountOf(newestFirst, await createDuplicates(newestFirst))
}

/** Reuses the earlier facts where neither the answers nor the form's fields have changed. */
function factsOf(row: StoredEntry, previous: AccountEntries | undefined, forms: Forms): EntryFacts {
  const form = forms.of(row.form_id)
  const previousFacts = previous?.byId.get(row.id)
  if (
    previousFacts?.form !== form ||
    previousFacts.body !== row.body ||
    previousFacts.schema_version !== row.schema_version
  ) {
    return entryFacts(row, form)
  }
  return previousFacts.created_at === row.created_at && previousFacts.gone_at === row.gone_at
    ? previousFacts
    : { ...previousFacts, ...row }
}

/** Which entries of a connection are of one person: they share a phone or an e-mail, in any of its forms. */
export interface Duplicates {
  /** How many other entries there are. */
  count(facts: EntryFacts): number
  /** The other entries, newest first, at most so many; by phone rather than by e-mail. */
  of(facts: EntryFacts, limit: number): readonly { readonly facts: EntryFacts; readonly by: 'telefone' | 'email' }[]
}

async function createDuplicates(newestFirst: readonly EntryFacts[]): Promise<Duplicates> {
  const yieldToEventLoop = createYieldToEventLoop()
  const groups = new Map<string, EntryFacts[]>()
  for (const facts of newestFirst) {
    for (const key of facts.personKeys) {
      const group = groups.get(key)
      if (group) group.push(facts)
      else groups.set(key, [facts])
    }
    await yieldToEventLoop()
  }
  const groupOf = (key: string): readonly EntryFacts[] => groups.get(key) ?? []
  const counts = new Map<string, number>()
  return {
    count: (facts) => {
      const shared = facts.personKeys.filter((key) => groupOf(key).length > 1)
      if (shared.length === 0) return 0
      const name = shared.join(' ')
      const count = counts.get(name) ?? sizeOfUnion(shared, groupOf) - 1
      counts.set(name, count)
      return count
    },
    of: (facts, limit) => {
      const matches = new Map<EntryFacts, 'telefone' | 'email'>()
      for (const key of facts.personKeys) {
        for (const other of groupOf(key))
          if (!matches.has(other)) matches.set(other, key.startsWith('p') ? 'telefone' : 'email')
      }
      matches.delete(facts)
      return [...matches]
        .map(([other, by]) => ({ facts: other, by }))
        .sort((one, other) => (other.facts.created_ms ?? 0) - (one.facts.created_ms ?? 0))
        .slice(0, limit)
    },
  }
}

/** The largest group is counted, the others are scanned: one test address may stand in every entry. */
function sizeOfUnion(keys: readonly string[], groupOf: (key: string) => readonly EntryFacts[]): number {
  const [largest = '', ...rest] = keys.toSorted((one, other) => groupOf(other).length - groupOf(one).length)
  const more = new Set(rest.flatMap(groupOf).filter(({ personKeys }) => !personKeys.includes(largest)))
  return groupOf(largest).length + more.size
}
