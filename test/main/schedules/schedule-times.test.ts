import { describe, expect, test } from 'vitest'
import { createZone } from '../../../main/kernel/times.ts'
import { dueOccurrence, nextOccurrence, type ScheduleTimes } from '../../../main/schedules/schedule-times.ts'

const brazil = createZone('America/Sao_Paulo')
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const at = (text: string) => new Date(text)
const times = (change: Partial<ScheduleTimes> = {}): ScheduleTimes => ({
  on: true,
  time: '08:00',
  weekdays: everyDay,
  since: '2026-11-01T00:00:00.000Z',
  last: null,
  ...change,
})

describe('a time of day', () => {
  test('is due from its minute to the end of its day, on the clock of the person', () => {
    expect(dueOccurrence(times(), at('2026-11-20T10:59:59Z'), brazil)).toBeNull()
    expect(dueOccurrence(times(), at('2026-11-20T11:00:00Z'), brazil)).toMatchObject({ day: '2026-11-20' })
    expect(dueOccurrence(times(), at('2026-11-21T02:59:00Z'), brazil)).toMatchObject({ day: '2026-11-20' })
    // The day after begins at midnight there, and is not due before eight.
    expect(dueOccurrence(times(), at('2026-11-21T03:00:00Z'), brazil)).toBeNull()
  })

  test('was not missed before it was chosen, nor on other days of the week, nor while it is off', () => {
    const noon = at('2026-11-20T15:00:00Z')
    expect(dueOccurrence(times({ since: '2026-11-20T14:00:00.000Z' }), noon, brazil)).toBeNull()
    // It is a Friday.
    expect(dueOccurrence(times({ weekdays: [1, 2, 3, 4] }), noon, brazil)).toBeNull()
    expect(dueOccurrence(times({ on: false }), noon, brazil)).toBeNull()
  })

  test('comes next today, tomorrow, or a week later', () => {
    const next = (change: Partial<ScheduleTimes>, now: string) => {
      const occurrence = nextOccurrence(times(change), at(now), brazil)
      return occurrence && new Date(occurrence.at).toISOString()
    }
    expect(next({}, '2026-11-20T10:00:00Z')).toBe('2026-11-20T11:00:00.000Z')
    expect(next({ last: { day: '2026-11-20' } }, '2026-11-20T12:00:00Z')).toBe('2026-11-21T11:00:00.000Z')
    expect(next({ weekdays: [5], last: { day: '2026-11-20' } }, '2026-11-20T12:00:00Z')).toBe(
      '2026-11-27T11:00:00.000Z',
    )
    expect(next({ on: false }, '2026-11-20T12:00:00Z')).toBeNull()
  })

  test('follows the clock where it is changed, also at an hour that a day lacks', () => {
    const lisbon = createZone('Europe/Lisbon')
    const moment = (time: string, now: string) => {
      const occurrence = nextOccurrence(times({ time, since: '2026-01-01T00:00:00.000Z' }), at(now), lisbon)
      return occurrence && new Date(occurrence.at).toISOString()
    }
    expect(moment('08:00', '2026-03-28T12:00:00Z')).toBe('2026-03-28T08:00:00.000Z')
    expect(moment('08:00', '2026-03-29T00:30:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(moment('01:30', '2026-03-29T00:10:00Z')).toBe('2026-03-29T01:30:00.000Z')
  })
})
