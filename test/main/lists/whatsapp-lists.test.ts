import { describe, expect, it } from 'vitest'
import { onePerLine } from '../../../main/cruzar/data/lists/staged-lists.ts'
import { isChat, membersOf, namesPhones } from '../../../main/lists/whatsapp.ts'
import { keysOf, readWhole, textFile, utf16 } from './read-whole.ts'

const chat = (text: string | Uint8Array) => textFile(text, '_chat.txt')

const android = [
  '12/03/2026 14:20 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta.',
  '12/03/2026 14:20 - Maria Souza criou o grupo "Leads: março"',
  '12/03/2026 14:21 - Maria Souza adicionou +55 21 97777-6666 e +55 11 3333-4444',
  '12/03/2026 14:22 - +55 11 98888-7777: bom dia',
  'segunda linha: 11 90000-0000',
  '12/03/2026 14:23 - Maria Souza: oi: tudo bem?',
  '12/03/2026 14:24 - +55 11 98888-7777: <Mídia oculta>',
  '13/03/2026 09:05 - +1 415 555-2671: hi',
  '13/03/2026 09:06 - +55 21 97777-6666 saiu',
  '13/03/2026 09:07 - Ana:',
].join('\n')

const iphone = [
  '[12/03/2026 14:20:01] Leads: \u200eAs mensagens e as chamadas são protegidas com a criptografia de ponta a ponta.',
  '[12/03/2026 14:20:02] Leads: \u200eVocê criou este grupo.',
  '[12/03/2026, 14:22:01] \u202a+55\u00a011\u00a098888\u20117777\u202c: bom dia',
  '\u200e[12/03/2026, 14:23:01] ~\u00a0Bia: \u200eimagem ocultada',
].join('\r\n')

describe('a chat of WhatsApp is a list of who takes part in it', () => {
  it('exported by Android', async () => {
    const list = await readWhole(chat(android))
    expect(list.inspection).toMatchObject({ file_kind: 'whatsapp', header: true, hints: ['phones_in_messages'] })
    expect(list.inspection.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['name', 'other'],
      ['phone', 'phone'],
      ['messages', 'other'],
      ['last', 'other'],
    ])
    expect(list.rows).toEqual([
      ['', '+55 21 97777-6666', '0', ''],
      ['', '+55 11 3333-4444', '0', ''],
      ['', '+55 11 98888-7777', '2', '12/03/2026 14:24'],
      ['Maria Souza', '', '1', '12/03/2026 14:23'],
      ['', '+1 415 555-2671', '1', '13/03/2026 09:05'],
      ['Ana', '', '1', '13/03/2026 09:07'],
    ])
    expect(await keysOf(chat(android))).toMatchObject({
      keys: ['5521977776666', '551133334444', '5511988887777', '14155552671'],
      unusableRows: 2,
    })
  })

  it('exported by an iPhone, whose marks are no part of phones, and whose group is nobody', async () => {
    expect((await readWhole(chat(iphone))).rows).toEqual([
      ['', '+55 11 98888-7777', '1', '12/03/2026, 14:22:01'],
      ['~ Bia', '', '1', '12/03/2026, 14:23:01'],
    ])
  })

  it.each([
    ['copied from the browser', (minute: number) => `[14:${minute}, 12/03/2026] `],
    ['of two-digit years', (minute: number) => `12/03/26, 14:${minute} - `],
    ['in English', (minute: number) => `3/12/26, 2:${minute}\u202fPM - `],
    ['with "às"', (minute: number) => `12/03/2026 às 14:${minute} - `],
    ['with dots', (minute: number) => `12.03.26, 14:${minute} - `],
    ['by year first', (minute: number) => `2026-03-12 14:${minute} - `],
  ])('with times %s', async (_, at) => {
    const text = `${at(22)}Ana: oi\n${at(23)}+55 11 98888-7777: oi`
    const last = at(23)
      .replace('\u202f', ' ')
      .replace(/^\[|\] $| - $/g, '')
    const list = await readWhole(chat(text))
    expect(list.rows).toEqual([
      ['Ana', '', '1', expect.any(String)],
      ['', '+55 11 98888-7777', '1', last],
    ])
    expect((await keysOf(chat(text))).keys).toEqual(['5511988887777'])
  })

  it('in UTF-16, with old line ends, across pieces of the file', async () => {
    expect((await readWhole(chat(utf16(android.replaceAll('\n', '\r'), 'le', true)))).rows).toHaveLength(6)
    const lines = Array.from(
      { length: 30_000 },
      (_, at) => `12/03/2026 14:22 - Ana ${at % 100}: ${'x'.repeat(at % 50)}`,
    )
    const list = await readWhole(chat(lines.join('\r\n')))
    expect(list.rows).toHaveLength(100)
    expect(list.rows.every(([, , messages]) => messages === '300')).toBe(true)
  })

  it.each([
    ['a list with dates first', '12/03/2026 14:22;Ana;11988887777\n12/03/2026 14:23;Bia;11977776666'],
    ['a list of one date', '12/03/2026\n13/03/2026'],
    ['notices alone', '12/03/2026 14:22 - Ana saiu\n12/03/2026 14:23 - Bia saiu'],
  ])('and nothing else is one: %s', async (_, text) => {
    expect((await readWhole(textFile(text))).inspection.file_kind).toBe('text')
  })

  it.each(['12/03/2026 14:22 - ', '[', '\u200e', '1', '1:1', '+1 ', '12/03/2026 14:22 - mudou "', ': '])(
    'is looked for in linear time: 200,000 %j',
    (bit) => {
      const text = bit.repeat(200_000)
      for (const sample of [text, `12/03/2026 14:22 - ${text}`]) {
        isChat(sample)
        namesPhones(sample)
        membersOf(sample)
      }
    },
  )

  it('of more people than a chat can have is refused', async () => {
    const lines = Array.from({ length: 1_000_002 }, (_, at) => `1/1/26 1:11 - a${at}: x`)
    const refusal = { code: 'list_too_large', params: { what: 'people' } }
    await expect(readWhole(chat(lines.join('\n')))).rejects.toMatchObject(refusal)
  }, 30_000)
})

describe('the members of a group, as WhatsApp shows them', () => {
  const two = ['+55 11 98888-7777', '+55 21 97777-6666']

  it.each([
    ['Ana, Bia Souza, +55 11 98888-7777, +55 21 97777-6666, Você', [...two, 'Ana', 'Bia Souza']],
    ['\u202a+55 11 98888\u20117777\u202c, \u202a+55 21 97777\u20116666\u202c, You', two],
    ['Ana, +55 11 98888-7777, +55 21 97777-6666, +55 11 3333-4444', [...two, '+55 11 3333-4444', 'Ana']],
  ])('are one row each: %j', async (text, members) => {
    const list = await readWhole(onePerLine(textFile(text, '')))
    expect(list.rows).toEqual(members.map((member) => [member]))
  })

  it.each(['Ana, +55 11 98888-7777', 'Ana, +55 11 98888-7777, +55 11 3333-4444', 'Ana, 2026, +55 11 98888-7777, Você'])(
    'and one person with phones stays one row: %j',
    async (text) => {
      const list = await readWhole(onePerLine(textFile(text, '')))
      expect(list.rows).toHaveLength(1)
    },
  )
})
