import { openFolder } from '../../../main/data-folder.ts'
import { queryOf } from '../../main/sheets/data/lead-pages.ts'

/** `data-call.ts DIR KEY show|forget`: shows the sheet `s1`, or forgets it. Writes a line before, and at each step. */
const [dir = '', key = '', work = ''] = process.argv.slice(2)
const { handlers } = openFolder({ dir, key, now: () => new Date(), zone: () => 'America/Sao_Paulo' })
const call = { signal: new AbortController().signal, progress: () => console.log('step') }
console.log('begin')
const table = { kind: 'sheet', id: 's1' } as const
const page = { table, query: queryOf(), from: 0, count: 1, columns: ['nome'] }
if (work === 'forget') await handlers['sheets.forget']({ id: 's1' }, call)
else await handlers['tables.rows'](page)
setInterval(() => undefined, 1000)
