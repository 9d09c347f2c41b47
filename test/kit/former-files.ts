import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openEncryptedFile } from '../../main/engine/store/encrypted-file.ts'

type Value = string | number | null | { readonly base64: string }
/** The rows of encrypted files as a former version wrote them, by the name of the file and of the table. */
type Stored = Readonly<
  Record<string, { readonly schema: readonly string[] } & Readonly<Record<string, readonly Value[][]>>>
>

/** Writes the files that a JSON file holds to a folder, as they were; gives their names. */
export function writeFormerFiles(
  json: string,
  { dir, ending, key }: { dir: string; ending: string; key: string },
): string[] {
  mkdirSync(dir, { recursive: true })
  const stored: Stored = JSON.parse(readFileSync(json, 'utf8'))
  for (const [name, { schema, ...tables }] of Object.entries(stored)) {
    const database = openEncryptedFile({ path: path.join(dir, name + ending), key, schema: [schema.join(';')] })
    for (const [table, rows] of Object.entries(tables)) {
      for (const row of rows) {
        const values = row.map((value) =>
          typeof value === 'object' && value ? Buffer.from(value.base64, 'base64') : value,
        )
        database.prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`).run(values)
      }
    }
    database.close()
  }
  return Object.keys(stored)
}
