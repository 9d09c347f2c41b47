import { describe, expect, it } from 'vitest'
import { sharesOf } from '../../../renderer/kernel/shares.ts'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

describe('the shares of a whole', () => {
  it.each([
    [
      [505, 255, 240],
      [51, 25, 24],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [215, 145, 475, 165],
      [22, 14, 48, 16],
    ],
    [
      [1, 1, 1, 1, 1, 1, 1],
      [15, 15, 14, 14, 14, 14, 14],
    ],
    [
      [0, 7, 0],
      [0, 100, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ])('%j are %j and add up to 100 percent', (parts, shares) => {
    expect(sharesOf(parts, sum(parts))).toEqual(shares)
  })

  it('add up with the decimals that are shown, for any parts', () => {
    for (let seed = 1; seed < 200; seed++) {
      const parts = Array.from({ length: 1 + (seed % 9) }, (_, place) => (seed * 7919 * (place + 3)) % 997)
      if (sum(parts) === 0) continue
      for (const decimals of [0, 1]) {
        expect(Math.round(sum(sharesOf(parts, sum(parts), decimals)) * 10)).toBe(1000)
      }
    }
  })

  it('leave what is not shown of the whole out, and are rounded one by one where parts overlap', () => {
    expect(sharesOf([1, 1], 3)).toEqual([33, 33])
    expect(sharesOf([2, 2], 3, 1)).toEqual([66.7, 66.7])
  })
})
