import { describe, expect, it } from 'vitest'
import { searchedPhone } from '../../../main/phones/searched-phones.ts'

const formIn = (digits: string, text: string) => searchedPhone(digits)?.formIn(text) ?? null

describe('a phone that is searched for', () => {
  it.each([
    ['21980000005', '+55 (21) 98000-0005', 'same'],
    ['5521980000005', '021 98000-0005', 'same'],
    ['021980000005', '5521980000005', 'same'],
    ['01521980000005', '21980000005', 'same'],
    ['21980000005', '98000-0005', 'same'],
    ['21980000005', '(21) 8000-0005', 'other_ninth'],
    ['21980000005', '+55 21 8000-0005', 'other_ninth'],
    ['21980000005', '8000-0005', 'other_ninth'],
    ['2180000005', '5521980000005', 'other_ninth'],
    ['980000005', '(21) 8000-0005', 'other_ninth'],
    ['980000005', '5521980000005', 'same'],
    ['55981912345', '(55) 8191-2345', 'other_ninth'],
    ['1133334444', '5511 3333-4444', 'same'],
    ['21980000005', 'casa (21) 8000-0005, trabalho (11) 3333-4444', 'other_ninth'],
    ['21980000005', '11 3333-4444 / 21 8000-0005', 'other_ninth'],
  ])('of %s is in %s: %s', (digits, text, form) => {
    expect(formIn(digits, text)).toBe(form)
  })

  it.each([
    ['21980000005', '(11) 8000-0005'],
    ['21980000005', '+55 11 98000-0005'],
    // A mobile of Recife whose first digits are an older number of Santa Maria.
    ['55981912345', '+55 81 91234-5678'],
    ['55981912345', '5581912345678'],
    // Landlines never get a ninth digit.
    ['1133334444', '(11) 93333-4444'],
    ['11933334444', '(11) 3333-4444'],
    ['21980000005', '180000005'],
    ['980000005', '800000051'],
  ])('of %s is not in %s', (digits, text) => {
    expect(formIn(digits, text)).toBeNull()
  })

  it.each(['80000005', '08008887777', '40041234', '980', '351912345678', '52998224725', '11999999999', '0098765'])(
    'is none in %s',
    (digits) => {
      expect(searchedPhone(digits)).toBeNull()
    },
  )

  it('takes linear time in a cell of signs', () => {
    const text = `1${' '.repeat(50_000)}`.repeat(4)
    const start = performance.now()
    expect(formIn('21980000005', text)).toBeNull()
    expect(performance.now() - start).toBeLessThan(500)
  })
})
