import type { Locator, Page, Route } from '@playwright/test'
import {
  ask,
  chooseColumn,
  chooseItem,
  clipboard,
  columnTexts,
  counted,
  details,
  expect,
  expectAccessibleState,
  type Lead,
  leadsOf,
  openSheet,
  press,
  type Session,
  searchBox,
  test,
} from './kit.ts'

/** The rows of a sheet: found, filtered, sorted, arranged, read and copied. */

let session: Session
let leads: readonly Lead[]
test.beforeEach(async ({ page, openPlatform }) => {
  // Three blocks of 200 rows.
  const { demo, ...opened } = await openPlatform({ leads: 450, sheets: ['Todos'] })
  session = opened.session
  leads = await leadsOf(demo)
  await openSheet(page)
})

const heading = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${escaped(name)}(,|$)`) })
const escaped = (text: string) => text.replace(/[()]/g, '\\$&')
const counts = (page: Page) => page.getByRole('main').getByRole('status').last()

const column = (page: Page, name: string) => columnTexts(page, heading(page, name))

const headings = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').evaluateAll((all) =>
    all
      .map((each) => ({ place: Number(each.ariaColIndex), name: each.ariaLabel ?? '' }))
      .sort((one, other) => one.place - other.place)
      .map(({ name }) => name),
  )

/** The box of what is shown. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

async function menuOf(page: Page, name: string, item: string): Promise<void> {
  await heading(page, name).hover()
  await page
    .getByRole('button', { name: `Menu da coluna ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  // Until it has faded, keys are its own.
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** What main has stored of the arrangement of the sheet. */
async function layout() {
  const [sheet] = await ask(session, 'sheets.list', {})
  return ask(session, 'tables.layout', { table: { kind: 'sheet', id: sheet?.id ?? '' } })
}

/** Opens the filter of a column, fills it by `fill`, and applies it. */
async function filter(page: Page, name: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  await menuOf(page, name, 'Filtrar…')
  const form = page.getByRole('form', { name: `Filtrar ${name}` })
  await expectAccessibleState(page, 'form')
  await fill(form)
  await press(form, 'Filtrar')
  await expect(form).toBeHidden()
}

const matching = (test: (lead: Lead) => boolean) => leads.filter(test).length
const shown = (value: number) => `${counted(value)} de ${counted(leads.length)} linhas`
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

test('the search finds a phone under its mask, is emptied by Escape, and Enter leads to the rows', async ({ page }) => {
  const digits = leads.find(({ telefone }) => /^\+55\d{11}$/.test(telefone ?? ''))?.telefone?.slice(3) ?? ''
  const mask = `(${digits.slice(0, 2)}) ${digits.slice(2, 7)}-${digits.slice(7)}`
  await searchBox(page).fill(mask)
  await expect(counts(page)).toHaveText(shown(matching(({ telefone }) => telefone?.endsWith(digits) ?? false)))
  await expect(page.getByRole('gridcell', { name: mask })).toBeVisible()
  await searchBox(page).fill('ninguém se chama assim')
  await expect(page.getByText('Nenhuma linha passa por esta busca e estes filtros')).toBeVisible()
  await searchBox(page).press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)

  // Enter does not wait for the rows, and still leads to those that were found.
  const email = leads.find((lead) => lead.email)?.email ?? ''
  await searchBox(page).fill(email.toUpperCase())
  await searchBox(page).press('Enter')
  await expect(page.getByRole('gridcell').first()).toBeFocused()
  await expect(counts(page)).toContainText(shown(matching((lead) => lead.email === email)))
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText(email)
})

