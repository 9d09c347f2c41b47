import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageKeyHeader } from '../../../main/hosts/sessions.ts'
import { startTestHost, type TestHost, testPassphrase } from '../../kit/browser-host.ts'
import { pageKeyIn } from '../../kit/host-process.ts'
import { everything, startDemoServices } from '../../kit/leads.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

describe('the printed address', () => {
  test('gives the session once, in a cookie that no script and no other site can use', async () => {
    const { send, ticketPath, origin } = await startTestHost()
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const first = await send({ path: ticketPath })
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('<title>Cruza') })
    const [cookie = '', ...more] = first.headers['set-cookie'] ?? []
    expect(more).toEqual([])
    expect(cookie).toMatch(new RegExp(`^cruza-${new URL(origin).port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`))
    const second = await send({ path: ticketPath })
    expect(second.status).toBe(403)
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(second.text).not.toContain('<title>')
  })

  test('can be loaded again by the page that has the session, and gives no other one', async () => {
    const { enter, get, ticketPath } = await startTestHost()
    await enter()
    const again = await get(ticketPath)
    expect(again.status).toBe(200)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect((await get('/')).status).toBe(200)
  })

  test('is not found by guessing, and guessing does not use it up', async () => {
    const { send, ticketPath } = await startTestHost()
    for (const path of ['/?ticket=', '/?ticket=wrong', '/?ticket', '/index.html?ticket=x']) {
      const { status, headers } = await send({ path })
      expect([path, status, headers['set-cookie']]).toEqual([path, 403, undefined])
    }
    expect((await send({ path: ticketPath })).status).toBe(200)
  })

  test('gives nothing at another path, by another method, or under a name that merely points here', async () => {
    const { send, ticketPath, origin } = await startTestHost()
    const { port } = new URL(origin)
    expect((await send({ path: ticketPath.replace('/?', '/index.html?') })).status).toBe(403)
    expect((await send({ path: ticketPath, method: 'POST' })).status).toBe(403)
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`]) {
      expect((await send({ path: ticketPath, headers: { host } })).status).toBe(403)
    }
    expect((await send({ path: ticketPath, headers: { host: `localhost:${port}` } })).status).toBe(200)
  })
})

let shared: TestHost
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  shared = await startTestHost({}, (end) => ends.push(end))
  await shared.enter()
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe('cookies of other servers of this machine', () => {
  test('of the same name, before or after the own one, lock nobody out', async () => {
    const started = await startTestHost()
    const page = await started.enter()
    const foreign = `cruza-${new URL(started.origin).port}=${'x'.repeat(43)}`
    for (const cookie of [
      `${foreign}; ${page.cookie}`,
      `${page.cookie}; ${foreign}`,
      `a=b; ${page.cookie}; ${foreign}; c`,
    ]) {
      expect((await started.get('/', { cookie })).status).toBe(200)
      expect((await started.get('/assets/main.js', { cookie })).status).toBe(200)
    }
  })

  test('that replace the own one are replaced by it with the next call of the page', async () => {
    const started = await startTestHost()
    const page = await started.enter()
    const foreign = `cruza-${new URL(started.origin).port}=${'x'.repeat(43)}`
    const { status, headers } = await started.post('/api/cancel', '{"id":"1"}', { cookie: foreign })
    expect(status).toBe(200)
    expect(headers['set-cookie']?.[0]?.split(';')[0]).toBe(page.cookie)
    expect((await started.send({ path: '/', headers: { cookie: foreign } })).status).toBe(403)
  })

  test('that are as many as a browser keeps leave the page its answers', async () => {
    const started = await startTestHost()
    const page = await started.enter()
    const many = Array.from({ length: 150 }, (_, index) => `c${index}=${'x'.repeat(4000)}`)
    expect((await started.get('/', { cookie: [...many, page.cookie].join('; ') })).status).toBe(200)
  })
})

test('the connection of a stranger is closed with the refusal, and that of the page stays', async () => {
  const started = await startTestHost()
  const page = await started.enter()
  expect((await started.send({ path: '/' })).headers.connection).toBe('close')
  const alive = await started.send({ path: '/', headers: { ...page, connection: 'keep-alive' } })
  expect(alive.headers.connection).toBe('keep-alive')
})

describe('without the session', () => {
  test('nothing is answered: no page, no file, no call, no push, no download', async () => {
    const { send, origin } = shared
    const body = JSON.stringify({ id: '1', name: 'app.state', input: {} })
    const cookies = ['', 'a=b', `cruza-${new URL(origin).port}=`, `cruza-${new URL(origin).port}=${'x'.repeat(43)}`]
    for (const cookie of cookies) {
      for (const path of ['/', '/index.html', '/assets/main.js', '/api/push', '/download/x', '/api/call', '/nothing']) {
        expect(await send({ path, headers: { cookie } })).toMatchObject({ status: 403 })
      }
      for (const path of ['/api/call', '/api/cancel', '/api/offer?name=a.csv']) {
        const answer = await send({ method: 'POST', path, body, headers: { cookie, origin } })
        expect(answer.status).toBe(403)
        expect(answer.text).not.toContain('phase')
      }
    }
  })
})

describe('another listener of this machine, which browsers send the cookie too', () => {
  const call = JSON.stringify({ id: '1', name: 'app.state', input: {} })

  test('gets no call, no push and no download with it; only the page of the ticket holds the key', async () => {
    const demo = await startDemoServices({ leads: 3 })
    const { enter, connect, send, get, listen, call: ask, origin } = await startTestHost()
    const { cookie = '', [pageKeyHeader]: pageKey = '' } = await enter()
    expect(pageKey).toMatch(/^[\w-]{43}$/)
    expect((await get('/')).text).not.toContain(pageKey)
    const pushes = await listen()
    const { id } = await connect(demo.platform)
    await ask('sheets.save_server_csv', { connection_id: id, filter: everything, name: 'a' })
    await expect.poll(() => pushes.find(({ kind }) => kind === 'download')).toBeDefined()
    const push = pushes.find(({ kind }) => kind === 'download')
    const download = push?.kind === 'download' ? push.path : ''

    for (const key of [undefined, '', cookie, pageKey.slice(1), `${pageKey}x`]) {
      const headers = { cookie, origin, ...(key === undefined ? {} : { [pageKeyHeader]: key }) }
      for (const path of ['/api/call', '/api/cancel', '/api/offer?name=a.csv']) {
        expect(await send({ method: 'POST', path, body: call, headers })).toMatchObject({ status: 403 })
      }
      for (const path of ['/api/push', download, '/download/x']) {
        expect(await send({ path, headers })).toMatchObject({ status: 403 })
      }
    }
    expect(
      (await send({ method: 'POST', path: '/api/call', body: call, headers: { origin, [pageKeyHeader]: pageKey } }))
        .status,
    ).toBe(403)
    expect((await get(download)).status).toBe(200)
  })

  test('may have a new address printed, once until that is used, and never gets it', async () => {
    const printed: string[] = []
    const { enter, send, origin } = await startTestHost({ onNewAddress: (address) => printed.push(address) })
    const { cookie = '' } = await enter()
    const ask = () => send({ method: 'POST', path: '/api/address', headers: { cookie, origin } })
    expect(await ask()).toMatchObject({ status: 200, text: '{"ok":true,"value":null}' })
    await ask()
    expect(printed).toEqual([expect.stringMatching(new RegExp(`^${origin}/\\?ticket=[\\w-]{32}$`))])
    const { pathname, search } = new URL(printed[0] ?? '')
    const entered = await send({ path: pathname + search })
    const headers = { cookie, origin, [pageKeyHeader]: pageKeyIn(entered.text) }
    expect((await send({ method: 'POST', path: '/api/call', body: call, headers })).status).toBe(200)
    expect((await send({ path: pathname + search })).status).toBe(403)
  })
})

describe('a page of another origin', () => {
  test('gets nothing, though the browser sends the cookie', async () => {
    const { post, get, origin, send } = shared
    const body = JSON.stringify({ id: '1', name: 'app.state', input: {} })
    const { port } = new URL(origin)
    const foreign = ['https://evil.example', 'null', '', `https://127.0.0.1:${port}`, `http://127.0.0.1.evil:${port}`]
    for (const other of [...foreign, `127.0.0.1:${port}`, `http://127.0.0.1:${Number(port) + 1}`]) {
      expect((await post('/api/call', body, { origin: other })).status).toBe(403)
      if (other) expect((await get('/', { origin: other })).status).toBe(403)
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await get('/api/push', { 'sec-fetch-site': site })).status).toBe(403)
      expect((await get('/assets/main.js', { 'sec-fetch-site': site })).status).toBe(403)
    }
    expect((await get('/', { 'sec-fetch-site': 'none' })).status).toBe(200)
    const preflight = await send({
      method: 'OPTIONS',
      path: '/api/call',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(403)
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a write without any origin is refused', async () => {
    const { send, get } = shared
    const { headers } = await get('/')
    expect(headers['set-cookie']).toBeUndefined()
    expect((await send({ method: 'POST', path: '/api/call', body: '{}' })).status).toBe(403)
  })
})

