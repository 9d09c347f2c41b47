import type { Database } from '../../engine/store/encrypted-file.ts'
import type { FilesOfServices, OfConnection } from '../../engine/store/facts.ts'
import { execute, raw, selectCount, selectJson } from '../../engine/store/sql.ts'
import { dayMs } from '../../kernel/times.ts'
import type { BegunWrite, StoredWrite } from './write-calls.ts'

/** How long writes with a known outcome are listed (preload/contract/forms.ts, `forms.writes`). */
const listedMs = 30 * dayMs
/** How many of those are stored. The limit is a number, since a clock may be wrong by any amount. */
const maxSettled = 10_000
/** A write with an unknown outcome stays, however old it is. */
const isOpen = raw("json_extract(json, '$.state') in ('sending', 'unknown')")

/** The ledger of writes to a service, newest first. */
export function createWriteHandlers({ files, now }: { readonly files: FilesOfServices; readonly now: () => Date }) {
  const oldest = () => new Date(now().getTime() - listedMs).toISOString()
  return {
    'writes.list': ({ service, connection_id }: OfConnection) =>
      selectJson<StoredWrite>(files[service].openReadOnly(connection_id))`
        select json from writes where at >= ${oldest()} or ${isOpen} order by at desc`,
    /** Writes with an unknown outcome, and all newer ones. */
    'writes.recent': ({ service, connection_id, since }: OfConnection & { readonly since: string }) =>
      recentWrites(files[service].openReadOnly(connection_id), since),
    /** Stores a new write on the disk, unless another process has stored one meanwhile. Returns whether it did. */
    'writes.begin': ({ service, connection_id, write, since, seen }: OfConnection & BegunWrite) =>
      files[service].writeThrough(connection_id, (database) => {
        const isNew = recentWrites(database, since).every(({ id }) => seen.includes(id))
        if (isNew) putWrite(database, write)
        return isNew
      }),
    'writes.put': ({ service, connection_id, write }: OfConnection & { readonly write: StoredWrite }) =>
      files[service].writeThrough(connection_id, (database) => putWrite(database, write)),
  }
}

function recentWrites(database: Database, since: string): StoredWrite[] {
  return selectJson<StoredWrite>(database)`select json from writes where at >= ${since} or ${isOpen}`
}

function putWrite(database: Database, write: StoredWrite): void {
  execute(database)`
    insert or replace into writes (id, at, json) values (${write.id}, ${write.at}, ${JSON.stringify(write)})`
  if (selectCount(database)`select count(*) from writes` <= maxSettled) return
  execute(database)`
    delete from writes where id in (
      select id from writes where not ${isOpen} order by at desc limit -1 offset ${maxSettled}
    )`
}
