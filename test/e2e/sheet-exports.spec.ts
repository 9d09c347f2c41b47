import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import { chooseItem, dialog, download, expect, type Lead, leadsOf, press, searchBox, test } from './kit.ts'

/** What a sheet gives to Excel and to systems. */

let leads: readonly Lead[]
test.beforeEach(async ({ openPlatform }) => {
  leads = await leadsOf((await openPlatform({ leads: 600, sheets: ['Todos'] })).demo)
})

async function exportAs(page: Page, scope: string, format: RegExp) {
  await dialog(page).getByRole('radio', { name: scope }).check()
  const file = await download(page, () => press(dialog(page), format))
  await expect(dialog(page)).toBeHidden()
  return file
}

const records = (text: string, delimiter: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, delimiter, skipEmptyLines: true }).data

test('an XLSX holds the rows and columns on screen, phones as text and times as dates; a selection goes out alone', async ({
  page,
}) => {
  await press(page, 'Todos')
  const matches = leads.filter(({ nome, email }) => /silva/i.test(`${nome} ${email}`))
  await searchBox(page).fill('silva')
  await expect(page.getByText(`${matches.length} de 600 linhas`, { exact: true })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Situação' }).hover()
  await chooseItem(page, 'Menu da coluna Situação', 'Ocultar')
  await press(page, 'Exportar')
  const shown = await exportAs(page, 'O que está na tela', /^Excel/)
  expect(shown.name).toBe('Todos.xlsx')
  const cells = (await readWorkbook(shown.path)).sheets[0]?.cells
  const headings = ['A1', 'B1', 'C1', 'E1'].map((place) => cells?.get(place)?.value)
  expect(headings).toEqual(['Nome', 'Telefone', 'Agente', 'Última mensagem em'])
  expect(cells?.get('A2')?.value).toBe(matches[0]?.nome)
  expect(cells?.get('B2')).toMatchObject({ type: 'text', value: matches[0]?.telefone ?? '' })
  expect(cells?.get('E2')).toMatchObject({ type: 'number', format: expect.stringMatching(/y/i) })
  expect(cells?.has(`A${matches.length + 1}`)).toBe(true)
  expect(cells?.has(`A${matches.length + 2}`)).toBe(false)
  await expect(
    page.getByText(`Todos.xlsx: ${matches.length} linhas exportadas; 1 coluna oculta ficou de fora.`),
  ).toBeVisible()

  const names = matches.slice(0, 3).map(({ nome }) => nome)
  const cell = (row: number) => page.locator(`.ag-row[row-index="${row}"] [col-id="nome"]`)
  await cell(0).click()
  await cell(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText(/ · 3 selecionadas/)).toBeVisible()
  await page.keyboard.press('Control+e')
  await expect(dialog(page).getByText('600 linhas, 23 colunas').first()).toBeVisible()
  await expect(dialog(page).getByText('3 linhas, 22 colunas; 1 coluna oculta fica de fora')).toBeVisible()
  const selected = await exportAs(page, 'Só a seleção', /^CSV para sistemas/)
  expect(records(await readFile(selected.path, 'utf8'), ',').map(({ nome }) => nome)).toEqual(names)
})
