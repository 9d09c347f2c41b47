/**
 * `read-folder.ts DIR KEY`: reads a folder of data that it may not write, and states what it found and what it may not.
 */

import { openFolder } from '../../../../main/data-folder.ts'
import { storeFailure } from '../../../../main/engine/store/encrypted-file.ts'
import { failureOf } from '../../../../main/kernel/failure.ts'
import { emptyQuery } from '../../../../preload/values/empty-query.ts'

// Nothing is forbidden to root.
if (process.getuid?.() === 0) {
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}
const [dir = '', key = ''] = process.argv.slice(2)
const folder = openFolder({ dir, key, now: () => new Date(), zone: () => 'America/Sao_Paulo' })
const { handlers } = folder
const sheets = await handlers['sheets.list']()
const table = { kind: 'sheet', id: sheets[0]?.id ?? '' } as const
const query = emptyQuery
const { rows } = await handlers['tables.rows']({ table, query, from: 0, count: 10, columns: ['nome'] })
const records = await handlers['records.list']({ collection: 'connections' })
let refused = ''
try {
  await handlers['sheets.rename']({ id: table.id, name: 'Outra' })
} catch (error) {
  refused = failureOf(storeFailure(error)).code
}
folder.close()
console.log(JSON.stringify({ sheets: sheets.map(({ name }) => name), rows: rows.length, records, refused }))
