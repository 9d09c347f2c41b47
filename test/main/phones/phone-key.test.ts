import { describe, expect, it } from 'vitest'
import { isAreaCode, phoneKey } from '../../../main/phones/phones.ts'

const mobile = { ok: true, key: '5511988887777', kind: 'mobile' }
const landline = { ok: true, key: '551133334444', kind: 'landline' }
const oldMobile = { ok: true, key: '551188887777', kind: 'old_mobile' }
const santaMaria = { ok: true, key: '5555999998888', kind: 'mobile' }
const foreign = (key: string) => ({ ok: true, key, kind: 'foreign' })
const problem = (code: string) => ({ ok: false, problem: code })

describe('a phone becomes the digits that are sent', () => {
  it.each([
    // masks
    ['(11) 98888-7777', mobile],
    ['11 98888 7777', mobile],
    ['11.98888.7777', mobile],
    ['11988887777', mobile],
    ['+55 11 98888-7777', mobile],
    ['+55 (11) 98888-7777', mobile],
    ['+5511988887777', mobile],
    ['5511988887777', mobile],
    ['55 (11) 98888-7777', mobile],
    ['tel: 11 98888 7777 (whats)', mobile],
    ['tel:+5511988887777', mobile],
    ['１１９８８８８７７７７', mobile],
    ['\u00a0(11)\u00a098888-7777', mobile],
    ['11 98888\u20117777', mobile],
    // trunk zeros, carriers, international prefix (pitfall 3)
    ['011 98888-7777', mobile],
    ['0 15 11 98888-7777', mobile],
    ['0xx11 98888-7777', mobile],
    ['0xx15 11 98888-7777', mobile],
    ['(011) 98888-7777', mobile],
    ['00 55 11 98888-7777', mobile],
    ['0055 (0)11 98888-7777', mobile],
    ['+55 (0)11 98888-7777', mobile],
    ['+55 015 11 98888-7777', mobile],
    ['0 55 11 98888-7777', mobile],
    ['55 011 98888-7777', mobile],
    ['0 21 11 3333-4444', landline],
    ['+11 98888-7777', mobile],
    ['0011988887777', mobile],
    // ninth digit (pitfall 4)
    ['(11) 3333-4444', landline],
    ['551133334444', landline],
    ['(11) 8888-7777', oldMobile],
    ['55 11 8888-7777', oldMobile],
    // area code 55 (pitfall 5)
    ['55 9 9999-8888', santaMaria],
    ['(55) 99999-8888', santaMaria],
    ['5555999998888', santaMaria],
    ['055 99999-8888', santaMaria],
    ['55 3222-1234', { ok: true, key: '555532221234', kind: 'landline' }],
    ['55 55 3222-1234', { ok: true, key: '555532221234', kind: 'landline' }],
    // extensions and WhatsApp ids (pitfall 6)
    ['(11) 3333-4444 ramal 12', landline],
    ['(11) 3333-4444 r. 12', landline],
    ['(11) 3333-4444 x12', landline],
    ['5511988887777@c.us', mobile],
    ['5511988887777:12@s.whatsapp.net', mobile],
    // numbers that Excel dressed up but did not damage (pitfall 2)
    ['5511988887777.0', mobile],
    ['5511988887777,00', mobile],
    ['5.511.988.887.777', mobile],
    ['5.511.988.887.777,00', mobile],
    ['5,511988887777E+12', mobile],
    ['5.511988887777e12', mobile],
  ])('%s is Brazilian', (text, reading) => {
    expect(phoneKey(text)).toMatchObject(reading)
  })

  it.each([
    ['+351 912 345 678', foreign('351912345678')],
    ['00351912345678', foreign('351912345678')],
    ['351912345678', foreign('351912345678')],
    ['+1 (305) 555-1234', foreign('13055551234')],
    ['13055551234', foreign('13055551234')],
    ['+54 9 11 5555-1234', foreign('5491155551234')],
    ['+44 (0)20 7946 0958', foreign('442079460958')],
    ['+34 912 345 678', foreign('34912345678')],
    ['919876543210', foreign('919876543210')],
  ])('%s is foreign and gets no 55', (text, reading) => {
    expect(phoneKey(text)).toMatchObject(reading)
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['-', 'no_digits'],
    ['sem telefone', 'no_digits'],
    ['n/d', 'no_digits'],
    ['#######', 'no_digits'],
    ['0', 'too_short'],
    ['12345', 'too_short'],
    ['3333-444', 'too_short'],
    ['188887777', 'too_short'],
    ['98888-7777', 'no_area_code'],
    ['3333-4444', 'no_area_code'],
    ['+55 98888-7777', 'no_area_code'],
    ['0 98888-7777', 'no_area_code'],
    // the first digit is gone: of 55, or of an area code
    ['511988887777', 'lost_start'],
    ['+5 11 98888-7777', 'lost_start'],
    ['51133334444', 'lost_start'],
    ['58133334444', 'lost_start'],
    ['3 98888-7777', 'lost_start'],
    // as likely another number with a digit too many, or another area code
    ['519988887777', 'too_long'],
    ['51233334444', 'bad_number'],
    ['29 3333-4444', 'bad_number'],
    // mobiles of Spain and Chile that lost their plus
    ['34612345678', 'lost_plus'],
    ['56988887777', 'lost_plus'],
    ['(56) 98888-7777', 'bad_number'],
    ['55 11 3333-444', 'too_short'],
    ['11988887777123', 'too_long'],
    ['5511988887777123', 'too_long'],
    ['11 98888-77770', 'too_long'],
    ['0 11 98888-77770', 'too_long'],
    ['55119888877771', 'too_long'],
    ['120363041234567890@g.us', 'too_long'],
    ['(20) 98888-7777', 'bad_number'],
    ['5520988887777', 'bad_number'],
    ['(11) 18888-7777', 'bad_number'],
    ['11 1888-7777', 'bad_number'],
    ['11111111111', 'placeholder'],
    ['000000000', 'placeholder'],
    ['00431111', 'too_short'],
    ['123.456.789-09', 'document_number'],
    ['5,51199E+12', 'damaged_by_excel'],
    ['5.51199E+12', 'damaged_by_excel'],
    ['5,5E+12', 'damaged_by_excel'],
    ['1.1988889e10', 'damaged_by_excel'],
    ['5511990000000', 'rounded'],
    ['551198888000000', 'rounded'],
    ['551198888777711000000', 'rounded'],
    ['1198888777711980000000', 'rounded'],
    ['119888877771198000', 'rounded'],
    ['119888877771198880', 'too_long'],
    ['0800 722 1234', 'service_number'],
    ['0800 123 456', 'service_number'],
    ['8007221234', 'service_number'],
    ['0300 722 1234', 'service_number'],
    ['4004-1234', 'service_number'],
    ['3003 1234', 'service_number'],
    ['+55 0800 722 1234', 'service_number'],
    ['190', 'service_number'],
  ])('%s has no key: %s', (text, code) => {
    expect(phoneKey(text)).toEqual(problem(code))
  })

  it('keeps numbers that only look rounded: a mask, or fewer zeros than Excel leaves', () => {
    expect(phoneKey('+55 (11) 99000-0000')).toMatchObject({ ok: true, key: '5511990000000' })
    expect(phoneKey('(11) 3000-0000')).toMatchObject({ ok: true, key: '551130000000' })
    expect(phoneKey('551130000000')).toMatchObject({ ok: true, key: '551130000000' })
    expect(phoneKey('11988880000')).toMatchObject({ ok: true, key: '5511988880000' })
  })

  it('reads its own keys back to the same keys', () => {
    for (const key of ['5511988887777', '551133334444', '551188887777', '5555999998888', '555532221234']) {
      expect(phoneKey(key)).toMatchObject({ ok: true, key })
      expect(phoneKey(`+${key}`)).toMatchObject({ ok: true, key })
    }
  })

  it('gives the same key for every mask of every area code', () => {
    let codes = 0
    for (let code = 10; code < 100; code += 1) {
      if (!isAreaCode(String(code))) {
        expect(phoneKey(`(${code}) 98765-4321`).ok).toBe(false)
        continue
      }
      codes += 1
      const forms = [`(${code}) 98765-4321`, `0${code}987654321`, `55${code}987654321`, `+55 ${code} 98765 4321`]
      const mobile = { ok: true, key: `55${code}987654321`, kind: 'mobile' }
      for (const form of forms) expect(phoneKey(form)).toMatchObject(mobile)
    }
    expect(codes).toBe(67)
  })

  it('is made of long and hostile text, which would take hours with a step that is not linear', () => {
    for (const part of ['1 ', '(', '+', 'x1', '1.000', ' ', 'ramal ', '1,']) phoneKey(part.repeat(50_000))
  })
})
