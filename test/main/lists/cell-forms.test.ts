import { describe, expect, it, test } from 'vitest'
import { readCellKeys } from '../../../main/phones/cell-keys.ts'
import { keysOf, textFile } from './read-whole.ts'

/** What a cell gives: its keys, then its problem after a mark. */
function read(text: string, kind: 'phone' | 'email' = 'phone', areaCode: string | null = null): string {
  const { keys, problem } = readCellKeys(text, kind, areaCode)
  return [...keys.map(({ key }) => key), ...(problem ? [`!${problem}`] : [])].join(' ')
}

const mobile = '5511987650001'

describe('figures beside a phone are not joined to it', () => {
  it.each([
    ['49 98765-0001 2', '5549987650001'],
    ['2 49 98765-0001', '5549987650001'],
    ['1 11987650001', mobile],
    ['1 21 3344-0001', '552133440001'],
    ['55 98765-0001 1', '5555987650001'],
    ['55987650001 11', '5555987650001'],
    ['31 98765-0001 4', '5531987650001'],
    ['(11) 3344-0001 2', '551133440001'],
    ['(11) 98765-0001 12', mobile],
    ['11 98765-0001 2026', mobile],
    ['11 98765-0001 (após 18h)', mobile],
    ['(11) 98765-0001 casa 2 fundos', mobile],
    ['49 98765-0001 casa 2', '5549987650001'],
    ['11 98765-0001 - 2ª via', mobile],
    ['(11) 98765-0001 até 12/10', mobile],
    ['(11) 98765-0001 ap101 bl2', mobile],
    ['apto 101 bloco 2 (11) 98765-0001', mobile],
    ['Loja 1 11 3344-0001', '551133440001'],
    ['Loja 12 (11) 3344-0001', '551133440001'],
    ['Loja 24h 11 98765-0001', mobile],
    ['Turma 2026 Ana (11) 98765-0001', mobile],
    ['Ana2 11 98765-0001', mobile],
    ['(11) 98765-0001 *1', mobile],
    ['#2 11 98765-0001', mobile],
    ['11 98765-0001 14:30', mobile],
    ['11 3344-0001 R 12', '551133440001'],
    ['11 3344-0001 / ramal 1234', '551133440001'],
    ['(11) 3344-0001 Ramal 12 (11) 98765-0001', `551133440001 ${mobile}`],
    ['CPF 123.456.789-09 tel 11 98765-0001', mobile],
    ['11 3344-0001-02', '551133440001'],
    ['11 98765-0001-2', mobile],
    ['11/98765-0001 8-18h', mobile],
    ['11 97000-0001 RG 33440001', '5511970000001'],
    ['11 97000-0001 CEP 33440-001', '5511970000001'],
    ['pedido nº 98765000 11 98765-0001', mobile],
  ])('%s', (text, keys) => {
    expect(read(text)).toBe(keys)
  })

  it.each([
    ['11 98765-000', '!too_short'],
    ['(11) 98765 000', '!too_short'],
    ['tel: 11 98765-000 (whats)', '!too_short'],
    ['Ana 11 98765-000 - casa', '!too_short'],
    ['+55 11 98765-000', '!too_short'],
    ['11 98765-00011', '!too_long'],
    ['11 98765-00011 / 21 98765-0002', '5521987650002 !too_long'],
    ['1198765000', '551198765000'],
    ['11 9876-5000', '551198765000'],
    ['11 3344-001', '!too_short'],
  ])('and a digit that its hyphen shows as lost or as one too many makes no other phone of it: %s', (text, keys) => {
    expect(read(text)).toBe(keys)
  })

  it.each([
    ['98765-0001 8-18h', '!no_area_code'],
    ['98765-0001 (11) 98766-0001 (11)', '5511987660001 !no_area_code'],
    ['+55 98765-0001', '!no_area_code'],
    ['l1987650001', '!bad_number'],
    ['1198765000l', '!bad_number'],
    ['11 98765000O', '!bad_number'],
    ['1198765000*', '!masked'],
    ['11 98765000x', '!masked'],
  ])('and what may be another phone is none: %s', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it.each([
    ['98765-0001 2', '5531987650001'],
    ['1 98765-0001', '5531987650001'],
    ['3344-0001 2', '553133440001'],
    ['98765-0001 casa 2', '5531987650001'],
  ])('nor to one that lacks its area code: %s', (text, key) => {
    expect(read(text)).toBe('!no_area_code')
    expect(read(text, 'phone', '31')).toBe(key)
  })

  it.each([
    ['11 98765-0001 11 97000-0002', `${mobile} 5511970000002`],
    ['1133440001 11987650001', `551133440001 ${mobile}`],
    ['11 3344 0001 11 98765 0001', `551133440001 ${mobile}`],
    ['(11)98765-0001(11)97000-0002', `${mobile} 5511970000002`],
    ['+5511987650001+5511970000002', `${mobile} 5511970000002`],
    ['(11) 98765-0001 97000-0002', `${mobile} 5511970000002`],
    ['R: 11 3344-0001 C: 11 98765-0001', `551133440001 ${mobile}`],
    ['(11) 3344-0001 a 0003', '551133440001'],
    ['(11) 3344-0001/2', '551133440001'],
    ['(11) 3344-0001/0002', '551133440001 !too_short'],
    ['+595 981 123456 +54 9 11 6677-3399', '595981123456 5491166773399'],
  ])('and two phones stay two: %s', (text, keys) => {
    expect(read(text)).toBe(keys)
  })

  it.each([
    ['11 9 8765 0001', mobile],
    ['11 987 650 001', mobile],
    ['11 9 87 65 00 01', mobile],
    ['1 1 9 8 7 6 5 0 0 0 1', mobile],
    ['54 (11) 15 6677-3399', '5491166773399'],
    ['1 305 555 0142', '13055550142'],
    ['(11) Tel. 98765-0001', mobile],
    ['cel11 98765-0001', mobile],
    ['11987650001Ana', mobile],
    ['11*98765*0001', mobile],
    ['1️⃣1️⃣ 98765-0001', mobile],
    ['11\u200b98765\u00ad0001', mobile],
    ['55/11/98765-0001', mobile],
    ['1o 11 98765-0001', mobile],
    ['11 98765-0001*', mobile],
    ['11 98765-0001 2x', mobile],
    ['11\u204398765\u20430001', mobile],
    ['11 98765\u30fc0001', mobile],
    ['5,511,987,650,001', mobile],
  ])('and one phone stays one: %s', (text, key) => {
    expect(read(text)).toBe(key)
  })
})

it.each(['(20) 98765-0001', '+55 20 98765-0001', '0 15 20 98765-0001', '56 98765-0001'])(
  'an area code that does not exist gives way to no other: %s',
  (text) => {
    expect(read(text, 'phone', '31')).not.toMatch(/\d/)
    expect(read(`${text} / 11 97000-0002`)).toMatch(/^5511970000002/)
    expect(read(`11 97000-0002 / ${text}`)).toMatch(/^5511970000002 !/)
  },
)

describe('what is nobody’s phone says what it is', () => {
  it.each([
    ['(11) 99999-9999', 'placeholder'],
    ['5511999999999', 'placeholder'],
    ['(11) 90000-0000', 'placeholder'],
    ['5511900000000', 'placeholder'],
    ['(00) 90000-0000', 'placeholder'],
    ['11 98888-8888', 'placeholder'],
    ['(11) 3333-3333', 'placeholder'],
    ['99999-9999', 'placeholder'],
    ['91234-5678', 'placeholder'],
    ['(11) 1234-5678', 'placeholder'],
    ['12345678901', 'placeholder'],
    ['00000000000', 'placeholder'],
    ['Fax (11) 3344-0001', 'fax'],
    ['(11) 3344-0001 (fax)', 'fax'],
    ['(21) 98***-0001', 'masked'],
    ['(11) 9876*-0001', 'masked'],
    ['11*****0001', 'masked'],
    ['•••• 0001', 'masked'],
    ['(11) XXXXX-0001', 'masked'],
    ['98765-XXXX', 'masked'],
    ['11 98765-000*', 'masked'],
    ['119####0001', 'masked'],
    ['an***@exemplo.com.br', 'masked'],
    ['76699677012110@lid', 'messenger_id'],
    ['120363401737357956@g.us', 'messenger_id'],
    ['5511987650001-1401234567@g.us', 'messenger_id'],
    ['status@broadcast', 'messenger_id'],
    ['facebook:102938475610293', 'messenger_id'],
    ['@ana11987650001', 'messenger_id'],
    ['https://wa.me/message/ABC123XYZ', 'hidden_link'],
    ['https://wa.link/abc123', 'hidden_link'],
    ['https://instagram.com/ana11987650001', 'hidden_link'],
    ['111.444.777-35', 'document_number'],
    ['33.000.167/0001-01', 'document_number'],
  ])('%s', (text, problem) => {
    expect(read(text, 'phone', '31')).toBe(`!${problem}`)
  })

  it.each([
    ['Tel: (11) 3344-0001 Fax: (11) 3344-0002', '551133440001 !fax'],
    ['Tel/Fax: (11) 3344-0001', '551133440001'],
    ['(11) 99999-9999 / 11 98765-0001', `${mobile} !placeholder`],
    ['(11) 98765-0001 ***', mobile],
    ['11 98765-0001 @ana', mobile],
    ['11 98765-0001 https://bit.ly/abc', mobile],
  ])('and takes no phone beside it along: %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe('phones behind signs of programs are read', () => {
  it.each([
    ['5511987650001@wa.gw.msging.net', mobile],
    ['5511987650001:12@s.whatsapp.net', mobile],
    ['sip:11987650001@10.0.0.5', mobile],
    ['<sip:+5511987650001@pabx.local:5060>', mobile],
    ['whatsapp:+5511987650001', mobile],
    ['tel:+55%2011%2098765-0001', mobile],
    ['https://wa.me/55 11 98765-0001', mobile],
    ['https://wa.me/55(11)98765-0001', mobile],
    ['https://web.whatsapp.com/send?phone=+55%2011%2098765-0001', mobile],
    ['https://api.whatsapp.com/send/?phone=5511987650001&text&type=phone_number', mobile],
    ['https://wa.me/5511987650001?text=Quero o pedido 11987640001', mobile],
    ['+55 55 11 98765-0001', mobile],
    ['5555 11 98765-0001', mobile],
    ['+55+5511987650001', mobile],
    ['+55 55 55 98765-0001', '5555987650001'],
    ['00155511987650001', mobile],
    ['0041 11 98765-0001', mobile],
    ['0 operadora 11 98765-0001', mobile],
    ['(0**11) 98765-0001', mobile],
    ['55 0xx11 98765-0001', mobile],
    ['(XX) 11 98765-0001', mobile],
    ['https://wa.me/?phone=5511987650001', mobile],
    ['https://wa.me/send?phone=5511987650001', mobile],
    ['https://t.me/+5511987650001', mobile],
    ['intent://send/5511987650001#Intent;scheme=smsto', mobile],
    ['https://wa.me/6587654321', '6587654321'],
    ['https://wa.me/987650001', '!no_area_code'],
    ['exemplo.com.br/11987650001', '!hidden_link'],
  ])('%s', (text, key) => {
    expect(read(text)).toBe(key)
  })

  it.each([
    "'ana@exemplo.com.br'",
    'Ana (ana@exemplo.com.br)',
    'Ana [ana@exemplo.com.br]',
    "Ana <'ana@exemplo.com.br'>",
    '“ana@exemplo.com.br”',
    'ana＠exemplo.com.br',
    'mailto:ana@exemplo.com.br?subject=Oi',
    'E-mail: ana@exemplo.com.br',
    'Ana Souza - ana@exemplo.com.br',
    'ana@exemplo.com.br (principal)',
    '*ana@exemplo.com.br*',
    'SMTP:ana@exemplo.com.br',
    '<a href="mailto:ana@exemplo.com.br">escreva</a>',
  ])('as are e-mails: %s', (text) => {
    expect(read(text, 'email')).toBe('ana@exemplo.com.br')
    expect(read(text)).toBe('ana@exemplo.com.br')
  })
})

describe('an e-mail is the whole address or none', () => {
  it.each([
    '‹ana@exemplo.com.br›',
    '📧ana@exemplo.com.br',
    'ana@exemplo.com.br📧',
    'E-mail→ana@exemplo.com.br',
    'e-mail=ana@exemplo.com.br',
    'ana@exemplo.com.br-',
    'ana@exemplo.com.br#',
    '**ana@exemplo.com.br**',
  ])('what stands around it is no part of it: %s', (text) => {
    expect(read(text, 'email')).toBe('ana@exemplo.com.br')
  })

  it('a phone beside one whose end is cut off', () => {
    expect(read('(11) 98765-0001 / ana@exemplo.com,br')).toBe(`${mobile} !bad_email`)
    expect(read('ana@exemplo.com,br; bia@exemplo.com.br', 'email')).toBe('bia@exemplo.com.br !bad_email')
  })

  it.each(['；', '，', '¦'])('signs that part e-mails: %s', (sign) => {
    expect(read(`ana@exemplo.com.br${sign}bia@exemplo.com.br`, 'email')).toBe('ana@exemplo.com.br bia@exemplo.com.br')
  })

  it.each([
    ['ana@exemplo.com,br', 'bad_email'],
    ['ana@exemplo.com br', 'bad_email'],
    ['ana@exemplo, com.br', 'bad_email'],
    ['a…@exemplo.com.br', 'masked'],
    ['***1@exemplo.com.br', 'masked'],
    ['ana1@exemplo.com.***', 'masked'],
    ['a■■■@exemplo.com.br', 'masked'],
    ['a###@exemplo.com.br', 'masked'],
  ])('a broken or hidden one is not cut to another: %s', (text, problem) => {
    expect(read(text, 'email')).toBe(`!${problem}`)
    expect(read(text)).toBe(`!${problem}`)
  })
})

test('a fax of an address book is none of the phones of its card', async () => {
  const card = 'BEGIN:VCARD\nFN:Ana\nTEL;TYPE="WORK,FAX":1130001111\nTEL;TYPE=CELL:11987650001\nEND:VCARD\n'
  const map = await keysOf(textFile(card, 'contatos.vcf'))
  expect(map.keys).toEqual([mobile])
  expect(map.problems).toEqual([{ reason: 'fax', cells: 1 }])
})

test('a number that was made up is never answered, whatever a base keeps under it', async () => {
  const map = await keysOf(textFile('nome;fone\nAna;(11) 99999-9999\nBia;11912345678\nCida;11987650001'))
  expect(map.keys).toEqual([mobile])
  expect(map.problems).toEqual([{ reason: 'placeholder', cells: 2 }])
})
