import { readFile } from 'node:fs/promises'
import { ask, chooseItem, download, expect, expectAccessibleState, press, test } from './kit.ts'

/** What is known of an installation. */

test('the diagnostics of a connection are asked for and exported, and a file that does not arrive is reported', async ({
  page,
  openPlatform,
  expectedErrors,
}) => {
  const { demo, session, connection } = await openPlatform({ leads: 60, area: 'Conexões' })
  await test.step('the diagnostics', async () => {
    await chooseItem(page, 'Mais ações de Equipe Vendas', 'Diagnóstico')
    await expect(page.getByText('Nada foi perguntado a este serviço ainda')).toBeVisible()
    await press(page, 'Perguntar ao serviço')
    const answers = page.getByRole('table', { name: 'Diagnóstico' })
    await expect(answers.getByText('respondida')).toHaveCount(13)
    await expect(answers).toContainText('O conversa_id do lead é o número da conversa')
    await expect(answers).toContainText('separado por ponto e vírgula, telefones com apóstrofo na frente')
    await expectAccessibleState(page, 'main')
    const { path, name } = await download(page, () => press(page, 'Exportar JSON'))
    expect(name).toMatch(/^cruza-diagnostico-\d{4}-\d\d-\d\d\.json$/)
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ app: 'Cruza', on_beta: false, host: new URL(demo.platform.url).host })
    expect(text).not.toContain(demo.platform.token)
    expect(await ask(session, 'diagnostics.read', { connection_id: connection })).toMatchObject({ on_beta: false })
  })
  await test.step('a file that does not arrive is no silence', async () => {
    expectedErrors.push(/ERR_FAILED/)
    await page.route('**/download/**', (route) => route.abort())
    await press(page, 'Exportar JSON')
    await expect(page.getByText('Esta página perdeu o contato com o Cruza')).toBeVisible()
  })
})
