import { expect, onTestFinished, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { companyCertificate, startProxy, startSecureService } from '../../kit/proxy.ts'
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
