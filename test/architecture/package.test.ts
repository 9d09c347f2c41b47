import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What package.json, its lock file and the packager's settings say of the project. */

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('a packed app has one identity', () => {
  const [, appId] = /^appId: (\S+)$/m.exec(read('electron-builder.yml')) ?? []
  const [, modelId] = /setAppUserModelId\('([^']+)'\)/.exec(read('main/hosts/electron.ts')) ?? []
  expect(appId).toMatch(/^[a-z.]+$/)
  expect(modelId).toBe(appId)
})

test('no address of the project leads nowhere', () => {
  const { homepage = '', repository = '', bugs = '' } = JSON.parse(read('package.json'))
  expect(JSON.stringify([homepage, repository, bugs])).not.toMatch(/\.(example|invalid|test|localhost)\b/)
})
