import { expect, onTestFinished, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startTestHost, type TestHost } from '../../kit/browser-host.ts'
import { companyCertificate, startProxy, startSecureService } from '../../kit/proxy.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { withoutVariables } from './environment.ts'

/** A proxy that requires a password, from the page's question to the vault. */

withoutVariables(/proxy$/i)

test('a proxy that requires a login is reported to the page, its login is tried and stored, and no log has it', async () => {
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

test('a stored login lets many requests through at once; one that is no longer accepted is sent once, and the person is asked', async () => {
  const service = await startSecureService()
  const options = { port: service.port, login: 'ana:antiga' }
  const proxy = await startProxy(options)
  onTestFinished(service.close)
  onTestFinished(proxy.close)
  process.env.HTTPS_PROXY = proxy.address
  const dataDir = await temporaryFolder()
  const start = async () => {
    const fetch = createNodeFetch({ systemCertificates: () => [companyCertificate] })
    const started = await startTestHost({ dataDir, fetch })
    await started.enter()
    return started
  }
  const casa = { service: 'platform', base_url: 'https://casa.example', account_id: 3, brand: 'house', secret: 'chave' }
  const first = await start()
  for (const name of ['Um', 'Dois', 'Três', 'Quatro']) await first.call('connections.save', { ...casa, name })
  await first.call('app.enter_proxy_login', { proxy: proxy.name, username: 'ana', password: 'antiga' })
  await first.host.close()

  const checkAll = async ({ call }: Pick<TestHost, 'call'>) => {
    const { value } = (await call('connections.list')) as { value: readonly { id: string }[] }
    return Promise.all(value.map(({ id }) => call('connections.check', { id })))
  }
  const finding = expect.objectContaining({ finding: 'proxy_login' })
  const asksForLogin = { value: { steps: expect.arrayContaining([finding]) } }
  const second = await start()
  const checks = await checkAll(second)
  expect(checks).toHaveLength(4)
  for (const check of checks) expect(check).not.toMatchObject(asksForLogin)
  await second.host.close()

  options.login = 'ana:nova'
  proxy.asked.length = 0
  const third = await start()
  for (const check of await checkAll(third)) expect(check).toMatchObject(asksForLogin)
  expect(proxy.asked.filter(({ login }) => login === 'ana:antiga')).toHaveLength(1)
  expect(await third.call('app.state')).toMatchObject({ value: { proxy: { proxy: proxy.name, refused: true } } })
  await third.call('app.enter_proxy_login', { proxy: proxy.name, username: 'ana', password: 'nova' })
  for (const check of await checkAll(third)) expect(check).not.toMatchObject(asksForLogin)
})
