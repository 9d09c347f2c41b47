import { readFile } from 'node:fs/promises'
import { ask, chooseItem, download, expect, expectAccessibleState, press, test } from './kit.ts'

/** The second host of a connection, and what is known of an installation. */

test('a second host is added with its token, switched to and checked, and the diagnostics of the first are exported', async ({
  page,
  start,
  openPlatform,
  expectedErrors,
}) => {
  const { demo: beta } = await start({ leads: 20 })
  const { demo, session, connection } = await openPlatform({ leads: 60, area: 'Conexões' })
  await test.step('the second host', async () => {
    await press(page, 'Editar Equipe Vendas')
    await page.getByLabel('Servidor beta').fill(beta.platform.url)
    await press(page, 'Salvar e verificar')
    await expect(page.getByText('A chave guardada vale só para os endereços em que foi informada')).toBeVisible()
    await page.getByLabel('Chave de acesso').fill(demo.platform.token)
    await press(page, 'Salvar e verificar')
    await expect(page.getByText('Tudo certo: a conexão está pronta para usar.')).toBeVisible()
    expect(beta.requests()).toEqual([])

    await page.getByText('Beta', { exact: true }).click()
    await expect(page.getByText('no beta', { exact: true })).toBeVisible()
    await expect.poll(() => beta.requests().length).toBeGreaterThan(2)
    await expect(page.getByText('Tudo certo: a conexão está pronta para usar.')).toBeVisible()
    await expectAccessibleState(page, 'main')
    await chooseItem(page, 'Mais ações de Equipe Vendas', 'Voltar ao servidor principal')
    await expect(page.getByText('no beta', { exact: true })).toHaveCount(0)
  })
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