test('the search says which rows have no ninth digit, marks what it finds, and names hidden columns', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2400, height: 800 })
  const old = leads.find(({ telefone }) => /^\+55\d{2}[6-9]\d{7}$/.test(telefone ?? ''))?.telefone?.slice(3) ?? ''
  const [area, first, last] = [old.slice(0, 2), old.slice(2, 6), old.slice(6)]
  await searchBox(page).fill(`+55 ${area} 9${first}-${last}`)
  await expect(page.getByText('1 sem o nono dígito')).toBeVisible()
  await expect(page.locator('mark')).toHaveText([`${area}) ${first}-${last}`])
  await expectAccessibleState(page, 'search')

  const email = leads.find((lead) => lead.email)?.email ?? ''
  await searchBox(page).fill(email)
  await expect(page.locator('mark').first()).toHaveText(email, { ignoreCase: true })
  await menuOf(page, 'E-mail', 'Ocultar')
  await expect(page.getByText(/só em coluna oculta: E-mail$/)).toBeVisible()
  await expect(page.locator('mark')).toHaveCount(0)
  await searchBox(page).press('Escape')
  await expect(page.getByText('coluna oculta')).toBeHidden()
})

test('a filter is shown as a sentence that is changed, removed, and kept over a reload', async ({ page }) => {
  await page.setViewportSize({ width: 2400, height: 800 })
  const filters = page.getByRole('list', { name: 'Filtros' })

  await filter(page, 'Nome', (form) => form.getByLabel('Texto').fill('silva'))
  await expect(counts(page)).toHaveText(shown(matching(({ nome }) => folded(nome).includes('silva'))))
  await press(filters, 'Mudar o filtro: Nome contém “silva”')
  const form = page.getByRole('form', { name: 'Filtrar Nome' })
  await form.getByLabel('Condição').selectOption('começa com')
  await form.getByLabel('Texto').fill('ma')
  await form.getByLabel('Texto').press('Enter')
  await expect(counts(page)).toHaveText(shown(matching(({ nome }) => folded(nome).startsWith('ma'))))
  await press(filters, 'Tirar o filtro: Nome começa com “ma”')

  await filter(page, 'Mensagens', async (range) => {
    await range.getByLabel('De', { exact: true }).fill('40')
    await range.getByLabel('Até', { exact: true }).fill('45')
  })
  await expect(filters).toContainText('Mensagens: 40 a 45')
  await expect(counts(page)).toHaveText(shown(matching(({ mensagens }) => mensagens >= 40 && mensagens <= 45)))

  await filter(page, 'Situação', async (values) => {
    await values.getByLabel('Procurar valor').fill('abe')
    await values.getByRole('checkbox', { name: 'Aberta' }).check()
  })
  const isOpen = ({ status, mensagens }: Lead) => status === 'open' && mensagens >= 40 && mensagens <= 45
  await expect(counts(page)).toHaveText(shown(matching(isOpen)))
  await expect(heading(page, 'Situação')).toHaveAccessibleName('Situação, com filtro')
  await expect.poll(async () => (await layout()).query?.filters).toHaveLength(2)
  await page.reload()
  await press(page, 'Todos')
  await expect(counts(page)).toHaveText(shown(matching(isOpen)))
  await test.step('one Escape closes the calendar of a filter of days, the next the filter', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('filtrar conversa criada')
    await expect(page.getByRole('option', { name: /Conversa criada em.*filtrar/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const days = page.getByRole('form', { name: 'Filtrar Conversa criada em' })
    const calendar = days.getByRole('table')
    await days.getByLabel('Condição').selectOption('entre')
    const first = days.getByRole('textbox', { name: 'De (dia)' })
    await first.click()
    await expect(calendar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(calendar.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(days).toHaveCount(0)
  })
})

test('conditions with E and OU are one sentence of which each part is switched off and on', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await chooseItem(page, 'Visão', 'Condições…')
  const dialog = page.getByRole('dialog', { name: 'Condições' })
  await chooseColumn(page, 0, 'Situação')
  await dialog.getByRole('checkbox', { name: 'Aberta' }).check()
  await press(dialog, 'Mais um grupo')
  await chooseColumn(page, 1, 'Mensagens')
  await dialog.getByLabel('Condição', { exact: true }).nth(1).selectOption('maior que (>)')
  await dialog.getByLabel('Número').fill('40')
  await press(dialog, 'Mostrar as linhas')
  await expect(dialog.getByRole('alert')).toHaveText('Complete ou tire as condições marcadas.')
  await chooseColumn(page, 2, 'Nome')
  await dialog.getByLabel('Texto').fill('silva')
  await expectAccessibleState(page, 'conditions')
  await press(dialog, 'Mostrar as linhas')

  const isOpen = ({ status }: Lead) => status === 'open'
  const isEither = ({ mensagens, nome }: Lead) => mensagens > 40 || folded(nome).includes('silva')
  await expect(counts(page)).toHaveText(shown(matching((lead) => isOpen(lead) && isEither(lead))))
  const filters = page.getByRole('list', { name: 'Filtros' })
  await press(filters, 'Desligar: Situação: Aberta')
  await expect(counts(page)).toHaveText(shown(matching(isEither)))
  await press(filters, 'Desligar: (Mensagens > 40 ou Nome contém “silva”)')
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)
  await press(filters, 'Ligar: Situação: Aberta')
  await expect(counts(page)).toHaveText(shown(matching(isOpen)))
  const switchedOff = async () => (await layout()).query?.conditions?.of.map(({ off = false }) => off)
  await expect.poll(switchedOff).toEqual([false, true])
  await page.reload()
  await press(page, 'Todos')
  await expect(counts(page)).toHaveText(shown(matching(isOpen)))
  await press(filters, 'Tirar as condições')
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)
})

test('rows are grouped by fields, sorted and exported as groups, and a group opens the rows behind it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await chooseItem(page, 'Visão', 'Agrupar…')
  const form = page.getByRole('form', { name: 'Agrupar' })
  await form.getByRole('combobox', { name: 'Agrupar por' }).fill('Agente')
  await page.getByRole('option', { name: 'Agente', exact: true }).click()
  await press(form, 'Mais um campo')
  await form.getByRole('combobox', { name: 'e depois por' }).fill('Última mensagem em')
  await page.getByRole('option', { name: 'Última mensagem em', exact: true }).click()
  await form.getByLabel('De quanto em quanto tempo').selectOption('por dia da semana')
  await press(form, 'Soma, média, pessoas diferentes…')
  await form.getByRole('combobox', { name: 'de', exact: true }).fill('Mensagens')
  await page.getByRole('option', { name: 'Mensagens', exact: true }).click()
  await expectAccessibleState(page, 'group-form')
  await press(form, 'Agrupar')

  await expect(
    page.getByRole('button', { name: 'Mudar: Agrupado por Agente e Última mensagem em, por dia da semana' }),
  ).toBeVisible()
  await expect
    .poll(() => headings(page))
    .toEqual([...['Agente', 'Última mensagem em, por dia da semana', 'Linhas', 'Parte', 'Soma de Mensagens']])
  await expectAccessibleState(page, 'groups')
  await heading(page, 'Linhas').click()
  await heading(page, 'Linhas').click()
  await expect(heading(page, 'Linhas')).toHaveAttribute('aria-sort', 'descending')
  const [agent = ''] = await column(page, 'Agente')
  const [rows = ''] = await column(page, 'Linhas')
  const exported = page.waitForEvent('download')
  await press(page, 'Exportar')
  await press(page.getByRole('dialog', { name: 'Exportar' }), /CSV para sistemas/)
  expect((await exported).suggestedFilename()).toContain('Todos')

  await page.getByRole('gridcell', { name: rows, exact: true }).first().dblclick()
  await expect(counts(page)).toHaveText(shown(Number(rows)))
  const filters = page.getByRole('list', { name: 'Filtros' })
  await expect(filters).toContainText(agent === '' ? 'Agente: vazio' : `Agente: ${agent}`)
  await expect(filters).toContainText('Última mensagem em: ')

  await press(page, 'Limpar filtros')
  await menuOf(page, 'Situação', 'Agrupar por esta coluna')
  const byStatus = page.getByRole('button', { name: 'Mudar: Agrupado por Situação' })
  await expect(byStatus).toBeVisible()
  await chooseItem(page, 'Visão', 'Salvar como visão…')
  await page.getByLabel('Nome da visão').fill('Por situação')
  await press(page.getByRole('dialog'), 'Salvar')
  const tabs = page.getByRole('list', { name: 'Visões' })
  await press(tabs, 'Tudo')
  await expect(byStatus).toHaveCount(0)
  await press(tabs, 'Por situação')
  await expect(byStatus).toBeVisible()
  await press(page, 'Mostrar as linhas sem grupos')
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)
})

