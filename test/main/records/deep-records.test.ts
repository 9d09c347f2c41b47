import { expect, test } from 'vitest'
import { isDeeper, mostLevels, withoutDeepRecords } from '../../../main/data/records/deep-records.ts'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`

test('a record that is nested too deeply gives way to null, and all else stays to the letter', () => {
  const deep = `{"id":2,"fields":${nested(9000)}}`
  const before = '{"meta":{"data":[[1]]},"data":[ {"id":1.0,"fields":{"t":"a\\"]}[{"}},7,'
  const after = ',{"id":3}],"note":"data"}'
  const { body, deep: found } = withoutDeepRecords(`${before}${deep}${after}`, 'data')
  expect(body).toBe(`${before}null${after}`)
  expect(found).toEqual([{ place: 2, text: deep }])
})

test('a record of as many levels as are allowed stays, in a list of its name alone', () => {
  const text = `{"data":[{"fields":${nested(mostLevels - 2)}}],"other":[{"fields":${nested(9000)}}]}`
  expect(withoutDeepRecords(text, 'data')).toEqual({ body: text, deep: [] })
  expect(withoutDeepRecords(text, 'other').deep).toMatchObject([{ place: 0 }])
})

test.each([
  ['brackets that never close', '['.repeat(200_000)],
  ['a string that never ends', `{"data":["${'\\"'.repeat(100_000)}`],
  ['backslashes', `{"data":["${'\\'.repeat(200_000)}"`],
  ['quotes', '"'.repeat(200_000)],
])('%s are passed in one go', (_what, text) => {
  expect(withoutDeepRecords(text, 'data').deep).toEqual([])
  expect(isDeeper(text, 200_000)).toBe(false)
})
