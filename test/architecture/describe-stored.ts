import type { Database } from 'better-sqlite3-multiple-ciphers'
import { describeValues, maskId } from './describe-shapes.ts'

/** Rows of all files of a kind, by the kind, the table and the values of the columns that name. */
export type Stored = Map<string, Record<string, unknown>[]>

/** Columns whose few values say what stands in the others of their row. */
const naming = ['collection', 'name', 'key', 'kind', 'role', 'state']
/** Tables of names that the services gave, and columns of what came from them as it is. */
const foreign = /^(sqlite_|doc_|console_parts$|conversation_names$|conversation_bodies$|aside$)/
const asReceived = ['body', 'data', 'text']

export function collectRows(database: Database, file: string, stored: Stored): void {
  const tables = database.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all()
  for (const table of tables.filter((name) => !foreign.test(name)))
    for (const row of database.prepare<[], Record<string, unknown>>(`select * from "${table}"`).iterate()) {
      const names = naming.filter((name) => name in row).map((name) => `${name}=${maskId(String(row[name]))}`)
      const group = [file, table, ...names].join(' ')
      stored.set(group, [...(stored.get(group) ?? []), row])
    }
}

export function describeStored(stored: Stored): string[] {
  return [...stored]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, rows]) => {
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !naming.includes(name))
      const described = columns.flatMap((column) => {
        const sealed = [...new Set(rows.flatMap((row) => sealedKind(row[column])))].sort()
        const json = asReceived.includes(column) ? [] : rows.flatMap((row) => parsed(row[column]))
        return [...sealed.map((kind) => `  ${column}: ${kind}`), ...describeValues(json, `  ${column}`)]
      })
      return described.length > 0 || group.includes('=') ? [group, ...described] : []
    })
}

/** What the header of a column segment says of itself (segment.ts). */
function sealedKind(value: unknown): string[] {
  if (!Buffer.isBuffer(value) || value.length < 16 || value.toString('latin1', 0, 4) !== 'CRZ1') return []
  return [`segment version ${value.readUInt16LE(4)}, kind ${value.readUInt16LE(6)}`]
}

function parsed(value: unknown): unknown[] {
  if (typeof value !== 'string' || !/^[[{"]/.test(value)) return []
  try {
    return [JSON.parse(value)]
  } catch {
    return []
  }
}
