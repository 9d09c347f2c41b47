import type { Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { sampleList } from '../../main/demo/sample-list.ts'
import { captivePortal, hang } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { faultSwitch } from '../kit/fault-switch.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import {
  ask,
  connect,
  dropFile,
  expect,
  expectAccessible,
  goTo,
  leadsOf,
  openApp,
  openSession,
  readSheet,
  type Session,
  test,
} from './kit.ts'

/** axe finds nothing on any screen, in any state, in either theme (issue 2, section 8). */

const faults = faultSwitch()
const size = { leads: 1200, seed: 1 }
let demo: Demo
let host: HostProcess
let session: Session
let connection: string
test.beforeAll(async () => {
  demo = await startDemo({ ...size, entries: 10, limits: { platform: 1_000_000, forms: 10_000 }, faults })
  host = await startHostProcess()
  session = await openSession(host)
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  faults.set()
  await openApp(page, session)
})

const dialog = (page: Page) => page.getByRole('dialog')

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
}

test('the first screen and the vault', async ({ page }) => {
  const connectButton = page.getByRole('button', { name: 'Conectar minha conta' })
  await expect(connectButton).toBeVisible()
  await expectAccessible(page)
  await connectButton.click()
  await page.getByRole('button', { name: 'Criar o cofre' }).click()
  await expect(page.getByText('Faltam 8 caracteres.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Senha do cofre' }).fill('quatro palavras')
  await page.getByRole('textbox', { name: 'Repita a senha' }).fill('quatro palavras')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Nova conexão' })).toBeVisible()
})

test('connections: none, the form with what is missing, a check that failed and one that passed, the list', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Nenhuma conexão ainda')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await page.getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(page.getByText('Dê um nome à conexão.')).toBeVisible()
  await expectAccessible(page)

  connection = await connect(session, demo)
  await goTo(page, 'Conexões')
  faults.set(faultPlan().on(/./, { fault: captivePortal(), times: 50 }))
  await page.getByRole('button', { name: 'Mais ações de Equipe Vendas' }).click()
  await expect(page.getByRole('menuitem', { name: 'Verificar de novo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Verificar de novo' }).click()
  await expect(page.getByText('Veio uma página no lugar do serviço.')).toBeVisible()
  await expectAccessible(page)
  faults.set()
  await page.getByRole('button', { name: 'Verificar de novo' }).click()
  await expect(page.getByText('Tudo certo: a conexão está pronta para usar.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mais ações de Equipe Vendas' }).click()
  await page.getByRole('menuitem', { name: 'Esquecer…' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
})

test('sheets: none, and the form of a new one', async ({ page }) => {
  await goTo(page, 'Planilhas')
  await expect(page.getByText('Nenhuma planilha ainda')).toBeVisible()
  await expectAccessible(page)
  await readSheet(session, connection, 'Todos')

  await page.getByRole('button', { name: 'Nova planilha' }).click()
  await dialog(page).getByRole('button', { name: 'Este ano' }).click()
  await expect(dialog(page).getByRole('button', { name: /^Baixar .* linhas$/ })).toBeEnabled()
  await dialog(page).getByRole('textbox', { name: 'Caixas de entrada' }).fill('what')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('option').first().click()
  await dialog(page).getByRole('textbox', { name: 'Conversa criada até' }).click()
  await expectAccessible(page)
})

test('a sheet that is being read, the tasks, a sheet that is not whole, its dialogs', async ({ page }) => {
  faults.set(faultPlan().on('/leads', { fromPage: 2, times: 50, fault: hang() }))
  const filter = { created_after: '2020-01-01' }
  const { task_id: task } = await ask(session, 'sheets.create', { connection_id: connection, name: 'Lendo', filter })
  await expect(page.getByText(/^500 de 1\.200 linhas/)).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /tarefa/ })
    .click()
  await expect(dialog(page).getByText('em andamento')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await ask(session, 'tasks.cancel', { id: task ?? '' })
  await page.getByRole('button', { name: 'Lendo', exact: true }).click()
  await expect(page.getByText('Esta planilha está incompleta.')).toBeVisible()
  await expectAccessible(page, '.sheet-band')
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Renomear…' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('the rows of a sheet, the menu and filters of a column, the columns, a row beside them, the export', async ({
  page,
}) => {
  await openSheet(page)
  // What axe asks of a few rows holds for all of them, and it asks very long.
  const [lead] = (await leadsOf(demo)).filter(({ telefone }) => telefone)
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill(lead?.telefone ?? '')
  await expect(page.getByText(/^[123] de 1\.200 linhas$/)).toBeVisible()
  await page.getByRole('gridcell').first().dblclick()
  await expect(page.getByRole('complementary', { name: 'Detalhes da linha' })).toBeVisible()
  await page.keyboard.press('Control+a')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const column of ['Nome', 'Situação', 'Última mensagem em']) {
    await page.getByRole('columnheader', { name: column }).hover()
    await page.getByRole('button', { name: `Menu da coluna ${column}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Filtrar…' })).toBeVisible()
    if (column === 'Nome') await expectAccessible(page, '[role=menu]')
    await page.getByRole('menuitem', { name: 'Filtrar…' }).click()
    await expect(page.getByRole('form', { name: `Filtrar ${column}` })).toBeVisible()
    await expectAccessible(page, 'form')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Colunas' }).click()
  await expect(page.getByRole('textbox', { name: 'Procurar coluna' })).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+e')
  await expect(dialog(page).getByRole('radio').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('cruzar: empty, the paste, the list with its reasons and filters, the runs', async ({ page }) => {
  await goTo(page, 'Cruzar')
  await expectAccessible(page)
  await page.keyboard.press('v')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dropFile(page.getByRole('main'), 'lista.csv', sampleList(size, 300))
  await page.getByRole('button', { name: 'Por quê?' }).click()
  await page.getByRole('button', { name: 'Filtros: nenhum' }).click()
  await expect(page.getByRole('textbox', { name: 'Agentes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Sem resposta: 0 linhas/ })).toBeVisible()
  await page.getByRole('button', { name: /^Ausentes:/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('e')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await goTo(page, 'Cruzar')
  await expect(page.getByRole('region', { name: 'Listas já cruzadas' })).toBeVisible()
  await expectAccessible(page)
})

test('a run while it goes on, and when it was interrupted', async ({ page }) => {
  faults.set(faultPlan().on('/cruzar', { after: 1, times: 50, fault: hang() }))
  await goTo(page, 'Cruzar')
  await dropFile(page.getByRole('main'), 'grande.csv', sampleList(size, 1200))
  const start = page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar', exact: true })
  await expect(start).toBeEnabled()
  await start.click()
  await expect(page.getByText(/^500 de [\d.]+ chaves/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Você parou antes do fim.')).toBeVisible()
  await expectAccessible(page)
})

test('the settings, the search, the keys, the folded navigation, and a file over the window', async ({ page }) => {
  await goTo(page, 'Ajustes')
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(keys).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.getByRole('button', { name: 'Conexão em uso: Equipe Vendas' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Recolher o menu' }).click()
  await expect(page.getByRole('button', { name: 'Expandir o menu' })).toBeVisible()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['1'], 'lista.csv'))
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Cruzar esta lista')).toBeVisible()
  await expectAccessible(page)
})

test('the closed vault', async ({ page }) => {
  await page.goto('about:blank')
  await host.stop()
  host = await startHostProcess({ dataDir: host.dataDir })
  session = await openSession(host)
  await openApp(page, session)
  await page.getByRole('textbox', { name: 'Senha do cofre' }).fill('não é esta')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