test('views keep filters, order, columns and groups by name, for every sheet of the account', async ({ page }) => {
  await page.setViewportSize({ width: 1800, height: 900 })
  const tabs = page.getByRole('list', { name: 'Visões' })
  const isOpen = ({ status }: Lead) => status === 'open'
  await expect(tabs).toHaveCount(0)
  await filter(page, 'Situação', (form) => form.getByRole('checkbox', { name: 'Aberta' }).check())
  await menuOf(page, 'Telefone', 'Ocultar')
  await chooseItem(page, 'Visão', 'Salvar como visão…')
  const dialog = page.getByRole('dialog', { name: 'Salvar esta visão' })
  await dialog.getByLabel('Nome da visão').fill('Abertas')
  await press(dialog, 'Salvar')
  await expect(tabs.getByRole('button', { name: 'Abertas', exact: true })).toHaveAttribute('aria-current', 'true')
  await expectAccessibleState(page, 'views')

  await press(tabs, 'Tudo')
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)
  await expect(heading(page, 'Telefone')).toBeVisible()
  await press(tabs, 'Abertas')
  await expect(counts(page)).toHaveText(shown(matching(isOpen)))
  await expect(heading(page, 'Telefone')).toHaveCount(0)

  await test.step('a change is undone and done again, in words', async () => {
    const email = leads.find((lead) => isOpen(lead) && lead.email)?.email ?? ''
    await searchBox(page).fill(email)
    const isFirst = (lead: Lead) => isOpen(lead) && lead.email === email
    await expect(counts(page)).toHaveText(shown(matching(isFirst)))
    await expect(tabs.getByTitle('Abertas (mudada)')).toBeVisible()
    await press(page, 'Visão')
    await expect(page.getByRole('menuitem', { name: `Desfazer busca “${email}”` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell').first().click()
    // The focus is on a row, which may be selected.
    await page.keyboard.press('Control+z')
    await expect(counts(page)).toContainText(shown(matching(isOpen)))
    await page.keyboard.press('Control+Shift+z')
    await expect(counts(page)).toContainText(shown(matching(isFirst)))
    await page.keyboard.press('Control+z')
    await expect(counts(page)).toContainText(shown(matching(isOpen)))
  })

  await test.step('another sheet of the account has the view', async () => {
    const [sheet] = await ask(session, 'sheets.list', {})
    if (!sheet) throw new Error('no sheet')
    await ask(session, 'sheets.create', {
      connection_id: sheet.connection_id,
      filter: sheet.filter,
      name: 'Outra',
    })
    await press(page, 'Planilhas')
    await press(page, 'Outra')
    await press(tabs, 'Abertas')
    await expect(counts(page)).toHaveText(shown(matching(isOpen)))
    await press(tabs, 'Ações da visão Abertas')
    await page.getByRole('menuitem', { name: 'Esquecer' }).click()
    await expect(tabs).toHaveCount(0)
  })
})

test('phones and statuses are readable; several columns sort one within the other; scrolling reaches the last row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1800, height: 800 })
  await expect(counts(page)).toHaveText(`${counted(leads.length)} linhas`)
  await expect(page.getByRole('gridcell', { name: /^\(\d\d\) \d{4,5}-\d{4}$/ }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^(Aberta|Pendente|Resolvida|Adiada)$/ }).first()).toBeVisible()

  await heading(page, 'Situação').click()
  await heading(page, 'Mensagens').click({ modifiers: ['Shift'] })
  await heading(page, 'Mensagens').click({ modifiers: ['Shift'] })
  await expect(heading(page, 'Mensagens')).toHaveAccessibleName('Mensagens, em ordem decrescente, 2ª de 2 ordens')
  // The heading shows the requested order; the former rows stay until the next are there.
  const isSorted = async () => {
    const [statuses, messages] = [await column(page, 'Situação'), (await column(page, 'Mensagens')).map(Number)]
    const changes = statuses.filter((status, row) => row > 0 && status !== statuses[row - 1])
    const falls = messages.every(
      (count, row) => statuses[row] !== statuses[row - 1] || count <= (messages[row - 1] ?? 0),
    )
    return falls && changes.length === new Set(statuses).size - 1
  }
  await expect.poll(isSorted).toBe(true)

  // The sign of the order stays beside the menu of its heading.
  await heading(page, 'Situação').hover()
  const sign = await boxOf(heading(page, 'Situação').locator('.table-heading-sort'))
  expect(sign.x + sign.width).toBeLessThanOrEqual(
    (await boxOf(heading(page, 'Situação').locator('.table-heading-menu'))).x,
  )

  await page.getByRole('gridcell').first().hover()
  await page.mouse.wheel(0, 10_000_000)
  await expect(
    page
      .locator(`[aria-rowindex="${leads.length + 1}"]`)
      .getByRole('gridcell')
      .first(),
  ).not.toHaveText('')
})

