import { createSheetHandlers } from '../../../main/sheets/data/sheet-handlers.ts'
import { noHolders, sheetNotesIn } from '../../kit/in-process.ts'
import { pageOf } from '../../main/sheets/data/lead-pages.ts'

/**
 * `store-pages.ts DIR KEY PAGES ROWS-A-PAGE LAST`: stores the pages of `s1` that are missing, up to LAST, and writes
 * the number of each. It closes its files and ends only when it has stored all.
 */
const [dir = '', key = '', pages = '0', perPage = '0', last = '0'] = process.argv.slice(2)
const { handlers, close } = createSheetHandlers({
  dir,
  key,
  notes: sheetNotesIn(dir),
  holders: noHolders,
  now: () => new Date(),
  zone: () => 'America/Sao_Paulo',
})
const call = { signal: new AbortController().signal, progress: () => undefined }
const rows = Number(perPage)
const total = Number(pages) * rows

const { next_page } = await handlers['sheets.begin']({ id: 's1', mode: 'full', updated_after: null }, call)
for (let page = next_page; page <= Number(last); page += 1) {
  const first = 1000 + (page - 1) * rows
  const leads = Array.from({ length: rows }, (_, index) => ({ contato_id: first + index, nome: `Ana ${index}` }))
  const body = pageOf({ leads, page, perPage: rows, total, more: page * rows < total })
  await handlers['sheets.page']({ id: 's1', page, body: Buffer.from(body) })
  console.log(page)
}
if (last === pages) close()
else setInterval(() => undefined, 1000)
