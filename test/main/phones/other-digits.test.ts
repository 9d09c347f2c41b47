import { describe, expect, it } from 'vitest'
import { inspectList } from '../../../main/lists/recognise/inspect.ts'
import { isCpf } from '../../../main/phones/other-digits.ts'
import { keysOf, randomNumbers, settings, textFile } from '../lists/read-whole.ts'

const inspected = async (text: string) => (await inspectList(textFile(text), settings())).inspection

/**
 * The places of the columns that are read, of those that are left as other digits, and of the one that is asked about.
 */
async function columnsOf(text: string) {
  const { columns, question } = await inspected(text)
  return {
    read: columns.filter(({ kind }) => kind !== 'other').map(({ index }) => index),
    left: columns.filter(({ left }) => left === 'other_digits').map(({ index }) => index),
    asked: question?.left ?? null,
  }
}

const random = randomNumbers(5)
const digits = (length: number) => Array.from({ length }, () => random(10)).join('')

/** So many CPFs, of which some read as a mobile. */
function cpfs(count: number, isPhone = false): string[] {
  const numbers: string[] = []
  while (numbers.length < count) {
    const cpf = isPhone ? `119${digits(8)}` : digits(11)
    if (isCpf(cpf)) numbers.push(cpf)
  }
  return numbers
}

const lines = (values: readonly string[]) => `${values.join('\n')}\n`

describe('a column of other digits without a heading', () => {
  it('of CPFs alone has no phones, also where some read as one', async () => {
    const list = lines([...cpfs(12), ...cpfs(3, true), ...cpfs(6)])
    const map = await keysOf(textFile(list))
    expect(map).toMatchObject({ keys: [], unusableRows: 21, problems: [{ reason: 'document_number', cells: 21 }] })
    expect(await columnsOf(list)).toEqual({ read: [], left: [0], asked: 0 })
    // A spreadsheet takes their first zeros.
    const short = lines(cpfs(400).map((cpf) => cpf.replace(/^0+/, '')))
    expect((await keysOf(textFile(short))).keys).toEqual([])
    const named = await keysOf(textFile(`CPF\n${lines(cpfs(3, true))}`))
    expect(named.keys).toEqual([])
  })

  it('of CNPJs, or of numbers of which no more read as phones than of any, has none', async () => {
    const cnpj = ['11222333000181', '00000000000191', '33000167000101', '60746948000112']
    expect(await keysOf(textFile(lines(cnpj)))).toMatchObject({ keys: [], problems: [{ reason: 'document_number' }] })
    const any = Array.from({ length: 60 }, () => `${1 + random(9)}${digits(10)}`)
    expect(any.filter((number) => /^(?:11|21|31)9/.test(number)).length).toBeLessThan(60)
    expect((await keysOf(textFile(lines(any)))).keys).toEqual([])
  })

  it('keeps the phones and e-mails that stand among CPFs in a form of their own', async () => {
    const list = lines([...cpfs(8), '(11) 98765-0001', 'ana@exemplo.com'])
    expect((await keysOf(textFile(list))).keys).toEqual(['5511987650001', 'ana@exemplo.com'])
  })

  it.each([
    ['seconds of a log', (at: number) => String(1_764_160_000 + at * 977)],
    ['seconds in no order', (at: number) => String(1_764_160_000 + ((at * 7919) % 9_000_000))],
    ['numbers of orders', (at: number) => String(1_133_440_000 + at * 3)],
    ['numbers of orders, the last first', (at: number) => String(4_733_449_000 - at)],
    ['numbers of orders of another length', (at: number) => String(6_281_234_567_000 + at)],
  ])('%s is left beside one of phones, and asked about alone', async (_, number) => {
    const rows = Array.from(
      { length: 40 },
      (_each, at) => `${number(at)};P${at};119${80_000_000 + ((at * 7_919_777) % 19_999_999)}`,
    )
    expect(await columnsOf(lines(rows))).toMatchObject({ read: [2], asked: null })
    const alone = rows.map((row) => row.split(';').slice(0, 2).join(';'))
    expect(await columnsOf(lines(alone))).toEqual({ read: [], left: [0], asked: 0 })
    const named = await keysOf(textFile(`Criado em;Nome\n${lines(alone)}`)).catch((error: unknown) => error)
    expect(named).toMatchObject({ code: 'list_no_keys' })
    // A heading of phones decides.
    expect(await columnsOf(`Telefone;Nome\n${lines(alone)}`)).toMatchObject({ read: [0], asked: null })
  })

  it.each([
    ['landlines of one city', () => `17${3200 + random(300)}${digits(4)}`],
    ['landlines of a state', () => `${11 + random(9)}3${digits(7)}`],
    ['mobiles of one city', () => `119${digits(8)}`],
    ['mobiles of which some are CPFs', () => cpfs(1, random(30) === 0)[0] ?? ''],
  ])('of phones stays one: %s', async (name, number) => {
    const phones = name.includes('CPF')
      ? [...Array.from({ length: 60 }, () => `219${digits(8)}`), ...cpfs(2, true)]
      : Array.from({ length: 60 }, number)
    expect(await columnsOf(lines(phones))).toMatchObject({ read: [0], left: [] })
    expect(await columnsOf(lines(phones.toSorted()))).toMatchObject({
      left: name.includes('one city') ? expect.anything() : [],
    })
  })

  it('of a few phones stays one', async () => {
    expect(await columnsOf('11987650001\n')).toMatchObject({ read: [0] })
    expect(await columnsOf('11987650001\n11987650002\n11987650003\n')).toMatchObject({ read: [0] })
    // One of them passes for a CPF by chance.
    expect(await columnsOf('11961239999\n11961238888\n')).toMatchObject({ read: [0] })
    expect(await columnsOf(`Ana;${cpfs(1, true)[0]}\n`)).toMatchObject({ read: [1] })
    expect(await columnsOf('1133440001\n1133440002\n')).toMatchObject({ read: [0] })
    const numbered = Array.from({ length: 30 }, (_, at) => `119876500${10 + at}`)
    expect(await columnsOf(lines(numbered))).toMatchObject({ read: [0] })
  })

  it('under a heading that may name phones is left where they are documents', async () => {
    const rows = cpfs(12).map((cpf, at) => `P${at};${cpf};1198765000${at % 10}`)
    expect(await columnsOf(`Nome;Número;Celular\n${lines(rows)}`)).toMatchObject({ read: [2] })
    expect(await columnsOf(`Nome;Celular\n${lines(cpfs(4, true).map((cpf) => `P;${cpf}`))}`)).toMatchObject({
      read: [1],
    })
  })
})

