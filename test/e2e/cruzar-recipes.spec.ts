import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseItem, dialog, download, dropFile, expect, expectAccessibleState, goTo, press, test } from './kit.ts'

/** How lists of one shape are read, crossed and exported is saved once, and offered for the next list. */

const november = ['Nome;Celular;Recado', 'Ana;11 90000-0001;21 90000-0002', 'Bia;11 90000-0003;21 90000-0004', '']
const december = ['RECADO,Celular,Nome', '21 90000-0005,11 90000-0006,Caio', '']
const use = (page: Page, column: string) => page.getByRole('combobox', { name: `O que há em ${column}` })
const side = (page: Page) => page.getByRole('complementary', { name: 'Cruzar' })

async function cross(page: Page): Promise<void> {
  const button = side(page).getByRole('button', { name: 'Cruzar', exact: true })
  await expect(button).toBeEnabled()
  await button.click()
}

test('a recipe that was saved of a list is applied to the next one of its headings, and can be taken back', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 10, area: 'Cruzar' })
  await dropFile(page.getByRole('main'), 'novembro.csv', november.join('\r\n'))
  await use(page, 'Celular').selectOption('não é chave')
  await use(page, 'Recado').selectOption('telefone')
  await chooseItem(page, 'Modelos', 'Salvar como modelo…')
  await dialog(page).getByLabel('Nome do modelo').fill('Recados do mês')
  await expectAccessibleState(page)
  await press(dialog(page), 'Salvar modelo')
  await expect(page.getByText('Modelo “Recados do mês” salvo.')).toBeVisible()
  await press(page, 'Trocar a lista')
  await expect(page.getByRole('region', { name: 'Modelos de lista' })).toContainText('telefone: Recado')
  await expectAccessibleState(page)

  await dropFile(page.getByRole('main'), 'dezembro.csv', december.join('\r\n'))
  await expect(page.getByText('Modelo “Recados do mês” aplicado.')).toBeVisible()
  await expect(use(page, 'RECADO')).toHaveValue('phone')
  await expect(use(page, 'Celular')).toHaveValue('other')
  await expectAccessibleState(page)
  await press(page, 'Desfazer')
  await expect(use(page, 'Celular')).toHaveValue('phone')
  await press(page, 'Aplicar “Recados do mês”')
  await expect(use(page, 'Celular')).toHaveValue('other')
  await cross(page)
  await expect(page.getByRole('heading', { level: 1, name: 'dezembro' })).toBeVisible()
})

test('a run becomes a recipe with its export, with which the export of the next run begins', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 10, area: 'Cruzar' })
  await dropFile(page.getByRole('main'), 'novembro.csv', november.join('\r\n'))
  await cross(page)
  await expect(page.getByRole('columnheader', { name: 'Celular' }).first()).toBeVisible()
  await chooseItem(page, 'Mais ações', 'Salvar como modelo…')
  await dialog(page).getByLabel('Exportação padrão').selectOption('csv-excel')
  await dialog(page).getByLabel('Inválidas').uncheck()
  await expectAccessibleState(page)
  await press(dialog(page), 'Salvar modelo')

  await goTo(page, 'Cruzar')
  await dropFile(page.getByRole('main'), 'dezembro.csv', december.join('\r\n'))
  await expect(page.getByText('Modelo “novembro” aplicado.')).toBeVisible()
  await cross(page)
  await expect(page.getByRole('heading', { level: 1, name: 'dezembro' })).toBeVisible()
  await press(page, 'Exportar…')
  await expect(dialog(page).getByLabel('Inválidas')).not.toBeChecked()
  await expect(dialog(page).getByLabel(/^As do modelo “novembro”/)).toBeChecked()
  await dialog(page).getByLabel('Guardar estas escolhas no modelo “novembro”').check()
  await expectAccessibleState(page)
  const file = await download(page, () => press(dialog(page), /CSV para Excel/))
  expect((await readFile(file.path, 'utf8')).replace('\ufeff', '').split('\r\n')[0]).toMatch(/^Nome;Celular;RECADO;/)
})
