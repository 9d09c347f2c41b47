import { expect, it } from 'vitest'
import { createKeyTable, type KeyRun } from '../../../main/engine/columns/key-index.ts'
import { createListKernel } from '../../../main/lists/list-kernel.ts'
import { runsAll } from '../../kit/systems.ts'
import { randomNumbers } from '../lists/read-whole.ts'

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

it('a table in the memory of a kernel numbers and finds the same keys as a Map, while it grows', () => {
  const random = randomNumbers(7)
  for (let round = 0; round < (runsAll ? 50 : 5); round++) {
    const some = () => (random(2) === 0 ? 1 + random(20_000) * 977_777_777 : `${'é'.repeat(random(20))}${random(9000)}`)
    const table = createKeyTable(8, 8, createListKernel())
    const indexes = new Map<number | string, number>()
    for (let part = 0; part < 4; part++) {
      const keys = Array.from({ length: random(6000) }, some)
      const into = new Uint32Array(keys.length)
      table.findAll(runOf(keys), into)
      expect(Array.from(into)).toEqual(keys.map((key) => indexes.get(key) ?? 0xffffffff))
      for (const key of keys) if (!indexes.has(key)) indexes.set(key, indexes.size)
      table.takeAll(runOf(keys), into)
      expect(Array.from(into)).toEqual(keys.map((key) => indexes.get(key)))
    }
    expect(table.size).toBe(indexes.size)
  }
})

function runOf(keys: readonly (number | string)[]): KeyRun {
  const texts = keys.map((key) => (typeof key === 'number' ? '' : key))
  let end = 0
  const ends = Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text)))
  const numbers = Float64Array.from(keys, (key) => (typeof key === 'number' ? key : 0))
  return { count: keys.length, numbers, ends, heap: Buffer.from(texts.join('')) }
}
