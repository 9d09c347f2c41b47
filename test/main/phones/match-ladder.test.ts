import { describe, expect, test } from 'vitest'
import { readCellKeys } from '../../../main/phones/cell-keys.ts'
import { isAccepted } from '../../../main/phones/match-ladder.ts'
import { phoneKey } from '../../../main/phones/phones.ts'
import { phoneRungs, rungNames } from '../../../preload/values/rungs.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'
import { phoneRung } from './pair-rungs.ts'

/** Lines of `list text | contact | rung`, or with the default area code before the rung; `-` is no rung. */
function casesOf(table: string) {
  return table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const [list = '', contact = '', last = '', rung = last] = cells
      return { list, contact, areaCode: cells.length > 3 ? last : null, rung: rung === '-' ? null : rung }
    })
}

function expectRungs(table: string): void {
  const cases = casesOf(table)
  const found = cases.map(({ list, contact, areaCode }) => ({
    list,
    contact,
    areaCode,
    rung: phoneRung(list, contact, areaCode),
    back: phoneRung(contact, list, areaCode),
  }))
  expect(found).toEqual(cases.map((one) => ({ ...one, back: one.rung })))
}

/** Anatel's numbering plan: the second digits of the area codes that begin with each first one. */
const anatel = [
  '',
  '123456789',
  '12478',
  '1234578',
  '123456789',
  '1345',
  '123456789',
  '134579',
  '123456789',
  '123456789',
]
const areaCodes = anatel.flatMap((seconds, first) => [...seconds].map((second) => `${first}${second}`))