describe('every answer', () => {
  test('forbids what a page does not need, and allows no other origin', async () => {
    const { get, post, send } = shared
    const answers = [
      await get('/'),
      await get('/assets/main.js'),
      await get('/nothing.js'),
      await post('/api/call', '{'),
      await send({ path: '/' }),
    ]
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe|https?:/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('files', () => {
  test('are served with their kind', async () => {
    const { get } = shared
    expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect(await get('/assets/main.js')).toMatchObject({
      status: 200,
      text: 'export {}',
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    })
  })

  test('lie below the folder of the page, and no way leads out of it', async () => {
    const { get } = shared
    const ways = [
      '/../package.json',
      '/../renderer/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/%2e%2e%2fpackage.json',
      '/..%2f..%2fetc/passwd',
      '/..%5cpackage.json',
      '/assets%00.js',
      '//etc/passwd',
      '/secret.json',
      '/assets',
      '/assets/',
      '/download/../../etc/passwd',
      '/download/x',
    ]
    for (const path of ways) expect([path, (await get(path)).status]).toEqual([path, 404])
    for (const path of ['/%', '/%ff']) expect([path, (await get(path)).status]).toEqual([path, 400])
  })
})

describe('a call', () => {
  test('that makes no sense is a 400 and no crash', async () => {
    const { post, call, logged } = shared
    const bodies = [
      '{',
      '',
      'null',
      '{"id":"1","name":"app.nothing","input":{}}',
      '{"id":"1","name":"__proto__","input":{}}',
      '{"id":"1","name":"app.prefer","input":{"theme":"green"}}',
      '{"__proto__":{"id":"1","name":"app.state","input":{}}}',
      Buffer.from([0xff, 0xfe, 0x00]),
    ]
    for (const body of bodies) {
      const answer = await post('/api/call', body)
      expect([body, answer.status]).toEqual([body, 400])
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, failure: { code: 'bad_request' } })
    }
    expect(await call('app.state')).toMatchObject({ ok: true })
    expect(logged.join()).not.toMatch(/nothing|__proto__|green/)
  })

  test('that is larger than any sensible one is a 400 that arrives', async () => {
    const { post } = shared
    expect(await post('/api/call', Buffer.alloc(65 * 1024 * 1024, 0x20))).toMatchObject({ status: 400 })
  })

  test('by another method or to another place is refused', async () => {
    const { post, get, send, origin } = shared
    expect((await post('/api/nothing', '{}')).status).toBe(404)
    expect((await get('/api/call')).status).toBe(404)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD']) {
      expect((await send({ method, path: '/api/call', headers: { origin } })).status).toBe(403)
    }
  })

  test('reports its progress to the page that listens, and can be cancelled', async () => {
    const demo = await startDemoServices({ latencyMs: 100 })
    const { call, post, listen } = shared
    const pushes = await listen()
    const draft = { service: 'platform', name: 'A', base_url: demo.platform.url, account_id: demo.platform.accountId }
    const input = { ...draft, brand: demo.platform.brand, secret: demo.platform.token }
    const reply = call('connections.save', input, 'the-call')
    await expect.poll(() => pushes.filter(({ kind }) => kind === 'progress').length).toBeGreaterThan(1)
    expect((await post('/api/cancel', '{"id":"the-call"}')).status).toBe(200)
    expect(await reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(pushes.find(({ kind }) => kind === 'progress')).toMatchObject({ id: 'the-call' })
    expect(pushes).toContainEqual({ kind: 'changed', feature: 'connections' })
  })
})

describe('a file', () => {
  test('that the person drops becomes a ticket, good for one use', async () => {
    const { enter, post, call } = await startTestHost()
    await enter()
    const name = encodeURIComponent('lista & março.csv')
    const { text } = await post(`/api/offer?name=${name}`, Buffer.from('telefone\n11961234567\n'))
    const { value: ticket } = JSON.parse(text)
    expect(ticket).toMatch(/^[\w-]{36}$/)
    expect(await call('cruzar.stage', { from: 'file', ticket })).toMatchObject({
      ok: true,
      value: { inspection: { name: 'lista & março.csv' } },
    })
    expect(await call('cruzar.stage', { from: 'file', ticket })).toMatchObject({ failure: { code: 'file_unreadable' } })
  })

  test('that is exported becomes a download, good for one use', async () => {
    const demo = await startDemoServices({ leads: 30 })
    const { enter, connect, call, get, listen, send } = await startTestHost()
    await enter()
    const pushes = await listen()
    const { id } = await connect(demo.platform)
    const sheetInput = { connection_id: id, filter: everything, name: "Leads d'água (1)*" }
    expect(await call('sheets.save_server_csv', sheetInput)).toMatchObject({ ok: true, value: { saved: true } })
    await expect.poll(() => pushes.some(({ kind }) => kind === 'download')).toBe(true)
    const push = pushes.find(({ kind }) => kind === 'download')
    const { path, name } = push?.kind === 'download' ? push : { path: '', name: '' }
    expect(name).toBe("Leads d'água (1)-.csv")
    expect(path).toMatch(/^\/download\/[\w-]{36}$/)
    expect((await send({ path })).status).toBe(403)
    const file = await get(path)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } })
    expect(file.text.split('\r\n')).toHaveLength(32)
    expect((await get(path)).status).toBe(404)
  })

  test('of rows is one download alone: the answer says that a CSV goes without its origin', async () => {
    const demo = await startDemoServices({ leads: 30 })
    const { enter, connect, call, listen } = await startTestHost()
    await enter()
    const pushes = await listen()
    const { id: connection_id } = await connect(demo.platform)
    await call('sheets.create', { connection_id, filter: everything, name: 'Todos' })
    const read = () => call('sheets.list', {})
    await expect.poll(read).toMatchObject({ value: [{ badge: { kind: 'complete' } }] })
    const { value } = (await read()) as { value: readonly { readonly id: string }[] }
    const table = { kind: 'sheet', id: value[0]?.id }
    const exported = (format: string) => call('tables.export', { table, query: {}, columns: null, format, name: 'a' })
    expect(await exported('csv-raw')).toMatchObject({ value: { saved: true, origin: 'unavailable', logged: true } })
    expect(await exported('xlsx')).toMatchObject({ value: { saved: true, origin: 'inside' } })
    const downloads = () => pushes.flatMap((push) => (push.kind === 'download' ? [push.name] : []))
    await expect.poll(downloads).toEqual(['a (CSV para sistemas).csv', 'a.xlsx'])
  })
})

