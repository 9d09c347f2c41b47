import { describe, expect, test } from 'vitest'
import { fitOf, readRemains } from '../../../main/phones/damaged-phones.ts'
import { phoneKey } from '../../../main/phones/phones.ts'
import { isDamage } from '../../../preload/values/key-problems.ts'

/** What `phoneKey` calls damaged. */
function remainsOf(text: string) {
  const reading = phoneKey(text)
  if (reading.ok || !isDamage(reading.problem)) throw new Error(`${text} is not damaged`)
  return readRemains(text, reading.problem)
}
const fits = (text: string, key: number) => fitOf(remainsOf(text).spans, key)

describe('what is left of a damaged phone', () => {
  test.each([
    ['5,51199E+12', { kind: 'between', from: '5511985000000', to: '5511994999999' }],
    ['5.51199E+12', { kind: 'between', from: '5511985000000', to: '5511994999999' }],
    ['5,55000E+12', { kind: 'between', from: '5549995000000', to: '5550004999999' }],
    ['5511990000000', { kind: 'between', from: '5511985000000', to: '5511994999999' }],
    ['1,19889E+10', { kind: 'between', from: '11988850000', to: '11988949999' }],
    ['9,88888E+08', { kind: 'between', from: '988887500', to: '988888499' }],
    ['551198888000000', { kind: 'begins', digits: '55119888' }],
    ['1,19889E+21', { kind: 'begins', digits: '11988' }],
    ['1198888777711980000000', { kind: 'joined', digits: '5511988887777' }],
    ['551198888777755119000000', { kind: 'joined', digits: '5511988887777' }],
    ['98888-7777', { kind: 'ends', digits: '988887777' }],
    ['+55 98888-7777', { kind: 'ends', digits: '988887777' }],
    ['3333-4444 ramal 7', { kind: 'ends', digits: '33334444' }],
    ['511988887777', { kind: 'ends', digits: '511988887777' }],
    ['56988887777', { kind: 'same', digits: '56988887777' }],
  ])('of %s', (text, known) => {
    expect(remainsOf(text)).toMatchObject({ known, isVague: false })
  })

  test.each(['5,5E+12', '5,512E+12', '1,2E+10', '5,5E+20'])('of %s is too little to mean anybody', (text) => {
    expect(remainsOf(text).isVague).toBe(true)
  })

  test('fits every number that Excel shows as the damaged one, which it has rounded, and no other', () => {
    // The number itself, rounded to six digits as Excel does.
    for (const national of [11985000000, 11988887777, 11994999999]) {
      expect(fits('5,51199E+12', 55e11 + national)).toBe('same')
    }
    expect(fits('5,51199E+12', 5511984999999)).toBeNull()
    expect(fits('5,51199E+12', 5511995000000)).toBeNull()
    expect(fits('5,51199E+12', 5521988887777)).toBeNull()
  })

  test('fits a contact with the country code where the list had none, and a mobile with its other ninth digit', () => {
    expect(fits('1,19889E+10', 5511988887777)).toBe('same')
    expect(fits('5,51199E+12', 551188887777)).toBe('other_ninth')
    expect(fits('5,51189E+11', 5511988887777)).toBe('other_ninth')
    expect(fits('98888-7777', 552188887777)).toBe('other_ninth')
    expect(fits('8888-7777', 5521988887777)).toBe('other_ninth')
  })

  test('never gives a landline a ninth digit', () => {
    expect(fits('3333-4444', 552133334444)).toBe('same')
    expect(fits('3333-4444', 5521933334444)).toBeNull()
  })

  test('fits the whole number of a foreign one, and the first of two that were joined', () => {
    expect(fits('56988887777', 56988887777)).toBe('same')
    expect(fits('56988887777', 5556988887777)).toBeNull()
    expect(fits('1198888777711980000000', 5511988887777)).toBe('same')
    expect(fits('1198888777711980000000', 5511988887776)).toBeNull()
  })

  test('is read of hostile text in linear time', () => {
    for (const part of ['1', '5,5', 'e', '055']) readRemains(part.repeat(50_000), 'damaged_by_excel')
    readRemains('055'.repeat(50_000), 'no_area_code')
  })
})
