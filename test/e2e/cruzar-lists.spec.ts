import type { Page } from '@playwright/test'
import { buildOds, odsRow } from '../main/lists/build-ods.ts'
import { buildXlsx, xlsxRow } from '../main/lists/build-xlsx.ts'
import { encryptAgile } from '../main/lists/encrypt-workbook.ts'
import {
  ask,
  dialog,
  dropFile,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  readSheet,
  test,
} from './kit.ts'

/** A list comes in, is understood, counted and corrected before anything is sent. */

let { demo, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, session, connection } = await openPlatform({ leads: 10, area: 'Cruzar' }))
})

const strip = (page: Page) => page.getByRole('region', { name: 'O que será enviado' })
/** The counts of the list, as shown. */
const budget = (page: Page) => strip(page).getByRole('status')
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

test('an HTML table under the name .xls, a sheet of LibreOffice and a chat are lists', async ({ page }) => {
  const rows = [
    ['Nome', 'Fone'],
    ['Ana', '11988887777'],
    ['Bia', '21 97777-6666'],
  ] as const
  const table = `<table>${rows.map((cells) => `<tr><td>${cells.join('<td>')}`).join('')}</table>`
  await dropFile(page.getByRole('main'), 'clientes.xls', `<html>${table}${table}`)
  await expect(page.getByText(/^tabela HTML/)).toBeVisible()
  await setting(page, 'Tabela').selectOption('2')
  await expect(budget(page)).toContainText('2 linhas, 2 chaves')
  await expect(start(page).getByLabel('Nome')).toHaveValue('clientes')

  await press(page, 'Trocar a lista')
  const sheets = [
    { name: 'Leia', rows: odsRow(['Preencha']) },
    { name: 'Leads', rows: rows.map((cells) => odsRow(cells)).join('') },
  ]
  await dropFile(page.getByRole('main'), 'clientes.ods', Buffer.from(buildOds(sheets)))
  await expect(page.getByText(/^planilha ODS/)).toBeVisible()
  await expect(chosen(page, 'Aba')).toHaveText('Leads')

  await press(page, 'Trocar a lista')
  const chat = '12/03/2026 14:22 - Ana: oi\n12/03/2026 14:23 - +55 11 98888-7777: oi'
  await dropFile(page.getByRole('main'), 'Conversa do WhatsApp.txt', chat)
  await expect(budget(page)).toContainText('2 linhas, 1 chave')
  await expect(preview(page).getByRole('columnheader')).toHaveCount(4)
  await expectAccessibleState(page)
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

test('how a list was read can be changed and recognised again; useless keys are listed with row, text and reason', async ({
  page,
}) => {
  const list = ['Nome,Fone,Recado', 'Ana,11988887777,21977776666', 'Bia,31966665555,', ''].join('\n')
  await dropFile(page.getByRole('main'), 'lista.txt', list)
  await expect(chosen(page, 'Separador')).toHaveText('vírgula ,')
  await setting(page, 'Primeira linha').selectOption('já são dados')
  await expect(budget(page)).toContainText('3 linhas')
  await expect(page.getByText('escolhido por você')).toHaveCount(1)
  await setting(page, 'Separador').selectOption('nenhum: uma coluna só')
  await expect(preview(page).getByRole('columnheader')).toHaveCount(1)
  await setting(page, 'Acentos').selectOption('UTF-16 LE')
  await expect(page.getByText('escolhido por você')).toHaveCount(3)
  await press(page, 'Reconhecer de novo')
  await expect(page.getByText('escolhido por você')).toHaveCount(0)
  await expect(budget(page)).toContainText('2 linhas')

  await use(page, 'Fone').selectOption('não é chave')
  await use(page, 'Recado').selectOption('telefone')
  await expect(budget(page)).toContainText('2 linhas, 1 chave, 0 repetidas, 1 inválida')

  await press(page, 'Trocar a lista')
  const faulty = 'Nome;Telefone;E-mail\nAna;11988887777;\nCurta;9999;\nEstragada;5,51199E+12;\nRuim;;ana@exemplo\n'
  await dropFile(page.getByRole('main'), 'ruim.csv', faulty)
  await expect(budget(page)).toContainText('4 linhas, 1 chave, 0 repetidas, 3 inválidas')
  await press(strip(page), 'Por quê?')
  const reasons = page.getByRole('region', { name: '3 células não servem como chave' })
  await expect(reasons.getByRole('row', { name: '3 Telefone 9999 curta demais' })).toBeVisible()
  await expectAccessibleState(page)
})

test('the button of a sheet keeps it as who answers, also for another list, until the run', async ({ page }) => {
  const id = await readSheet(session, connection, 'Base de maio')
  await goTo(page, 'Planilhas')
  await press(page, 'Base de maio')
  await press(page.getByRole('main'), 'Cruzar')
  await expect(page.getByText('Quem responde é a planilha guardada “Base de maio”')).toBeVisible()
  await dropFile(page.getByRole('main'), 'um.csv', 'Celular\n11988887777\n')
  const answerer = start(page).getByLabel('Quem responde').locator('option:checked')
  await expect(answerer).toHaveText('Planilha guardada: Base de maio (offline)')
  await press(page, 'Trocar a lista')
  await dropFile(page.getByRole('main'), 'dois.csv', 'Celular\n11977776666\n')
  await expect(page.getByRole('heading', { level: 1, name: 'dois.csv' })).toBeVisible()
  await expect(answerer).toHaveText('Planilha guardada: Base de maio (offline)')
  await press(start(page), 'Cruzar')
  await expect.poll(async () => (await ask(session, 'cruzar.runs', {}))[0]?.sheet_id).toBe(id)

  await goTo(page, 'Cruzar')
  await expect(page.getByText('Quem responde é a planilha guardada')).toBeHidden()
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
  const asked = page.getByRole('dialog', { name: 'Sair desta lista?' })
  await expect(asked).toContainText('o nome, os filtros ou quem responde')
  await press(asked, 'Cancelar')
  await expect(start(page).getByLabel('Nome')).toHaveValue('Campanha de Natal')
  await toStart()
  await press(asked, 'Sair da lista')
  await expect(page.getByRole('heading', { level: 1, name: 'Cruzar' })).toBeVisible()
})
