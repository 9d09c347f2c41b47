import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { appVersion, createNodeFetch } from '../../../main/hosts/node-parts.ts'
import { systemLanguage } from '../../../main/hosts/system-language.ts'
import { startService } from '../../kit/service.ts'

const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

/** A proxy that writes down where it is asked to go and lets nobody through. */
async function startProxy() {
  const wanted: string[] = []
  const proxy = createServer((request, response) => {
    wanted.push(request.url ?? '')
    response.writeHead(502).end()
  })
  proxy.on('connect', (request, socket) => {
    wanted.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void proxy.close(() => resolve())))
  return { wanted, address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

describe('the fetch of the Node hosts', () => {
  test('goes through the proxy of the environment, but never to this machine itself', async () => {
    const { wanted, address } = await startProxy()
    const service = await startService(() => ({ json: { ok: true } }))
    process.env.HTTPS_PROXY = address
    process.env.HTTP_PROXY = address
    const fetch = createNodeFetch()
    await expect(fetch('https://casa.example/api', {})).rejects.toThrow()
    expect(wanted).toEqual(['casa.example:443'])
    expect(await (await fetch(service.origin, {})).json()).toEqual({ ok: true })
    await fetch(service.origin.replace('127.0.0.1', 'localhost'), {}).catch(() => undefined)
    expect(wanted).toHaveLength(1)
  })

  test('leaves out what NO_PROXY names', async () => {
    const { wanted, address } = await startProxy()
    process.env.HTTPS_PROXY = address
    process.env.NO_PROXY = 'casa.invalid'
    await expect(createNodeFetch()('https://casa.invalid/api', {})).rejects.toThrow()
    expect(wanted).toEqual([])
  })
})

test.each([
  [{ LANG: 'en_US.UTF-8' }, 'en_US.UTF-8'],
  [{ LC_ALL: 'pt_BR', LANG: 'en_US' }, 'pt_BR'],
  [{ LANG: 'C.UTF-8' }, 'pt-BR'],
  [{ LANG: 'POSIX' }, 'pt-BR'],
  [{}, 'pt-BR'],
])('a system with %j speaks %s', (environment, language) => {
  for (const name of ['LC_ALL', 'LC_MESSAGES', 'LANG']) delete process.env[name]
  Object.assign(process.env, environment)
  expect(systemLanguage()).toBe(language)
})

test('the version is that of the package', () => {
  expect(appVersion()).toMatch(/^\d+\.\d+\.\d+/)
})
