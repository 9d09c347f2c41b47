import { expect, test } from 'vitest'
import { createMemoryVault, dataKey } from '../../../main/kernel/vault/vault.ts'

test('keeps, replaces and forgets secrets while the process lives', async () => {
  const vault = createMemoryVault()
  expect(await vault.status()).toEqual({ kind: 'memory', state: 'open', backend: 'memory' })
  expect(await vault.read('connection-1')).toBeUndefined()
  await vault.write('connection-1', 'first')
  await vault.write('connection-1', 'second')
  expect(await vault.read('connection-1')).toBe('second')
  await vault.remove('connection-1')
  await vault.remove('connection-1')
  expect(await vault.read('connection-1')).toBeUndefined()
})
test('starts empty each time', async () => {
  await createMemoryVault().write('connection-1', 'secret')
  expect(await createMemoryVault().read('connection-1')).toBeUndefined()
})
test('refuses an empty secret and a name that a keychain could not keep', async () => {
  const vault = createMemoryVault()
  await expect(vault.write('connection-1', '')).rejects.toThrow('empty')
  await expect(vault.write('a/b', 'secret')).rejects.toThrow('characters')
})
test('makes the data key once, of 32 bytes, and gives the same one again', async () => {
  const vault = createMemoryVault()
  const key = await dataKey(vault, { filesExist: false })
  expect(key).toHaveLength(32)
  expect(await dataKey(vault, { filesExist: true })).toEqual(key)
  expect(await dataKey(createMemoryVault(), { filesExist: false })).not.toEqual(key)
})
test('makes no new data key where encrypted files are', async () => {
  const vault = createMemoryVault()
  await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'key_missing' })
  expect(await vault.read('data-key')).toBeUndefined()
})
test('takes a stored data key that is no key for a lost one', async () => {
  const vault = createMemoryVault()
  await vault.write('data-key', 'abc')
  await expect(dataKey(vault, { filesExist: false })).rejects.toMatchObject({ code: 'key_missing' })
})
