import { delay, hang } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import {
  ask,
  chooseItem,
  dialog,
  download,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  test,
} from './kit.ts'

/** What is reached from anywhere: search, keys, tasks (docs/decisions/renderer.md §20). */

const since2020 = { created_after: '2020-01-01' }
let { faults, host, session, connection } = {} as Opened
test.beforeEach(async ({ page, openPlatform }) => {
  // Three pages of 500.
  ;({ faults, host, session, connection } = await openPlatform({ leads: 1200, sheets: ['Clientes de São Paulo'] }))
  await expect(page.getByRole('heading', { level: 1, name: 'Planilhas' })).toBeVisible()
})

/** Begins to read a sheet. */
const read = (name: string) => ask(session, 'sheets.create', { connection_id: connection, name, filter: since2020 })

test('Ctrl K finds sheets without accents and every action; ? lists the keys of the screen and of the app, and they work', async ({
  page,
}) => {
  const search = page.getByRole('dialog', { name: 'Buscar ou executar' })
  const field = search.getByRole('textbox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('sao paulo')
  await expect(search.getByRole('option')).toHaveText([/Clientes de São Paulo/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes de São Paulo' })).toBeVisible()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expectAccessibleState(page, '[role=dialog]')
  await expect(keys).toContainText('Nesta tela')
  await expect(keys).toContainText('Ir para as linhas')
  await expect(keys).toContainText('Buscar ou executar')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  for (const [letter, area] of Object.entries({ c: 'Cruzar', x: 'Conexões', p: 'Planilhas', a: 'Ajustes' })) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeFocused()
  }
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('heading', { level: 1, name: 'Planilhas' })).toBeVisible()

  await press(page, 'Buscar ou executar…')
  await expect(field).toBeFocused()
  await page.keyboard.type('ajustes')
  await expect(search.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
})

test('long work shows its figures in the top bar, is cancelled there, and leads to its result', async ({ page }) => {
  faults.set(faultPlan().on('/leads', { fromPage: 3, times: 50, fault: hang() }))
  await read('Em leitura')
  const pill = page.getByRole('banner').getByRole('button', { name: /1 tarefa/ })
  await pill.click()
  const tasks = page.getByRole('dialog', { name: /tarefa/ })
  await expect(tasks.getByText(/^1\.000 de 1\.200 linhas/)).toBeVisible()
  await expect(tasks.getByRole('progressbar', { name: 'Progresso de Em leitura' })).toBeVisible()
  await expectAccessibleState(page)
  await press(tasks, 'Cancelar Em leitura')
  await expect(tasks).toContainText('cancelada')
  await press(tasks, 'Dispensar Em leitura')
  await expect(tasks.getByText('Em leitura')).toBeHidden()

  faults.set(faultPlan().on('/leads', { fault: delay(700) }))
  await goTo(page, 'Ajustes')
  await read('Outra leitura')
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'A planilha “Outra leitura” está pronta: 1.200 linhas lidas.' })
  await press(notice, 'Mostrar')
  await expect(page.getByRole('heading', { level: 1, name: 'Outra leitura' })).toBeVisible()
})

test('the ausentes of a pasted list are exported by keyboard alone, from the first screen on', async ({ page }) => {
  await page.evaluate(() => navigator.clipboard.writeText('Fone\n11900000001\n11900000002\n'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Cruzar' })).toBeFocused()
  await page.keyboard.press('Control+v')
  const start = page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar' })
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Ausentes: 2 linhas/ })).toBeVisible()

  const absent = page.getByRole('button', { name: 'Exportar ausentes' })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (
    let presses = 0;
    presses < 6 && !(await absent.evaluate((button) => button === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab')
  }
  await expect(absent).toBeFocused()
  const file = await download(page, () => page.keyboard.press('Enter'))
  const cells = (await readWorkbook(file.path)).sheets[0]?.cells
  expect(cells?.get('A2')?.value).toBe('11900000001')
  expect(cells?.get('B3')?.value).toBe('Ausente')
})

test('two windows of a browser follow each other; on every screen a lost host is reported', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(
    /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|preload CSS/,
  )
  expectedErrors.push(/dynamically imported module/)
  const second = await context.newPage()
  await second.goto(session.origin)
  await expect(second.getByRole('heading', { level: 1, name: 'Planilhas' })).toBeVisible()
  // A page behind another draws once a second.
  await page.bringToFront()
  await chooseItem(page, 'Mais ações de Clientes de São Paulo', 'Renomear…')
  await dialog(page).getByLabel('Nome').fill('Clientes do Sul')
  await dialog(page).getByLabel('Nome').press('Enter')
  await expect(second.getByRole('button', { name: 'Clientes do Sul', exact: true })).toBeVisible()
  await second.close()

  await host.stop()
  const gone = 'Esta página perdeu o contato com o Cruza.'
  await press(page.getByRole('navigation'), 'Cruzar')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(gone)
  await goTo(page, 'Planilhas')
  await press(page, 'Nova planilha')
  const form = page.getByRole('dialog', { name: 'Nova planilha' })
  await press(form, 'Este ano')
  await expect(form.getByRole('alert')).toContainText(gone)
})
