import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { createRedirectPage } from '../../main/hosts/serve-browser.ts'
import { startHostProcess } from '../kit/host-process.ts'
import { ask, expect, expectAccessible, press, test } from './kit.ts'

/** Who gets an answer from the browser host, and who gets nothing. */

test('the file that opens the printed address leads into the app once; its page may be reloaded, another browser gets nothing', async ({
  page,
  browser,
}) => {
  const host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  const redirect = await createRedirectPage(host.address, 'pt-BR')
  await page.goto(pathToFileURL(redirect.file).href)
  await redirect.remove()
  await expect(page.getByRole('button', { name: 'Conectar minha conta' })).toBeVisible()
  await expect(page).toHaveURL(`${host.origin}/`)
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Conectar minha conta' })).toBeVisible()

  const other = await browser.newContext()
  const stranger = await other.newPage()
  const answer = await stranger.goto(host.address)
  expect(answer?.status()).toBe(403)
  expect(await other.cookies()).toEqual([])
  for (const path of ['/', '/assets/', '/api/push']) {
    expect((await stranger.goto(host.origin + path))?.status(), path).toBe(403)
  }
  const call = await other.request.post(`${host.origin}/api/call`, { data: { id: '1', name: 'app.state', input: {} } })
  expect(call.status()).toBe(403)
  await other.close()
  // A page that is still open would report the loss of its host.
  await page.goto('about:blank')
  await host.remove()
})

test('a tab that is opened by hand shows how to enter, and the address that it asks for opens the app in it', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/)
  const host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  const connect = (tab: Page) => tab.getByRole('button', { name: 'Conectar minha conta' })
  await page.goto(host.address)
  await expect(connect(page)).toBeVisible()

  const tab = await context.newPage()
  await tab.goto(host.origin)
  await expect(tab.getByRole('heading', { level: 1, name: 'Esta aba não tem acesso ao Cruza' })).toBeVisible()
  await expectAccessible(tab)
  await press(tab, 'Mostrar outro endereço no terminal')
  await expect(tab.getByRole('status')).toHaveText('Abra o último endereço que está no terminal.')
  await tab.goto(host.addresses().at(-1) ?? '')
  await expect(connect(tab)).toBeVisible()
  await page.reload()
  await expect(connect(page)).toBeVisible()

  // The key of an earlier host at the same port.
  await tab.evaluate(() => sessionStorage.setItem('cruza-page-key', 'old'))
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1, name: 'Esta aba não tem acesso ao Cruza' })).toBeVisible()
  await Promise.all([page.goto('about:blank'), tab.goto('about:blank')])
  await host.remove()
})

test('a foreign page can neither read nor change anything, although the browser sends it the cookie', async ({
  page,
  start,
  expectedErrors,
}) => {
  expectedErrors.push(/CORS policy|ERR_FAILED|status of 40[34]|NotSameOrigin/)
  const { demo, session } = await start({ leads: 10 })
  const { origin, cookie } = session
  await page.context().addCookies([{ ...cookie, url: origin, httpOnly: true, sameSite: 'Strict' }])

  await page.goto(`${demo.platform.url}/`)
  const read = await page.evaluate(async (own) => {
    const body = JSON.stringify({ id: '1', name: 'app.prefer', input: { theme: 'dark' } })
    const blind = { method: 'POST', mode: 'no-cors', credentials: 'include', body } as const
    await fetch(`${own}/api/call`, blind).catch(() => undefined)
    const readable = fetch(`${own}/`, { credentials: 'include' })
    return readable.then(() => 'read').catch(() => 'refused')
  }, origin)
  expect(read).toBe('refused')
  expect((await ask(session, 'app.state', {})).preferences.theme).toBe('system')
})