describe('the start', () => {
  test('reports a wrong passphrase, and frees the port', async () => {
    const dataDir = await temporaryFolder()
    const first = await startTestHost({ dataDir })
    const { port } = new URL(first.origin)
    await first.host.close()
    const wrong = { dataDir, passphrase: 'outra senha qualquer', port: Number(port) }
    await expect(startTestHost(wrong)).rejects.toMatchObject({ code: 'wrong_passphrase' })
    const again = await startTestHost({ ...wrong, passphrase: testPassphrase })
    expect(new URL(again.origin).port).toBe(port)
  })

  test('without a vault answers every question with the reason, until the person makes one', async () => {
    const dataDir = await temporaryFolder()
    const first = await startTestHost({ dataDir, passphrase: null })
    await first.enter()
    const missing = { phase: 'needs_passphrase', reason: 'vault_needs_passphrase' }
    expect(await first.call('app.state')).toMatchObject({ value: missing })
    for (const question of ['connections.list', 'sheets.list', 'cruzar.runs', 'tasks.list']) {
      expect(await first.call(question)).toMatchObject({ ok: false, failure: { code: 'vault_needs_passphrase' } })
    }
    const pushes = await first.listen()
    expect(await first.call('app.create_vault', { passphrase: testPassphrase })).toMatchObject({
      value: { phase: 'ready', reason: null },
    })
    expect(await first.call('connections.list')).toEqual({ ok: true, value: [] })
    await expect.poll(() => pushes).toContainEqual({ kind: 'changed', feature: 'all' })
    await first.host.close()

    const second = await startTestHost({ dataDir, passphrase: null })
    await second.enter()
    expect(await second.call('app.state')).toMatchObject({ value: { phase: 'locked', reason: 'vault_locked' } })
    expect(await second.call('sheets.list')).toMatchObject({ failure: { code: 'vault_locked' } })
    expect(await second.call('app.unlock', { passphrase: 'outra senha' })).toMatchObject({
      failure: { code: 'wrong_passphrase' },
    })
    expect(await second.call('app.unlock', { passphrase: testPassphrase })).toMatchObject({ value: { phase: 'ready' } })
    expect(await second.call('sheets.list')).toEqual({ ok: true, value: [] })
  })
})