describe('two phones match on the rung, in both orders', () => {
  test('exact, however they are masked', () => {
    expectRungs(`
      5511988887777           | 5511988887777       | exact
      +5511988887777          | 5511988887777       | exact
      +55 11 98888-7777       | 5511988887777       | exact
      +55 (11) 98888-7777     | 5511988887777       | exact
      55 (11) 98888 7777      | 5511988887777       | exact
      55 11 9 8888-7777       | 5511988887777       | exact
      55-11-98888-7777        | 5511988887777       | exact
      55.11.98888.7777        | 5511988887777       | exact
      +55 11 98888–7777       | 5511988887777       | exact
      55 (11)98888-7777       | 5511988887777       | exact
      tel:+5511988887777      | 5511988887777       | exact
      (11) 98888-7777         | 11988887777         | exact
      (11)98888-7777          | 11 98888 7777       | exact
      11988887777             | 11988887777         | exact
      +55 (11) 3333-4444      | 551133334444        | exact
      (11) 3333-4444          | 1133334444          | exact
      (11) 8888-7777          | 1188887777          | exact
      011 98888-7777          | 011988887777        | exact
      0055 11 98888-7777      | 00 55 11 98888-7777 | exact
      +55 (0)11 98888-7777    | 55011988887777      | exact
      0 15 11 98888-7777      | 01511988887777      | exact
    `)
  })

  test('country, where one of them has 55', () => {
    expectRungs(`
      (11) 98888-7777         | 5511988887777       | country
      11 98888-7777           | 5511988887777       | country
      11988887777             | 5511988887777       | country
      11.98888.7777           | 5511988887777       | country
      11 9 8888 7777          | 5511988887777       | country
      11-98888-7777           | 5511988887777       | country
      +55 11 98888-7777       | 11988887777         | country
      (11) 3333-4444          | 551133334444        | country
      1133334444              | 551133334444        | country
      (11) 8888-7777          | 551188887777        | country
      (85) 98765-4321         | 5585987654321       | country
      +11 98888-7777          | 5511988887777       | country
      (21) 2555-1234          | +55 21 2555-1234    | country
      whats 11 98888-7777     | 5511988887777       | country
      11 98888-7777 (Ana)     | 5511988887777       | country
    `)
  })

  test('trunk, where one of them has a zero, a carrier or 00', () => {
    expectRungs(`
      011 98888-7777          | 5511988887777       | trunk
      (011) 98888-7777        | 5511988887777       | trunk
      0 11 98888-7777         | 11988887777         | trunk
      (0xx11) 98888-7777      | 5511988887777       | trunk
      0xx11 98888-7777        | 5511988887777       | trunk
      0XX11 98888-7777        | 5511988887777       | trunk
      0xx(11) 98888-7777      | 5511988887777       | trunk
      0xx15 11 98888-7777     | 5511988887777       | trunk
      0 15 11 98888-7777      | 5511988887777       | trunk
      015 11 98888-7777       | 5511988887777       | trunk
      0 21 11 98888-7777      | 5511988887777       | trunk
      0 31 11 98888-7777      | 5511988887777       | trunk
      0 41 11 98888-7777      | 5511988887777       | trunk
      0 14 11 98888-7777      | 5511988887777       | trunk
      0 12 34 98888-7777      | 5534988887777       | trunk
      0 43 43 98888-7777      | 5543988887777       | trunk
      0 25 11 98888-7777      | 5511988887777       | trunk
      0 21 11 3333-4444       | 551133334444        | trunk
      0 15 11 3333-4444       | 1133334444          | trunk
      0 21 21 2555-1234       | 552125551234        | trunk
      0 41 41 3222-1234       | 554132221234        | trunk
      0 15 11 98888-7777      | 0 21 11 98888-7777  | trunk
      0 15 11 98888-7777      | 011 98888-7777      | trunk
      00 55 11 98888-7777     | 5511988887777       | trunk
      0055 11 98888-7777      | 5511988887777       | trunk
      005511988887777         | 11988887777         | trunk
      0055 (0)11 98888-7777   | 5511988887777       | trunk
      +55 (0)11 98888-7777    | 5511988887777       | trunk
      +55 (011) 98888-7777    | 5511988887777       | trunk
      +55 0 11 98888-7777     | 5511988887777       | trunk
      +55 015 11 98888-7777   | 5511988887777       | trunk
      55 011 98888-7777       | 5511988887777       | trunk
      0 55 11 98888-7777      | 5511988887777       | trunk
      011 3333-4444           | 551133334444        | trunk
      +55 (0)11 3333-4444     | 1133334444          | trunk
      0011988887777           | 5511988887777       | trunk
    `)
  })

  test('ninth, where one mobile is from before the ninth digit', () => {
    expectRungs(`
      11 6888-7777            | 5511968887777       | ninth
      11 7888-7777            | 5511978887777       | ninth
      11 8888-7777            | 5511988887777       | ninth
      11 9888-7777            | 5511998887777       | ninth
      11 96888-7777           | 551168887777        | ninth
      11 97888-7777           | 551178887777        | ninth
      11 98888-7777           | 551188887777        | ninth
      11 99888-7777           | 551198887777        | ninth
      +55 11 8888-7777        | 5511988887777       | ninth
      +55 11 98888-7777       | 551188887777        | ninth
      551188887777            | 11988887777         | ninth
      (11) 8888-7777          | 11988887777         | ninth
      (85) 8765-4321          | 5585987654321       | ninth
      (62) 8123-4567          | 5562981234567       | ninth
      011 8888-7777           | 5511988887777       | ninth
      011 98888-7777          | 551188887777        | ninth
      0 15 11 8888-7777       | 5511988887777       | ninth
      0xx11 8888-7777         | 5511988887777       | ninth
      0055 11 8888-7777       | 5511988887777       | ninth
      +55 (0)11 8888-7777     | 11988887777         | ninth
      (51) 9999-8888          | 5551999998888       | ninth
      (51) 6000-0001          | 5551960000001       | ninth
      (51) 9999-9998          | 5551999999998       | ninth
    `)
  })

  test('area, where a phone has the default area code', () => {
    expectRungs(`
      98888-7777              | 5511988887777       | 11 | area
      988887777               | 11988887777         | 11 | area
      9 8888-7777             | 5511988887777       | 11 | area
      98888-7777              | 98888 7777          | 11 | area
      8888-7777               | 551188887777        | 11 | area
      8888-7777               | 5511988887777       | 11 | area
      98888-7777              | 551188887777        | 11 | area
      3333-4444               | 551133334444        | 11 | area
      3333 4444               | 011 3333-4444       | 11 | area
      33334444                | 0 15 11 3333-4444   | 11 | area
      3222-1234               | 555532221234        | 55 | area
      99999-8888              | 5555999998888       | 55 | area
      8888-7777 ramal 3       | 551188887777        | 11 | area
      98888-7777              | 5511988887777       | 21 | -
      3333-4444               | 552133334444        | 11 | -
      3333-4444               | 5511933334444       | 11 | -
      93333-4444              | 551133334444        | 11 | -
      1888-7777               | 551118887777        | 11 | -
      888-7777                | 55118887777         | 11 | -
      11 98888-7777           | 5511988887777       | 21 | country
      21 98888-7777           | 5521988887777       | 11 | country
      +55 98888-7777          | 5511988887777       | 11 | area
      4004-1234               | 551140041234        | 11 | -
      3003-1234               | 551130031234        | 11 | -
    `)
    expectRungs(`
      98888-7777              | 5511988887777       | -
      98888-7777              | 98888-7777          | -
      3333-4444               | 551133334444        | -
      3333-4444               | 3333-4444           | -
    `)
  })
})