test('rows are shown where the order changes while further rows are on their way', async ({ page }) => {
  const first = page.locator('.ag-row[row-index="0"] .ag-cell').first()
  const held = new Map<string, Route>()
  let waiting = 0
  await page.route('**/api/call', async (route) => {
    const { id, name, input } = route.request().postDataJSON()
    if (name !== 'tables.rows' || input.from === 0) return route.continue()
    held.set(id, route)
    waiting++
  })
  await page.route('**/api/cancel', async (route) => {
    const cancelled = { ok: false, failure: { code: 'cancelled', params: {} } }
    await held.get(route.request().postDataJSON().id)?.fulfill({ json: cancelled })
    await route.continue()
  })
  for (let times = 1; times <= 3; times++) {
    await heading(page, 'Nome').click()
    await expect(page.locator('.table-grid')).toHaveAttribute('aria-busy', 'false')
    // The grid scrolls to what it does not have yet.
    await first.hover()
    await page.mouse.wheel(0, 20_000)
    await expect.poll(() => waiting).toBeGreaterThanOrEqual(times)
  }
  await heading(page, 'Agente').click()
  await expect(first).not.toBeEmpty()
})

test('columns are hidden, moved, pinned, widened and dragged by their name alone, and stay so over a reload', async ({
  page,
}) => {
  const [from, to] = [await boxOf(heading(page, 'Agente')), await boxOf(heading(page, 'Telefone'))]
  await page.mouse.move(from.x + 40, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 12 })
  const dragged = page.locator('.ag-dnd-ghost')
  await expect(dragged).toHaveText('Agente')
  await expect(dragged.locator('.ag-dnd-ghost-icon')).toBeHidden()
  await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await headings(page)).slice(0, 3)).toEqual(['Nome', 'Agente', 'Telefone'])
  await expect(heading(page, 'Agente')).toHaveAttribute('aria-sort', 'none')

  await menuOf(page, 'Telefone', 'Ocultar')
  await expect(heading(page, 'Telefone')).toBeHidden()
  await menuOf(page, 'Caixa de entrada', 'Mover para a esquerda')
  await menuOf(page, 'Situação', 'Fixar à esquerda')
  const panel = page.getByRole('button', { name: 'Colunas · 1 oculta' })
  await panel.click()
  await expectAccessibleState(page, '[role=dialog]')
  await page.getByRole('textbox', { name: 'Procurar coluna' }).fill('agente')
  await page.getByRole('checkbox', { name: 'Mostrar Agente', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Agente')).toBeHidden()

  const edge = await boxOf(heading(page, 'Caixa de entrada'))
  await page.mouse.move(edge.x + edge.width - 1, edge.y + edge.height / 2)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 79, edge.y + edge.height / 2, { steps: 4 })
  await page.mouse.up()
  const width = async () => Math.round((await boxOf(heading(page, 'Caixa de entrada'))).width)
  await expect.poll(width).toBe(Math.round(edge.width) + 80)

  const arranged = (await headings(page)).slice(0, 4)
  expect(arranged).toEqual(['Nome', 'Situação', 'Caixa de entrada', 'Última mensagem em'])
  const stored = async () => (await layout()).columns.find(({ key }) => key === 'caixa')?.width
  await expect.poll(stored).toBe(await width())
  await page.reload()
  await openSheet(page)
  expect((await headings(page)).slice(0, 4)).toEqual(arranged)
  expect(await width()).toBe(Math.round(edge.width) + 80)

  await press(page, 'Colunas · 2 ocultas')
  await press(page, 'Voltar ao padrão')
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Telefone')).toBeVisible()
  await expect.poll(async () => (await headings(page)).slice(0, 3)).toEqual(['Nome', 'Telefone', 'Situação'])
})

