import type { Page } from '@playwright/test'
import {
  chooseItem,
  dialog,
  download,
  dropFile,
  expect,
  expectAccessibleState,
  goTo,
  openSheet,
  press,
  searchBox,
  test,
} from './kit.ts'

/** Lists that are made of rows of tables, and lists that are made of two others. */

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('filtered and selected rows of a sheet become lists for cruzar', async ({ openPlatform, page }) => {
  await openPlatform({ leads: 200, sheets: ['Todos'], area: 'Planilhas' })
  await openSheet(page)
  await searchBox(page).fill('maria')
  await expect(page.getByText(/de 200 linhas/)).toBeVisible()
  await press(page, 'Copiar linhas')
  await expect(page.getByRole('menuitem', { name: /Cruzar$/ }).first()).toBeVisible()
  await page.getByRole('menuitem', { name: /^Enviar .* filtradas? para o Cruzar$/ }).click()
  await expect(title(page, 'Todos – linhas filtradas')).toBeVisible()
  await expect(page.getByText(/1 coluna de telefone/)).toBeVisible()
  await goTo(page, 'Planilhas')
  await openSheet(page)
  await page.getByRole('gridcell').first().click()
  await page.getByRole('gridcell').first().click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Cruzar$/ }).first()).toBeVisible()
  await page.getByRole('menuitem', { name: 'Enviar 1 linha selecionada para o Cruzar' }).click()
  await expect(title(page, 'Todos – linhas selecionadas')).toBeVisible()
})

test('a list is combined with a file and a run, and saved', async ({ openPlatform, page }) => {
  await openPlatform({ leads: 200, area: 'Cruzar' })
  const list = 'Nome;Celular\nAna;(11) 98888-7777\nBia;21 97777-6666\nCaio;\nDavi;31 96666-5555\n'
  await dropFile(title(page, 'Cruzar'), 'campanha.csv', list)
  await expect(title(page, 'campanha.csv')).toBeVisible()
  await press(page, 'Combinar com…')
  await dialog(page).getByText('Um arquivo').click()
  await dropFile(dialog(page), 'já ligados.csv', 'telefone\n1188887777\n5531966665555\n4133334444\n')
  await expect(dialog(page).getByText('Ficam 2 de 4 linhas; 2 estão na outra lista e saem.')).toBeVisible()
  await expect(dialog(page).getByText('3 linhas', { exact: false }).first()).toBeVisible()
  await expectAccessibleState(page)
  await dialog(page).getByRole('radio', { name: 'Todos, sem repetir' }).check()
  await dialog(page).getByRole('radio', { name: 'Só quem não está na outra' }).check()
  await press(dialog(page), 'Combinar')
  await expect(title(page, 'campanha sem já ligados')).toBeVisible()
  await expect(page.getByText('ainda não está em nenhum arquivo')).toBeVisible()
  await press(page, 'Salvar como arquivo')
  const { name } = await download(page, () => page.getByRole('menuitem', { name: /^Excel/ }).click())
  expect(name).toBe('campanha sem já ligados.xlsx')
  await expect(page.getByText('ainda não está em nenhum arquivo')).toBeHidden()

  await page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar' }).click()
  await expect(page.getByRole('button', { name: /^Ausentes: 1 linha/ })).toBeVisible()
  await page.getByRole('button', { name: /^Ausentes: 1 linha/ }).click()
  await chooseItem(page, 'Mais ações', 'Combinar só 1 linha da busca e dos filtros…')
  await dialog(page).getByText('Um cruzamento').click()
  await dialog(page).getByRole('combobox', { name: 'Cruzamento' }).click()
  await page.getByRole('option', { name: /· 2 linhas$/ }).click()
  await expect(dialog(page).getByRole('group', { name: 'Só quem saiu como' })).toBeVisible()
  await expect(dialog(page).getByText('A única linha sai; 1 está na outra lista e sai.')).toBeVisible()
})
