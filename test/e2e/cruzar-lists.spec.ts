import type { Page } from '@playwright/test'
import { buildXlsx, xlsxRow } from '../main/lists/build-xlsx.ts'
import { encryptAgile } from '../main/lists/encrypt-workbook.ts'
import { columnTexts, dialog, dropFile, expect, expectAccessibleState, goTo, type Opened, press, test } from './kit.ts'

/** A list comes in, is understood, counted and corrected before anything is sent. */

let { demo } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 10, area: 'Cruzar' }))
})

/** The counts of the list, as shown. */
const budget = (page: Page) => page.getByRole('region', { name: 'O que será enviado' }).getByRole('status')
const setting = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Como a lista foi lida' }).getByLabel(name)
const use = (page: Page, column: string) => page.getByRole('combobox', { name: `O que há em ${column}` })
const preview = (page: Page) => page.getByRole('region', { name: /^Primeiras/ })
const chosen = (page: Page, name: string) => setting(page, name).locator('option:checked')
const start = (page: Page) => page.getByRole('complementary', { name: 'Cruzar' })

test('a CSV dropped anywhere on the window shows how it was read, its keys and its cost, and nothing is sent', async ({
  page,
}) => {
  await goTo(page, 'Ajustes')
  const hover = (type: string) =>
    page.evaluate((name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['1'], 'lista.csv'))
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  await hover('dragenter')
  await expect(page.getByText('Cruzar esta lista')).toBeVisible()
  await expect(page.getByText('Nada é enviado antes de você mandar.')).toBeVisible()
  await expectAccessibleState(page)
  await hover('dragleave')
  await expect(page.getByText('Cruzar esta lista')).toBeHidden()

  const csv = ['Nome;Celular;Cidade', 'Ana;(11) 98888-7777;São Paulo', 'José;21 97777-6666;Niterói', ''].join('\r\n')
  await dropFile(page.getByRole('heading', { level: 1, name: 'Ajustes' }), 'campanha_de_maio.csv', csv)
  await expect(page.getByRole('heading', { level: 1, name: 'campanha_de_maio.csv' })).toBeVisible()
  await expect(page.getByText(/^texto · \d+ B · 3 colunas · 1 coluna de telefone$/)).toBeVisible()
  await expect(chosen(page, 'Acentos')).toHaveText('UTF-8')
  await expect(chosen(page, 'Separador')).toHaveText('ponto e vírgula ;')
  await expect(chosen(page, 'Primeira linha')).toHaveText('é o cabeçalho')
  await expect(use(page, 'Celular')).toHaveValue('phone')
  await expect(use(page, 'Nome')).toHaveValue('other')
  const cells = ['Ana', '(11) 98888-7777', 'São Paulo', 'José', '21 97777-6666', 'Niterói']
  await expect(preview(page).getByRole('cell')).toHaveText(cells)
  await expect(budget(page)).toContainText('2 linhas, 2 chaves, 0 repetidas, 0 inválidas. 1 consulta, ~1 s')
  await expect(start(page).getByLabel('Nome')).toHaveValue('campanha de maio')
  await expect(start(page)).toContainText('Envia 2 chaves para a conexão escolhida.')
  expect(demo.requests().filter(({ path }) => path.endsWith('/cruzar'))).toEqual([])
})

test('a list comes from a chosen sheet of a workbook, from the clipboard, and from a box', async ({ page }) => {
  const workbook = buildXlsx([
    { name: 'Resumo', rows: xlsxRow(1, ['Mês', 'Total']) + xlsxRow(2, ['maio', 'dois']) },
    {
      name: 'Contatos',
      rows: xlsxRow(1, ['Nome', 'Fone']) + xlsxRow(2, ['Ana', 11988887777]) + xlsxRow(3, ['Bia', '21 97777-6666']),
    },
  ])
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Escolher arquivo')])
  await chooser.setFiles({ name: 'contatos.xlsx', mimeType: '', buffer: Buffer.from(workbook) })
  await expect(page.getByText(/^planilha XLSX/)).toBeVisible()
  await setting(page, 'Aba').selectOption('Contatos')
  await expect(use(page, 'Fone')).toHaveValue('phone')
  await expect(budget(page)).toContainText('2 linhas, 2 chaves')
  await expect(preview(page).getByRole('cell', { name: '11988887777' })).toBeVisible()

  await press(page, 'Trocar a lista')
  await page.evaluate(() => navigator.clipboard.writeText('11988887777\n(21) 97777-6666\nana@exemplo.com.br'))
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('heading', { level: 1, name: /^Lista colada/ })).toBeVisible()
  await expect(budget(page)).toContainText('3 linhas, 3 chaves')
  await expect(chosen(page, 'Primeira linha')).toHaveText('já são dados')

  await press(page, 'Trocar a lista')
  await page.keyboard.press('v')
  await expectAccessibleState(page)
  await dialog(page).getByRole('textbox').fill('11988887777 / 11977776666\n11988887777')
  await expect(dialog(page).getByText('2 linhas')).toBeVisible()
  await press(dialog(page), 'Conferir lista')
  await expect(budget(page)).toContainText('2 linhas, 2 chaves, 1 repetida')
})

