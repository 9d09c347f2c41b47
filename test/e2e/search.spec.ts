import { connect, expect, goTo, leadsOf, openApp, readSheet, type Started, test } from './kit.ts'

/** Ctrl K: what the open screen can do, and everything that is kept here by its name. */

let { demo, session } = {} as Started
test.beforeEach(async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 300 }))
  await readSheet(session, await connect(session, demo), 'Todos')
  await openApp(page, session)
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
})

test('the buttons, menus and columns of the open screen are found and used by the keyboard alone', async ({ page }) => {
  const search = page.getByRole('dialog', { name: 'Buscar ou executar' })
  const grid = page.getByRole('grid')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('renomear')
  await expect(search.getByRole('group', { name: 'Nesta tela' }).getByRole('option')).toHaveText([/Renomear/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Renomear' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('situacao')
  await expect(search.getByRole('option', { name: /Situação.*ocultar a coluna/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const filter = page.getByRole('form', { name: 'Filtrar Situação' })
  await expect(filter).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ocultar situacao')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Situação' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('situacao')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Situação' })).toBeFocused()
})

test('Ctrl K opens above a drawer, and Escape closes one after the other', async ({ page }) => {
  await goTo(page, 'Planilhas')
  await page.getByRole('button', { name: 'Nova planilha' }).click()
  const drawer = page.getByRole('dialog', { name: 'Nova planilha' })
  const day = drawer.getByRole('textbox', { name: 'Conversa criada até' })
  await day.focus()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Buscar ou executar' })
  // A click is refused to what lies below something else.
  await search.getByRole('textbox').click()
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(day).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('a person is found by a phone in any form and opens at their row, whatever is filtered', async ({ page }) => {
  const lead = (await leadsOf(demo)).find(({ telefone_digitos: digits }) => /^55..9[6-9]\d{7}$/.test(digits ?? ''))
  const digits = lead?.telefone_digitos ?? ''
  const search = page.getByRole('dialog', { name: 'Buscar ou executar' })
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill('nenhuma linha tem isto')
  await expect(page.getByRole('gridcell')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`${digits.slice(2, 4)} ${digits.slice(4, 9)}-${digits.slice(9)}`)
  const people = search.getByRole('group', { name: 'Pessoas nas planilhas guardadas' })
  await expect(people.getByRole('option').first()).toContainText(lead?.nome ?? '')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary').filter({ hasText: lead?.nome ?? '' })
  await expect(details).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    digits.slice(4),
  )

  await page.keyboard.press('Control+k')
  await page.keyboard.type('ninguém com este nome')
  await expect(search).toContainText('Tente o começo de uma palavra, um telefone')
})
