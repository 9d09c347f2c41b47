import { describe, expect, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createHttp, type HttpRequest } from '../../../main/kernel/http.ts'
import { closedPort, startService } from '../../kit/service.ts'

const fetch = createNodeFetch()
const never = new AbortController().signal
const secret = 'um-segredo-que-nao-viaja'

function httpTo(baseUrl: string) {
  const http = createHttp({ fetch, baseUrl, credentials: async () => ({ api_access_token: secret }) })
  const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({ path: '/a', signal: never, ...more })
  return {
    send: (more?: Partial<HttpRequest>) => http.send(request(more)),
    async read(more?: Partial<HttpRequest>) {
      const { body } = await http.stream(request(more))
      const blocks: Uint8Array[] = []
      for await (const block of body) blocks.push(block)
      return Buffer.concat(blocks).toString()
    },
    stream: (more?: Partial<HttpRequest>) => http.stream(request(more)),
  }
}

describe('a request', () => {
  test('reads at most its limit; of a completed write it returns what fits', async () => {
    const service = await startService(() => ({ text: 'x'.repeat(500_000) }))
    const http = createHttp({ fetch, baseUrl: service.origin, credentials: async () => ({}), mostBytes: 1000 })
    await expect(http.send({ path: '/x', signal: never })).rejects.toMatchObject({ code: 'unexpected_body' })
    const { text } = await http.send({ path: '/x', method: 'POST', body: {}, signal: never })
    expect(text).toBe('x'.repeat(1000))
  })

  test('goes below the base with its parameters, its body as JSON, and the secret of this moment', async () => {
    const service = await startService(() => ({ json: { ok: true } }))
    let turn = 0
    const credentials = async () => ({ api_access_token: `t${++turn}` })
    const http = createHttp({ fetch, baseUrl: `${service.origin}/prefixo`, credentials })
    const query = [['inbox_ids[]', '11'] as const, ['q', 'a&b=ç'] as const]
    const answer = await http.send({ path: '/x', query, method: 'POST', body: { a: 1 }, signal: never })
    await http.send({ path: '/y', signal: never })
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' })
    expect(answer.ms).toBeGreaterThan(0)
    expect(service.asked[0]).toMatchObject({ method: 'POST', path: '/prefixo/x', body: '{"a":1}' })
    expect([...(service.asked[0]?.query ?? [])]).toEqual([
      ['inbox_ids[]', '11'],
      ['q', 'a&b=ç'],
    ])
    expect(service.asked.map(({ headers }) => headers.api_access_token)).toEqual(['t1', 't2'])
  })

  test.each([301, 302, 303, 307, 308])('never follows a %d with the secret', async (status) => {
    const other = await startService(() => ({ json: {} }))
    const service = await startService(() => ({ status, headers: { location: `${other.origin}/a` }, text: '' }))
    await expect(httpTo(service.origin).send()).rejects.toMatchObject({ code: 'redirected' })
    await expect(httpTo(service.origin).stream()).rejects.toMatchObject({ code: 'redirected' })
    expect(other.asked).toEqual([])
  })

  test('to nobody is offline, and reports no more than the host and the code of the system', async () => {
    const gone = await closedPort()
    await expect(httpTo(gone).send({ query: [['q', '11987654321']] })).rejects.toMatchObject({
      code: 'offline',
      params: { host: new URL(gone).host },
      details: 'ECONNREFUSED',
    })
  })

  test.each([
    ['resets', 'offline', 10_000],
    ['breaks off', 'offline', 10_000],
    ['says nothing', 'timeout', 150],
    ['says nothing after its head', 'timeout', 150],
  ])('to a service that %s is %s', async (what, code, timeoutMs) => {
    const service = await startService(() => (response) => {
      if (what === 'resets') response.socket?.destroy()
      if (what.endsWith('its head')) response.writeHead(200).flushHeaders()
      if (what !== 'breaks off') return
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"a":', () => response.destroy())
    })
    const { send, read } = httpTo(service.origin)
    await expect(send({ timeoutMs })).rejects.toMatchObject({ code, params: { host: expect.any(String) } })
    await expect(read({ timeoutMs })).rejects.toMatchObject({ code })
  })

  test('stops at once when the caller aborts', async () => {
    const service = await startService(() => () => {})
    for (const start of ['send', 'read'] as const) {
      const stop = new AbortController()
      const answer = httpTo(service.origin)[start]({ signal: stop.signal })
      setTimeout(() => stop.abort(), 20)
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    }
  })

  test('with a secret that no header can carry fails without showing it', async () => {
    const service = await startService(() => ({ json: {} }))
    const http = createHttp({ fetch, baseUrl: service.origin, credentials: async () => ({ api_access_token: 'a\nb' }) })
    const failure = await http.send({ path: '/', signal: never }).catch((error: unknown) => error)
    expect(JSON.stringify(failure)).not.toContain('a\\nb')
    expect(service.asked).toEqual([])
  })

  test('as a stream gives the bytes as they come, and ends the transfer when nobody wants more', async () => {
    let closed = false
    const service = await startService(() => (response) => {
      response.on('close', () => {
        closed = true
      })
      response.writeHead(200)
      response.write('um bloco')
    })
    const { body } = await httpTo(service.origin).stream()
    for await (const block of body) {
      expect(Buffer.from(block).toString()).toBe('um bloco')
      break
    }
    await expect.poll(() => closed).toBe(true)
  })
})