describe('area codes in a column of their own without headings', () => {
  const keys = async (...rows: readonly string[]) => (await keysOf(textFile(lines(rows)))).keys

  it('belong to the numbers directly behind them', async () => {
    expect(await keys('Ana;11;98765-0001', 'Bia;21;97000-0002')).toEqual(['5511987650001', '5521970000002'])
    expect(await keys('Ana;11;987650001')).toEqual(['5511987650001'])
    expect(await keys('A;011;33441207;a@b.com', 'B;047;30221113;', 'C;011;34567891;')).toEqual([
      ...['551133441207', 'a@b.com', '554730221113', '551134567891'],
    ])
  })

  it('of registers of companies, with two phones and no name of a column', async () => {
    const row = (first: string, second: string) =>
      `"07526557";"0001";"00";"20190909";"RUA A";"01310100";"SP";"7107";${first};${second};""`
    const list = [
      row('"11";"33440001"', '"";""'),
      row('"11";"30001111"', '"21";"87650001"'),
      row('"47";"33440001"', '"";""'),
      row('"11";"30001113"', '"";""'),
    ]
    expect(await keys(...list)).toEqual([
      '551133440001',
      '551130001111',
      '552187650001',
      '554733440001',
      '551130001113',
    ])
    const { columns, hints } = await inspected(lines(list))
    expect(columns.flatMap(({ kind, area, index }) => (kind === 'phone' ? [[area, index]] : []))).toEqual([
      [8, 9],
      [10, 11],
    ])
    expect(hints).toContain('area_code_column')
  })

  it('of the file ESTABELE, whose third phone is a fax', async () => {
    const row = (phones: string) =>
      `07526557;0001;81;1;PADARIA;02;20190909;00;;;20190909;4721102;;RUA;A;43;;CENTRO;01310100;SP;7107;${phones};;;`
    const list = [
      row('11;33440001;;;11;33440009'),
      row('11;30001111;21;87650001;11;30001119'),
      row('47;33440001;;;47;33440008'),
    ]
    expect(await keys(...list)).toEqual(['551133440001', '551130001111', '552187650001', '554733440001'])
    const { columns } = await inspected(lines(list))
    expect(columns[26]).toMatchObject({ kind: 'other', left: 'fax' })
  })

  it.each([
    ['ages beside days of birth', ['34;19910228', '18;20071231', '71;19550101']],
    ['ages beside postcodes', ['34;31310100', '19;20040020', '71;40301110', '11;30130010']],
    ['ages beside postcodes with hyphen', ['34;31310-101', '19;20040-021', '71;40301-115']],
    ['numbers that are no area codes', ['20;33441207', '23;30221113', '11;34567891']],
  ])('are not seen in %s', async (_, rows) => {
    expect(await columnsOf(lines(rows.map((row) => `P;${row}`)))).toMatchObject({ read: [] })
  })
})

it('a column of identities of messengers has the phones of those that tell one, whatever its heading', async () => {
  for (const heading of ['id', 'jid', 'participant', 'Código']) {
    const rows = [
      '98311122233344@lid,admin',
      '120363040000000001@g.us,',
      '5521987650002:7@s.whatsapp.net,',
      '5511987640001@c.us,',
    ]
    const map = await keysOf(textFile(`${heading},role\n${lines(rows)}`))
    expect(map).toMatchObject({ keys: ['5521987650002', '5511987640001'], unusableRows: 2 })
    expect(map.problems).toEqual([{ reason: 'messenger_id', cells: 2 }])
  }
})
