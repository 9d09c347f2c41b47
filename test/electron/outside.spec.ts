import { ask, connect, expect, test } from './kit.ts'

/** Links leave the window for the system's browser alone, and only those that main has checked. */
test('a link of the help opens in the browser of the system, and no other address does', async ({ launch, demo }) => {
  const { app, page } = await launch()
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = async (url) => {
      opened.push(url)
    }
  })
  const opened = () => app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
  await page.getByRole('button', { name: 'Conectar minha conta' }).waitFor()
  await connect(page, demo)
  await page.reload()
  await page.getByRole('button', { name: 'Ajuda', exact: true }).click()
  await page.getByRole('button', { name: 'Plataforma', exact: true }).click()
  await page.getByRole('button', { name: /Onde encontrar o token/ }).click()
  await page.getByRole('link', { name: 'ver no navegador' }).click()
  await expect.poll(opened).toEqual(['https://ajuda.vitrine.example/imagens/perfil.png'])
  expect(app.windows()).toHaveLength(1)
  expect(page.url()).toBe('cruza://app/index.html')

  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'ms-msdt:/id', 'cruza://app/']) {
    await expect(ask(page, 'app.open_outside', { url })).rejects.toThrow('bad_address')
  }
  expect(await ask(page, 'app.open_outside', { url: 'mailto:ajuda@vitrine.example' })).toEqual({ page_opens: null })
  const [connection] = await ask(page, 'connections.list', {})
  const conversation = { connection_id: connection?.id ?? '', record: 'conversation', id: 12 } as const
  expect(await ask(page, 'connections.open_record', conversation)).toEqual({ page_opens: null })
  expect(await opened()).toEqual([
    'https://ajuda.vitrine.example/imagens/perfil.png',
    'mailto:ajuda@vitrine.example',
    `${demo.platform.url}/app/accounts/${demo.platform.accountId}/conversations/12`,
  ])
})
