import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { ask, connectForms, expect, test } from './kit.ts'

/** Entries of a form in the window: reviewed by keyboard, kept encrypted under the key of the keychain. */

test.use({ demoOptions: { leads: 10, entries: 60 } })

test('what is decided by keyboard is there after a restart, without the service, and nowhere in plain text', {
  tag: '@all',
}, async ({ launch, dataDir, demo }) => {
  const { app, page } = await launch()
  const of = { connection_id: await connectForms(page, demo.forms) }
  await ask(page, 'forms.refresh', of)
  await ask(page, 'forms.keep', { ...of, id: 301, keep: true })
  await page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name: 'Formulários' }).click()
  await expect(page.getByText('completo', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Contato do site', exact: true }).click()
  const place = page.getByRole('toolbar', { name: 'Decidir' })
  await expect(place).toContainText('1 de 36')
  await page.keyboard.press('a')
  await expect(place).toContainText('2 de 36')

  const table = entriesTable({ ...of, form_id: 301, set: '' })
  const counts = { table, query: {} }
  await expect.poll(async () => (await ask(page, 'entries.counts', counts)).states.aprovada).toBe(1)
  await app.close()
  const again = await launch()
  expect((await ask(again.page, 'entries.counts', counts)).states).toMatchObject({ aprovada: 1, nova: 35 })
  const { ids } = await ask(again.page, 'entries.ids', { table, query: {} })
  const detail = await ask(again.page, 'entries.read', { ...of, id: ids[0] ?? 0 })
  const sender = String(detail.answers[0]?.value)
  expect(sender.length).toBeGreaterThan(2)
  await again.app.close()
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(path.join(file.parentPath, file.name))
    for (const text of [sender, demo.forms.key, 'aprovada'])
      expect(bytes.includes(text), `${file.name} ${text}`).toBe(false)
  }
})
