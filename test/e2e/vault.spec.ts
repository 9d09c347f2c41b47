import { connect, expect, expectAccessibleState, goTo, openApp, press, test } from './kit.ts'

/** The passphrase vault, where the system has no keychain. */

test('a vault is made with a long passphrase typed twice, opens after a restart with it alone, and leaves the demonstration open', async ({
  page,
  start,
}) => {
  const passphrase = 'cavalo bateria grampo'
  const { demo, session, restart } = await start({ leads: 10, passphrase: null })
  await openApp(page, session)

  await test.step('the first connection asks for a new vault', async () => {
    await press(page, 'Conectar minha conta')
    await expect(page.getByRole('heading', { level: 1, name: 'Crie a senha do cofre' })).toBeVisible()
    const first = page.getByRole('textbox', { name: 'Senha do cofre' })
    const again = page.getByRole('textbox', { name: 'Repita a senha' })
    await expect(first).toBeFocused()
    await first.fill(passphrase)
    await again.fill(passphrase)
    await again.press('Enter')
    await expect(page.getByRole('region', { name: 'Nova conexão' }).getByLabel('Nome')).toBeFocused()
    await connect(session, demo)
  })

  // A page that is still open would report the loss of its host.
  await page.goto('about:blank')
  await openApp(page, (await restart()).session)
  const closed = page.getByRole('heading', { level: 1, name: 'Abra o cofre' })

  await test.step('a closed vault does not close the demonstration', async () => {
    await expect(closed).toBeVisible()
    await press(page, 'Abrir a demonstração')
    await expect(page.getByRole('heading', { level: 1, name: 'Leads deste ano' })).toBeVisible()
    await press(page, 'Sair da demonstração')
    await expect(closed).toBeVisible()
  })

  await test.step('the right passphrase alone opens it', async () => {
    const field = page.getByRole('textbox', { name: 'Senha do cofre' })
    await expect(page.getByRole('button', { name: 'Abrir', exact: true })).toBeDisabled()
    await field.fill('cavalo bateria errado')
    await field.press('Enter')
    const refusal = page.getByRole('alert').filter({ hasText: 'A senha não confere. Nada foi mudado' })
    await expect(refusal).toBeVisible()
    await expectAccessibleState(page)
    await expect(field).toHaveValue('')
    await field.fill(passphrase)
    await field.press('Enter')
    await goTo(page, 'Conexões')
    await expect(page.getByRole('listitem').filter({ hasText: 'Equipe Vendas' })).toContainText('em uso')
    await goTo(page, 'Ajustes')
    await expect(page.getByText('Em um cofre com senha, porque este computador não tem um chaveiro')).toBeVisible()
  })
})
