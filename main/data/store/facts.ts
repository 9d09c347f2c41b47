import type { ServiceKind } from '../../../preload/contract/connections.ts'
import type { DataHandlers, StoredWrite } from '../calls.ts'
import type { ConnectionFiles } from './connection-files.ts'
import type { Database } from './encrypted-file.ts'

/**
 * What the files of both services have: small JSON values by name, and the ledger of writes.
 */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`

type FactHandlerName = Extract<keyof DataHandlers, `writes.${string}` | `facts.${string}`>

/** How long writes are listed (preload/contract/forms.ts, `forms.writes`; activity.ts). */
const writesKeptMs = 30 * 86_400_000

/** Writes to the service and small answers: one JSON value a name. */
export function createFactHandlers({
  files,
  now,
}: {
  readonly files: Readonly<Record<ServiceKind, ConnectionFiles>>
  readonly now: () => Date
}): Pick<DataHandlers, FactHandlerName> {
  const oldest = () => new Date(now().getTime() - writesKeptMs).toISOString()
  return {
    'writes.list': ({ service, connection_id }) => {
      if (!files[service].has(connection_id)) return []
      return files[service]
        .open(connection_id)
        .prepare<[string], string>('select json from writes where at >= ? order by at desc')
        .pluck()
        .all(oldest())
        .map((json) => JSON.parse(json) as StoredWrite)
    },
    'writes.put': ({ service, connection_id, write }) => {
      const database = files[service].open(connection_id)
      database
        .transaction(() => {
          database.prepare('delete from writes where at < ?').run(oldest())
          database
            .prepare('insert or replace into writes (id, at, json) values (?, ?, ?)')
            .run(write.id, write.at, JSON.stringify(write))
        })
        .immediate()
    },
    'facts.read': ({ service, connection_id, prefix }) => {
      if (!files[service].has(connection_id)) return []
      return files[service]
        .open(connection_id)
        .prepare<[string, string], { name: string; json: string }>(
          'select name, json from facts where substr(name, 1, length(?)) = ? order by name',
        )
        .all(prefix, prefix)
        .map(({ name, json }) => ({ name, value: JSON.parse(json) as unknown }))
    },
    'facts.put': ({ service, connection_id, name, value }) =>
      writeFact(files[service].open(connection_id), name, value),
  }
}

/** The value of a name as `writeFact` stored it; undefined when there is none. */
export function readFact(database: Database, name: string): unknown {
  const json = database.prepare<[string], string>('select json from facts where name = ?').pluck().get(name)
  return json === undefined ? undefined : JSON.parse(json)
}

export function writeFact(database: Database, name: string, value: unknown): void {
  database.prepare('insert or replace into facts (name, json) values (?, ?)').run(name, JSON.stringify(value))
}
