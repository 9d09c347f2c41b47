import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogues } from '../../../preload/messages/catalogue.ts'

/** The keys are free text in the contract, so nothing but this holds the two sides together. */
const source = readFileSync(path.join(import.meta.dirname, '../../../main/connections/check.ts'), 'utf8')
/** As they are passed to `finding`, chosen between, or stand in its tables. */
const named = /\bfinding\(\s*'(\w+)'|\? '(\w+)' : '(\w+)'\)|\['\w+', '(\w+)'\]|^ {2}\w+: '(\w+)',$/gm
const sent = [...new Set([...source.matchAll(named)].flatMap(([, ...names]) => names.filter(Boolean)))]

describe('what a check can find', () => {
  it.each(sent)('has a sentence in both languages: %s', (name) => {
    for (const { connections } of Object.values(catalogues)) {
      const sentence = connections.findings[name]?.({ minutes: -7, status: 503, seconds: 3 })
      expect(sentence).toMatch(/\S/)
      expect(sentence).not.toMatch(/undefined|NaN/)
    }
  })

  it('is known to this test at all', () => {
    expect(sent.length).toBeGreaterThan(15)
  })
})
