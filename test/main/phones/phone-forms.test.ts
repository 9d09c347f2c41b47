import { expect, test } from 'vitest'
import { phoneForms } from '../../../main/phones/match-ladder.ts'

test.each([
  ['a mobile', '5511961234567', ['5511961234567', '11961234567'], ['551161234567', '1161234567']],
  ['an old mobile', '551161234567', ['551161234567', '1161234567'], ['5511961234567', '11961234567']],
  ['a landline', '551131234567', ['551131234567', '1131234567'], []],
  ['a mobile that would become a landline', '5511931234567', ['5511931234567', '11931234567'], []],
  ['a mobile of Santa Maria', '5555996123456', ['5555996123456', '55996123456'], ['555596123456', '5596123456']],
  ['a number of another country', '351912345678', ['351912345678'], []],
])('%s is searched for with and without 55, and with or without its ninth digit', (_, key, exact, otherNinth) => {
  expect(phoneForms(key)).toEqual({ exact, otherNinth })
})
