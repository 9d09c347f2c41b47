import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { platformDraft } from '../kit/connection-drafts.ts'
import { companyName, startProxy, startSecureService } from '../kit/proxy.ts'
import { ask, connectForms, expect, test } from './kit.ts'

/** Requests go through Chromium's network: system proxy and certificates, no redirect, nothing on the disk. */

/** A connection to a platform at this address. */
const draft = (url: string, name?: string) => platformDraft({ url, accountId: 7, brand: 'vitrine', token: 't' }, name)

test('a redirect to another origin is not followed but shown as a failure', { tag: '@all' }, async ({
  launch,
  serve,
}) => {
  const elsewhere = await serve(() => ({ json: {} }))
  const redirecting = await serve(({ path }) => ({
    status: 302,
    headers: { location: `${elsewhere.origin}${path}` },
    text: '',
  }))
  const { page } = await launch()
  const { check } = await ask(page, 'connections.save', draft(redirecting.origin))
  expect(check.passed).toBe(false)
  expect(check.steps.map(({ finding }) => finding)).toContain('redirected')
  expect(elsewhere.asked).toEqual([])
})

test('an answer that no Response can be made of fails the request alone', async ({ launch, serve }) => {
  const odd = await serve(() => (response) => {
    response.socket?.end('HTTP/1.1 999 Denied\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  })
  const { app, page } = await launch()
  await app.evaluate(() => {
    process.once('uncaughtException', (error) => Reflect.set(globalThis, 'uncaught', String(error)))
  })
  const { check } = await ask(page, 'connections.save', draft(odd.origin))
  expect(check.steps[0]).toMatchObject({ step: 'reachable', state: 'failed' })
  expect(await app.evaluate(() => Reflect.get(globalThis, 'uncaught'))).toBeUndefined()
})

test('the proxy of the system is used, and nobody but the services is ever asked for', async ({ launch }) => {
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(String(request.url))
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  // Without a desktop that has settings of its own, the variables are the system's.
  const { page } = await launch({ environment: { https_proxy: address, XDG_CURRENT_DESKTOP: '' } })
  const { check } = await ask(page, 'connections.save', draft('https://atendimento.example'))
  expect(check.steps[0]).toMatchObject({ step: 'reachable', state: 'failed' })
  expect(new Set(tunnels)).toEqual(new Set(['atendimento.example:443']))
  proxy.close()
})

test('a proxy that asks for a password gets it from the user once; a network that intercepts is named', async ({
  launch,
}) => {
  const secure = await startSecureService()
  const proxy = await startProxy({ port: secure.port, login: 'joão:certa' })
  const environment = { https_proxy: proxy.address, XDG_CURRENT_DESKTOP: '' }
  const first = await launch({ environment })
  const { check } = await ask(first.page, 'connections.save', draft('https://casa.example'))
  expect(check.steps[0]).toMatchObject({ finding: 'proxy_login', params: { proxy: proxy.name } })

  const dialog = first.page.getByRole('dialog', { name: 'Entrar no proxy da rede' })
  await dialog.getByLabel('Usuário').fill('joão')
  await dialog.getByLabel('Senha', { exact: true }).fill('errada')
  await dialog.getByRole('button', { name: 'Entrar' }).click()
  await expect(dialog.getByText('O proxy não aceitou este usuário e senha.')).toBeVisible()
  expect(proxy.asked.filter(({ login }) => login === 'joão:errada')).toHaveLength(1)
  await dialog.getByLabel('Senha', { exact: true }).fill('certa')
  await dialog.getByRole('button', { name: 'Entrar' }).click()
  await expect(dialog).toBeHidden()
  await first.app.close()

  const { page } = await launch({ environment })
  const again = await ask(page, 'connections.save', draft('https://casa.example', 'Outra'))
  expect(again.check.steps[0]).toMatchObject({ finding: 'certificate_unknown', params: { issuer: companyName } })
  expect((await ask(page, 'app.state', {})).proxy).toBeNull()
  // Not the token, which goes nowhere before the certificate is trusted.
  expect(secure.asked).toEqual([])
  await proxy.close()
  await secure.close()
})

test('a write whose connection breaks is sent once, although Chromium repeats what a kept connection lost', async ({
  launch,
  serve,
  demo,
}) => {
  const between = await serve(async ({ method, path, query, headers }) => {
    if (method === 'POST') return (response) => response.socket?.destroy()
    const answer = await fetch(`${new URL(demo.forms.url).origin}${path}?${query}`, {
      headers: { authorization: String(headers.authorization), accept: String(headers.accept) },
    })
    return { status: answer.status, json: await answer.json() }
  })
  const { app, page } = await launch()
  // Over QUIC it would repeat them as well.
  expect(await app.evaluate((electron) => electron.app.commandLine.hasSwitch('disable-quic'))).toBe(true)
  const connection_id = await connectForms(page, { url: `${between.origin}/api/v1`, key: demo.forms.key })
  await ask(page, 'webhooks.list', { connection_id, fresh: true })
  const made = ask(page, 'webhooks.create', {
    connection_id,
    url: 'https://integra.example/novo',
    events: ['entry.created'],
    form_id: null,
  })
  await expect(made).rejects.toThrow(/sent_unknown/)
  expect(between.asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/v1/webhooks'])
})
