import { describe, expect, test } from 'vitest'
import { maskSecrets, maskSecretsInText, secretMask } from '../../../main/kernel/mask-secrets.ts'

describe('the covering of secrets in an answer', () => {
  test('covers the values of secret names, however these are written', () => {
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
      'ssl_private_key',
      'webhook_signing_key',
      'access_tokens',
      'api_keys',
      'custom_headers',
      'google_credentials',
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

  test.each([
    { tokens_used: 12, token_count: 3, header: 'Olá', author: 'Ana', key: 'status', monkey: 'banana' },
    { 'access-control-allow-headers': 'x', 'access-control-allow-credentials': 'true' },
    'texto',
    null,
    7,
  ])('leaves what only sounds alike, and what is no object: %j', (plain) => {
    expect(maskSecrets(plain)).toEqual(plain)
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

describe('the covering of secrets in a text', () => {
  test('keeps every other character of a JSON text', () => {
    const text =
      '{ "id": 12345678901234567890, "share": 1.0,\n "headers": {"X-Key": "a", "n": [1, -2.5]}, "title": "Olá\\n" }'
    expect(maskSecretsInText(text)).toBe(
      `{ "id": 12345678901234567890, "share": 1.0,\n "headers": {"X-Key": "${secretMask}", "n": ["${secretMask}", "${secretMask}"]}, "title": "Olá\\n" }`,
    )
  })

  test('covers what is there of a JSON text that breaks off', () => {
    expect(maskSecretsInText('[{"secret":"abc"},{"auth_config":{"user":"ana","pa')).toBe(
      `[{"secret":"${secretMask}"},{"auth_config":{"user":"${secretMask}","pa`,
    )
    expect(maskSecretsInText('{"token":"abc')).toBe(`{"token":"${secretMask}"`)
  })

  test('covers the secrets of JSON inside of JSON', () => {
    const template = JSON.stringify({ request_template: JSON.stringify({ api_key: 'abc', id: 7 }) })
    expect(JSON.parse(maskSecretsInText(template))).toEqual({ request_template: `{"api_key":"${secretMask}","id":7}` })
    expect(maskSecrets(JSON.parse(template))).toEqual({ request_template: `{"api_key":"${secretMask}","id":7}` })
  })

  test('sees a secret whose key is written with escapes', () => {
    expect(maskSecretsInText('{"\\u0073ecret":"abc"}')).toBe(`{"\\u0073ecret":"${secretMask}"}`)
  })

  test('gives the same as covering the value, for any value', () => {
    const value = [{ a: { secret: { b: ['x', null, true, ''] } }, c: [[1]], d: 'Bearer abcdefgh1' }, 'x', 5, null]
    expect(JSON.parse(maskSecretsInText(JSON.stringify(value)))).toEqual(maskSecrets(value))
  })

  test('leaves pages and spreadsheets as they are but for addresses', () => {
    expect(maskSecretsInText('<p>token: x</p>')).toBe('<p>token: x</p>')
    expect(maskSecretsInText('nome,url\nAna,https://a.test/?token=x1\n')).toBe(
      `nome,url\nAna,https://a.test/?token=${secretMask}\n`,
    )
  })

  test('covers a secret beside a text of many megabytes', () => {
    for (const long of ['a'.repeat(12_000_000), '"\\'.repeat(3_000_000)]) {
      const covered = maskSecretsInText(JSON.stringify({ long, secret: 'abc' }))
      expect(covered === JSON.stringify({ long, secret: secretMask })).toBe(true)
    }
  })
})
