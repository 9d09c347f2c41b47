import type { ServiceKind } from '../../../preload/contract/connections.ts'
import type { OfAccount } from '../shared-calls.ts'
import type { ConnectionFiles } from './connection-files.ts'
import type { Database } from './encrypted-file.ts'
import { execute, selectAll, selectOneJson } from './sql.ts'

/** The tables of both services' files: small JSON values by name, and what was sent to the service. */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`

export interface OfConnection extends OfAccount {
  readonly service: ServiceKind
}

export type FilesOfServices = Readonly<Record<ServiceKind, ConnectionFiles>>

export interface Fact {
  readonly name: string
  readonly value: unknown
}

/** Small answers of a service that are stored for offline reading, one JSON value a name. */
export function createFactHandlers(files: FilesOfServices) {
  return {
    'facts.read': ({ service, connection_id, prefix }: OfConnection & { readonly prefix: string }) =>
      factsOf(files[service].openReadOnly(connection_id), prefix),
    'facts.put': ({ service, connection_id, name, value }: OfConnection & Fact) =>
      writeFact(files[service].open(connection_id), name, value),
  }
}

/** The facts whose names begin with `prefix`, by name. */
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
