import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findElectron } from '../../../main/hosts/find-electron.ts'
import type { AppFailure } from '../../../main/kernel/failure.ts'
import { companyName, startProxy, startSecureService, type TestProxyOptions } from '../../kit/proxy.ts'
import { withoutVariables } from './environment.ts'

/** The download of Electron on the network of a company: its proxy, its login, its certificate. */

const root = path.resolve(import.meta.dirname, '../../..')
const certificates = path.join(root, 'test', 'kit', 'certificates')
withoutVariables(/proxy$|^ELECTRON_/i)

/** Electron's package without its program, where its installer finds what it needs. */
async function packageWithoutProgram() {
  await mkdir(path.join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(path.join(root, '.cache', 'electron-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const file of ['install.js', 'package.json', 'checksums.json']) {
    await cp(path.join(root, 'node_modules', 'electron', file), path.join(folder, file))
  }
  return folder
}

async function download(options: Omit<TestProxyOptions, 'port'>, { login = '', trusted = true } = {}) {
  const service = await startSecureService()
  const proxy = await startProxy({ ...options, port: service.port })
  onTestFinished(service.close)
  onTestFinished(proxy.close)
  const folder = await packageWithoutProgram()
  Object.assign(process.env, {
    HTTPS_PROXY: `${login}${proxy.name}`,
    ELECTRON_MIRROR: 'https://casa.example/',
    electron_config_cache: path.join(folder, 'cache'),
    // The store of the system, on Linux.
    ...(trusted ? { SSL_CERT_FILE: path.join(certificates, 'ca.pem') } : {}),
  })
  const failures: AppFailure[] = []
  const binary = await findElectron({ folder, onDownload() {}, onFailure: (failure) => failures.push(failure) })
  expect(binary).toBeUndefined()
  return { proxy, service, failures }
}

test.each([
  [{ login: 'ana:certa' }, { code: 'proxy_login' }],
  [{ status: 403 }, { code: 'proxy_failed', params: { status: 403 } }],
  [{}, { code: 'certificate_unknown', params: { issuer: companyName } }],
])('that fails behind a proxy with %j reports the reason', async (options, failure) => {
  const { failures, service } = await download(options, { trusted: false })
  expect(failures).toMatchObject([failure])
  expect(service.asked).toEqual([])
})

// The last one: a process keeps what it has read of the system's store.
test.skipIf(process.platform !== 'linux')(
  'goes through the proxy with its login and trusts what the system trusts',
  async () => {
    const { service, proxy } = await download({ login: 'ana:cer ta' }, { login: 'http://ana:cer%20ta@' })
    expect(proxy.asked[0]).toEqual({ target: 'casa.example:443', login: 'ana:cer ta' })
    expect(service.asked[0]).toMatch(/^GET \/v\d+\.\d+\.\d+\/electron-v/)
  },
)
