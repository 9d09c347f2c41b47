import { describe, expect, it } from 'vitest'
import { onePerLine } from '../../../main/cruzar/data/lists/staged-lists.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { buildXlsx, xlsxRow } from './build-xlsx.ts'
import { keysOf, readWhole, textFile, windows1252 } from './read-whole.ts'

const four = ['5511988887771', '5511988887772', '5511988887773', '5511988887774']
const phone = (key: string) => key.slice(2)
const row = (key: string) => `Pessoa ${key.slice(-1)};${phone(key)}`

describe('no person of a list is lost', () => {
  it.each([
    ['CR, CRLF and LF', ['\r\n', '\r', '\n', '\r\n']],
    ['LF and CR', ['\n', '\r', '\r', '\r']],
    ['CR and LF', ['\r', '\r', '\r', '\n']],
    ['CR and CRLF', ['\r', '\r\n', '\r', '\r\n']],
    ['CRLF that was converted twice', ['\r\r\n', '\r\r\n', '\r\r\n', '\r\r\n']],
  ])('whose lines end in %s', async (_, ends) => {
    const lines = ['nome;telefone', ...four.map(row)]
    const text = lines.map((line, index) => line + (ends[index] ?? '')).join('')
    const list = await readWhole(textFile(text))
    expect(list.rows).toEqual(four.map((key) => row(key).split(';')))
    expect((await keysOf(textFile(text))).keys).toEqual(four)
  })

  it('whose line ends lie across pieces of the file, while quoted cells keep theirs', async () => {
    const people = Array.from({ length: 40_000 }, (_, index) => `"a\rb\r\nc ${index}";${11_900_000_000 + index}`)
    const text = people.map((line, index) => line + (['\r', '\r\n', '\n'][index % 3] ?? '')).join('')
    const list = await readWhole(textFile(text), { delimiter: ';' })
    expect(list.rows).toHaveLength(40_000)
    expect(list.rows[39_999]).toEqual(['a\rb\r\nc 39999', '11900039999'])
  })

  it.each([
    ['ana@exemplo.com, bia@exemplo.com, 11 98888-7773', 3],
    ['Ana <ana@exemplo.com>; Bia <bia@exemplo.com>; Cida <cida@exemplo.com>\r\n', 3],
    ['11988887771\t11988887772; 11988887773', 3],
    ['\ufeffana@exemplo.com,bia@exemplo.com\n', 2],
  ])('when they are side by side on the only line of a file: %j', async (text, people) => {
    const map = await keysOf(onePerLine(textFile(text)))
    expect(map).toMatchObject({ rows: people, unusableRows: 0 })
    expect(map.keys).toHaveLength(people)
  })

  it('without a word when lines hold several people', async () => {
    const list = await readWhole(textFile('a@ex.com, b@ex.com, c@ex.com\nd@ex.com, e@ex.com'))
    expect(list.inspection.hints).toContain('several_people_in_rows')
    const phones = await readWhole(textFile('nome;fone 1;fone 2\nAna;11988887771;11988887772'))
    expect(phones.inspection.hints).not.toContain('several_people_in_rows')
  })

  it('for a cover sheet that names one phone', async () => {
    const cover = { name: 'Capa', rows: xlsxRow(1, ['Relatório']) + xlsxRow(3, ['Dúvidas: (11) 3333-4444']) }
    const rows = [xlsxRow(1, ['Nome', 'Telefone']), ...four.map((key, at) => xlsxRow(at + 2, ['P', phone(key)]))].join(
      '',
    )
    const list = await readWhole(textFile(buildXlsx([cover, { name: 'Leads', rows }]), 'lista.xlsx'))
    expect(list.inspection).toMatchObject({ sheet: 'Leads' })
    expect(list.inspection.key_sheets).toMatchObject([
      { name: 'Capa', is_read: false },
      { name: 'Leads', is_read: true },
    ])
    expect(list.rows).toHaveLength(4)
    const two = await readWhole(
      textFile(
        buildXlsx([
          { name: 'A', rows },
          { name: 'B', rows },
        ]),
        'lista.xlsx',
      ),
    )
    expect(two.inspection).toMatchObject({ sheet: 'A' })
    expect(two.inspection.key_sheets).toMatchObject([
      { name: 'A', is_read: true },
      { name: 'B', is_read: false },
    ])
  })

  it('of an address book of an iPhone, the first card included', async () => {
    const text = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//iPhone OS 17.0//EN\r\nN:Silva;João;;;\r\nFN:João Silva\r',
      'ORG:Padaria\\, Filhos;\r\nitem1.TEL;type=CELL;type=VOICE;type=pref:+55 11 98888-7771\r\nitem1.X-ABLabel:Celular\r',
      'TEL;type=HOME:(11) 3333-4444\r\nEMAIL;type=INTERNET:joao@exem\r\n plo.com\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\nEND:VCARD\r',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=C3=A3o;=\r\n=4A=C3=A9;;;\r\nTEL;CELL:11988887772\r\nEND:VCARD\r',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Sem telefone\r\nEND:VCARD\r',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bia\r\nTEL;VALUE=uri:tel:+55-11-98888-7773;ext=12\r\nEND:VCARD\r\n',
    ].join('\n')
    const list = await readWhole(textFile(text, 'contatos.vcf'))
    expect(list.inspection).toMatchObject({ file_kind: 'vcard', header: true })
    expect(list.plan.names).toEqual(['FN', 'TEL', 'EMAIL', 'ORG'])
    expect(list.rows).toEqual([
      ['João Silva', '+55 11 98888-7771 / (11) 3333-4444', 'joao@exemplo.com', 'Padaria, Filhos'],
      ['Jé São', '11988887772', '', ''],
      ['Sem telefone', '', '', ''],
      ['Bia', '+55-11-98888-7773 ramal 12', '', ''],
    ])
    expect(await keysOf(textFile(text))).toMatchObject({
      rows: 4,
      unusableRows: 1,
      keys: ['5511988887771', '551133334444', 'joao@exemplo.com', '5511988887772', '5511988887773'],
    })
  })

  it('of a card whose first line is behind blanks', async () => {
    const cards = ['  BEGIN:VCARD\nFN:Ana\nTEL:11988887771\nEND:VCARD', 'BEGIN:VCARD\nTEL:11988887772\nEND:VCARD\n']
    expect((await keysOf(textFile(cards.join('\n')))).keys).toEqual(['5511988887771', '5511988887772'])
  })

  it.each([
    ['links', four.map((key) => `https://api.whatsapp.com/send?phone=${key}&text=oi`).join('\n')],
    ['lines that name their phone', four.map((key, at) => `Nome: P${at}\nTelefone: ${phone(key)}`).join('\n\n')],
    ['cells that name what they hold', four.map((key, at) => `Nome: P${at}, Telefone: ${phone(key)}`).join('\n')],
    ['a company named after one', four.map((key) => `Telefone Ltda;contato ${phone(key)}`).join('\n')],
    ['a first row of words', `Contato;WhatsApp ${four.map(phone).join('\nMaria;')}`],
    ['a first line of words', [`Telefone da Maria: ${phone(four[0] ?? '')}`, ...four.slice(1)].join('\n')],
  ])('that is taken for a heading: %s', async (_, text) => {
    expect((await keysOf(textFile(text))).keys).toEqual(four)
  })

  it.each(['. ', ') ', ' - ', '. Ana '])('of numbered lines: 1%s', async (mark) => {
    const text = four.map((key, at) => `${at + 1}${mark}${phone(key)}`).join('\n')
    expect((await keysOf(textFile(text))).keys).toEqual(four)
  })

  it('of an address book with notes in several lines, pictures in one, and a card of 100,000 phones', async () => {
    const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n')
    const text = [
      card('FN:Ana', 'NOTE:o antigo era', ' TEL:11988887770', 'TEL:11988887771'),
      card('FN:Bia', `PHOTO:data:image/jpeg;base64,${'A'.repeat(500_000)}`, 'TEL:11988887772'),
      card('FN:Caio', ...Array.from({ length: 100_000 }, () => 'TEL:11988887773')),
    ].join('\r\n')
    const { keys, rows } = await keysOf(textFile(text, 'contatos.vcf'))
    expect({ keys, rows }).toEqual({ keys: ['5511988887771', '5511988887772', '5511988887773'], rows: 3 })
  })

  it('nor their accents, when a list of UTF-8 and one of Windows-1252 were put together', async () => {
    const utf8 = new TextEncoder().encode(`nome;fone\n${'João;11988887771\n'.repeat(20_000)}`)
    const windows = windows1252('Conceição;11988887772\n'.repeat(20_000))
    const list = await readWhole(textFile(Buffer.concat([utf8, windows])))
    expect(list.inspection).toMatchObject({ encoding: 'mixed' })
    expect(list.inspection.hints).toContain('mixed_encodings')
    expect(list.rows).toHaveLength(40_000)
    expect(new Set(list.rows.map(([name]) => name))).toEqual(new Set(['João', 'Conceição']))
  })

  it('nor taken for the agent: of a list that Cruza exported, the columns of the person alone are keys', async () => {
    const file = textFile(
      [
        'Nome;Telefone;Última mensagem do contato em;Contato criado em;E-mail;E-mail do agente;Telefone (dígitos);Contato nº',
        'Ana;"=""+5511988887771""";22/11/2026 14:34:18;01/02/2026 09:00:00;;marina@loja.com.br;"=""5511988887771""";4000',
        'Bia;;22/11/2026 14:34;01/02/2026;bia@exemplo.com;marina@loja.com.br;;4001',
        'Cida;;;01/02/2026;;marina@loja.com.br;;4002',
      ].join('\r\n'),
    )
    expect((await readWhole(file)).plan.keyColumns.map(({ index }) => index)).toEqual([1, 4, 6])
    expect(await keysOf(file)).toMatchObject({ rows: 3, keys: ['5511988887771', 'bia@exemplo.com'], unusableRows: 1 })
  })

  it('nor the lead that a run has put beside them; where no column of the list has keys, those that the run sent are', async () => {
    const result = 'cruzar_resultado;cruzar_chave;cruzar_motivo;lead_nome;lead_telefone;lead_email'
    const lead = 'com_conversa;5511988887771;;Ana;+551188887771;ana@exemplo.com'
    const withPhones = textFile(`Nome;Telefone;${result}\r\nAna;11988887771;${lead}\r\n`)
    expect((await keysOf(withPhones)).keys).toEqual(['5511988887771'])
    const none = textFile(`Nome;${result}\r\nAna;${lead}\r\n`)
    expect((await readWhole(none)).plan.keyColumns.map(({ index }) => index)).toEqual([2])
    const leadAlone = textFile('lead_nome;lead_telefone\r\nAna;11988887771\r\n')
    expect((await keysOf(leadAlone)).keys).toEqual(['5511988887771'])
  })

  it.each([
    ['pt-BR', ptBR],
    ['en', en],
  ])('nor where a run has headed them for people, in %s', async (_, { cruzar, leads }) => {
    const { cruzar_resultado, cruzar_chave } = cruzar.columns
    const { nome, telefone, email } = leads.fields
    const result = [cruzar_resultado, cruzar_chave, ...[nome, telefone, email].map(cruzar.leadHeading)].join(';')
    const lead = 'com_conversa;5511988887771;Ana;+551188887771;ana@exemplo.com'
    const withPhones = textFile(`Nome;Telefone;${result}\r\nAna;11988887771;${lead}\r\n`)
    expect((await keysOf(withPhones)).keys).toEqual(['5511988887771'])
    const none = textFile(`Nome;${result}\r\nAna;${lead}\r\n`)
    expect((await readWhole(none)).plan.keyColumns.map(({ index }) => index)).toEqual([2])
  })

  it('and the phones of sellers are the keys of a list of sellers', async () => {
    const file = textFile('Vendedor;Celular do vendedor\nAna;(11) 98888-7771\nBia;(11) 98888-7772\n')
    expect((await keysOf(file)).keys).toEqual(four.slice(0, 2))
  })
})
