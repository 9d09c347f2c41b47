import type { Exported, activity as questions } from '../../../preload/contract/writes.ts'
import type { Answers } from '../shared-calls.ts'
import type { Database } from '../store/encrypted-file.ts'
import { writeRecord } from '../store/records.ts'
import { atomically, execute, selectCount, selectJson } from '../store/sql.ts'

const collection = 'exports'
/** So many exports are listed: those of years, in a megabyte. */
const mostExports = 5_000

/**
 * The list of exports: records of app.db, whose ids begin with the time, so that their order is that of the exports.
 */
export function createExportLogHandlers(database: Database) {
  return {
    'exports.note': (exported: Exported) =>
      atomically(database, () => {
        writeRecord(database, collection, exported.id, exported)
        execute(database)`
          delete from records where collection = ${collection} and id <= (
            select id from records where collection = ${collection} order by id desc limit 1 offset ${mostExports})`
      }),
    'activity.exports': ({ from, count }) => ({
      // Earlier versions stored the number of rows in place of people.
      exports: selectJson<Exported>(database)`
        select json_insert(value, '$.contacts', null) from records where collection = ${collection} order by id desc limit ${count} offset ${from}`,
      total: selectCount(database)`select count(*) from records where collection = ${collection}`,
    }),
  } satisfies Answers<typeof questions, 'activity.exports'>
}
