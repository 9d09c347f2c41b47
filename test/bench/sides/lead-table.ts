import { type Database, openEncryptedFile } from '../../../main/data/store/encrypted-file.ts'
import { leadFields } from '../../../preload/contract/lead-fields.ts'
import { fileKey } from './input.ts'

/** The peer of the sheet: the same leads as rows of a table, in the same kind of encrypted file as ours. */
export const fields = leadFields.map(({ key }) => key)

const columns = leadFields.map(({ key, type }) => `${key} ${type === 'integer' ? 'integer' : 'text'}`)

/** With room for 128 MB of pages in memory, so that it need not decrypt them again and again. */
export function openLeadTable(path: string): Database {
  const database = openEncryptedFile({ path, key: fileKey, schema: [`create table lead (${columns.join(', ')})`] })
  database.pragma('cache_size = -131072')
  return database
}
