import { startHostProcess } from '../kit/host-process.ts'
import { ask, expect, test } from './kit.ts'

/** Who gets an answer from the browser host, and who gets nothing (issue 2, section 1). */

test('the printed address opens the app once; its page may be reloaded, another browser gets nothing', async ({
  page,
  browser,
}) => {
  const host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  await page.goto(host.address)
  await expect(page.getByRole('button', { name: 'Conectar minha conta' })).toBeVisible()
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