test('a workbook with a password asks for it, says that one is wrong, and Escape leaves', async ({ page }) => {
  const rows = xlsxRow(1, ['Nome', 'Fone']) + xlsxRow(2, ['Ana', '11988887777'])
  const file = Buffer.from(encryptAgile(buildXlsx([{ name: 'A', rows }]), 'açaí 7'))
  const drop = () => dropFile(page.getByRole('heading', { level: 1 }), 'folha.xlsx', file)
  const type = async (password: string) => {
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }
  await drop()
  await expect(dialog(page).getByLabel('Senha', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await drop()
  await expect(dialog(page)).toContainText('“folha.xlsx” abre só com senha.')
  await type('Açaí 7')
  await expect(dialog(page)).toContainText('Esta senha não abre a planilha.')
  await expectAccessibleState(page)
  await type('açaí 7')
  await expect(page.getByRole('heading', { level: 1, name: 'folha.xlsx' })).toBeVisible()
  await expect(budget(page)).toContainText('1 linha, 1 chave')
})

test('Cruzar in the navigation leaves an open list, and asks first where something would be lost', async ({ page }) => {
  const toStart = () => press(page.getByRole('navigation', { name: 'Navegação' }), 'Cruzar')
  const list = page.getByRole('heading', { level: 1, name: 'lista.csv' })
  const csv = 'Celular\n11988887777\n'
  await dropFile(page.getByRole('main'), 'lista.csv', csv)
  await expect(list).toBeVisible()
  await goTo(page, 'Planilhas')
  await toStart()
  await expect(list).toBeVisible()
  await toStart()
  await expect(page.getByRole('heading', { level: 1, name: 'Cruzar' })).toBeVisible()

  await dropFile(page.getByRole('main'), 'lista.csv', csv)
  await start(page).getByLabel('Nome').fill('Campanha de Natal')
  await toStart()
  const question = page.getByRole('dialog', { name: 'Sair desta lista?' })
  await expect(question).toContainText('o nome, os filtros ou quem responde')
  await press(question, 'Cancelar')
  await expect(start(page).getByLabel('Nome')).toHaveValue('Campanha de Natal')
  await toStart()
  await press(question, 'Sair da lista')
  await expect(page.getByRole('heading', { level: 1, name: 'Cruzar' })).toBeVisible()
})

test('the types of columns are seen in the preview and corrected there, and a run is ordered by amounts', async ({
  page,
}) => {
  const values = ['R$ 9,90', 'R$ 1.234,56', '(R$ 5,00)', 'R$ 80', 'a combinar']
  const more = Array.from({ length: 20 }, (_, at) => `R$ ${100 + at},00`)
  const rows = [...values, ...more].map((value, at) => `Pessoa ${at};11988880${100 + at};${value};00${at}`)
  const csv = ['Nome;Celular;Valor;Código', ...rows].join('\n')
  await dropFile(page.getByRole('heading', { level: 1, name: 'Cruzar' }), 'vendas.csv', csv)
  const type = (column: string) => page.getByRole('combobox', { name: `Tipo de ${column}` })
  await expect(type('Valor')).toHaveValue('money')
  await expect(type('Nome')).toHaveValue('text')
  await expect(type('Celular')).toBeHidden()
  await expect(preview(page).getByText('1 de 25 não é dinheiro')).toBeVisible()
  await expect(type('Código')).toHaveValue('text')
  await type('Código').selectOption('número')
  await expect(type('Código').getByRole('option', { name: 'reconhecer o tipo' })).toBeAttached()
  await expect(type('Código')).toHaveValue('number')
  await expectAccessibleState(page)

  await press(start(page), 'Cruzar')
  await expect(page.getByRole('heading', { level: 1, name: 'vendas', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'a combinar' })).toBeVisible()
  const heading = page.getByRole('grid').getByRole('columnheader', { name: /^Valor/ })
  const firstAmounts = async () => (await columnTexts(page, heading)).slice(0, 3)
  await heading.click()
  await expect.poll(firstAmounts).toEqual(['(R$ 5,00)', 'R$ 9,90', 'R$ 80'])
  await heading.click()
  await expect.poll(firstAmounts).toEqual(['R$ 1.234,56', 'R$ 119,00', 'R$ 118,00'])
})
