import { beforeEach, describe, expect, it, vi } from 'vitest'
import { daysOf, momentsOf, readDay } from '../../../renderer/tables/day-range.ts'

beforeEach(() => void vi.stubEnv('TZ', 'America/Sao_Paulo'))

describe('whole days of the user’s calendar', () => {
  it('begin and end at midnight of their zone', () => {
    expect(momentsOf({ from: '2026-11-01', to: '2026-11-20' })).toEqual({
      min: Date.parse('2026-11-01T00:00:00-03:00'),
      max: Date.parse('2026-11-20T23:59:59.999-03:00'),
      days: { from: '2026-11-01', to: '2026-11-20' },
    })
  })

  it('may be open on a side', () => {
    expect(momentsOf({ from: null, to: '2026-11-20' }).min).toBeNull()
    expect(momentsOf({ from: '2026-11-20', to: null }).max).toBeNull()
  })

  it('are whole also when clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const { min, max } = momentsOf({ from: '2026-03-08', to: '2026-03-08' })
    expect((max ?? 0) - (min ?? 0) + 1).toBe(23 * 3_600_000)
  })

  it('come back from their moments', () => {
    const range = { from: '2026-01-31', to: '2026-02-28' }
    expect(daysOf(momentsOf(range))).toEqual(range)
    // The days that were asked for stay so where the moments of another zone are others.
    expect(daysOf({ ...momentsOf(range), min: 0, max: 1 })).toEqual(range)
  })
})

describe('a typed day', () => {
  it.each([
    ['20/11/2026', '2026-11-20'],
    ['1/2/2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['20112026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each(['31/02/2026', '29/02/2026', '1/2/26', '20/11-2026', '20260231', '01/01/0026', 'amanhã', '20/11', ''])(
    'that does not exist is none: “%s”',
    (text) => {
      expect(readDay(text)).toBeNull()
    },
  )
})
