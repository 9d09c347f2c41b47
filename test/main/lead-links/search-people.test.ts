import { expect, test } from 'vitest'
import { createPeopleSearch } from '../../../main/data/lead-links/search-people.ts'
import { createSheetHandlers } from '../../../main/data/sheets/sheet-handlers.ts'
import { sheetNotesIn } from '../../kit/in-process.ts'
import { manyLeads, pagesOf } from '../sheets-data/lead-pages.ts'
import { createSheet, openSheets, pull, temporaryFolder, testKey } from '../sheets-data/open-sheets.ts'

test('somebody behind the first sealed segment is found at their row, while other calls are answered', async () => {
  const dir = temporaryFolder()
  const opened = openSheets(dir)
  await createSheet(opened)
  // A segment has 65,536 rows.
  const leads = manyLeads(66_000).with(65_900, { ...manyLeads(1)[0], contato_id: 7, nome: 'Única Pessoa' })
  await pull(opened, pagesOf(leads, 2000))
  opened.close()
  const sheets = createSheetHandlers({ dir, key: testKey, notes: sheetNotesIn(dir), now: () => new Date() })
  const search = createPeopleSearch(sheets.cached)
  let answered = 0
  let searching = true
  const other = () => {
    answered++
    if (searching) setImmediate(other)
  }
  setImmediate(other)
  const call = { signal: new AbortController().signal, progress: () => undefined }
  expect(await search.handler({ text: 'unica' }, call)).toMatchObject([{ row: 65_900, name: 'Única Pessoa' }])
  searching = false
  expect(answered).toBeGreaterThan(0)
  search.close()
  sheets.close()
})
