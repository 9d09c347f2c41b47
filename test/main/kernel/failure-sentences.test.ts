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
