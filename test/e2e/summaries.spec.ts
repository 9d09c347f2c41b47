import { readFile } from 'node:fs/promises'
import { chooseItem, dialog, download, expect, expectAccessible, openSheet, press, searchBox, test } from './kit.ts'

/** One page for a weekly meeting of 50,000 rows: chosen once, made anew by one press, printed, its numbers exported. */

test('a summary is chosen once, made anew by one press, and has nobody’s name unless that is asked', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 50_000, sheets: ['Todos'] })
  await openSheet(page)
  await expect(searchBox(page)).toBeVisible()
  await chooseItem(page, 'Mais ações', 'Resumo desta planilha…')
  await dialog(page).getByLabel('Período', { exact: true }).selectOption('Últimos 30 dias')
  await dialog(page).getByRole('button', { name: 'Criar e fazer' }).click()
  const summary = page.getByRole('article', { name: 'Resumo de Todos' })
  await expect(summary.getByText('Conversas novas', { exact: true })).toBeVisible()
  await expect(summary.getByRole('img', { name: /^Conversas novas por dia/ })).toBeVisible()
  await expect(summary.getByRole('table', { name: 'Esperando resposta agora' })).toBeVisible()
  await expect(summary.getByText('Quem espera há mais tempo')).toBeHidden()
  await expectAccessible(page)

  await chooseItem(page, 'Mais ações', 'Mudar…')
  await dialog(page)
    .getByRole('checkbox', { name: /^Com nomes e telefones/ })
    .check()
  await press(dialog(page), 'Salvar e refazer')
  await expect(summary.getByRole('table', { name: 'Quem espera há mais tempo' })).toBeVisible()

  await press(page, 'Refazer')
  await expect(page.getByRole('button', { name: 'Refazer' })).toBeEnabled()
  const numbers = await download(page, () => chooseItem(page, 'Exportar', /CSV/))
  expect(await readFile(numbers.path, 'utf8')).toContain('Conversas novas;')
})

test('what is printed is the page alone, in light colours', async ({ page, openPlatform }) => {
  await openPlatform({ leads: 600, sheets: ['Todos'], area: 'Planilhas' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSheet(page)
  await chooseItem(page, 'Mais ações', 'Resumo desta planilha…')
  await press(dialog(page), 'Criar e fazer')
  const summary = page.getByRole('article', { name: 'Resumo de Todos' })
  await expect(summary).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Refazer' })).toBeHidden()
  expect(await summary.evaluate((part) => getComputedStyle(part).color)).toBe('rgb(33, 31, 28)')
})