describe('the numbering plan of Brazil', () => {
  test('has 67 area codes', () => {
    expect(areaCodes).toHaveLength(67)
  })

  test.each(areaCodes)('%s is an area code: its phones match with and without 55, and by the ninth digit', (code) => {
    expectRungs(`
      (${code}) 98765-4321    | 55${code}987654321  | country
      +55 ${code} 98765-4321  | 55${code}987654321  | exact
      0${code} 98765-4321     | 55${code}987654321  | trunk
      0 21 ${code} 98765-4321 | 55${code}987654321  | trunk
      (${code}) 8765-4321     | 55${code}987654321  | ninth
      (${code}) 3765-4321     | 55${code}37654321   | country
      (${code}) 3765-4321     | 55${code}937654321  | -
    `)
  })

  const none = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
    (code) => !areaCodes.includes(code),
  )
  test('leaves 33 pairs of digits that are none', () => {
    expect(none).toHaveLength(33)
  })

  test.each(none.filter((code) => !code.startsWith('0')))('%s is no area code: its phones match none', (code) => {
    expectRungs(`
      (${code}) 98765-4321    | 55${code}987654321  | -
      (${code}) 98765-4321    | (${code}) 98765-4321 | -
      (${code}) 3765-4321     | 55${code}37654321   | -
      +55 ${code} 98765-4321  | 55${code}987654321  | -
      0${code} 98765-4321     | 55${code}987654321  | -
      (${code}) 8765-4321     | 55${code}987654321  | -
    `)
  })

  test.each(none.filter((code) => code.startsWith('0')))('%s is a trunk zero and never an area code', (code) => {
    const rung = phoneRung(`(${code}) 98765-4321`, `${code[1]}987654321`)
    const isAreaCode = areaCodes.includes(`${code[1]}9`)
    expect(rung).toBe(isAreaCode ? 'trunk' : null)
    expect(phoneRung(`(${code}) 98765-4321`, `55${code}987654321`)).toBe(isAreaCode ? 'trunk' : null)
  })

  test('decides by length whether 55 is a country code or Santa Maria', () => {
    expectRungs(`
      55 9 9999-8888          | 5555999998888       | country
      (55) 99999-8888         | 5555999998888       | country
      55999998888             | 5555999998888       | country
      55999998888             | 55999998888         | exact
      +55 55 99999-8888       | 55999998888         | country
      055 99999-8888          | 5555999998888       | trunk
      0 15 55 99999-8888      | 5555999998888       | trunk
      0055 55 99999-8888      | 5555999998888       | trunk
      55 9999-8888            | 5555999998888       | ninth
      5599998888              | 55999998888         | ninth
      555599998888            | 5555999998888       | ninth
      5599998888              | 555599998888        | country
      55 3222-1234            | 555532221234        | country
      55 55 3222-1234         | 555532221234        | exact
      55 3222-1234            | 5555932221234       | -
      55 9 9999-8888          | 5511999998888       | -
      551199998888            | 5511999998888       | ninth
      551199998888            | 5555119999888       | -
      555199998888            | 5551999998888       | ninth
      55 51 99999-8888        | 5551999998888       | exact
      5599999888              | 5555999998888       | -
      555599999888            | 5555999998888       | -
    `)
  })

  test('never gives a landline a ninth digit, nor takes it from a mobile that would become one', () => {
    expectRungs(`
      11 2333-4444            | 5511923334444       | -
      11 3333-4444            | 5511933334444       | -
      11 4333-4444            | 5511943334444       | -
      11 5333-4444            | 5511953334444       | -
      551123334444            | 5511923334444       | -
      551133334444            | 11933334444         | -
      +55 11 94333-4444       | 551143334444        | -
      (11) 95333-4444         | 1153334444          | -
      11 93333-4444           | 5511933334444       | country
      11 92333-4444           | 5511923334444       | country
      11 95333-4444           | 11953334444         | exact
      11 90333-4444           | 5511903334444       | country
      11 91333-4444           | 5511913334444       | country
      011 3333-4444           | 5511933334444       | -
      0 15 11 3333-4444       | 5511933334444       | -
      55 3222-1234            | 55932221234         | -
      (11) 5999-9999          | 5511959999999       | -
      (11) 6000-0001          | 5511960000001       | ninth
    `)
  })

  test('knows no phone with a digit too many, too few or out of place', () => {
    expectRungs(`
      11 98888-777            | 5511988887777       | -
      11 98888-77777          | 5511988887777       | -
      11 1888-7777            | 551118887777        | -
      11 18888-7777           | 5511188887777       | -
      11 88888-7777           | 5511888887777       | -
      11 88888-7777           | 5511988887777       | -
      11 0888-7777            | 551108887777        | -
      55 11 3333-444          | 551133334444        | -
      55119888877771          | 5511988887777       | -
      119 8888-7777           | 5511988887777       | country
      11988887777123          | 5511988887777       | -
      11 98888-7777           | 5511988887778       | -
      11 98888-7777           | 5512988887777       | -
      (11) 98888-7777         | 988887777           | -
    `)
  })
})

