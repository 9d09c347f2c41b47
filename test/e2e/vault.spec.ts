import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import { connect, expect, goTo, openApp, openSession, test } from './kit.ts'

/** The passphrase vault, where the system has no keychain (issue 2, section 2). */

// The second test opens what the first one made.
test.describe.configure({ mode: 'serial' })

const passphrase = 'cavalo bateria grampo'
let demo: Demo
let host: HostProcess
test.beforeAll(async () => {
  demo = await startDemo({ leads: 200, entries: 10 })
})
test.afterEach(async ({ page }) => {
  // A page that is still open would complain that its host is gone.
  await page.goto('about:blank')
  await host.stop()
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})

test('who connects first makes a vault, with a long passphrase typed twice, that opens with it and no other', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(
    /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
  )
  host = await startHostProcess()
  const made = await openSession(host)
  await openApp(page, made)
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crie a senha do cofre' })).toBeVisible()
  const first = page.getByRole('textbox', { name: 'Senha do cofre' })
  const again = page.getByRole('textbox', { name: 'Repita a senha' })
  await expect(first).toBeFocused()

  await first.fill('curta')
  await page.getByRole('button', { name: 'Criar o cofre' }).click()
  await expect(page.getByText('Faltam 3 caracteres.')).toBeVisible()
  await first.fill(passphrase)
  await again.fill('outra coisa')
  await page.getByRole('button', { name: 'Criar o cofre' }).click()
  await expect(page.getByText('As duas senhas não são iguais.')).toBeVisible()
  await again.fill(passphrase)
  await again.press('Enter')
  await expect(page.getByRole('region', { name: 'Nova conexão' }).getByLabel('Nome')).toBeFocused()
  await connect(made, demo)
  await host.stop()

  host = await startHostProcess({ dataDir: host.dataDir })
  await openApp(page, await openSession(host))
  await expect(page.getByRole('heading', { level: 1, name: 'Abra o cofre' })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Senha do cofre' })
  await expect(page.getByRole('button', { name: 'Abrir', exact: true })).toBeDisabled()
  await field.fill('cavalo bateria errado')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A senha não confere. Nada foi mudado')
  await expect(field).toHaveValue('')

  await field.fill(passphrase)
  await field.press('Enter')
  await goTo(page, 'Conexões')
  await expect(page.getByRole('listitem').filter({ hasText: 'Equipe Vendas' })).toContainText('em uso')
  await goTo(page, 'Ajustes')
  await expect(page.getByText('Em um cofre com senha, porque este computador não tem um chaveiro')).toBeVisible()
})

test('a closed vault does not keep anyone from the demonstration', async ({ page }) => {
  host = await startHostProcess({ dataDir: host.dataDir })
  await openApp(page, await openSession(host))
  await page.getByRole('button', { name: 'Abrir a demonstração' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads deste ano' })).toBeVisible()
  await page.getByRole('button', { name: 'Sair da demonstração' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Abra o cofre' })).toBeVisible()
})
