import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type FolderSystem, folderRisk } from '../../../main/kernel/folders.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const missing = () => Promise.reject(new Error('not there'))

/** A system without any risk, but for what a test replaces. */
function on(platform: NodeJS.Platform, own: Partial<FolderSystem> = {}): FolderSystem {
  const local = { realpath: async (place: string) => place, kindOf: async () => 0xef53, mounts: async () => '' }
  return { platform, environment: {}, ...local, ...own }
}

const macMounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//ana@servidor/vendas on /Volumes/vendas (smbfs, nodev, nosuid, mounted by ana)
/dev/disk4s1 on /Volumes/Disco externo (apfs, local, nodev)`

test.each([
  ['win32', '\\\\servidor\\vendas\\Cruza', 'network'],
  ['win32', '\\\\?\\UNC\\servidor\\vendas\\Cruza', 'network'],
  ['win32', '\\\\?\\C:\\Dados\\Cruza', undefined],
  ['win32', 'C:\\Users\\Conceição\\AppData\\Local\\Cruza\\Data', undefined],
  ['win32', 'C:\\Users\\Ana\\OneDrive - Empresa Ltda\\Cruza', 'synced'],
  ['win32', 'C:\\Users\\Ana\\iCloudDrive\\Cruza', 'synced'],
  ['win32', 'G:\\Meu Drive\\Cruza', 'synced'],
  ['darwin', '/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/Cruza', 'synced'],
  ['darwin', '/Users/ana/Library/CloudStorage/OneDrive-Empresa/Cruza', 'synced'],
  ['darwin', '/Users/ana/Dropbox (Empresa)/Cruza', 'synced'],
  ['darwin', '/Users/ana/Library/Application Support/Cruza', undefined],
  ['darwin', '/Volumes/vendas/Cruza', 'network'],
  ['darwin', '/Volumes/Disco externo/Cruza', undefined],
  ['linux', '/home/ana/Dropboxes/Cruza', undefined],
  ['linux', '/home/ana/Dropbox/Cruza', 'synced'],
] as const)('on %s, %s is %s', async (platform, folder, expected) => {
  expect(await folderRisk(folder, on(platform, { mounts: async () => macMounts }))).toBe(expected)
})

test('OneDrive is recognised by its Windows metadata, whatever its name', async () => {
  const system = on('win32', { environment: { OneDriveCommercial: 'D:\\Nuvem da empresa' } })
  expect(await folderRisk('D:\\Nuvem da empresa\\Cruza', system)).toBe('synced')
  expect(await folderRisk('D:\\Nuvem da empresa 2\\Cruza', system)).toBeUndefined()
  expect(await folderRisk('E:\\Cruza', system)).toBeUndefined()
})

test('a mapped drive of Windows is the share behind it, also before the folder is made', async () => {
  const realpath = (place: string) => (place === 'Z:\\' ? Promise.resolve('\\\\servidor\\vendas\\') : missing())
  expect(await folderRisk('Z:\\Equipe\\Cruza', on('win32', { realpath }))).toBe('network')
})

test.each([0x6969, 0xff534d42 | 0, 0x01021997])('a mount of Linux is known by its kind: %i', async (kind) => {
  expect(await folderRisk('/mnt/vendas', on('linux', { kindOf: async () => kind }))).toBe('network')
})

test('a system without such metadata is no risk, and a link into a synced folder is one', async () => {
  expect(await folderRisk('/mnt/vendas', on('linux', { realpath: missing, kindOf: missing }))).toBeUndefined()
  expect(await folderRisk('/Volumes/vendas', on('darwin', { mounts: missing }))).toBeUndefined()
  const folder = await temporaryFolder()
  expect(await folderRisk(path.join(folder, 'ainda', 'não'))).toBeUndefined()
  await mkdir(path.join(folder, 'Dropbox'))
  await symlink(path.join(folder, 'Dropbox'), path.join(folder, 'dados'), 'junction')
  expect(await folderRisk(path.join(folder, 'dados', 'Cruza'))).toBe('synced')
})
