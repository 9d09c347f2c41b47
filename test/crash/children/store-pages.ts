import { createSheetHandlers } from '../../../main/data/sheets/sheet-handlers.ts'
import { sheetNotesIn } from '../../kit/in-process.ts'
import { leadOf, pageOf } from '../../main/sheets-data/lead-pages.ts'

/**
 * `store-pages.ts DIR KEY PAGES ROWS-A-PAGE LAST`: stores the pages of `s1` that are missing, up to LAST, and writes the
 * number of each; ends only when it has stored all.
 */
const [dir = '', key = '', pages = '0', perPage = '0', last = '0'] = process.argv.slice(2)
const { handlers } = createSheetHandlers({ dir, key, notes: sheetNotesIn(dir), now: () => new Date() })
const call = { signal: new AbortController().signal, progress: () => undefined }
const rows = Number(perPage)
const total = Number(pages) * rows
const template = Array.from({ length: rows }, (_, index) => leadOf(index))

const { next_page } = await handlers['sheets.begin']({ id: 's1', mode: 'full', updated_after: null }, call)
for (let page = next_page; page <= Number(last); page += 1) {
  const leads = template.map((lead, index) => ({ ...lead, contato_id: 1000 + (page - 1) * rows + index }))
  const body = pageOf({ leads, page, perPage: rows, total, more: page * rows < total })
  await handlers['sheets.page']({ id: 's1', page, body }, call)
  console.log(page)
}
if (last !== pages) setInterval(() => undefined, 1000)
