import { Arch } from 'electron-builder'
import { expect, test } from 'vitest'
import { electronFolderOf, packPlan } from '../../../main/hosts/pack-plan.ts'

const plan = (platform: NodeJS.Platform, arch: string, environment: NodeJS.ProcessEnv = {}) =>
  packPlan({ platform, arch, environment })

test.each([
  ['linux', 'linux', 'x64'],
  ['darwin', 'mac', 'arm64'],
  ['win32', 'windows', 'arm64'],
] as const)('%s packs for itself alone', async (platform, target, arch) => {
  const { target: packTarget, config } = plan(platform, arch) ?? {}
  expect(packTarget).toBe(target)
  const pack = async (electronPlatformName: string, targetArch: Arch) => {
    if (typeof config?.beforePack !== 'function') throw new Error('no check before packing')
    await config.beforePack({ electronPlatformName, arch: targetArch } as never)
  }
  await pack(platform, Arch[arch])
  await expect(pack('freebsd', Arch[arch])).rejects.toThrow('has to be packed on freebsd')
  await expect(pack(platform, arch === 'x64' ? Arch.arm64 : Arch.x64)).rejects.toThrow('has to be packed on')
})

test('a system on which Cruza does not run packs nothing', () => {
  expect(plan('freebsd', 'x64')).toBeUndefined()
})

const certificate = { CSC_LINK: 'certificate.p12' }
const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' }
test.each([
  ['no key', 'darwin', {}, { forceCodeSigning: false, mac: { notarize: false } }],
  ['a certificate', 'darwin', certificate, { forceCodeSigning: true, mac: { notarize: false } }],
  [
    'a certificate and an account',
    'darwin',
    { ...certificate, ...apple },
    { forceCodeSigning: true, mac: { notarize: true } },
  ],
  [
    'an account that is half given',
    'darwin',
    { ...certificate, APPLE_ID: 'a' },
    { forceCodeSigning: true, mac: { notarize: false } },
  ],
  ['a certificate of Windows', 'win32', { WIN_CSC_LINK: 'x' }, { forceCodeSigning: true }],
] as const)('with %s on %s, what has to be signed is no app until it is', (_name, platform, environment, expected) => {
  expect(plan(platform, 'arm64', environment)?.config).toMatchObject(expected)
})

test('a homepage is stated where one is given, since a deb is none without it', () => {
  const input = { platform: 'linux', arch: 'x64', environment: {}, homepage: 'https://exemplo.example' } as const
  expect(packPlan(input)?.config).toMatchObject({ extraMetadata: { homepage: 'https://exemplo.example' } })
  expect(plan('linux', 'x64')?.config).not.toHaveProperty('extraMetadata')
})

test('Electron is copied from the folder that holds all of it', () => {
  const mac = '/dist/Electron.app/Contents/MacOS/Electron'
  expect(electronFolderOf(mac, 'darwin')).toBe('/dist')
  expect(electronFolderOf('/dist/electron', 'linux')).toBe('/dist')
})