test('rows are moved through, selected, sorted, opened and searched by the keys that ? lists, wherever the focus is', async ({
  page,
}) => {
  await page.keyboard.press('Control+a')
  await expect(counts(page)).toContainText(`${counted(leads.length)} selecionadas`)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(keys.getByText('Selecionar todas as linhas')).toBeVisible()
  await expect(keys.getByText('Abrir o menu da coluna')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('r')
  const focusedRow = () => page.locator(':focus').evaluate((cell) => cell.closest('[role=row]')?.ariaRowIndex)
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible()
  const first = Number(await focusedRow())
  await page.keyboard.press('Escape')
  await expect(counts(page)).not.toContainText('selecionada')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedRow).toBe(String(first + 1))
  await page.keyboard.press('Space')
  await expect(counts(page)).toContainText('1 selecionada')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(counts(page)).toContainText('3 selecionadas')
  await page.keyboard.press('Escape')
  await expect(counts(page)).not.toContainText('selecionada')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Filtrar…' })).toBeVisible()
  // A menu handles Escape once it has the focus.
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible()

  await page.keyboard.press('Control+End')
  await expect.poll(focusedRow).toBe(String(leads.length + 1))
  await page.keyboard.press('Control+Home')
  await expect.poll(focusedRow).toBe(String(first))
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText(`1 de ${counted(leads.length)}`)
  await page.keyboard.press('ArrowDown')
  await expect(details(page)).toContainText(`2 de ${counted(leads.length)}`)
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()

  await page.keyboard.press('Control+Home')
  await expect.poll(focusedRow).toBe(String(first))
  await page.keyboard.press('ArrowUp')
  await expect(heading(page, 'Nome')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Nome')).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Ordenar decrescente' })).toBeVisible()
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Nome')).toBeFocused()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('silva')
  await expect(counts(page)).toHaveText(
    shown(matching(({ nome, email }) => folded(`${nome} ${email}`).includes('silva'))),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible()
})

