import type { Locator, Page } from '@playwright/test'
import { copiedCell } from '../../preload/values/excel.ts'
import { clipboard, counted, expect, expectAccessibleState, type Lead, leadsOf, openSheet, test } from './kit.ts'

/** Rectangles of cells, and moving through a table, as in Excel. */

let leads: readonly Lead[]
test.beforeEach(async ({ page, openPlatform }) => {
  const { demo } = await openPlatform({ leads: 450, sheets: ['Todos'] })
  leads = await leadsOf(demo)
  await openSheet(page)
  await page.setViewportSize({ width: 1800, height: 800 })
})

const counts = (page: Page) => page.getByRole('main').getByRole('status').last()
const cell = (page: Page, row: number, column: string) =>
  page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`)
const selected = (page: Page) => page.getByRole('gridcell', { selected: true })
const focused = (page: Page) => page.getByRole('gridcell').and(page.locator(':focus'))

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

const messagesOf = (first: number, last: number) => leads.slice(first, last + 1).map(({ mensagens }) => mensagens)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const rounded = (value: number) => new Intl.NumberFormat('pt-BR').format(value)
/** What is pasted: rows of cells. */
const pasted = async (page: Page) => (await clipboard(page)).split('\r\n').map((line) => line.split('\t'))

/** Copies by a key, and waits for what is copied. */
async function copied(page: Page, key: string) {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press(key)
  await expect.poll(() => clipboard(page)).not.toBe('')
  return pasted(page)
}

test('a rectangle is marked by the mouse, counted, summed, and pasted into Excel', async ({ page }) => {
  await drag(page, cell(page, 1, 'mensagens'), cell(page, 3, 'mensagens'))
  await expect(selected(page)).toHaveCount(3)
  const values = messagesOf(1, 3)
  await expect(counts(page)).toHaveText(
    `${counted(leads.length)} linhas · 3 selecionadas · 3 células · soma ${rounded(sumOf(values))} · média ${rounded(sumOf(values) / 3)}`,
  )
  await expectAccessibleState(page, '.table-grid')
  expect(await copied(page, 'Control+c')).toEqual(values.map((value) => [String(value)]))

  await test.step('a drag over several columns, backwards', async () => {
    await drag(page, cell(page, 4, 'telefone'), cell(page, 2, 'nome'))
    await expect(selected(page)).toHaveCount(6)
    const names = leads.slice(2, 5).map(({ nome }) => nome)
    expect((await copied(page, 'Control+c')).map(([name]) => name)).toEqual(names)
    const [headings, first] = await copied(page, 'Control+Shift+c')
    expect(headings).toEqual(['Nome', 'Telefone'])
    expect(first?.[0]).toBe(names[0])
  })
  await test.step('Shift and a click move the corner, and its rows are those of every other action', async () => {
    await cell(page, 0, 'nome').click()
    await cell(page, 9, 'nome').click({ modifiers: ['Shift'] })
    await expect(counts(page)).toContainText('10 selecionadas · 10 células')
    await cell(page, 4, 'nome').click({ modifiers: ['Shift'] })
    await expect(counts(page)).toContainText('5 selecionadas · 5 células')
    await cell(page, 2, 'nome').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Copiar 5 células' })).toBeVisible()
    // A menu handles Escape once it has the focus.
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(selected(page)).toHaveCount(5)
  })
  await test.step('another row added by Ctrl makes whole rows of them', async () => {
    await cell(page, 7, 'nome').click({ modifiers: ['Control'] })
    await expect(selected(page)).toHaveCount(0)
    expect(await copied(page, 'Control+c')).toHaveLength(6)
  })
  await test.step('a plain click ends it', async () => {
    await cell(page, 6, 'nome').click()
    await expect(counts(page)).toContainText('1 selecionada')
    expect(await copied(page, 'Control+c')).toEqual([[leads[6]?.nome]])
  })
})

test('a row is reached by its number, and a column is copied whole', async ({ page }) => {
  await page.keyboard.press('Control+g')
  const dialog = page.getByRole('dialog', { name: 'Ir para a linha' })
  await expectAccessibleState(page, '[role=dialog]')
  await dialog.getByLabel('Número da linha').fill('300')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(cell(page, 299, 'nome')).toBeFocused()
  await page.keyboard.press('Control+g')
  await dialog.getByLabel('Número da linha').fill('99999')
  await dialog.getByRole('button', { name: 'Ir', exact: true }).click()
  await expect(cell(page, leads.length - 1, 'nome')).toBeFocused()

  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Copiar coluna' }).click()
  await expect(page.getByText('450 linhas copiadas, 1 coluna')).toBeVisible()
  expect(await pasted(page)).toEqual(leads.map(({ nome }) => [copiedCell(nome)]))
})

test('a column takes the width of its cells and heading: words, phones, times, chips, and all of them at once', async ({
  page,
}) => {
  const widths = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) =>
        Object.fromEntries(all.map((each) => [each.getAttribute('col-id'), Math.round(each.clientWidth)])),
      )
  /** Cells that do not show all that they hold. */
  const cut = (column: string) =>
    page
      .locator(`.ag-row .ag-cell[col-id="${column}"]`)
      .evaluateAll(
        (all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth || /\+\d$/.test(each.textContent ?? '')).length,
      )
  await page.keyboard.press('r')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Ajustar todas as colunas' }).click()
  await expect.poll(async () => (await widths()).status).toBeLessThan(112)
  for (const column of ['nome', 'telefone', 'status', 'agente', 'caixa', 'etiquetas_contato', 'ultima_mensagem_em'])
    expect.soft(await cut(column), column).toBe(0)
  await expect(cell(page, 0, 'nome')).toBeVisible()

  const edge = page.locator('.ag-header-cell[col-id="telefone"] .ag-header-cell-resize')
  const fitted = (await widths()).telefone
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(900, 150, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await widths()).telefone).not.toBe(fitted)
  await edge.dblclick()
  await expect.poll(async () => (await widths()).telefone).toBe(fitted)
})

test('a drag to the edge scrolls, and marks rows that were not loaded', async ({ page }) => {
  const from = cell(page, 5, 'mensagens')
  await from.hover()
  await page.mouse.down()
  const box = await page.locator('.table-grid').boundingBox()
  const x = (box?.x ?? 0) + 300
  const y = (box?.y ?? 0) + (box?.height ?? 0)
  await page.mouse.move(x, y - 60)
  await page.mouse.move(x, y + 15)
  await expect(cell(page, leads.length - 1, 'nome')).toBeVisible({ timeout: 20_000 })
  await expect(counts(page)).toContainText(`${counted(leads.length - 5)} selecionadas`)
  // No pointer goes beyond a window that fills the screen.
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 4, y - 60, { steps: 4 })
  await expect(page.locator('.ag-cell[col-id="caixa_id"][aria-selected="true"]').first()).toBeVisible()
  await page.mouse.up()
})

test('keys move and mark as in Excel', async ({ page }) => {
  const last = leads.length - 1
  await page.keyboard.press('r')
  await expect(cell(page, 0, 'nome')).toBeFocused()
  await page.keyboard.press('End')
  await expect(focused(page)).toHaveAttribute('col-id', 'caixa_id')
  await page.keyboard.press('Home')
  await expect(cell(page, 0, 'nome')).toBeFocused()
  await page.keyboard.press('Control+ArrowDown')
  await expect(cell(page, last, 'nome')).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(cell(page, 0, 'nome')).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(cell(page, last, 'caixa_id')).toBeFocused()
  await page.keyboard.press('Control+ArrowUp')
  await expect(cell(page, 0, 'caixa_id')).toBeFocused()
  await page.keyboard.press('Control+ArrowLeft')
  await expect(cell(page, 0, 'nome')).toBeFocused()

  await test.step('Shift marks, with the focus at the corner where it began', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(selected(page)).toHaveCount(6)
    await expect(cell(page, 0, 'nome')).toBeFocused()
    await expect(counts(page)).toContainText('3 selecionadas · 6 células')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(counts(page)).toContainText('2 selecionadas · 4 células')
    await page.keyboard.press('Shift+Home')
    await expect(counts(page)).toContainText('2 selecionadas · 2 células')
  })
  await test.step('Shift and space take whole rows', async () => {
    await page.keyboard.press('Shift+Space')
    await expect(selected(page)).toHaveCount(0)
    expect((await copied(page, 'Control+c')).map((line) => line.length)).toEqual([23, 23])
  })
  await test.step('Escape clears, and Ctrl and Shift mark to the edge of the data', async () => {
    await page.keyboard.press('Escape')
    await expect(counts(page)).not.toContainText('selecionada')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await expect(counts(page)).toContainText(`${counted(last)} selecionadas · ${counted(last)} células`)
    expect(await copied(page, 'Control+c')).toHaveLength(last)
    await page.keyboard.press('Escape')
    await expect(selected(page)).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, 2, 'nome')).toBeFocused()
  })
})

test('a column is summed up beside the rows, and filters by a value and by days', async ({ page }) => {
  const summary = page.getByRole('complementary', { name: /^Resumo da coluna/ })
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Resumo da coluna' }).click()
  await expect(summary).toBeFocused()
  await expect(summary).toContainText(`Da tabela inteira: ${counted(leads.length)} linhas`)
  await expectAccessibleState(page, '.table-details')
  const open = leads.filter(({ status }) => status === 'open').length
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(summary.getByRole('button', { name: `Resolvida, `, exact: false })).toBeFocused()
  await summary.getByRole('button', { name: `Aberta, ${counted(open)} linhas` }).focus()
  await page.keyboard.press('Enter')
  await expect(counts(page)).toContainText(`${counted(open)} de ${counted(leads.length)} linhas`)
  await expect(summary).toContainText(`Só do que passa pela busca e pelos filtros: ${counted(open)} linhas`)
  await expect(page.getByRole('list', { name: 'Filtros' })).toContainText('Situação: Aberta')

  await page.locator('.ag-header-cell[col-id="ultima_mensagem_em"]').hover()
  await page.locator('.ag-header-cell[col-id="ultima_mensagem_em"] .table-heading-menu').click()
  await page.getByRole('menuitem', { name: 'Resumo da coluna' }).click()
  const bar = summary.getByRole('region', { name: /^Por / }).getByRole('button').last()
  const rows = Number(/, (\d+) linha/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1])
  await bar.click()
  await expect(counts(page)).toContainText(`${counted(rows)} de ${counted(leads.length)} linhas`)
  await page.keyboard.press('Escape')
  await expect(summary).toHaveCount(0)
  await expect(page.getByRole('columnheader').and(page.locator(':focus'))).toHaveAttribute(
    'col-id',
    'ultima_mensagem_em',
  )
})
