import { describe, expect, test } from 'vitest'
import { contactKeysOf } from '../../../main/people/contact-keys.ts'

const keysOf = (fields: unknown) => {
  const keys = contactKeysOf({ id: 1, fields })
  const of = (isEmail: boolean) => keys.filter(({ kind }) => (kind === 'email') === isEmail).map(({ key }) => key)
  return { phones: of(false), emails: of(true) }
}

describe('the phones and e-mails of an entry', () => {
  test('are found whatever their answers are called, each once, in the order of the entry', () => {
    expect(
      keysOf({
        nome: 'Ana',
        fld_a1: '(11) 96123-4567',
        Email: ' Ana.Souza@Exemplo.com.br ',
        whatsapp: '+55 11 96123-4567',
        outro: '21 3555-1234',
        mensagem: 'Escreva para comercial@loja.com ou ligue 011 96123-9999.',
      }),
    ).toEqual({
      phones: ['5511961234567', '552135551234', '5511961239999'],
      emails: ['ana.souza@exemplo.com.br', 'comercial@loja.com'],
    })
  })

  test('are found in numbers, lists and objects', () => {
    expect(
      keysOf({
        telefone: 11961234567,
        contatos: ['11 96123-0000', { tipo: 'e-mail', valor: 'bia@exemplo.com' }],
        aceita: true,
        nada: null,
      }),
    ).toEqual({ phones: ['5511961234567', '5511961230000'], emails: ['bia@exemplo.com'] })
  })

  test('are found in links of WhatsApp, and not in other addresses', () => {
    expect(
      keysOf({ site: 'https://loja.com/produto/11961234567', conversa: 'https://wa.me/5511961234567?text=oi' }),
    ).toEqual({ phones: ['5511961234567'], emails: [] })
  })

  test('are not other digits: documents, orders, dates, amounts', () => {
    expect(
      keysOf({
        cpf: '11961234567',
        documento: '529.982.247-25',
        observacao: '52998224725',
        pedido: '11961234567',
        valor: 'de 2.000 a 3.500,00',
        data: '12/12/2026',
        cep: '01310-100',
        mensagem: 'Medidas: 2,40 x 3,10; pedido de 2026-11-20 às 10:35',
      }),
    ).toEqual({ phones: [], emails: [] })
  })

  test('of an entry without answers are none', () => {
    for (const fields of [
      undefined,
      null,
      {},
      [],
      'texto',
      { campo: { campo: { campo: { campo: { campo: 'a@b.co' } } } } },
    ])
      expect(keysOf(fields)).toEqual({ phones: [], emails: [] })
  })

  test('are read from the longest texts, which would take hours with a step that is not linear', () => {
    keysOf({ a: 'a@'.repeat(500_000), b: '1 '.repeat(500_000), c: 'x'.repeat(1_000_000), d: '9'.repeat(1_000_000) })
  })
})
