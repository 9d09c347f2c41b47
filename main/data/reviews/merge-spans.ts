import * as z from 'zod'
import type { Database } from '../store/encrypted-file.ts'

/** Which events a merge brought and made: those with `seq` from the first to the last, for they came in one transaction. */
export interface MergeSpan {
  readonly from: number
  readonly to: number
}

const spanInFile = z.object({ from: z.int(), to: z.int() })
const prefix = 'merge/'

/** Remembers what a merge brought, so that it can be taken back; called in the merge's transaction. */
export function putMergeSpan(database: Database, batch: string, span: MergeSpan): void {
  database.prepare('insert into facts (name, json) values (?, ?)').run(prefix + batch, JSON.stringify(span))
}

/** Of every merge, by its batch. */
export function mergeSpans(database: Database): ReadonlyMap<string, MergeSpan> {
  const rows = database
    .prepare<[], { name: string; json: string }>(`select name, json from facts where name glob '${prefix}*'`)
    .all()
  return new Map(rows.map(({ name, json }) => [name.slice(prefix.length), spanInFile.parse(JSON.parse(json))]))
}

/** The `seq` of the last event; 0 when there is none. */
export function lastSeq(database: Database): number {
  return database.prepare<[], number>('select coalesce(max(seq), 0) from events').pluck().get() ?? 0
}