describe('the demonstration', () => {
  test('is entered once, however many windows enter, with its connections and a sheet that is being read; leaving ends it', async () => {
    const { enter, call } = await startTestHost()
    await enter()
    const entered = await Promise.all([call('app.enter_demo'), call('app.enter_demo')])
    for (const reply of entered) expect(reply).toMatchObject({ value: { demo: true, vault: { kind: 'memory' } } })
    const connections = await call('connections.list')
    expect(connections).toMatchObject({ value: [{ service: 'platform', has_secret: true }, { service: 'forms' }] })
    expect(await call('sheets.list')).toMatchObject({ value: [{ name: expect.any(String) }] })
    const staged = await call('cruzar.stage', { from: 'example' })
    expect(staged).toMatchObject({ value: { inspection: { columns: expect.any(Array) } } })
    expect(await call('app.leave_demo')).toMatchObject({ value: { demo: false, phase: 'ready' } })
    expect(await call('connections.list')).toEqual({ ok: true, value: [] })
    expect(await call('cruzar.stage', { from: 'example' })).toMatchObject({ failure: { code: 'not_found' } })
    const [{ value: before }] = [connections as { value: { base_url: string }[] }]
    await expect(fetch(`${before[0]?.base_url}/api/docs`)).rejects.toThrow()
  })

  test('is left for good by whoever leaves while another window still enters', async () => {
    const { host } = await startTestHost()
    const handlers = host.app.handlers()
    const quiet = { signal: new AbortController().signal, progress() {} }
    const entering = handlers['app.enter_demo']({}, quiet)
    await handlers['app.leave_demo']({}, quiet)
    await entering
    expect(await handlers['app.state']({}, quiet)).toMatchObject({ demo: false })
  })
})
