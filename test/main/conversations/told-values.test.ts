import { expect, test } from 'vitest'
import * as z from 'zod'
import { timeOf } from '../../../main/kernel/json.ts'

test.each([
  8.64e15,
  8.64e12,
  9.9e14,
  253_402_300_800_000,
  '253402300800',
  1_763_640_000_000_000,
  '9999-12-31T23:59:59Z',
  1e300,
  -1,
  0,
])('a time that is %s is one that the app can write, or none', (value) => {
  const time = timeOf(value)
  expect(time === null || z.iso.datetime().safeParse(time).success, String(time)).toBe(true)
})
