import { expect, test } from 'vitest'
import { catalogues, failureSentence } from '../../../preload/messages/catalogue.ts'

test.each(['pt-BR', 'en'] as const)(
  '400, 500, 503 and other refusals each have their own sentence in %s',
  (language) => {
    const sentenceOf = (code: 'service_refused' | 'service_failed', status: number) =>
      failureSentence(catalogues[language], { code, params: { status, host: 'a.example' } })
    const sentences = [400, 422].map((status) => sentenceOf('service_refused', status))
    const failed = [500, 502, 503].map((status) => sentenceOf('service_failed', status))
    expect(new Set([...sentences, ...failed]).size).toBe(5)
  },
)

test.each([
  [20, 'em 20 segundos'],
  [0, 'em 1 minuto'],
  [300, 'em 5 minutos'],
])('a throttle that requires %d seconds says so', (seconds, words) => {
  expect(failureSentence(catalogues['pt-BR'], { code: 'rate_limited', params: { seconds } })).toContain(words)
})
