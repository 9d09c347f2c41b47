import tls from 'node:tls'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createHttp, type Fetch } from '../../../main/kernel/http.ts'
import { createProxyLogins } from '../../../main/kernel/proxy-logins.ts'
import { createMemoryVault } from '../../../main/kernel/vault/vault.ts'
import {
  companyCertificate,
  companyName,
  startProxy as openProxy,
  startSecureService as openService,
  type TestProxyOptions,
} from '../../kit/proxy.ts'
import { closedPort, startService } from '../../kit/service.ts'
import { withoutVariables } from './environment.ts'

/** The network of the command line and of the browser host, against real proxies and certificates. */

const bundled = tls.getCACertificates('default')
withoutVariables(/proxy$/i)
afterEach(() => tls.setDefaultCACertificates(bundled))

const never = new AbortController().signal
const url = 'https://casa.example'
const companyTrusted = { systemCertificates: () => [companyCertificate] }

async function startProxy(options?: TestProxyOptions) {
  const proxy = await openProxy(options)
  onTestFinished(proxy.close)
  return proxy
}

async function startSecureService(name?: Parameters<typeof openService>[0]) {
  const service = await openService(name)
  onTestFinished(service.close)
  return service
}

/** A service behind a proxy that the environment names. */
async function behindProxy(options: Partial<TestProxyOptions> = {}, service?: Parameters<typeof openService>[0]) {
  const secure = await startSecureService(service)
  const accepted: TestProxyOptions = { port: secure.port, ...options }
  const proxy = await startProxy(accepted)
  process.env.HTTPS_PROXY = proxy.address
  return { secure, proxy, accepted }
}

function send(fetch: Fetch, request: { readonly method?: 'POST'; readonly body?: unknown } = {}, baseUrl = url) {
  const http = createHttp({ fetch, baseUrl, credentials: async () => ({ token: 'segredo' }) })
  return http.send({ path: '/a', signal: never, ...request })
}

function startLogins(fetch = createNodeFetch(companyTrusted), vault = createMemoryVault()) {
  const changes: string[] = []
  const logins = createProxyLogins({
    fetch,
    vault: async () => vault,
    environment: process.env,
    changed: () => changes.push('changed'),
  })
  return { logins, changes, vault }
}

describe('a proxy of the environment', () => {
  test('is used for services, but never for this machine itself', async () => {
    const proxy = await startProxy()
    const service = await startService(() => ({ json: { ok: true } }))
    Object.assign(process.env, { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address })
    const fetch = createNodeFetch()
    await expect(send(fetch)).rejects.toMatchObject({
      code: 'proxy_failed',
      params: { proxy: proxy.name, status: 502 },
    })
    expect(await (await fetch(service.origin, {})).json()).toEqual({ ok: true })
    await fetch(service.origin.replace('127.0.0.1', 'localhost'), {}).catch(() => undefined)
    expect(proxy.asked.map(({ target }) => target)).toEqual(['casa.example:443'])
  })

  test.each(['casa.invalid', '*', 'outra.example, *'])('is left out where NO_PROXY is %s', async (noProxy) => {
    const proxy = await startProxy()
    Object.assign(process.env, { HTTPS_PROXY: proxy.address, NO_PROXY: noProxy })
    await expect(send(createNodeFetch(), {}, 'https://casa.invalid')).rejects.toMatchObject({ code: 'offline' })
    expect(proxy.asked).toEqual([])
  })

  test('may be written without a protocol; what is no address at all is left out', async () => {
    const { proxy } = await behindProxy()
    process.env.HTTPS_PROXY = proxy.name
    expect((await send(createNodeFetch(companyTrusted))).status).toBe(200)
    process.env.HTTPS_PROXY = 'http://[sem fim'
    await expect(send(createNodeFetch(), {}, 'https://casa.invalid')).rejects.toMatchObject({ code: 'offline' })
  })

  test('that is gone is named, and is not a missing network', async () => {
    const gone = await closedPort()
    process.env.HTTPS_PROXY = gone
    await expect(send(createNodeFetch())).rejects.toMatchObject({
      code: 'proxy_failed',
      params: { host: 'casa.example', proxy: new URL(gone).host },
    })
  })
})

