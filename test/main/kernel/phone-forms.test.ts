import { describe, expect, test } from 'vitest'
import { phoneForms } from '../../../main/kernel/phones.ts'

describe('the forms of a phone', () => {
  test('have the code of the country and lack it', () => {
    expect(phoneForms('5511961234567').exact).toEqual(['5511961234567', '11961234567'])
  })

  test('of a mobile are with and without its ninth digit', () => {
    expect(phoneForms('5511961234567').otherNinth).toEqual(['551161234567', '1161234567'])
    expect(phoneForms('551161234567').otherNinth).toEqual(['5511961234567', '11961234567'])
  })

  test('of a landline never have a ninth digit, nor does a mobile become one', () => {
    expect(phoneForms('551131234567').otherNinth).toEqual([])
    expect(phoneForms('5511931234567').otherNinth).toEqual([])
  })

  test('of Santa Maria are not taken for a number with a country code', () => {
    expect(phoneForms('5555996123456')).toEqual({
      exact: ['5555996123456', '55996123456'],
      otherNinth: ['555596123456', '5596123456'],
    })
  })

  test('of another country are that number alone', () => {
    expect(phoneForms('351912345678')).toEqual({ exact: ['351912345678'], otherNinth: [] })
  })
})
