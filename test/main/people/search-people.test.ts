import { expect, test, vi } from 'vitest'
import { manyLeads, pagesOf } from '../sheets/data/lead-pages.ts'
import { createSheet, pull } from '../sheets/data/open-sheets.ts'

test('somebody behind the first sealed segment is found at their row, while other calls are answered', async () => {
  const sheets = await createSheet()
  // A segment has 65,536 rows.
  const leads = manyLeads(66_000).with(65_900, { ...manyLeads(1)[0], contato_id: 7, nome: 'Única Pessoa' })
  await pull(sheets, pagesOf(leads, 2000))
  // Every slice is over at once, however quick the machine is.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  let answered = 0
  let searching = true
  const other = () => {
    answered++
    if (searching) setImmediate(other)
  }
  setImmediate(other)
  expect(await sheets.ask('people.search', { text: 'unica' })).toMatchObject([{ row: 65_900, name: 'Única Pessoa' }])
  searching = false
  vi.restoreAllMocks()
  expect(answered).toBeGreaterThan(0)
})