describe('what is nobody’s phone matches nothing, not even itself', () => {
  test('numbers of services', () => {
    expectRungs(`
      0800 722 1234           | 08007221234         | -
      0800 722 1234           | 558007221234        | -
      800 722 1234            | 8007221234          | -
      +55 0800 722 1234       | 08007221234         | -
      0800 123 456            | 0800123456          | -
      0300 722 1234           | 03007221234         | -
      0500 722 1234           | 05007221234         | -
      0900 722 1234           | 09007221234         | -
      4004-1234               | 40041234            | -
      3003 1234               | 30031234            | -
      4020-1234               | 40201234            | -
      4062-1234               | 40621234            | -
      190                     | 190                 | -
      192                     | 192                 | -
      10315                   | 10315               | -
      27777                   | 27777               | -
      (11) 4004-1234          | 551140041234        | country
      (11) 3003-1234          | 551130031234        | country
    `)
  })

  test('numbers that were made up: the same digit again and again, or digits that count', () => {
    expectRungs(`
      11111111111             | 11111111111         | -
      99999999999             | 99999999999         | -
      (99) 99999-9999         | 5599999999999       | -
      +55 99 99999-9999       | 5599999999999       | -
      +55 99 99999-9999       | 99999999999         | -
      88 8888-8888            | 8888888888          | -
      +55 88 8888-8888        | 558888888888        | -
      00000000000             | 00000000000         | -
      555555555555            | 555555555555        | -
      (11) 99999-9999         | 5511999999999       | -
      (11) 9999-9999          | 1199999999          | -
      (11) 90000-0000         | 11900000000         | -
      11 91234-5678           | 11912345678         | -
    `)
  })

  test('personal ids, dates, words and blanks', () => {
    expectRungs(`
      123.456.789-09          | 12345678909         | -
      sem telefone            | sem telefone        | -
      n/d                     | n/d                 | -
      -                       | -                   | -
                              |                     | -
      (00) 00000-0000         | 00000000000         | -
      (00) 98765-4321         | (00) 98765-4321     | -
      00 98888-7777           | 00988887777         | -
      120363041234567890@g.us | 120363041234567890  | -
    `)
  })
})

