import type { DataHandlers } from '../calls.ts'
import type { Database } from '../store/encrypted-file.ts'

export const recordSchema: readonly string[] = [
  'create table records (collection text not null, id text not null, value text not null, primary key (collection, id)) without rowid',
]

export type RecordHandlers = Pick<DataHandlers, 'records.list' | 'records.put' | 'records.remove'>

/** The small records of app.db: any JSON value under a collection and an id, listed in the order of the ids. */
export function createRecordHandlers({ database }: { readonly database: Database }): RecordHandlers {
  const list = database.prepare<[string], { id: string; value: string }>(
    'select id, value from records where collection = ? order by id',
  )
  const put = database.prepare('insert or replace into records (collection, id, value) values (?, ?, ?)')
  const remove = database.prepare('delete from records where collection = ? and id = ?')
  return {
    'records.list': ({ collection }) =>
      list.all(collection).map(({ id, value }) => ({ id, value: JSON.parse(value) as unknown })),
    'records.put': ({ collection, id, value }) => {
      put.run(collection, id, JSON.stringify(value))
    },
    'records.remove': ({ collection, id }) => {
      remove.run(collection, id)
    },
  }
}
