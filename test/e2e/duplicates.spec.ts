import { chooseItem, details, download, expect, expectAccessibleState, openSheet, press, test } from './kit.ts'

/** Contacts that look like one person. */

test('duplicates of a sheet are shown in pairs, exported, and lead to the contact', async ({ openPlatform, page }) => {
  await openPlatform({ leads: 1200, sheets: ['Todos'], area: 'Planilhas' })
  await openSheet(page)
  await chooseItem(page, 'Mais ações', 'Duplicados na base')
  await expect(page.getByText('3 pares pelo nono dígito')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'nono dígito' })).toHaveCount(3)
  await expectAccessibleState(page)
  await press(page, 'Exportar')
  const { name } = await download(page, () =>
    page
      .getByRole('button', { name: /XLSX|Excel/ })
      .first()
      .click(),
  )
  expect(name).toBe('Duplicados na base.xlsx')
  await page.getByRole('gridcell', { name: 'nono dígito' }).first().click()
  await page.keyboard.press('Enter')
  await press(details(page), 'Abrir o contato 1')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Duplicados na base')
})
