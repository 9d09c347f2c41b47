import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { ask, expect, test } from './kit.ts'

/** Requests go through Chromium's network: system proxy and certificates, no redirect, nothing on the disk. */

let demo: Demo
test.beforeAll(async () => {
  demo = await startDemo({ leads: 10, entries: 10 })
})
test.afterAll(() => demo.close())

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function draft(baseUrl: string) {
  const { accountId, brand, token } = demo.platform
  return {
    service: 'platform',
    name: 'Equipe',
    base_url: baseUrl,
    account_id: accountId,
    brand,
    secret: token,
  } as const
}

test('every step of a check passes against the services', { tag: '@all' }, async ({ launch }) => {
  const { page } = await launch()
  const { check } = await ask(page, 'connections.save', draft(demo.platform.url))
  expect(check.steps.map(({ step, state }) => [step, state])).toEqual([
    ['reachable', 'passed'],
    ['service', 'passed'],
    ['token', 'passed'],
    ['account', 'passed'],
    ['lead_export', 'passed'],
    ['clock', 'passed'],
  ])
})

test('a redirect to another origin is not followed and is said', { tag: '@all' }, async ({ launch }) => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(String(request.url))
    response.end('{}')
  })
  const target = await listen(elsewhere)
  const redirecting = createServer((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${target}${request.url}` }).end()
  })
  const { page } = await launch()
  const { check } = await ask(page, 'connections.save', draft(`http://127.0.0.1:${await listen(redirecting)}`))
  expect(check.passed).toBe(false)
  expect(check.steps.map(({ finding }) => finding)).toContain('redirected')
  expect(asked).toEqual([])
  redirecting.close()
  elsewhere.close()
})

test('the proxy of the system is used, and nobody but the services is ever asked for', async ({ launch }) => {
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(String(request.url))
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const address = `http://127.0.0.1:${await listen(proxy)}`
  // Without a desktop that has settings of its own, the variables are the system's.
  const { page } = await launch({ environment: { https_proxy: address, XDG_CURRENT_DESKTOP: '' } })
  const { check } = await ask(page, 'connections.save', draft('https://atendimento.example'))
  expect(check.steps[0]).toMatchObject({ step: 'reachable', state: 'failed' })
  expect(new Set(tunnels)).toEqual(new Set(['atendimento.example:443']))
  proxy.close()
})

test('a write whose connection breaks is sent once, although Chromium repeats what a kept connection lost', async ({
  launch,
}) => {
  const posts: string[] = []
  const between = createServer(async (request, response) => {
    if (request.method === 'POST') {
      posts.push(String(request.url))
      request.socket.destroy()
      return
    }
    const headers = { authorization: String(request.headers.authorization) }
    const answer = await fetch(`${new URL(demo.forms.url).origin}${request.url}`, { headers })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  const { page } = await launch()
  const { connection } = await ask(page, 'connections.save', {
    service: 'forms',
    name: 'Formulários',
    base_url: `http://127.0.0.1:${await listen(between)}/api/v1`,
    secret: demo.forms.key,
  })
  await ask(page, 'webhooks.list', { connection_id: connection.id, fresh: true })
  const made = ask(page, 'webhooks.create', {
    connection_id: connection.id,
    url: 'https://integra.example/novo',
    events: ['entry.created'],
    form_id: null,
  })
  await expect(made).rejects.toThrow(/sent_unknown/)
  expect(posts).toEqual(['/api/v1/webhooks'])
  between.close()
})
