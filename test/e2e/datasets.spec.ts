import { readFile } from 'node:fs/promises'
import { ask, chooseItem, dialog, download, expect, expectAccessibleState, press, test } from './kit.ts'

/** Records that were saved from answers, as tables of their own. */

test('a saved list of an answer opens as a table, is joined with leads, exported and forgotten', async ({
  page,
  openPlatform,
}) => {
  const { session, connection } = await openPlatform({ leads: 150, sheets: ['Todos os leads'], area: 'Console' })
  await page.getByText('Dados guardados', { exact: true }).click()
  await expect(page.getByText('Nenhum conjunto de dados ainda')).toBeVisible()
  const path = '/api/v1/accounts/{account_id}/contacts/search'
  const call = { connection_id: connection, method: 'GET' as const, path, body: null }
  const { id } = await ask(session, 'console.run', { ...call, query: [['q', 'maria']] })
  await ask(session, 'console.store', { connection_id: connection, id, expression: '$.payload', name: 'Marias' })
  await press(page, 'Marias')
  await expect(page.getByRole('heading', { level: 1, name: 'Marias' })).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Marias' })
  for (const heading of ['id', 'phone_number', 'additional_attributes.city']) {
    await expect(grid.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  await expectAccessibleState(page, 'main')

  await press(page, 'Juntar com leads')
  await expect(dialog(page).getByLabel('Coluna com a pessoa')).toHaveValue('phone_number')
  await expect(dialog(page).getByRole('radio', { name: 'o telefone, com ou sem o nono dígito' })).toBeChecked()
  await expectAccessibleState(page, '[role=dialog]')
  await press(dialog(page), 'Juntar')
  await expect(page.getByText('junto com os leads por phone_number (telefone)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mudar a junção' })).toBeVisible()
  // The table has the columns of the lead, some of them hidden.
  await expect(page.getByRole('button', { name: /^Colunas · \d+ ocultas/ })).toBeVisible()

  await press(page, 'Exportar')
  const file = await download(page, () => press(page, /CSV para sistemas/))
  const [heading = '', ...lines] = (await readFile(file.path, 'utf8')).split('\n')
  expect(heading).toContain('phone_number')
  expect(heading).toContain('lead_nome')
  expect(lines.join('\n')).toContain('Todos os leads')

  await chooseItem(page, 'Mais ações', 'Esquecer…')
  await expect(dialog(page)).toContainText('linhas guardadas neste computador')
  await press(page, 'Esquecer')
  await expect(page.getByRole('button', { name: 'Marias', exact: true })).toHaveCount(0)
})
