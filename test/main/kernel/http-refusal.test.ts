import { describe, expect, test } from 'vitest'
import { failureOfAnswer, looksLikeHtml, secondsToWait } from '../../../main/kernel/http-failures.ts'

const html = '<html><head><title>413</title></head></html>'
const refusal = (status: number, text = '', headers: Record<string, string> = {}) =>
  failureOfAnswer({ status, text, headers: new Headers(headers), host: 'casa.example' })

describe('a refusal', () => {
  test.each<[number, string, string]>([
    [401, '{"error":"não"}', 'unauthorized'],
    [401, html, 'shield_page'],
    [402, '{"error":"plano"}', 'payment_required'],
    [403, '{"error":"não"}', 'forbidden'],
    [403, 'Forbidden\n', 'forbidden'],
    [403, `\uFEFF\n${html}`, 'shield_page'],
    [404, '{"error":"não há"}', 'service_not_found'],
    [404, html, 'not_this_service'],
    [407, 'proxy', 'proxy_login'],
    [408, '', 'timeout'],
    [413, '{"error":"demais"}', 'too_large'],
    [413, html, 'too_large'],
    [422, '{"error":"filtro"}', 'service_refused'],
    [422, '', 'service_refused'],
    [429, 'Retry later\n', 'rate_limited'],
    [429, html, 'rate_limited'],
    [500, html, 'service_failed'],
    [502, html, 'service_failed'],
    [503, '', 'service_failed'],
    [503, html, 'service_failed'],
    [511, html, 'captive_portal'],
    [504, html, 'timeout'],
  ])('%d with %j is %s', (status, text, code) => {
    expect(refusal(status, text)).toMatchObject({ code, params: { host: 'casa.example' }, details: `HTTP ${status}` })
  })

  test.each([
    ['{"error":"um"}', 'um'],
    ['{"error":{"code":"x","message":"dois"}}', 'dois'],
    ['{"message":"três","attributes":["a"]}', 'três'],
    ['{"errors":["quatro","outro"]}', 'quatro'],
    ['{"errors":[{"message":"cinco"}]}', 'cinco'],
    ['{"description":"seis"}', 'seis'],
    ['{"error":"","message":"sete"}', 'sete'],
    ['{"success":false}', undefined],
    ['null', undefined],
    ['[1]', undefined],
    ['olá', undefined],
  ])('passes on the reason in %s', (text, reason) => {
    expect(refusal(422, text).params.reason).toBe(reason)
  })

  test.each([
    ['telefone +55 (11) 98765-4321 inválido', 'telefone … inválido'],
    ['11987654321', '…'],
    ['e-mail ana.b@casa.example inválido', 'e-mail … inválido'],
    ['o token abc123def456ghi789 não vale', 'o token … não vale'],
    ['responsabilidade administrativa', 'responsabilidade administrativa'],
    ['a conta 3 não existe', 'a conta 3 não existe'],
  ])('keeps what is personal or secret out of %j', (original, kept) => {
    expect(refusal(422, JSON.stringify({ error: original })).params.reason).toBe(kept)
  })

  test('does not pass on whole pages of words', () => {
    expect(String(refusal(422, JSON.stringify({ error: 'x'.repeat(5000) })).params.reason).length).toBeLessThan(300)
  })
})

describe('how long to wait', () => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
  const atNoon = Date.parse(date) / 1000
  test.each<[Record<string, string>, string, number]>([
    [{}, '', 0],
    [{ 'retry-after': '7' }, '', 7],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT', date }, '', 30],
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT', date }, '', 0],
    [{ 'retry-after': 'logo' }, '', 0],
    [{ 'x-ratelimit-reset': String(atNoon + 12), date }, '', 12],
    [{ 'x-ratelimit-reset': String(atNoon - 12), date }, '', 0],
    [{ 'retry-after': '3' }, '{"error":{"retry_after":9}}', 9],
    [{ 'retry-after': '3', 'x-ratelimit-reset': String(atNoon + 20), date }, '{"error":{"retry_after":9}}', 20],
    [{ 'retry-after': '999999' }, '', 3600],
  ])('is the longest that %j %s requires', (headers, text, seconds) => {
    expect(secondsToWait(new Headers(headers), text)).toBe(seconds)
    expect(refusal(429, text, headers).params.seconds).toBe(seconds)
    expect(refusal(503, text, headers).params.seconds).toBe(seconds)
  })
})

test.each([
  ['<!DOCTYPE html><p>', true],
  [' \r\n<HTML>', true],
  ['\uFEFF<html>', true],
  ['<!-- proxy --><html>', true],
  ['<?xml version="1.0"?><Error/>', true],
  ['<script>location="/entrar"</script>', true],
  ['{"a":"<html>"}', false],
  ['nome;telefone', false],
  ['< 3', false],
  ['', false],
])('%j looks like a page: %s', (text, isPage) => {
  expect(looksLikeHtml(text)).toBe(isPage)
})
