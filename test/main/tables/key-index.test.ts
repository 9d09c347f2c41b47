import { describe, expect, it } from 'vitest'
import { createKeyIndex } from '../../../main/data/columns/key-index.ts'

describe('an index of keys', () => {
  it('finds hundreds of thousands of keys below zero at once, as contacts without a conversation have them', () => {
    const keys = 300_000
    const index = createKeyIndex()
    for (let key = 1; key <= keys; key++) {
      index.set(-key, key)
      index.set(key, 2 * key)
    }
    expect(index.get(-keys)).toBe(keys)
    expect(index.get(keys)).toBe(2 * keys)
    expect(index.get(-keys - 1)).toBe(-1)
  })
})
