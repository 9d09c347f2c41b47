import { describe, expect, it } from 'vitest'
import { protectCell, unprotectCell } from '../../../../main/engine/export/protection.ts'

describe('the protective marks of a CSV for Excel', () => {
  it.each([
    ...'=1+1|=HYPERLINK("http://x")|+1+1|-2+3|- sem telefone|@SUM(A1)|="0011"|＝1|﹦1'.split('|'),
    '+cmd|x',
    '\tcolado',
    '\rcolado',
    // Blanks and what is not seen.
    ...[...' \u00a0\u3000\u200b\u0085\u2028\u00ad\u2800\u3164'].map((blank) => `${blank}=1`),
    '\u3164\u2060=1',
  ])('put one apostrophe before what Excel would run: %j', (text) => {
    expect(protectCell(text)).toBe(`'${text}`)
  })

  it.each([
    ...'+5511988887777|+55 (11) 98888-7777|+55-11-98888|5511988887777|5511988887777 |00123|01198888|-0012'.split('|'),
    ...'1E5|5,5e12|10-12|3/4|(11)|(1.234,56)|2026/1|11/2026|4.5|1.234|12.5.2024| 4.5 |5-|5%|1 1/2'.split('|'),
    ...'jan-25|Jan 2025|janeiro/2026|mar. 5|5/mar|5 de março de 2026|5-may-26|MAR1|set10|1jan26|março de 2026'.split(
      '|',
    ),
    ...'1/2/3|2026-11-27|2026-11-27 10:30|1/2/2026 9:05 pm|5 A|3 pm|10:30|1:02:03'.split('|'),
    ...'R$ -5|R$ 10|$1.50|true|Verdadeiro'.split('|'),
  ])('hold as a text what Excel would read as a number or a day: %j', (text) => {
    expect(protectCell(text)).toBe(`="${text}"`)
  })

  it.each([
    '',
    ...'Ana|-5|-12,50|0|0,5|42|11988887777|(11) 98888-7777|11 98888-7777|98888-7777|Maria 5|Plano 100|Rua 7, 15'.split(
      '|',
    ),
    ...`março|Falsete|192.168.0.1 a 2|D'Ávila|'tis|a=b|12/03/2024|maria@exemplo.com.br|Silva, D'Ávila; 'tis`.split('|'),
    '11 3222-0000, +55 (11) 98888-7777; +351 912 345 678',
    'de 3, -5; -5%;-12,50|- ',
    'Pedido:\n- 2 camisetas, P; azul\r\n- 1 guarda-chuva',
    'a, b|c\td;e',
  ])('leave alone what Excel shows as it is: %j', (text) => {
    expect(protectCell(text)).toBe(text)
    expect(unprotectCell(text)).toBe(text)
  })

  it.each([
    ['Ana,=1+1', "Ana,'=1+1"],
    ['Ana;+1+1', "Ana;'+1+1"],
    ["Ana|-2+3+cmd|'x'!A0", "Ana|'-2+3+cmd|'x'!A0"],
    ['Ana\t@SUM(1)', "Ana\t'@SUM(1)"],
    ['Ana, \u200b\u3000＝1', "Ana,' \u200b\u3000＝1"],
    ['Ana,"=1"', `Ana,'"=1"`],
    ['oi\n=1\r\n@x\r-A1', "oi\n'=1\r\n'@x\r'-A1"],
    ['Pedido:\n- 2(3)', "Pedido:\n'- 2(3)"],
    ['\t=1', "'\t'=1"],
    [';\t=1', ";\t'=1"],
    ['=1,=1', "'=1,'=1"],
    ['-5,=1', "'-5,'=1"],
    ["Ana,''=1", "Ana,'''=1"],
  ])('put one too where another separator, or no quotes, would begin a cell: %j', (text, marked) => {
    expect(protectCell(text)).toBe(marked)
    expect(unprotectCell(marked)).toBe(text)
  })

  it('come off again one at a time, whatever the text was', () => {
    const pieces = [...'\'=+-@\t"0 /\r,;\u200b＋', ...'55 E5 Ana ="0011"'.split(' '), '\n- a,']
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of pieces) {
          const text = first + second + third
          const once = protectCell(text)
          expect(unprotectCell(once)).toBe(text)
          expect(unprotectCell(unprotectCell(protectCell(once)))).toBe(text)
        }
      }
    }
  })

  it('come off when another program put them', () => {
    expect(unprotectCell("'+5511988887777")).toBe('+5511988887777')
    expect(unprotectCell("'00123")).toBe('00123')
    expect(unprotectCell('\t=1+1')).toBe('=1+1')
  })

  it('are decided for a long text of digits, which would take minutes with a step that is not linear', () => {
    const text = `+${'1 '.repeat(200_000)}x`
    expect(protectCell(text)).toBe(`'${text}`)
    for (const piece of [', ', "'", '\u200b', ",'", ',"', '\n- a', ',-1 ', '\n'])
      expect(unprotectCell(protectCell(piece.repeat(200_000)))).toBe(piece.repeat(200_000))
  })
})
