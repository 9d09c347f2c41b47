import type { Write } from '../../../preload/contract/forms.ts'
import type { DataHandlers } from '../calls.ts'
import type { FormsFolder } from './forms-folder.ts'

type FactHandlerName = Extract<keyof DataHandlers, `writes.${string}` | `facts.${string}`>
type StoredWrite = Write & { readonly check: unknown }

export interface FormHandlersDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
}

/** How long it is told what was written (preload/contract/forms.ts, `forms.writes`). */
const writesKeptMs = 30 * 86_400_000

/** Writes to the service and small answers: one JSON value a name. */
export function createFactHandlers({ folder, now }: FormHandlersDeps): Pick<DataHandlers, FactHandlerName> {
  const oldest = () => new Date(now().getTime() - writesKeptMs).toISOString()
  return {
    'writes.list': ({ connection_id }) => {
      if (!folder.has(connection_id)) return []
      return folder
        .open(connection_id)
        .prepare<[string], string>('select json from writes where at >= ? order by at desc')
        .pluck()
        .all(oldest())
        .map((json) => JSON.parse(json) as StoredWrite)
    },
    'writes.put': ({ connection_id, write }) => {
      const database = folder.open(connection_id)
      database
        .transaction(() => {
          database.prepare('delete from writes where at < ?').run(oldest())
          database
            .prepare('insert or replace into writes (id, at, json) values (?, ?, ?)')
            .run(write.id, write.at, JSON.stringify(write))
        })
        .immediate()
    },
    'facts.read': ({ connection_id, prefix }) => {
      if (!folder.has(connection_id)) return []
      return folder
        .open(connection_id)
        .prepare<[string, string], { name: string; json: string }>(
          'select name, json from facts where substr(name, 1, length(?)) = ? order by name',
        )
        .all(prefix, prefix)
        .map(({ name, json }) => ({ name, value: JSON.parse(json) as unknown }))
    },
    'facts.put': ({ connection_id, name, value }) => {
      folder
        .open(connection_id)
        .prepare('insert or replace into facts (name, json) values (?, ?)')
        .run(name, JSON.stringify(value))
    },
  }
}
