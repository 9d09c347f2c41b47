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

interface LockedPackage {
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(read('package-lock.json')).packages

test('all that npm ci brings is locked with its integrity, for every platform', () => {
  const { '': _project, ...packages } = locked
  expect(Object.keys(packages).length).toBeGreaterThan(400)
  const open = Object.entries(packages).filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
  expect(open.map(([place]) => place)).toEqual([])
  // npm leaves out of the lock what its registry did not have for another platform, and does not say so.
  const missing = Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${place}/node_modules/${name}` in locked) && !(`node_modules/${name}` in locked),
    ),
  )
  expect(missing).toEqual([])
})

test('no program of a package runs when it is installed, so that none fetches more', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('a locked Node of its own runs the scripts on every platform', () => {
  const nodes = Object.keys(JSON.parse(read('package.json')).optionalDependencies)
  expect(nodes.map((name) => name.replace(/^node(-bin)?-/, '')).toSorted()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win-x64',
  ])
})
