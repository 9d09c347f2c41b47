import { describe, expect, it } from 'vitest'
import { inspectList } from '../../../main/lists/recognise/inspect.ts'
import { buildXlsx, xlsxRow } from './build-xlsx.ts'
import { keysOf, settings, textFile, utf16 } from './read-whole.ts'

const count = 30_000
const phone = (at: number) => `119${70_000_000 + ((at * 7919) % 29_999_999)}`

/** A list whose second column has nobody's phone before row `from`. */
function listOf(heading: string, before: string, from = 6000, rows = count): string {
  const cells = Array.from({ length: rows }, (_, at) => `P${at};${at < from ? before : phone(at)};x`)
  return `Nome;${heading};Obs\n${cells.join('\n')}\n`
}

const kindsOf = async (content: string | Uint8Array) =>
  (await inspectList(textFile(content), settings())).inspection.columns.map(({ kind }) => kind)

describe('a column whose phones begin far down is recognised', () => {
  it.each([
    ['Telefone', 'vou mandar depois'],
    ['Telefone', ''],
    ['Campo 7', ''],
    ['Contato', '-'],
    ['WhatsApp', '"linha um\nlinha ""dois"""'],
  ])('under %s, behind cells that hold %j', async (heading, before) => {
    const text = listOf(heading, before)
    expect(await kindsOf(text)).toEqual(['other', 'phone', 'other'])
    expect((await keysOf(textFile(text))).keys.at(-1)).toBe(`55${phone(count - 1)}`)
    for (const order of ['le', 'be'] as const) {
      expect(await kindsOf(utf16(text, order, true))).toEqual(['other', 'phone', 'other'])
    }
    expect(await kindsOf(text.replaceAll('\n', '\r'))).toEqual(['other', 'phone', 'other'])
  })

  it('in a list without headings, and in a short one', async () => {
    const text = listOf('', '').split('\n').slice(1).join('\n')
    expect(await kindsOf(text)).toEqual(['other', 'phone', 'other'])
    expect(await kindsOf(listOf('Campo 7', '', 1100, 1400))).toEqual(['other', 'phone', 'other'])
  })

  it('in a spreadsheet', async () => {
    for (const heading of ['Telefone', 'Campo 7']) {
      const rows = Array.from({ length: 5000 }, (_, at) => {
        const early = heading === 'Telefone' ? 'depois' : ''
        return xlsxRow(at + 2, [`P${at}`, at < 3000 ? early : phone(at)])
      })
      const book = buildXlsx([{ name: 'Leads', rows: xlsxRow(1, ['Nome', heading]) + rows.join('') }])
      expect(await kindsOf(book)).toEqual(['other', 'phone'])
    }
  })
})
