import { afterEach, expect, test } from 'vitest'
import { appVersion, systemLanguage } from '../../../main/hosts/node-parts.ts'

const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
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