test('a table is one stop of Tab: its headings and cells are reached by arrows, and it is entered where it was left', async ({
  page,
}) => {
  const focusedCell = page.getByRole('gridcell').and(page.locator(':focus'))
  const columns = page.getByRole('button', { name: /^Colunas/ })
  await columns.focus()
  await page.keyboard.press('Tab')
  await expect(focusedCell).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText(`1 de ${counted(leads.length)}`)
  await page.keyboard.press('ArrowRight')
  const cell = await focusedCell.getAttribute('col-id')
  await page.keyboard.press('Tab')
  await expect(details(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(focusedCell).toHaveAttribute('col-id', String(cell))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('columnheader').and(page.locator(':focus'))).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 'Nome')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(columns).toBeFocused()
})

test('marked rows are counted, summed, copied as shown, and protected with headings when they go to Excel', async ({
  page,
}) => {
  const names = await column(page, 'Nome')
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  const cell = (name: string | undefined) => rows.getByText(name ?? '', { exact: true }).first()
  await cell(names[0]).click()
  await cell(names[2]).click({ modifiers: ['Shift'] })
  await expect(counts(page)).toContainText('3 selecionadas')
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('3 linhas copiadas')).toBeVisible()
  const text = await clipboard(page)
  const lines = text.split(/\r?\n/).map((line) => line.split('\t'))
  expect(lines).toHaveLength(3)
  expect(lines.map((line) => line.length)).toEqual([23, 23, 23])
  expect(lines.map(([name]) => name)).toEqual(names.slice(0, 3))
  expect(lines.map(([, phone]) => phone)).toEqual((await column(page, 'Telefone')).slice(0, 3))

  const messages = [0, 1, 2, 4].map((row) => leads[row]?.mensagens ?? 0)
  const place = await heading(page, 'Mensagens').getAttribute('aria-colindex')
  await page.locator(`.ag-row[row-index="4"] [aria-colindex="${place}"]`).click({ modifiers: ['Control'] })
  const summed = messages.reduce((sum, value) => sum + value, 0)
  await expect(counts(page)).toHaveText(
    `${counted(leads.length)} linhas · 4 selecionadas · soma de mensagens ${counted(summed)} · média ${counted(summed / 4)}`,
  )
  await page.keyboard.press('Control+Shift+c')
  await expect(page.getByText('4 linhas copiadas')).toBeVisible()
  const [head = '', row = ''] = (await clipboard(page)).split(/\r?\n/)
  expect(head.split('\t').slice(0, 2)).toEqual(['Nome', 'Telefone'])
  expect(row.split('\t')[1]).toBe(`="${leads[0]?.telefone}"`)

  // The same by the mouse; hidden rows are left out, which is shown.
  await page.keyboard.press('Home')
  await menuOf(page, 'Telefone', 'Ocultar')
  await cell(names[1]).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Copiar 4 linhas/ }).click()
  await expect(page.getByText('4 linhas copiadas, 22 colunas; 1 coluna oculta ficou de fora')).toBeVisible()
  expect((await clipboard(page)).split('\t')[0]).toBe(names[0])
  await press(page, 'Exportar')
  await expect(page.getByRole('dialog')).toContainText('22 colunas; 1 coluna oculta fica de fora')
})