describe('phones of other countries', () => {
  test('match as they are, with + or nothing before them, and on trunk with 00', () => {
    expectRungs(`
      +1 305 555 1234         | 13055551234         | exact
      13055551234             | 13055551234         | exact
      +1 (305) 555-1234       | +1-305-555-1234     | exact
      001 305 555 1234        | 13055551234         | trunk
      +351 912 345 678        | 351912345678        | exact
      351912345678            | 351912345678        | exact
      00351 912 345 678       | 351912345678        | trunk
      00351912345678          | 00351 912345678     | exact
      +351 21 345 6789        | 351213456789        | exact
      +54 9 11 5555-1234      | 5491155551234       | exact
      0054 9 11 5555-1234     | 5491155551234       | trunk
      +54 11 5555-1234        | 541155551234        | exact
      +54 9 11 5555-1234      | 541155551234        | -
      +54 11 15 5555-1234     | 5491155551234       | trunk
      +54 9 351 555-1234      | 5493515551234       | exact
      +595 981 123 456        | 595981123456        | exact
      00595 981 123 456       | 595981123456        | trunk
      +595 21 123 456         | +59521123456        | exact
      +598 94 123 456         | 59894123456         | exact
      00598 94 123 456        | 59894123456         | trunk
      +52 55 1234 5678        | 525512345678        | exact
      +52 1 55 1234 5678      | 5215512345678       | exact
      5215512345678           | 5215512345678       | exact
      0052 1 55 1234 5678     | 5215512345678       | trunk
      +52 1 55 1234 5678      | 525512345678        | -
      +49 30 12345678         | 493012345678        | exact
      +49 151 23456789        | 4915123456789       | exact
      0049 151 23456789       | 4915123456789       | trunk
      +49 (0)151 23456789     | 4915123456789       | trunk
      +81 90 1234 5678        | 819012345678        | exact
      0081 90 1234 5678       | 819012345678        | trunk
      +44 7911 123456         | 447911123456        | exact
      +44 (0)7911 123456      | 447911123456        | trunk
      +44 (0)20 7946 0958     | 442079460958        | trunk
      +44 (0)20 7946 0958     | 4402079460958       | exact
      +34 612 345 678         | +34612345678        | exact
      +39 06 698 12345        | 390669812345        | exact
      +39 347 123 4567        | 393471234567        | exact
      +33 6 12 34 56 78       | +33612345678        | exact
      0033 6 12 34 56 78      | +33612345678        | trunk
      +56 9 6123 4567         | +56961234567        | exact
      +57 300 123 4567        | 573001234567        | exact
      +591 7 1234567          | +59171234567        | exact
      +244 923 123 456        | 244923123456        | exact
      +258 84 123 4567        | 258841234567        | exact
      +86 138 0013 8000       | 8613800138000       | exact
      +91 98765 43210         | 919876543210        | exact
      +7 912 345-67-89        | +79123456789        | exact
      +351 912 345 678        | 351912345679        | -
      +351 912 345 678        | 912345678           | -
      +351 912 345 678        | 55351912345678      | -
      +351 912 345 678        | 912345678           | 35 | -
    `)
  })

  test('with the digits of one of Brazil match it on exact alone, for whoever wrote the same digits', () => {
    expectRungs(`
      +34 912 345 679         | 34912345679         | exact
      +34 912 345 679         | 5534912345679       | -
      +34 912 345 679         | 3412345679          | -
      +34 912 345 679         | 553412345679        | -
      +34 912 345 679         | 034912345679        | -
      (34) 91234-5679         | 34912345679         | exact
      (34) 91234-5679         | 5534912345679       | country
      +49 30 123456           | 4930123456          | exact
      +49 30 123456           | 554930123456        | -
      +61 8 7654 3210         | +61876543210        | exact
      +65 8765 4321           | 6587654321          | exact
      +65 8765 4321           | 556587654321        | -
      +65 8765 4321           | 65987654321         | -
      +65 9876 5432           | 6598765432          | exact
      +65 9876 5432           | 5565998765432       | -
      +47 912 34 567          | 4791234567          | exact
      +47 912 34 567          | 5547991234567       | -
      +1 305 555 1234         | 551305551234        | -
    `)
  })

  test('never lend 55, a ninth digit or an area code', () => {
    expectRungs(`
      +351 912 345 678        | 35191234567         | -
      +1 305 555 1234         | 13955551234         | -
      +1 305 555 1234         | 5513055551234       | -
      305 555 1234            | 13055551234         | -
      +598 94 123 456         | 94123456            | 59 | -
      +54 11 5555-1234        | 551155551234        | -
    `)
  })
})

