import type { Locator, Page } from '@playwright/test'
import { dialog, expect, expectAccessibleState, press, test } from './kit.ts'

/** The console: a call of the catalogue, and its answer in each way. */

const answer = (page: Page): Locator => page.getByRole('region', { name: 'Resposta', exact: true })
const status = (page: Page, code: number): Locator => answer(page).getByText(String(code), { exact: true })
const view = (page: Page, name: string) => answer(page).getByText(name, { exact: true }).click()
const part = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Partes do console' }).getByRole('button', { name }).click()

test('an answer is shown as tree, table, text and type, and a list of it becomes a data set', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 60, area: 'Console' })
  await page.getByTitle('/api/v1/accounts/{account_id}/contacts/search', { exact: true }).click()
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('a')
  await press(page, 'Enviar')
  await expect(status(page, 200)).toBeVisible()
  await press(answer(page), /^payload/)
  await press(answer(page), /^0 /)
  await expect(answer(page).getByText('phone_number')).toBeVisible()
  await expectAccessibleState(page)

  await view(page, 'Tabela')
  await expect(answer(page).getByRole('columnheader', { name: 'phone_number' })).toBeVisible()
  const path = answer(page).getByRole('textbox', { name: 'JSONPath' })
  await expect(path).toHaveValue('$.payload')
  await path.fill('$.payload[?(@.id > 0)]')
  await path.press('Enter')
  await expect(answer(page).getByText(/achados?$/)).toBeVisible()
  await view(page, 'Texto')
  await expect(answer(page).getByText('"payload"')).toBeVisible()
  await view(page, 'Tipo')
  await expect(answer(page).getByRole('cell', { name: 'payload[].phone_number' })).toBeVisible()

  await press(answer(page), 'Guardar como dados')
  await dialog(page).getByRole('textbox', { name: 'Nome' }).fill('Contatos achados')
  await press(dialog(page), 'Guardar')
  await expect(page.getByText('“Contatos achados” guardado')).toBeVisible()
  await part(page, /^Dados guardados/)
  await press(page, 'Contatos achados')
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos achados' })).toBeVisible()
})