test('every key acts on the one row that is seen as selected, wherever the arrows, an order or a search lead', async ({
  page,
}) => {
  const names = await column(page, 'Nome')
  const phones = await column(page, 'Telefone')
  const selected = page.getByRole('row', { selected: true })
  const focused = page.getByRole('row').filter({ has: page.locator(':focus') })
  /** One by one: the keys are quicker than what they copy. */
  const copied = async (key: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.keyboard.press(key)
    await expect.poll(() => clipboard(page)).not.toBe('')
    return clipboard(page)
  }
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^55/, '')
  // Two neighbours who have a phone.
  const place = phones.findIndex((phone, at) => phone && phones[at + 1])
  await page
    .getByRole('gridcell', { name: names[place] ?? '', exact: true })
    .first()
    .click()
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveCount(1)
  await expect(selected).toContainText(names[place + 1] ?? '')
  expect(await copied('Control+c')).toBe(names[place + 1])
  expect(digits(await copied('Shift+t'))).toBe(digits(phones[place + 1] ?? ''))
  await expect(counts(page)).toContainText('1 selecionada')

  // Another order takes the row away from under the focus: both stay with the same person.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Home')
  await expect(selected).toHaveCount(1)
  const atEnd = await column(page, 'Nome')
  await menuOf(page, 'Nome', 'Ordenar decrescente')
  await expect(heading(page, 'Nome')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => column(page, 'Nome')).not.toEqual(atEnd)
  await expect(page.locator('.ag-row-loading')).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(focused).toHaveCount(1)
  await expect(selected).toHaveCount(1)
  expect(await focused.innerText()).toBe(await selected.innerText())
  expect(await copied('Control+c')).toBe((await selected.innerText()).split('\n')[0])

  // Marked rows stay marked while the focus moves on, and keys act on them.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(counts(page)).toContainText('2 selecionadas')
  expect((await copied('Control+c')).split(/\r?\n/)).toHaveLength(2)

  // What is let go of is not copied either.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+c')
  await expect(page.getByText(/^Escolha uma célula ou linhas antes de copiar/)).toBeVisible()
})

