import type { Page } from '@playwright/test'
import {
  chooseColumn,
  chooseItem,
  columnTexts,
  counted,
  dropFile,
  expect,
  type Lead,
  leadsOf,
  openSheet,
  press,
  searchBox,
  test,
} from './kit.ts'

/** The questions of a lead to a sheet of 50,000 rows: who waits, grouped by whom, kept by name. */

const size = 50_000

const status = (page: Page) => page.getByRole('main').getByRole('status').last()

test('a lead filters by conditions, groups, opens a group, and keeps it all as a view', async ({
  page,
  openPlatform,
}) => {
  const { demo } = await openPlatform({ leads: size, sheets: ['Todos'] })
  const leads = await leadsOf(demo)
  const matching = (test: (lead: Lead) => boolean) => leads.filter(test).length
  const shown = (value: number) => `${counted(value)} de ${counted(leads.length)} linhas`
  await openSheet(page)
  await page.setViewportSize({ width: 1600, height: 900 })
  await expect(status(page)).toHaveText(`${counted(leads.length)} linhas`)

  await test.step('open conversations with many messages, or of no agent', async () => {
    await chooseItem(page, 'Visão', 'Condições…')
    const dialog = page.getByRole('dialog', { name: 'Condições' })
    await chooseColumn(page, 0, 'Situação')
    await dialog.getByRole('checkbox', { name: 'Aberta' }).check()
    await press(dialog, 'Mais um grupo')
    await chooseColumn(page, 1, 'Mensagens')
    await dialog.getByLabel('Condição', { exact: true }).nth(1).selectOption('maior que (>)')
    await dialog.getByLabel('Número').fill('20')
    await chooseColumn(page, 2, 'Agente')
    await dialog.getByLabel('Condição', { exact: true }).nth(2).selectOption('está vazio')
    await press(dialog, 'Mostrar as linhas')
  })
  const isAsked = ({ status: state, mensagens, agente }: Lead) => state === 'open' && (mensagens > 20 || !agente)
  const asked = matching(isAsked)
  expect(asked).toBeGreaterThan(100)
  await expect(status(page)).toHaveText(shown(asked))

  await test.step('by inbox, each number that of its rows', async () => {
    await chooseItem(page, 'Visão', 'Agrupar…')
    const form = page.getByRole('form', { name: 'Agrupar' })
    await form.getByRole('combobox', { name: 'Agrupar por' }).fill('Caixa de entrada')
    await page.getByRole('option', { name: 'Caixa de entrada', exact: true }).click()
    await press(form, 'Agrupar')
    const inboxes = new Set(leads.filter(isAsked).map(({ caixa }) => caixa))
    await expect(status(page)).toHaveText(`${counted(inboxes.size)} grupos`)
    const firstCell = page.locator('.ag-row[row-index="0"] .ag-cell').first()
    // The status is of the groups before the grid has drawn them.
    await expect.poll(async () => inboxes.has(await firstCell.textContent())).toBe(true)
    const first = await firstCell.textContent()
    const ofFirst = matching((lead) => isAsked(lead) && lead.caixa === first)
    await expect(page.locator('.ag-row[row-index="0"]')).toContainText(counted(ofFirst))
    await firstCell.dblclick()
    await expect(status(page)).toHaveText(shown(ofFirst))
    await page.keyboard.press('Control+z')
    await expect(status(page)).toHaveText(`${counted(inboxes.size)} grupos`)
  })

  await test.step('the view brings it back on the next day', async () => {
    await press(page, 'Mostrar as linhas sem grupos')
    await chooseItem(page, 'Visão', 'Salvar como visão…')
    await page.getByLabel('Nome da visão').fill('Para responder')
    await press(page.getByRole('dialog'), 'Salvar')
    const tabs = page.getByRole('list', { name: 'Visões' })
    await press(tabs, 'Tudo')
    await searchBox(page).fill('silva')
    await expect(status(page)).not.toHaveText(`${counted(leads.length)} linhas`)
    await press(tabs, 'Para responder')
    await expect(status(page)).toHaveText(shown(asked))
    await expect(searchBox(page)).toHaveValue('')
  })

  await test.step('pictures of these rows lead to those of one inbox', async () => {
    await chooseItem(page, 'Visão', 'Panorama das linhas')
    const inboxes = page
      .getByRole('complementary', { name: 'Panorama' })
      .getByRole('region', { name: 'Caixa de entrada' })
    const bar = inboxes.getByRole('button', { name: /linhas?$/ }).first()
    const [, inbox = '', rows = ''] =
      /^(.+), ([\d.]+) linhas?$/.exec((await bar.getAttribute('aria-label')) ?? '') ?? []
    expect(rows).toBe(counted(matching((lead) => isAsked(lead) && lead.caixa === inbox)))
    await bar.click()
    await expect(status(page)).toHaveText(shown(matching((lead) => isAsked(lead) && lead.caixa === inbox)))
  })
})

test('a list of 50,000 lines has its types, is ordered and filtered by amounts, and keeps every cell', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 300, sheets: ['Todos'], area: 'Cruzar' })
  const amountOf = (line: number) => 100 + ((line * 37) % size)
  const text = (value: number) => `R$ ${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(value)}`
  const lines = Array.from({ length: size }, (_, line) => {
    const day = `${String((line % 28) + 1).padStart(2, '0')}/11/2026`
    return `Pessoa ${line};119${String(61_234_567 + line)};${text(amountOf(line))};${day}`
  })
  const csv = ['Nome;Celular;Valor;Compra em', ...lines].join('\n')
  await dropFile(page.getByRole('heading', { level: 1, name: 'Cruzar' }), 'vendas.csv', csv)
  await expect(page.getByRole('combobox', { name: 'Tipo de Valor' })).toHaveValue('money')
  await expect(page.getByRole('combobox', { name: 'Tipo de Compra em' })).toHaveValue('day')
  const side = page.getByRole('complementary', { name: 'Cruzar' })
  await side.getByLabel('Quem responde').selectOption('Planilha guardada: Todos (offline)')
  await press(side, 'Cruzar')
  await expect(page.getByRole('heading', { level: 1, name: 'vendas', exact: true })).toBeVisible()
  const heading = page.getByRole('grid').getByRole('columnheader', { name: /^Valor/ })
  await heading.click()
  const firstAmount = async () => (await columnTexts(page, heading))[0]
  await expect.poll(firstAmount).toBe(text(100))
  await heading.click()
  await expect.poll(firstAmount).toBe(text(99 + size))

  await chooseItem(page, 'Visão', 'Condições…')
  const dialog = page.getByRole('dialog', { name: 'Condições' })
  await chooseColumn(page, 0, 'Valor')
  await dialog.getByLabel('Condição', { exact: true }).selectOption('maior que (>)')
  await dialog.getByLabel('Número').fill('50000')
  await press(dialog, 'Mostrar as linhas')
  const above = Array.from({ length: size }, (_, line) => amountOf(line)).filter((amount) => amount > 50_000).length
  await expect(status(page)).toContainText(`${counted(above)} de ${counted(size)} linhas`)
})
