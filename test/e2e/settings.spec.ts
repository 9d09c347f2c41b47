import { ask, dialog, dropFile, expect, goTo, press, test } from './kit.ts'

/** Language, theme and where the keys are. */

test('settings show the vault; the dark theme, the folded navigation and English hold over a reload', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ leads: 20, area: 'Ajustes' })
  const safety = page.getByRole('region', { name: 'Segurança' })
  await expect(safety).toContainText('aberto')
  await expect(safety).toContainText('Em um cofre com senha, porque este computador não tem um chaveiro do sistema.')
  await expect(safety).toContainText('Os dados baixados ficam neste computador, criptografados.')
  await goTo(page, 'Planilhas')
  await press(page, /^Cofre aberto/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()

  const idle = page.getByRole('switch', { name: /^Ler uma a uma as respostas guardadas/ })
  await expect(idle).not.toBeChecked()
  await idle.press('Space')
  await expect(idle).toBeChecked()

  const html = page.locator('html')
  await page.getByRole('radiogroup', { name: 'Tema' }).getByText('Escuro').click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', /rgb\((1|2|3)\d, (1|2|3)\d, (1|2|3)\d\)/)
  await press(page, 'Recolher o menu')
  await page.getByRole('radiogroup', { name: 'Idioma' }).getByText('English').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en')

  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await press(page.getByRole('navigation', { name: 'Navigation' }), 'Settings')
  await expect(page.getByRole('switch', { name: /^Read offline entries one by one/ })).toBeChecked()
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Same as the system').click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Português').click()
  await press(page, 'Expandir o menu')
  await expect(page.getByRole('button', { name: 'Recolher o menu' })).toBeVisible()
})

test('with English chosen, no screen shows Portuguese', { tag: '@all' }, async ({ page, openPlatform }) => {
  const { session } = await openPlatform({ leads: 20, sheets: ['Todos'] })
  await ask(session, 'app.prefer', { language: 'en' })
  await page.reload()
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  const portuguese = /\b(não|você|linhas?|planilhas?|conexão|conexões|ajustes|serviço|escolha|conversas?)\b/i

  await press(navigation, 'Connections')
  await press(page, 'New connection')
  await expect(page.getByRole('region', { name: 'New connection' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(portuguese)

  await press(navigation, 'Sheets')
  await press(page, 'New sheet')
  const form = page.getByRole('dialog', { name: 'New sheet' })
  await press(form, 'This year')
  await expect(form.getByRole('button', { name: /^Download .* rows?$/ })).toBeEnabled()
  await expect(form).not.toContainText(portuguese)
  await page.keyboard.press('Escape')

  await press(page, 'Todos')
  await expect(page.getByText('complete', { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Last message', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^(Open|Pending|Resolved|Snoozed)$/ }).first()).toBeVisible()

  await press(navigation, 'Cross-check')
  await dropFile(page.getByRole('main'), 'list.csv', 'Name;Phone\nAna;11988887777\nBia;sem\n')
  await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(portuguese)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).not.toContainText(portuguese)
})

test('everything is erased after a typed word, and the last page confirms it', async ({ page, openPlatform }) => {
  await openPlatform({ leads: 20, sheets: ['Todos'], area: 'Ajustes' })
  await press(page, 'Apagar tudo…')
  await expect(dialog(page)).toContainText('1 planilha baixada')
  await expect(dialog(page)).toContainText('1 conexão, com a chave de acesso')
  await dialog(page).getByLabel('Digite “apagar” para confirmar').fill('apagar')
  await press(dialog(page), 'Apagar definitivamente')
  await expect(page.getByRole('heading', { level: 1, name: 'Tudo foi apagado' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Tudo foi apagado' })).toBeVisible()
})
