import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import { ask, connect, dropFile, expect, goTo, openApp, openSession, readSheet, type Session, test } from './kit.ts'

/** Language, theme and where the keys are (issue 2, section 2). */

let demo: Demo
let host: HostProcess
let session: Session
test.beforeAll(async () => {
  demo = await startDemo({ leads: 200, entries: 10 })
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  await readSheet(session, await connect(session, demo), 'Todos')
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.beforeEach(async ({ page }) => {
  await openApp(page, session)
  await goTo(page, 'Ajustes')
})

test('the settings say which vault keeps the keys, and that the data are encrypted', async ({ page }) => {
  const safety = page.getByRole('region', { name: 'Segurança' })
  await expect(safety).toContainText('aberto')
  await expect(safety).toContainText('Em um cofre com senha, porque este computador não tem um chaveiro do sistema.')
  await expect(safety).toContainText('Os dados baixados ficam neste computador, criptografados.')
  await page.getByRole('button', { name: 'Cofre aberto' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
})

test('in English every screen speaks English, from one press on', async ({ page }) => {
  await page.getByRole('radiogroup', { name: 'Idioma' }).getByText('English').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  const portuguese = /\b(não|você|linhas?|planilhas?|conexão|conexões|ajustes|serviço|escolha|conversas?)\b/i

  await navigation.getByRole('button', { name: 'Connections' }).click()
  await page.getByRole('button', { name: 'New connection' }).click()
  await expect(page.getByRole('region', { name: 'New connection' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(portuguese)

  await navigation.getByRole('button', { name: 'Sheets' }).click()
  await page.getByRole('button', { name: 'New sheet' }).click()
  const form = page.getByRole('dialog', { name: 'New sheet' })
  await form.getByRole('button', { name: 'This year' }).click()
  await expect(form.getByRole('button', { name: /^Download .* rows?$/ })).toBeEnabled()
  await expect(form).not.toContainText(portuguese)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByText('complete', { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Last message', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^(Open|Pending|Resolved|Snoozed)$/ }).first()).toBeVisible()

  await navigation.getByRole('button', { name: 'Cross-check' }).click()
  await dropFile(page.getByRole('main'), 'list.csv', 'Name;Phone\nAna;11988887777\nBia;sem\n')
  await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(portuguese)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).not.toContainText(portuguese)
  await ask(session, 'app.prefer', { language: 'pt-BR' })
  await expect(navigation).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Navegação' })).toBeVisible()
})

test('the dark theme holds over a reload, and the navigation folds to icons', async ({ page }) => {
  await page.getByRole('radiogroup', { name: 'Tema' }).getByText('Escuro').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', /rgb\((1|2|3)\d, (1|2|3)\d, (1|2|3)\d\)/)
  await page.getByRole('button', { name: 'Recolher o menu' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('button', { name: 'Expandir o menu' })).toBeVisible()
  await goTo(page, 'Ajustes')
  await page.getByRole('radiogroup', { name: 'Tema' }).getByText('Do sistema').click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Expandir o menu' }).click()
  await expect(page.getByRole('button', { name: 'Recolher o menu' })).toBeVisible()
})
