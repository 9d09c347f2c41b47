import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { companyCertificate, startProxy, startSecureService } from '../../kit/proxy.ts'

/** A proxy that asks for a password, from the page's question to the vault. */

const before = { ...process.env }
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/proxy$/i.test(name)) delete process.env[name]
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

test('the page is told of a proxy that asks, its login is tried and kept, and no log has it', async () => {
  const service = await startSecureService()
  const proxy = await startProxy({ port: service.port, login: 'ana:certa-e-longa' })
  onTestFinished(service.close)
  onTestFinished(proxy.close)
  process.env.HTTPS_PROXY = proxy.address
  const { call, enter, logged } = await startTestHost({
    fetch: createNodeFetch({ systemCertificates: () => [companyCertificate] }),
  })
  await enter()
  const connection = {
    service: 'platform',
    name: 'Equipe',
    base_url: 'https://casa.example',
    account_id: 3,
    brand: 'house',
    secret: 'segredo-da-conta',
  }
  const saved = await call('connections.save', connection)
  const finding = expect.objectContaining({ step: 'reachable', finding: 'proxy_login' })
  expect(saved).toMatchObject({ value: { check: { steps: expect.arrayContaining([finding]) } } })
  expect(await call('app.state')).toMatchObject({ value: { proxy: { proxy: proxy.name, refused: false } } })

  const login = { proxy: proxy.name, username: 'ana' }
  const wrong = await call('app.enter_proxy_login', { ...login, password: 'errada-e-longa' })
  expect(wrong).toMatchObject({ ok: false, failure: { code: 'proxy_login' } })
  const entered = await call('app.enter_proxy_login', { ...login, password: 'certa-e-longa' })
  expect(entered).toMatchObject({ ok: true, value: { proxy: null } })
  expect(service.asked).toEqual(['HEAD /'])
  expect(`${logged} ${JSON.stringify([wrong, entered])}`).not.toMatch(/e-longa|segredo/)
})
