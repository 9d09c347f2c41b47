import { describe, expect, test } from 'vitest'
import { createRateTracker, type Priority, type RateFacts, rateFacts } from '../../../main/kernel/rate-window.ts'

const nothing: RateFacts = { limit: null, remaining: null, reset: null, resetsInMs: null }
const facts = (remaining: number, reset: number, resetsInMs: number): RateFacts => ({
  limit: 100,
  remaining,
  reset,
  resetsInMs,
})

/** One that has learned at 0 that this much is left of the window 60, which ends at 10,000 ms. */
function learned(remaining: number) {
  const knowledge = createRateTracker({ limit: 100, windowMs: 60_000 })
  knowledge.granted(0)
  knowledge.ended(0, 0)
  knowledge.answered(facts(remaining, 60, 10_000), true, 0)
  const left = (now = 1) => knowledge.seen(now).remaining
  const goes = (now: number, priority: Priority = 'interactive') => knowledge.verdict(priority, now).go
  return { ...knowledge, left, goes }
}
describe('what is known of a window', () => {
  test('falls with every request that goes', () => {
    const { granted, left, goes } = learned(2)
    granted(1)
    expect([left(), goes(1)]).toEqual([1, true])
    granted(1)
    expect([left(), goes(1)]).toEqual([0, false])
  })

  test('is not raised by answers that come in another order than the requests', () => {
    const { granted, ended, answered, left } = learned(90)
    for (const at of [1, 2, 3]) granted(at)
    ended(3, 9)
    answered(facts(87, 60, 9000), true, 9)
    expect(left()).toBe(85)
    ended(1, 9)
    answered(facts(89, 60, 9000), true, 9)
    ended(2, 9)
    answered(facts(88, 60, 9000), true, 9)
    expect(left()).toBe(85)
  })

  test('falls when another program uses the key as well', () => {
    const { granted, ended, answered, left, goes } = learned(90)
    granted(1)
    ended(1, 2)
    answered(facts(3, 60, 9000), true, 2)
    expect(left()).toBe(3)
    expect([goes(2, 'interactive'), goes(2, 'background'), goes(2, 'idle')]).toEqual([true, false, false])
  })

  test('is the next window’s once an answer is of that one, less what may still be counted in it', () => {
    const { granted, ended, answered, left } = learned(50)
    for (const at of [1, 2, 3]) granted(at)
    ended(1, 5)
    answered(facts(99, 120, 60_000), true, 5)
    expect(left(6)).toBe(97)
    ended(2, 6)
    answered(facts(0, 60, 1), true, 6)
    expect(left(6)).toBe(97)
  })

  test('gets back what never left this machine', () => {
    const { granted, unsent, left } = learned(50)
    granted(1)
    unsent(1, 2)
    expect(left(2)).toBe(50)
  })

  test('ends at the earliest of its estimates: each is late by up to a second', () => {
    const { granted, ended, answered, verdict } = learned(2)
    granted(1)
    ended(1, 2)
    answered(facts(0, 60, 9500), true, 2)
    expect(verdict('interactive', 3)).toMatchObject({ go: false, until: 9552 })
  })
})
describe('a window that is over', () => {
  test('is followed by one request alone, then by the others', () => {
    const { granted, ended, answered, goes } = learned(0)
    expect([goes(9000), goes(10_100)]).toEqual([false, true])
    granted(10_100)
    expect(goes(10_101)).toBe(false)
    ended(10_100, 10_200)
    answered(facts(99, 120, 59_000), true, 10_200)
    expect(goes(10_201)).toBe(true)
  })

  test('is requested again when the first answer has no headers', () => {
    const { granted, ended, answered, goes } = learned(0)
    granted(10_100)
    ended(10_100, 10_200)
    answered(nothing, false, 10_200)
    expect(goes(10_201)).toBe(true)
    granted(10_201)
    expect(goes(10_202)).toBe(false)
  })

  test('does not wait for ever for a first answer that does not come', () => {
    const { granted, verdict } = learned(0)
    granted(10_100)
    expect(verdict('interactive', 10_101)).toEqual({ go: false, until: null, recheckAt: 15_100 })
    expect(verdict('interactive', 15_100).go).toBe(true)
  })

  test('has its whole limit for the meter, until the next request', () => {
    expect(learned(3).seen(10_100)).toEqual({ limit: 100, remaining: 100, resetsAt: null })
  })
})
describe('a refusal', () => {
  test('closes the window for as long as it requires, whatever seemed to be left', () => {
    const { throttled, granted, verdict, seen } = learned(50)
    throttled(facts(0, 60, 4000), 7000, 1000)
    expect(verdict('interactive', 1001)).toMatchObject({ go: false, until: 8050 })
    expect(seen(1001)).toMatchObject({ remaining: 0, resetsAt: 8050 })
    expect(verdict('interactive', 8050).go).toBe(true)
    granted(8050)
    expect(verdict('interactive', 8051).go).toBe(false)
  })

  test('without headers closes it for as long as a window may be', () => {
    const { throttled, verdict } = learned(50)
    throttled(nothing, 0, 1000)
    expect(verdict('interactive', 1001)).toMatchObject({ until: 61_050 })
  })

  test('of the previous window does not change this one', () => {
    const { throttled, goes } = learned(50)
    throttled(facts(0, 30, 0), 0, 1000)
    expect(goes(1001)).toBe(true)
  })
})
describe('a service without rate limit headers', () => {
  test('gets one request at a time until it answers, then as many as the document grants', () => {
    const { granted, ended, answered, verdict, seen } = createRateTracker({ limit: 3, windowMs: 1000 })
    expect(seen(0)).toEqual({ limit: null, remaining: null, resetsAt: null })
    granted(0)
    expect(verdict('interactive', 1).go).toBe(false)
    ended(0, 10)
    answered(nothing, true, 10)
    granted(11)
    granted(12)
    expect(verdict('interactive', 13)).toMatchObject({ go: false, until: 1060 })
    expect(seen(13)).toMatchObject({ limit: 3, remaining: 0 })
    expect(verdict('interactive', 1060).go).toBe(true)
  })

  test('counts what may still arrive there: a slot is free a window after the answer', () => {
    const { granted, ended, answered, verdict } = createRateTracker({ limit: 1, windowMs: 1000 })
    granted(0)
    ended(0, 700)
    answered(nothing, true, 700)
    expect(verdict('interactive', 1100).go).toBe(false)
    expect(verdict('interactive', 1750).go).toBe(true)
  })
})
describe('the headers of a window', () => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
  const noon = Date.parse(date)
  const read = (headers: Record<string, string>, wall = noon + 420_000) => rateFacts(new Headers(headers), wall)

  test('are read by the clock of the service', () => {
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '40' }
    const reset = String(noon / 1000 + 25)
    expect(read({ ...headers, 'x-ratelimit-reset': reset, date })).toEqual({
      limit: 100,
      remaining: 40,
      reset: noon / 1000 + 25,
      resetsInMs: 25_000,
    })
    expect(read({ 'x-ratelimit-reset': reset }, noon + 5000).resetsInMs).toBe(20_000)
  })

  test('may be doubled, missing or nonsense', () => {
    expect(read({ 'x-ratelimit-remaining': '40, 40' }).remaining).toBe(40)
    expect(read({ 'x-ratelimit-remaining': 'muitas', 'x-ratelimit-reset': '-' })).toEqual(nothing)
    expect(read({ 'x-ratelimit-reset': '99999999999', date }).resetsInMs).toBe(3_600_000)
  })
})