describe('a proxy that requires a password', () => {
  test('is reported by name, neither as a missing network nor as a page to sign in to', async () => {
    const { proxy, secure } = await behindProxy({ login: 'ana:certa' })
    const { logins, changes } = startLogins()
    await expect(send(logins.fetch, { method: 'POST', body: { a: 1 } })).rejects.toMatchObject({
      code: 'proxy_login',
      params: { host: 'casa.example', proxy: proxy.name },
    })
    expect(logins.pending()).toEqual({ proxy: proxy.name, refused: false })
    await expect(send(logins.fetch)).rejects.toMatchObject({ code: 'proxy_login' })
    expect(changes).toHaveLength(1)
    expect(secure.asked).toEqual([])
  })

  test('refuses a wrong password once; the right one is stored in the vault and used at the next start', async () => {
    const { proxy, secure } = await behindProxy({ login: 'joão:cer:ta' })
    const { logins, vault } = startLogins()
    await expect(send(logins.fetch)).rejects.toMatchObject({ code: 'proxy_login' })
    const wrong = { proxy: proxy.name, username: 'joão', password: 'errada' }
    await expect(logins.enter(wrong)).rejects.toMatchObject({ code: 'proxy_login' })
    await expect(send(logins.fetch)).rejects.toMatchObject({ code: 'proxy_login' })
    expect(proxy.asked.filter(({ login }) => login === 'joão:errada')).toHaveLength(1)

    await logins.enter({ ...wrong, password: 'cer:ta' })
    expect(logins.pending()).toBeNull()
    expect((await send(logins.fetch, { method: 'POST', body: { a: 1 } })).text).toBe('{"ok":true}')
    expect(secure.asked).toEqual(['HEAD /', 'POST /a {"a":1}'])

    const later = startLogins(createNodeFetch(companyTrusted), vault)
    expect((await send(later.logins.fetch)).status).toBe(200)
    expect(later.changes).toEqual([])
  })

  test('lets many requests through with its stored login, and gets one that it accepts no more once', async () => {
    const { proxy, accepted } = await behindProxy({ login: 'ana:antiga' })
    const first = startLogins()
    await expect(send(first.logins.fetch)).rejects.toMatchObject({ code: 'proxy_login' })
    await first.logins.enter({ proxy: proxy.name, username: 'ana', password: 'antiga' })
    const sendMany = async () => {
      const { logins } = startLogins(createNodeFetch(companyTrusted), first.vault)
      const answers = await Promise.allSettled([1, 2, 3, 4].map(() => send(logins.fetch)))
      return { logins, answers: answers.map((one) => (one.status === 'rejected' ? one.reason.code : one.value.status)) }
    }
    expect((await sendMany()).answers).toEqual([200, 200, 200, 200])

    accepted.login = 'ana:nova'
    proxy.asked.length = 0
    const { logins, answers } = await sendMany()
    expect(answers).toEqual(Array(4).fill('proxy_login'))
    expect(proxy.asked.filter(({ login }) => login === 'ana:antiga')).toHaveLength(1)
    expect(logins.pending()).toEqual({ proxy: proxy.name, refused: true })
  })

  test('takes the login that HTTPS_PROXY carries', async () => {
    const { proxy } = await behindProxy({ login: 'ana:cer ta' })
    process.env.HTTPS_PROXY = proxy.address.replace('//', '//ana:cer%20ta@')
    expect((await send(createNodeFetch(companyTrusted))).status).toBe(200)
    process.env.HTTPS_PROXY = proxy.address.replace('//', '//ana:errada@')
    const { logins } = startLogins()
    await expect(send(logins.fetch)).rejects.toMatchObject({ code: 'proxy_login' })
    expect(logins.pending()).toEqual({ proxy: proxy.name, refused: true })
  })
})

describe('a certificate', () => {
  test.each(['direct', 'behind a proxy'])('of an authority that only the system knows is trusted (%s)', async (way) => {
    const secure = await startSecureService()
    if (way !== 'direct') process.env.HTTPS_PROXY = (await startProxy({ port: secure.port })).address
    const fetch = createNodeFetch(companyTrusted)
    // No name server knows casa.example: direct, the name does not fit, which is checked after the authority.
    const answer = send(fetch, { method: 'POST', body: 1 }, way === 'direct' ? `https://127.0.0.1:${secure.port}` : url)
    if (way === 'direct') await expect(answer).rejects.toMatchObject({ code: 'certificate_name' })
    else expect((await answer).status).toBe(200)
    expect(secure.asked).toEqual(way === 'direct' ? [] : ['POST /a 1'])
  })

  test.each(['direct', 'behind a proxy'])('of an unknown authority is refused with its name (%s)', async (way) => {
    const secure = await startSecureService()
    const login = 'ana:certa'
    if (way !== 'direct') {
      const { address } = await startProxy({ port: secure.port, login })
      process.env.HTTPS_PROXY = address.replace('//', `//${login}@`)
    }
    const fetch = createNodeFetch({ systemCertificates: () => [] })
    const host = way === 'direct' ? `127.0.0.1:${secure.port}` : 'casa.example'
    await expect(send(fetch, {}, `https://${host}`)).rejects.toMatchObject({
      code: 'certificate_unknown',
      params: { host, issuer: companyName },
    })
    expect(secure.asked).toEqual([])
  })

  test.each([
    ['expired.pem', url, 'certificate_dates'],
    ['service.pem', 'https://outra.example', 'certificate_name'],
  ] as const)('(%s) that does not fit %s is %s', async (name, address, code) => {
    const { secure } = await behindProxy({}, name)
    await expect(send(createNodeFetch(companyTrusted), {}, address)).rejects.toMatchObject({ code })
    expect(secure.asked).toEqual([])
  })

  test('store of the system is read once, and only when a certificate is not known', async () => {
    let reads = 0
    await behindProxy()
    const fetch = createNodeFetch({
      systemCertificates: () => {
        reads += 1
        return [companyCertificate]
      },
    })
    const service = await startService(() => ({ json: {} }))
    await send(fetch, {}, service.origin)
    expect(reads).toBe(0)
    await Promise.all([send(fetch), send(fetch), send(fetch)])
    await send(fetch)
    expect(reads).toBe(1)
  })
})
