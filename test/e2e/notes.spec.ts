import {
  counted,
  details,
  dropFile,
  expect,
  expectAccessibleState,
  goTo,
  leadsOf,
  openSheet,
  press,
  test,
} from './kit.ts'

/** Notes about people: written beside one row of 50,000, read wherever the person is. */

test('a note of a row is on the page of the person, in a list with their phone, and filters by its tag', async ({
  page,
  openPlatform,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  const { demo } = await openPlatform({ leads: 50_000, sheets: ['Todos'] })
  const { length } = await leadsOf(demo)
  await openSheet(page)
  const [name = '', phone = ''] = await page.getByRole('gridcell').allTextContents()
  await page.getByRole('gridcell').first().dblclick()
  await press(details(page), 'Anotar sobre a pessoa')
  const editor = details(page).getByRole('region', { name: 'Nota sobre a pessoa' })
  await expect(editor).toContainText('Só neste computador, criptografada. O atendimento não a vê.')
  await editor.getByRole('textbox', { name: 'Nota sobre a pessoa' }).fill('Só fala à tarde')
  await editor.getByRole('combobox', { name: 'Etiquetas da nota' }).fill('VIP')
  await page.keyboard.press('Enter')
  await expectAccessibleState(page)
  await page.keyboard.press('Control+Enter')
  await expect(editor.getByRole('button', { name: 'Remover nota' })).toBeVisible()
  await expect(editor).toContainText('Só fala à tarde')
  await expectAccessibleState(page)

  await press(page, 'Colunas')
  await page.getByRole('checkbox', { name: 'Mostrar Etiquetas da nota', exact: true }).check()
  await page.keyboard.press('Escape')
  const heading = page.getByRole('columnheader', { name: 'Etiquetas da nota' })
  await heading.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Filtrar…' }).click()
  await page.getByRole('checkbox', { name: /^VIP/ }).check()
  await press(page, 'Filtrar')
  const counts = page.getByRole('main').getByRole('status').last()
  await expect(counts).toContainText(`1 de ${counted(length)} linhas`)

  await press(details(page), 'Abrir o contato')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Nota sobre a pessoa' })).toContainText('Só fala à tarde')

  await goTo(page, 'Cruzar')
  await dropFile(page.getByRole('heading', { level: 1 }), 'campanha.csv', `Nome;Celular\r\nAlguém;${phone}\r\n`)
  await page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar', exact: true }).click()
  await page.getByRole('gridcell', { name: 'Alguém' }).dblclick()
  await expect(details(page).getByRole('region', { name: 'Nota sobre a pessoa' })).toContainText('Só fala à tarde')

  await press(details(page), 'Remover nota')
  await expect(details(page).getByRole('button', { name: 'Anotar sobre a pessoa' })).toBeVisible()
  await press(page, 'Desfazer')
  await expect(details(page).getByRole('region', { name: 'Nota sobre a pessoa' })).toContainText('VIP')
})
