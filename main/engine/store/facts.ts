import type { ServiceKind } from '../../../preload/contract/connections.ts'
import { dayMs } from '../../kernel/times.ts'
import type { OfAccount, StoredWrite } from '../shared-calls.ts'
import type { ConnectionFiles } from './connection-files.ts'
import type { Database } from './encrypted-file.ts'
import { execute, raw, selectAll, selectCount, selectJson, selectOneJson } from './sql.ts'

/** What the files of both services have: small JSON values by name, and the ledger of writes. */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`

/** How long writes are listed whose outcome is known (preload/contract/forms.ts, `forms.writes`). */
const writesListedMs = 30 * dayMs
/** Of those, how many are stored: by their number, since a clock may be wrong by any amount. */
const mostSettled = 10_000
/** A write whose outcome is unknown stays, however old it is. */
const isOpen = raw("json_extract(json, '$.state') in ('sending', 'unknown')")

export interface OfConnection extends OfAccount {
  readonly service: ServiceKind
}

export type FilesOfServices = Readonly<Record<ServiceKind, ConnectionFiles>>

export interface Fact {
  readonly name: string
  readonly value: unknown
}

/**
 * Writes to a service, newest first, and small answers stored for offline reading, one JSON value a name. Of a form
 * service: `account`, `usage/2026-11`, `webhooks` (without secrets). Of a platform: `report/…`, `contact/…`, saved
 * filters and texts.
 */
export function createFactHandlers({ files, now }: { readonly files: FilesOfServices; readonly now: () => Date }) {
  const oldest = () => new Date(now().getTime() - writesListedMs).toISOString()
  return {
    'writes.list': ({ service, connection_id }: OfConnection) =>
      selectJson<StoredWrite>(files[service].openReadOnly(connection_id))`
        select json from writes where at >= ${oldest()} or ${isOpen} order by at desc`,
    /** Those whose outcome is unknown, and all that are younger. */
    'writes.recent': ({ service, connection_id, since }: OfConnection & { readonly since: string }) =>
      recentWrites(files[service].openReadOnly(connection_id), since),
    /** Stores a new write, on the disk, where no other process has stored one meanwhile; gives whether it did. */
    'writes.begin': ({ service, connection_id, write, since, seen }: OfConnection & BegunWrite) =>
      files[service].writeThrough(connection_id, (database) => {
        const isNew = recentWrites(database, since).every(({ id }) => seen.includes(id))
        if (isNew) putWrite(database, write)
        return isNew
      }),
    'writes.put': ({ service, connection_id, write }: OfConnection & { readonly write: StoredWrite }) =>
      files[service].writeThrough(connection_id, (database) => putWrite(database, write)),
    'facts.read': ({ service, connection_id, prefix }: OfConnection & { readonly prefix: string }) =>
      factsOf(files[service].openReadOnly(connection_id), prefix),
    'facts.put': ({ service, connection_id, name, value }: OfConnection & Fact) =>
      writeFact(files[service].open(connection_id), name, value),
  }
}

export interface BegunWrite {
  readonly write: StoredWrite
  readonly since: string
  /** The ids of the recent writes that the new one was compared with. */
  readonly seen: readonly string[]
}

function recentWrites(database: Database, since: string): StoredWrite[] {
  return selectJson<StoredWrite>(database)`select json from writes where at >= ${since} or ${isOpen}`
}

function putWrite(database: Database, write: StoredWrite): void {
  execute(database)`
    insert or replace into writes (id, at, json) values (${write.id}, ${write.at}, ${JSON.stringify(write)})`
  if (selectCount(database)`select count(*) from writes` <= mostSettled) return
  execute(database)`
    delete from writes where id in (
      select id from writes where not ${isOpen} order by at desc limit -1 offset ${mostSettled}
    )`
}

/** The facts whose names begin so, by name. */
export function factsOf(database: Database, prefix: string): Fact[] {
  return selectAll<{ name: string; json: string }>(database)`
    select name, json from facts where substr(name, 1, length(${prefix})) = ${prefix} order by name`.map(
    ({ name, json }) => ({ name, value: JSON.parse(json) as unknown }),
  )
}

/** The value of a name as `writeFact` stored it; undefined when there is none. */
export function readFact<Value>(database: Database, name: string): Value | undefined {
  return selectOneJson<Value>(database)`select json from facts where name = ${name}`
}

export function writeFact(database: Database, name: string, value: unknown): void {
  execute(database)`insert or replace into facts (name, json) values (${name}, ${JSON.stringify(value)})`
}
