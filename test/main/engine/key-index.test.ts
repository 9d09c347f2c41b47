import { expect, it } from 'vitest'
import { createKeyTable } from '../../../main/engine/columns/key-index.ts'

it('a table of keys finds hundreds of thousands of keys below zero at once, as contacts without a conversation have them', () => {
  const keys = 300_000
  const table = createKeyTable()
  for (let key = 1; key <= keys; key++) {
    table.takeNumber(-key)
    table.takeNumber(key)
  }
  expect(table.size).toBe(2 * keys)
  expect(table.indexOfNumber(-keys)).toBe(2 * keys - 2)
  expect(table.indexOfNumber(keys)).toBe(2 * keys - 1)
  expect(table.indexOfNumber(-keys - 1)).toBe(-1)
})
