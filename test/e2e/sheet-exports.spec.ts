import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import { readWorkbook } from '../main/export/read-workbook.ts'
import {
  connect,
  counted,
  download,
  expect,
  type Lead,
  leadsOf,
  openApp,
  openSession,
  readSheet,
  type Session,
  test,
} from './kit.ts'

/** What a sheet gives to Excel and to systems (issue 2, section 5, "Export"). */

let demo: Demo
let host: HostProcess
let session: Session
let leads: readonly Lead[]
test.beforeAll(async () => {
  demo = await startDemo({ leads: 1200, entries: 10, limits: { platform: 1_000_000, forms: 10_000 } })
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  leads = await leadsOf(demo)
  await readSheet(session, await connect(session, demo), 'Todos')
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.beforeEach(async ({ page }) => {
  await openApp(page, session)
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Exportar' })

async function exportAs(page: Page, scope: string, format: string) {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  await dialog(page).getByRole('radio', { name: scope }).check()
  return download(page, () => dialog(page).getByRole('button', { name: format }).click())
}

test('an XLSX holds what is shown: its rows, its columns in their order, phones as text, moments as dates', async ({
  page,
}) => {
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill('silva')
  await expect(page.getByText(/^\d+ de 1\.200 linhas$/)).toBeVisible()
  const found = leads.filter(({ nome, email }) => /silva/i.test(`${nome} ${email}`))
  await page.getByRole('columnheader', { name: 'Situação' }).hover()
  await page.getByRole('button', { name: 'Menu da coluna Situação' }).click()
  await page.getByRole('menuitem', { name: 'Ocultar' }).click()

  const file = await exportAs(page, 'O que está na tela', 'Excel (XLSX)')
  expect(file.name).toBe('Todos.xlsx')
  const cells = (await readWorkbook(file.path)).sheets[0]?.cells
  expect(['A1', 'B1', 'C1', 'E1'].map((place) => cells?.get(place)?.value)).toEqual([
    'Nome',
    'Telefone',
    'Agente',
    'Última mensagem em',
  ])
  expect(cells?.get('A2')?.value).toBe(found[0]?.nome)
  expect(cells?.get('B2')).toMatchObject({ type: 'text', value: found[0]?.telefone ?? '' })
  expect(cells?.get('E2')).toMatchObject({ type: 'number', format: expect.stringMatching(/y/i) })
  expect(cells?.has(`A${found.length + 1}`)).toBe(true)
  expect(cells?.has(`A${found.length + 2}`)).toBe(false)
  await expect(page.getByText(`Todos.xlsx: ${found.length} linhas exportadas.`)).toBeVisible()
})

test('the CSV for Excel has a BOM, semicolons, and cells that Excel neither runs nor rounds', async ({ page }) => {
  const file = await exportAs(page, 'Tudo', 'CSV para Excel')
  expect(file.name).toBe('Todos (CSV para Excel).csv')
  const text = await readFile(file.path, 'utf8')
  expect(text.startsWith('\ufeffContato nº;Nome;Telefone;')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  })
  expect(data).toHaveLength(leads.length)
  const phones = new Map(data.map((row) => [row['Contato nº'], row.Telefone]))
  for (const { contato_id: id, telefone } of leads.slice(0, 50)) {
    expect(phones.get(String(id))).toBe(telefone === null ? '' : `="${telefone}"`)
  }
  const formulas = leads.filter(({ nome }) => nome.startsWith('='))
  expect(formulas.length).toBeGreaterThan(0)
  const names = data.map(({ Nome }) => Nome)
  for (const { nome } of formulas) expect(names).toContain(`'${nome}`)
})

test('the CSV for systems is raw: commas, no BOM, the fields by their own names, times in UTC', async ({ page }) => {
  const file = await exportAs(page, 'Tudo', 'CSV para sistemas')
  expect(file.name).toBe('Todos (CSV para sistemas).csv')
  const text = await readFile(file.path, 'utf8')
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: ',',
    skipEmptyLines: true,
  })
  expect(meta.fields).toContain('contato_id')
  expect(text.charCodeAt(0)).not.toBe(0xfeff)
  expect(data.map(({ telefone }) => telefone)).toEqual(leads.map(({ telefone }) => telefone ?? ''))
  expect(data.map(({ nome }) => nome)).toEqual(leads.map(({ nome }) => nome))
  expect(Date.parse(data[0]?.ultima_mensagem_em ?? '')).toBe(Date.parse(leads[0]?.ultima_mensagem_em ?? ''))
  expect(data[0]?.ultima_mensagem_em).toMatch(/Z$/)
})

test('only the selected rows go out when that is what is asked', async ({ page }) => {
  const names = leads.slice(0, 3).map(({ nome }) => nome)
  const cell = (name = '') => page.getByRole('gridcell', { name, exact: true }).first()
  await cell(names[0]).click()
  await cell(names[2]).click({ modifiers: ['Shift'] })
  await expect(page.getByText(/ · 3 selecionadas/)).toBeVisible()
  await page.keyboard.press('Control+e')
  await expect(
    dialog(page)
      .getByText(`${counted(leads.length)} linhas, 23 colunas`)
      .first(),
  ).toBeVisible()
  await expect(dialog(page).getByText(/^3 linhas, 2\d colunas$/)).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Só a seleção' }).check()
  const file = await download(page, () => dialog(page).getByRole('button', { name: 'CSV para sistemas' }).click())
  const { data } = Papa.parse<Record<string, string>>(await readFile(file.path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ nome }) => nome)).toEqual(names)
})

test('a sheet is exported from the list as well, without opening it', async ({ page }) => {
  await page.reload()
  await page.getByRole('button', { name: 'Mais ações de Todos' }).click()
  await page.getByRole('menuitem', { name: 'Exportar…' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'O que está na tela' })).toBeChecked()
  const file = await download(page, () => dialog(page).getByRole('button', { name: 'Excel (XLSX)' }).click())
  const cells = (await readWorkbook(file.path)).sheets[0]?.cells
  expect(cells?.get('A1')?.value).toBe('Nome')
  expect(cells?.has(`A${leads.length + 1}`)).toBe(true)
})
