import { describe, expect, test } from 'vitest'
import { maskSecrets, secretMask } from '../../../main/kernel/mask-secrets.ts'

describe('the covering of secrets in an answer', () => {
  test('covers what stands under the names of secrets, however they are written', () => {
    for (const name of [
      'secret',
      'client_secret',
      'token',
      'access_token',
      'api_access_token',
      'apiKey',
      'X-Api-Key',
      'password',
      'senha',
      'Authorization',
      'authorization_token',
    ]) {
      expect(maskSecrets({ [name]: 'abc123' }), name).toEqual({ [name]: secretMask })
    }
  })

  test('covers every text and number below auth_config and headers, and keeps their keys', () => {
    const tool = {
      title: 'Consulta',
      auth_type: 'bearer',
      auth_config: { user: 'x', nested: [{ value: 12 }], active: true, empty: '', nothing: null },
      headers: [{ name: 'X-Key', value: 'y' }],
    }
    expect(maskSecrets({ payload: [tool] })).toEqual({
      payload: [
        {
          title: 'Consulta',
          auth_type: 'bearer',
          auth_config: { user: secretMask, nested: [{ value: secretMask }], active: true, empty: '', nothing: null },
          headers: [{ name: secretMask, value: secretMask }],
        },
      ],
    })
  })

  test('covers a secret that is a text of JSON', () => {
    expect(maskSecrets({ headers: '{"Authorization":"Basic abc"}' })).toEqual({ headers: secretMask })
  })

  test('leaves what only sounds alike, and what is no object', () => {
    const plain = { tokens_used: 12, token_count: 3, header: 'Olá', author: 'Ana', key: 'status', monkey: 'banana' }
    expect(maskSecrets(plain)).toEqual(plain)
    expect(maskSecrets('texto')).toBe('texto')
    expect(maskSecrets(null)).toBeNull()
    expect(maskSecrets(7)).toBe(7)
  })

  test('covers secrets within addresses and after Bearer in any text', () => {
    expect(maskSecrets({ url: 'https://a.test/x?api_key=abc123&page=2' })).toEqual({
      url: `https://a.test/x?api_key=${secretMask}&page=2`,
    })
    expect(maskSecrets(['https://user:pass@a.test/'])).toEqual([`https://${secretMask}@a.test/`])
    expect(maskSecrets('Use Bearer abcdefgh12345 aqui')).toBe(`Use Bearer ${secretMask} aqui`)
  })

  test('changes nothing in place', () => {
    const answer = { secret: 'a', list: [{ token: 'b' }] }
    maskSecrets(answer)
    expect(answer).toEqual({ secret: 'a', list: [{ token: 'b' }] })
  })
})