test('Ctrl C copies the cell with the focus as it is shown, the open field, and leaves text that is selected to the browser', async ({
  page,
}) => {
  const [shownPhone, otherPhone = ''] = await column(page, 'Telefone')
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Célula copiada: Telefone')).toBeVisible()
  expect(await clipboard(page)).toBe(shownPhone)

  // A click goes to its cell, as in Excel; a row that was marked is copied whole.
  const [shownName = ''] = await column(page, 'Nome')
  await page.getByRole('gridcell').first().click()
  await expect(counts(page)).toContainText('1 selecionada')
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe(shownName)
  await page.getByRole('gridcell').first().click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Copiar esta célula/ })).toContainText('Ctrl C')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Célula copiada: Nome')).toBeVisible()
  await page
    .getByRole('gridcell')
    .first()
    .click({ modifiers: ['Control'] })
  // The row was selected before: only the copy tells that it is marked now.
  await expect(async () => {
    await page.keyboard.press('Control+c')
    await expect(page.getByText('1 linha copiada, 23 colunas')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('gridcell', { name: otherPhone, exact: true }).click()
  await expect(page.getByRole('row', { selected: true })).toContainText(otherPhone)
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe(otherPhone)

  await page.getByRole('gridcell').first().dblclick()
  await details(page).getByRole('button', { name: 'Copiar Situação', exact: true }).focus()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Célula copiada: Situação')).toBeVisible()
  const email = details(page).getByText(String(leads[0]?.email), { exact: true })
  await email.selectText()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe(leads[0]?.email)
  await searchBox(page).fill('selecionado')
  await searchBox(page).selectText()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe('selecionado')
  await expect(counts(page)).not.toContainText('selecionadas')
})

test('a row opens beside the grid with every field and its original times, and stays open in a search', async ({
  page,
}) => {
  await page.getByRole('gridcell').first().dblclick()
  await expect(details(page).getByRole('term')).toHaveCount(23)
  const [lead] = leads
  await expect(details(page)).toContainText(`como veio: ${lead?.ultima_mensagem_em}`)
  await press(details(page), 'Copiar Telefone')
  await expect.poll(() => clipboard(page)).toBe(lead?.telefone)
  await press(details(page), 'Próxima linha')
  await expect(details(page)).toContainText(`2 de ${counted(leads.length)}`)
  await expect(details(page)).toContainText(String(leads[1]?.nome))
  await searchBox(page).fill(String(leads[1]?.nome))
  await expect(details(page)).toContainText('1 de ')
  await expect(details(page)).toContainText(String(leads[1]?.nome))
  await expect(searchBox(page)).toBeFocused()
  await press(details(page), 'Fechar detalhes')
  await expect(details(page)).toBeHidden()
})