describe('phones in the forms that programs and people give them', () => {
  test('extensions, WhatsApp ids and full-width digits', () => {
    expectRungs(`
      (11) 3333-4444 ramal 12      | 551133334444   | country
      (11) 3333-4444 (ramal 12)    | 551133334444   | country
      (11) 3333-4444 r. 12         | 551133334444   | country
      (11) 3333-4444 x12           | 551133334444   | country
      (11) 3333-4444 #12           | 551133334444   | country
      (11) 3333-4444 Ramal: 1234   | 1133334444     | exact
      +55 11 3333-4444 ext. 5      | 551133334444   | exact
      011 3333-4444 rml 12         | 551133334444   | trunk
      (11) 3333-4444 extensão 7    | 551133334444   | country
      5511988887777@c.us           | 5511988887777  | exact
      5511988887777@s.whatsapp.net | 5511988887777  | exact
      5511988887777:12@s.whatsapp.net | 5511988887777 | exact
      551188887777@c.us            | 5511988887777  | ninth
      351912345678@c.us            | 351912345678   | exact
      5215512345678@c.us           | 5215512345678  | exact
      １１９８８８８７７７７          | 5511988887777  | country
      ＋５５ １１ ９８８８８ ７７７７     | 5511988887777  | exact
      \u202a+55 11 98888-7777\u202c | 5511988887777 | exact
      \u200b(11) 98888-7777        | 5511988887777  | country
      11\u00a098888\u20117777      | 5511988887777  | country
    `)
  })

  test('what Excel dressed up matches, what it damaged does not', () => {
    expectRungs(`
      5511988887777.0         | 5511988887777       | exact
      5511988887777,00        | 5511988887777       | exact
      11988887777.0           | 5511988887777       | country
      1133334444,0            | 551133334444        | country
      5.511.988.887.777       | 5511988887777       | exact
      5.511.988.887.777,00    | 5511988887777       | exact
      5,511,988,887,777.00    | 5511988887777       | exact
      5,511988887777E+12      | 5511988887777       | exact
      5.511988887777e12       | 5511988887777       | exact
      1,1988887777E+10        | 5511988887777       | country
      5,51199E+12             | 5511990000000       | -
      5.51199E+12             | 5511988887777       | -
      5,5E+12                 | 5511988887777       | -
      1,1988889E+10           | 5511988887777       | -
      5511990000000           | 5511990001234       | -
      551198888000000         | 5511988880000       | -
      (11) 3000-0000          | 551130000000        | country
      +55 (11) 99000-0000     | +5511990000000      | exact
    `)
  })
})

