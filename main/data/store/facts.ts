import type { ServiceKind } from '../../../preload/contract/connections.ts'
import { dayMs } from '../../kernel/times.ts'
import type { OfAccount, StoredWrite } from '../shared-calls.ts'
import type { ConnectionFiles } from './connection-files.ts'
import type { Database } from './encrypted-file.ts'
import { execute, selectAll, selectJson, selectOneJson } from './sql.ts'

/** What the files of both services have: small JSON values by name, and the ledger of writes. */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`

/** How long writes are listed (preload/contract/forms.ts, `forms.writes`). */
const writesListedMs = 30 * dayMs

export interface OfConnection extends OfAccount {
  readonly service: ServiceKind
}

export type FilesOfServices = Readonly<Record<ServiceKind, ConnectionFiles>>

export interface Fact {
  readonly name: string
  readonly value: unknown
}

/**
 * Writes to a service, newest first, and small answers stored for offline reading, one JSON value a name. Of a form service:
 * `account`, `usage/2026-11`, `webhooks` (without secrets). Of a platform: `report/…`, `contact/…`, saved filters and texts.
 */
export function createFactHandlers({ files, now }: { readonly files: FilesOfServices; readonly now: () => Date }) {
  const oldest = () => new Date(now().getTime() - writesListedMs).toISOString()
  return {
    'writes.list': ({ service, connection_id }: OfConnection) =>
      selectJson<StoredWrite>(files[service].openReadOnly(connection_id))`
        select json from writes where at >= ${oldest()} order by at desc`,
    'writes.put': ({ service, connection_id, write }: OfConnection & { readonly write: StoredWrite }) =>
      files[service].write(connection_id, (database) => {
        execute(database)`delete from writes where at < ${oldest()}`
        execute(database)`
          insert or replace into writes (id, at, json) values (${write.id}, ${write.at}, ${JSON.stringify(write)})`
      }),
    'facts.read': ({ service, connection_id, prefix }: OfConnection & { readonly prefix: string }) =>
      factsOf(files[service].openReadOnly(connection_id), prefix),
    'facts.put': ({ service, connection_id, name, value }: OfConnection & Fact) =>
      writeFact(files[service].open(connection_id), name, value),
  }
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
