import { expect, test } from 'vitest'
import { appVersion, systemLanguage } from '../../../main/hosts/node-parts.ts'
import { withoutVariables } from './environment.ts'

withoutVariables(/^(LC_ALL|LC_MESSAGES|LANG)$/)
test.each([
  [{ LANG: 'en_US.UTF-8' }, 'en_US.UTF-8'],
  [{ LC_ALL: 'pt_BR', LANG: 'en_US' }, 'pt_BR'],
  [{ LANG: 'C.UTF-8' }, 'pt-BR'],
  [{ LANG: 'POSIX' }, 'pt-BR'],
  [{}, 'pt-BR'],
])('a system with %j speaks %s', (environment, language) => {
  Object.assign(process.env, environment)
  expect(systemLanguage()).toBe(language)
})
test('the version is that of the package', () => {
  expect(appVersion()).toMatch(/^\d+\.\d+\.\d+/)
})
