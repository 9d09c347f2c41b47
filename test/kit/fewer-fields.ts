import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { textReader } from '../../main/engine/columns/part.ts'
import { decodeSegment, encodeSegment } from '../../main/engine/columns/segment.ts'
import { textPartOf } from '../../main/engine/columns/text-part.ts'
import { type Database, openEncryptedFile } from '../../main/engine/store/encrypted-file.ts'
import { createRecordFile, openRecordFile } from '../../main/engine/store/record-file.ts'
import { formerSchema } from '../../main/leads/former-rows.ts'
import { extraKey, leadColumns, leadColumnsOf } from '../../main/leads/lead-columns.ts'
import { leadReader } from '../../main/people/find-people.ts'
import type { LeadField } from '../../preload/values/lead-fields.ts'
import { fileKey } from './temporary-folder.ts'

interface StoredColumns {
  /** The BLOB of a column's piece, and its replacement; null removes it. */
  read(key: string): Uint8Array
  write(key: string, body: Uint8Array | null): void
}

/**
 * Rewrites the closed files of a sheet as a version of Cruza that did not know these fields wrote them. They have no
 * column, and `extra` has their values.
 */
export function storeSheetWithout(fields: readonly LeadField[], path: string): void {
  const database = openEncryptedFile({ path, key: fileKey, schema: formerSchema })
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(basename(path)) || !name.endsWith('.snapshot')) continue
    const length = rewriteSnapshot(fields, join(dirname(path), name))
    database.exec(
      `update state set value = json_set(value, '$.length', ${length}) where key = 'pull' and value <> 'null'`,
    )
  }
  // The files have other lengths now.
  database.exec(`update state set value = '[]' where key = 'snapshots'`)
  database.exec(`update state set value = replace(value, '"has_extra":false', '"has_extra":true')`)
  database.close()
}

/** Gives the new length of the file. */
function rewriteSnapshot(fields: readonly LeadField[], path: string): number {
  const names = [...leadColumns.map(({ key }) => key), 'nome:ranks']
  const stored = openRecordFile(path, fileKey)
  const segments = Array.from({ length: stored.count(extraKey) }, (_, number) => {
    const bodies = new Map(names.flatMap((name) => [[name, stored.read(name, number)] as const]))
    withoutFields(fields, {
      read: (key) => bodies.get(key) as Buffer,
      write: (key, body) => void bodies.set(key, body as Buffer | null),
    })
    return bodies
  })
  stored.close()
  const rewritten = createRecordFile(path, fileKey)
  for (const [number, bodies] of segments.entries()) {
    for (const [name, body] of bodies) if (body) rewritten.append(name, number, body)
  }
  rewritten.close()
  return rewritten.length
}

/** The same for the file of a run. */
export function storeRunWithout(fields: readonly LeadField[], path: string, key = fileKey): void {
  const database = openEncryptedFile({ path, key, schema: [''] })
  const places = database.prepare('select piece from parts where name = ?').raw()
  for (const place of places.all(`lead_${extraKey}`) as [piece: number][]) {
    withoutFields(fields, columnsAt(database, ['parts', 'data', "piece = ? and name = 'lead_' || ?"], place))
  }
  database.close()
}

function columnsAt(
  database: Database,
  [table, column, where]: readonly [table: string, column: string, where: string],
  place: readonly number[],
): StoredColumns {
  const read = database.prepare(`select ${column} from ${table} where ${where}`).pluck()
  const write = database.prepare(`update ${table} set ${column} = ? where ${where}`)
  const remove = database.prepare(`delete from ${table} where ${where}`)
  return {
    read: (key) => read.get(...place, key) as Buffer,
    write: (key, body) => void (body ? write.run(body, ...place, key) : remove.run(...place, key)),
  }
}

function withoutFields(fields: readonly LeadField[], { read, write }: StoredColumns): void {
  const parts = new Map(leadColumns.map(({ key, kind }) => [key, decodeSegment(kind, read(key))]))
  const extras = decodeSegment('text', read(extraKey))
  const extraAt = textReader(extras)
  const leadAt = leadReader(leadColumnsOf(parts))
  const texts = Array.from({ length: extras.rows }, (_, row) => {
    const lead = leadAt(row)
    const unknown = fields.map((field) => [field, lead[field]])
    return JSON.stringify({ ...Object.fromEntries(unknown), ...JSON.parse(extraAt(row) || '{}') })
  })
  write(extraKey, encodeSegment(textPartOf(texts)))
  for (const field of fields) write(field, null)
}
