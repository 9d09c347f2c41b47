import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  isDeeper,
  mostLevels,
  parseFaithfully,
  parseJson,
  timeOf,
  withoutDeepRecords,
} from '../../../main/kernel/json.ts'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`

test('withoutDeepRecords replaces a too deep record by null and keeps every other character', () => {
  const deep = `{"id":2,"fields":${nested(9000)}}`
  const before = '{"meta":{"data":[[1]]},"data":[ {"id":1.0,"fields":{"t":"a\\"]}[{"}},7,'
  const after = ',{"id":3}],"note":"data"}'
  const { body, deep: deepRecords } = withoutDeepRecords(`${before}${deep}${after}`, 'data')
  expect(body).toBe(`${before}null${after}`)
  expect(deepRecords).toEqual([{ place: 2, text: deep }])
})

test('withoutDeepRecords keeps a record at the limit, and reads only the list it is given', () => {
  const text = `{"data":[{"fields":${nested(mostLevels - 2)}}],"other":[{"fields":${nested(9000)}}]}`
  expect(withoutDeepRecords(text, 'data')).toEqual({ body: text, deep: [] })
  expect(withoutDeepRecords(text, 'other').deep).toMatchObject([{ place: 0 }])
})

test.each([
  ['brackets that never close', '['.repeat(200_000)],
  ['a string that never ends', `{"data":["${'\\"'.repeat(100_000)}`],
  ['backslashes', `{"data":["${'\\'.repeat(200_000)}"`],
  ['quotes', '"'.repeat(200_000)],
])('%s take linear time', (_what, text) => {
  expect(withoutDeepRecords(text, 'data').deep).toEqual([])
  expect(isDeeper(text, 200_000)).toBe(false)
})

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
])('timeOf(%s) is null or a time with a year of four digits', (value) => {
  const time = timeOf(value)
  expect(time === null || z.iso.datetime().safeParse(time).success, String(time)).toBe(true)
})

test.each([
  ['levels', '['.repeat(1_500_000) + ']'.repeat(1_500_000)],
  ['values', `[${'{},'.repeat(1_500_000)}0]`],
  ['values of one list', `[${'1,'.repeat(1_500_000)}0]`],
])('a text of too many %s is not parsed', (_what, text) => {
  expect(parseJson(text)).toBeUndefined()
  expect(() => parseFaithfully(text)).toThrow(SyntaxError)
})
