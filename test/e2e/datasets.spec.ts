import { readFile } from 'node:fs/promises'
import {
  ask,
  chooseItem,
  connect,
  download,
  expect,
  expectAccessibleState,
  goTo,
  open,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

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

test('a saved list of an answer opens as a table, is joined with leads, exported, renamed and forgotten', async ({
  page,
}) => {
  await goTo(page, 'Console')
  await page.getByText('Dados guardados', { exact: true }).click()
  await expect(page.getByText('Nenhum conjunto de dados ainda')).toBeVisible()
  const path = '/api/v1/accounts/{account_id}/contacts/search'
  const call = { connection_id: connection, method: 'GET' as const, path, body: null }
  const { id } = await ask(session, 'console.run', { ...call, query: [['q', 'maria']] })
  await ask(session, 'console.store', { connection_id: connection, id, expression: '$.payload', name: 'Marias' })
  await open(page, 'Marias')
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

  await chooseItem(page, 'Mais ações', 'Renomear')
  await page.getByLabel('Nome', { exact: true }).fill('Marias do ano')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marias do ano' })).toBeVisible()

  await chooseItem(page, 'Mais ações', 'Esquecer…')
  await expect(page.getByRole('dialog')).toContainText('linhas guardadas neste computador')
  await page.getByRole('button', { name: 'Esquecer', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Marias do ano', exact: true })).toHaveCount(0)
})
