import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { expect, it } from 'vitest'
import { type InternationalPhone, internationalPhone } from '../../../main/phones/foreign-phones.ts'
import { runsAll } from '../../kit/systems.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'

const random = randomOf(20_261_127)
const below = (end: number) => Math.floor(random() * end)
const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
const someDigits = (length: number) => Array.from({ length }, () => below(10)).join('')

/** The longest number has 17 digits behind its country code. */
const tooLong = 19
const countries = [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)]

/** Of any country, as long as its numbers are or of any length, or with a code that no country has. */
function newNumber(): string {
  const [code, , , lengths] = pick(countries)
  if (random() < 0.05) return someDigits(below(tooLong))
  return code + someDigits(random() < 0.7 ? pick(lengths as readonly number[]) : below(tooLong))
}

/** The number with one digit changed, added or taken away, or with the trunk prefix of some country. */
function changed(digits: string): string {
  const at = below(digits.length)
  const piece = random() < 0.2 ? pick(['0', '1', '8', '15', '9', '180020', '06']) : someDigits(below(2))
  return digits.slice(0, at) + piece + digits.slice(at + below(2))
}

const kindsOfTypes: Readonly<Record<string, InternationalPhone['kind']>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'either',
}

function libraryAnswer(digits: string): InternationalPhone | null {
  const phone = parsePhoneNumberFromString(`+${digits}`)
  if (!phone) return null
  const ofValid = kindsOfTypes[phone.getType() ?? ''] ?? 'other'
  const ofOthers = phone.isPossible() ? 'possible' : null
  return { key: phone.number.slice(1), kind: phone.isValid() ? ofValid : ofOthers }
}

it('numbers of every country, with any digits and of any length, are what libphonenumber says', {
  timeout: 600_000,
}, () => {
  const seen = new Map<InternationalPhone['kind'] | undefined, number>()
  const numbers: string[] = []
  for (let round = 0; round < (runsAll ? 1_000_000 : 50_000); round++) {
    const digits = numbers.length > 0 && random() < 0.5 ? changed(pick(numbers)) : newNumber()
    const [answer, expected] = [internationalPhone(digits), libraryAnswer(digits)]
    if (answer?.key !== expected?.key || answer?.kind !== expected?.kind) {
      expect({ digits, ...answer }).toEqual({ digits, ...expected })
    }
    seen.set(expected?.kind, (seen.get(expected?.kind) ?? 0) + 1)
    const isValid = expected?.kind && expected.kind !== 'possible'
    if (isValid) numbers[numbers.length < 5000 ? numbers.length : below(5000)] = digits
  }
  expect(seen.size).toBe(7)
  expect(Math.min(...seen.values())).toBeGreaterThan(500)
})