test('the number of a line is no part of the phone behind it', () => {
  const phone = { key: '5511988887777', written: '11988887777' }
  for (const line of ['3) ', '55) ']) expect(readCellKeys(`${line}11 98888-7777`, 'phone').keys).toMatchObject([phone])
})

describe('phones at random', () => {
  const random = randomOf(2026_11_24)
  const below = (end: number) => Math.floor(random() * end)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')
  const national = () => pick([`9${digits(8)}`, `${6 + below(4)}${digits(7)}`, `${2 + below(4)}${digits(7)}`])
  const codes = ['11', '55', '34', '49', '10', '20', '99']
  const foreign = ['13055551234', '351912345678', '5491155551234', '5215512345678', '34912345678', '6587654321']
  const brazilian = () =>
    `${pick(['', '55', '+55', '0', '00', '0055', '+550', '015', '021'])}${pick(codes)}${national()}`
  const phone = () =>
    pick([
      brazilian,
      brazilian,
      brazilian,
      national,
      () => `${pick(['', '+', '00'])}${pick(foreign)}`,
      () => digits(below(16)),
    ])()
  /** The same phone, written with few digits that differ so that many pairs match. */
  const subscribers = ['988887777', '88887777', '33334444', '933334444', '999998888', '99998888']
  const near = () =>
    `${pick(['', '55', '+55', '0', '0055', '055', '+550', '015'])}${pick(['', '11', '55'])}${pick(subscribers)}`
  const areaCode = () => pick([null, '11', '55'])

  test('match on the same rung in both orders', () => {
    for (let round = 0; round < 20_000; round++) {
      const [one, other, code] = [pick([phone, near])(), pick([phone, near])(), areaCode()]
      expect([one, other, code, phoneRung(one, other, code)]).toEqual([one, other, code, phoneRung(other, one, code)])
    }
  })

  test('match themselves exactly, where they are phones and need no area code', () => {
    for (let round = 0; round < 10_000; round++) {
      const [text, code] = [pick([phone, near])(), areaCode()]
      const rung = phoneKey(text).ok ? 'exact' : 'area'
      expect([text, code, phoneRung(text, text, code)]).toEqual([text, code, phoneKey(text, code).ok ? rung : null])
    }
  })

  test('have a key whose key is itself', () => {
    for (let round = 0; round < 10_000; round++) {
      const reading = phoneKey(pick([phone, near])(), areaCode())
      if (!reading.ok) continue
      const again = phoneKey(`+${reading.key}`)
      expect([reading.key, again]).toEqual([
        reading.key,
        expect.objectContaining({ key: reading.key, kind: reading.kind }),
      ])
    }
  })

  test('match on the same rung under every mask', () => {
    const masks = [
      (plus: string, text: string) => `${plus}${[...text].join(' ')}`,
      (plus: string, text: string) => `${plus}${text.slice(0, -4)}-${text.slice(-4)}`,
      (plus: string, text: string) => ` \u202a${plus} ${text.slice(0, 3)} ${text.slice(3)}\u202c`,
      (plus: string, text: string) => `tel: ${plus}${text}`,
      (plus: string, text: string) =>
        plus + text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ]
    for (let round = 0; round < 10_000; round++) {
      const [one, other, code] = [near(), pick([phone, near])(), areaCode()]
      const mask = pick(masks)
      const masked = mask(one.startsWith('+') ? '+' : '', one.replace('+', ''))
      expect([one, other, code, masked, phoneRung(masked, other, code)]).toEqual([
        one,
        other,
        code,
        masked,
        phoneRung(one, other, code),
      ])
    }
  })

  test('are accepted down to a rung exactly where theirs is that one or a surer one', () => {
    for (const [index, rung] of phoneRungs.entries())
      expect(rungNames.map((_, own) => isAccepted(own, rung))).toEqual([
        ...phoneRungs.map((_, own) => own <= index),
        index >= 1,
      ])
  })
})
