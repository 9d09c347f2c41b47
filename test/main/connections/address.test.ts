import { describe, expect, test } from 'vitest'
import { baseUrl, formsBaseUrl } from '../../../main/connections/store.ts'

describe('a base address', () => {
  test.each([
    ['https://casa.example', 'https://casa.example'],
    ['  https://Casa.Example/  ', 'https://casa.example'],
    ['https://casa.example:8443/prefixo//', 'https://casa.example:8443/prefixo'],
    ['https://casa.example/a?b=c#d', 'https://casa.example/a'],
    ['casa.example', 'https://casa.example'],
    ['casa.example:8443/x', 'https://casa.example:8443/x'],
    ['https://atenção.example', 'https://xn--ateno-dra1a.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.8.9.1', 'http://127.8.9.1'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['localhost:3000', 'https://localhost:3000'],
  ])('%s is %s', (typed, canonical) => {
    expect(baseUrl(typed)).toBe(canonical)
  })

  test.each([
    'http://casa.example',
    'http://10.0.0.1',
    'http://localhost.casa.example',
    'http://127.0.0.1.casa.example',
    'HTTP://casa.example',
    'http://[::2]',
  ])('%s would carry the secret in the open', (typed) => {
    expect(() => baseUrl(typed)).toThrow(expect.objectContaining({ code: 'not_secure_address' }))
  })

  test.each([
    '',
    ' ',
    'https://',
    'ftp://casa.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://ana:senha@casa.example',
    'https://casa exemplo',
    'data:text/html,x',
  ])('%j is none', (typed) => {
    expect(() => baseUrl(typed)).toThrow(expect.objectContaining({ code: 'bad_address' }))
  })
})

test.each([
  ['https://form.example', 'https://form.example/api/v1'],
  ['https://form.example/', 'https://form.example/api/v1'],
  ['https://form.example/api/v1/', 'https://form.example/api/v1'],
  ['form.example/x/api/v1', 'https://form.example/x/api/v1'],
])('the form service at %s answers at %s', (typed, canonical) => {
  expect(formsBaseUrl(typed)).toBe(canonical)
})
