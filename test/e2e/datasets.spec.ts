import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ask, connect, download, expect, expectAccessibleState, openApp, readSheet, type Started, test } from './kit.ts'

/** Records that were saved from answers, as tables of their own. */

let { session } = {} as Started
let connection: string
test.beforeEach(async ({ page, start }) => {
  const { demo, ...started } = await start({ leads: 150 })
  session = started.session
  connection = await connect(session, demo)
  await readSheet(session, connection, 'Todos os leads')
  await openApp(page, session)
})

/** Saves a list of an answer, as the console does. */
async function save(path: string, query: [string, string][], expression: string, name: string): Promise<void> {
  const call = { connection_id: connection, method: 'GET' as const, path, query, body: null }
  const { id } = await ask(session, 'console.run', call)
  await ask(session, 'console.store', { connection_id: connection, id, expression, name })
}

async function openList(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Navegação' })
    .getByRole('button', { name: 'Console', exact: true })
    .click()
  await page.getByText('Dados guardados', { exact: true }).click()
}

test('a saved list of an answer opens as a table, is joined with leads, exported, renamed and forgotten', async ({
  page,
}) => {
  await openList(page)
  await expect(page.getByText('Nenhum conjunto de dados ainda')).toBeVisible()
  await save('/api/v1/accounts/{account_id}/contacts/search', [['q', 'maria']], '$.payload', 'Marias')
  await page.getByRole('button', { name: 'Marias', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marias' })).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Marias' })
  for (const heading of ['id', 'phone_number', 'additional_attributes.city']) {
    await expect(grid.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  }
  await expectAccessibleState(page, 'main')

  await page.getByRole('button', { name: 'Juntar com leads' }).click()
  const dialog = page.getByRole('dialog', { name: 'Juntar com leads' })
  await expect(dialog.getByLabel('Coluna com a pessoa')).toHaveValue('phone_number')
  await expect(dialog.getByRole('radio', { name: 'o telefone, com ou sem o nono dígito' })).toBeChecked()
  await expectAccessibleState(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Juntar', exact: true }).click()
  await expect(page.getByText('junto com os leads por phone_number (telefone)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mudar a junção' })).toBeVisible()
  // The table has the columns of the lead, some of them hidden.
  await expect(page.getByRole('button', { name: /^Colunas · \d+ ocultas/ })).toBeVisible()

  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const file = await download(page, () => page.getByRole('button', { name: /CSV para sistemas/ }).click())
  const [heading = '', ...lines] = (await readFile(file.path, 'utf8')).split('\n')
  expect(heading).toContain('phone_number')
  expect(heading).toContain('lead_nome')
  expect(lines.join('\n')).toContain('Todos os leads')

  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Marias do ano')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marias do ano' })).toBeVisible()

  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Esquecer…' }).click()
  await expect(page.getByRole('dialog')).toContainText('linhas guardadas neste computador')
  await page.getByRole('button', { name: 'Esquecer', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Marias do ano', exact: true })).toHaveCount(0)
})

test('figures of a report that was saved are summed for the selected cells', { tag: '@all' }, async ({ page }) => {
  await save(
    '/api/v1/accounts/{account_id}/reports/agents',
    [
      ['since', '1700000000'],
      ['until', String(Math.floor(Date.now() / 1000))],
    ],
    '$',
    'Agentes',
  )
  await openList(page)
  await page.getByRole('button', { name: 'Agentes', exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Agentes' })
  await expect(grid.getByRole('columnheader', { name: 'conversations_count' })).toBeVisible()
  await grid.getByRole('gridcell', { name: /\d/ }).first().click()
  await expect(page.getByText(/^soma de conversations_count /)).toBeVisible()
})
