import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { columnTexts, download, expect, goTo, leadsOf, type Opened, openSheet, press, test } from './kit.ts'

/** Who waits for an answer, for how long: in a sheet by columns that Cruza computes, in conversations by words. */

let { demo } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 300, sheets: ['Todos'], area: 'Planilhas' }))
})

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })

const column = (page: Page, name: string) => columnTexts(page, heading(page, name))

test('a sheet shows who waits, longest first, in one state, and exports just that', async ({ page }) => {
  await page.setViewportSize({ width: 4400, height: 700 })
  await openSheet(page)
  await press(page, 'Colunas')
  for (const name of ['Espera desde', 'Espera até a leitura (h)', 'UF do DDD'])
    await page.getByRole('checkbox', { name: `Mostrar ${name}`, exact: true }).check()
  await page.keyboard.press('Escape')
  // What Cruza computes is no hidden column of the service.
  await expect(page.getByRole('button', { name: 'Colunas', exact: true })).toBeVisible()
  await heading(page, 'Espera até a leitura').click()
  await heading(page, 'Espera até a leitura').click()
  const hours = async () =>
    (await column(page, 'Espera até a leitura')).map((text) => Number(text.replace('.', '').replace(',', '.')))
  await expect.poll(async () => (await hours())[0]).toBeGreaterThan(0)
  const waits = (await hours()).filter((wait) => wait > 0)
  expect(waits).toEqual(waits.toSorted((one, other) => other - one))
  expect((await column(page, 'Espera desde'))[0]).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)

  await heading(page, 'UF do DDD').press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Filtrar…' }).click()
  await page.getByRole('checkbox', { name: /^SP/ }).check()
  await press(page, 'Filtrar')
  const ofSaoPaulo = (await leadsOf(demo)).filter(({ telefone }) => /^\+551\d/.test(telefone ?? ''))
  await expect(page.getByRole('main').getByRole('status').last()).toContainText(`${ofSaoPaulo.length} de 300 linhas`)

  await press(page, 'Exportar')
  const file = await download(page, () => page.getByRole('button', { name: /^CSV para sistemas/ }).click())
  const lines = (await readFile(file.path, 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/,espera_desde,espera_horas,uf$/)
  expect(lines).toHaveLength(ofSaoPaulo.length + 1)
  expect(lines.slice(1).every((line) => line.endsWith(',SP'))).toBe(true)
})

test('conversations say how long a contact has waited, and list the longest wait first', async ({ page }) => {
  await goTo(page, 'Conversas')
  const lines = page.getByRole('option')
  await expect(lines.first()).toBeVisible()
  await page.getByText('Maior espera').click()
  await expect(lines.first()).toContainText(/espera há [\d.]+ (?:dias|h|min)/)
  await lines.first().click()
  await press(page, 'Ver o contato')
  await expect(
    page
      .getByRole('main')
      .getByText(/^espera há/)
      .first(),
  ).toBeVisible()
})
