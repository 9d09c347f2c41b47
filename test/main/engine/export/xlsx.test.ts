import { describe, expect, it } from 'vitest'
import type { ExportCell } from '../../../../main/engine/export/table.ts'
import { continuedName, sheetNameOf } from '../../../../main/engine/export/xlsx-cells.ts'
import { exported, type Headed, texts } from './export-kit.ts'
import { type ReadWorkbook, readWorkbook } from './read-workbook.ts'
import { childrenOf, findIn } from './read-xml.ts'
import { readZip } from './read-zip.ts'

const mixed: readonly Headed[] = [
  { heading: 'Telefone', kind: 'text' },
  { heading: 'Mensagens', kind: 'integer' },
  { heading: 'Criado em', kind: 'time' },
  { heading: 'Etiquetas', kind: 'list' },
]

/** The cell in column A, B, … of a row of the first sheet. */
function cellOf({ sheets }: ReadWorkbook, reference: string) {
  return sheets[0]?.cells.get(reference)
}

/** Excel's day number as the clock that Excel shows, rounded to the millisecond. */
function clockOf(serial: string | undefined): string {
  return new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString().slice(0, 19)
}

async function writtenAndRead(columns: readonly Headed[], rows: Iterable<readonly ExportCell[]>) {
  const { file, result } = await exported('xlsx', columns, rows)
  return { result, workbook: await readWorkbook(file) }
}

describe('an XLSX file', () => {
  it('keeps phones and ids as texts, numbers as numbers and times as dates', async () => {
    const { workbook, result } = await writtenAndRead(mixed, [
      ['+5511988887777', 12, Date.parse('2024-03-01T13:00:00Z'), ['quente', 'boleto']],
      ['0011', -3, null, []],
      ['0012', 10.5, null, []],
    ])
    expect(cellOf(workbook, 'A2')).toEqual({ type: 'text', value: '+5511988887777', format: '49' })
    expect(cellOf(workbook, 'A3')).toEqual({ type: 'text', value: '0011', format: '49' })
    expect(cellOf(workbook, 'B2')).toEqual({ type: 'number', value: '12', format: '1' })
    expect(cellOf(workbook, 'B3')).toMatchObject({ type: 'number', value: '-3' })
    expect(cellOf(workbook, 'B4')).toMatchObject({ type: 'number', value: '10.5', format: '0' })
    expect(cellOf(workbook, 'C2')).toMatchObject({ type: 'number', format: 'dd/mm/yyyy\\ hh:mm' })
    expect(clockOf(cellOf(workbook, 'C2')?.value)).toBe('2024-03-01T10:00:00')
    expect(cellOf(workbook, 'D2')).toMatchObject({ type: 'text', value: 'quente, boleto' })
    expect(cellOf(workbook, 'C3')).toBeUndefined()
    expect(result).toMatchObject({ rows: 3, cut_cells: 0, cleaned_cells: 0 })
    expect(workbook.sheets).toHaveLength(1)
  })

  it('shows each second of the clock in the zone, on both sides of a change of clocks', async () => {
    const change = Date.parse('2018-11-04T03:00:00Z')
    const moments = Array.from({ length: 400 }, (_, index) => change + (index - 200) * 1217 * 1000)
    const { workbook } = await writtenAndRead(
      [{ heading: 't', kind: 'time' }],
      moments.map((at) => [at]),
    )
    for (const [index, at] of moments.entries()) {
      const wall = at + (at < change ? -3 : -2) * 3_600_000
      const { value } = cellOf(workbook, `A${index + 2}`) ?? {}
      expect(clockOf(value)).toBe(new Date(wall).toISOString().slice(0, 19))
      // Never a hair before the second: programs that cut off would show the minute before.
      expect((Number(value) - 25_569) * 86_400_000).toBeGreaterThan(wall - 0.01)
    }
  })

  it('writes dates that Excel cannot hold as texts', async () => {
    const rows = [[Date.parse('1900-02-28T12:00:00Z')], [Date.parse('1900-03-02T12:00:00Z')], [Number.NaN], [8.64e15]]
    const { workbook } = await writtenAndRead([{ heading: 't', kind: 'time' }], rows)
    expect(cellOf(workbook, 'A2')).toMatchObject({ type: 'text', value: '28/02/1900 08:53:32' })
    expect(cellOf(workbook, 'A3')).toMatchObject({ type: 'number' })
    expect(cellOf(workbook, 'A4')).toMatchObject({ type: 'text', value: 'NaN' })
    expect(cellOf(workbook, 'A5')).toMatchObject({ type: 'text', value: '+275760-09-13T00:00:00.000Z' })
  })

  it('writes numbers that Excel would round as texts', async () => {
    const rows = [[999_999_999_999_999], [1_234_567_890_123_456], [Number.POSITIVE_INFINITY]]
    const { workbook } = await writtenAndRead([{ heading: 'n', kind: 'integer' }], rows)
    expect(cellOf(workbook, 'A2')).toMatchObject({ type: 'number', value: '999999999999999' })
    expect(cellOf(workbook, 'A3')).toMatchObject({ type: 'text', value: '1234567890123456' })
    expect(cellOf(workbook, 'A4')).toMatchObject({ type: 'text', value: 'Infinity' })
  })

  it('takes out what XML cannot hold and counts each cell', async () => {
    const { workbook, result } = await writtenAndRead(texts('a'), [['x\0y'], ['x\0y'], ['\ufffe\u001f'], ['\ud800z']])
    expect(['A2', 'A3', 'A5'].map((reference) => cellOf(workbook, reference)?.value)).toEqual(['xy', 'xy', '\ufffdz'])
    expect(result.cleaned_cells).toBe(3)
  })

  it('never cuts a text silently: a longer cell ends with … and is counted', async () => {
    const long = `${'x'.repeat(32_765)}😊${'y'.repeat(50)}`
    const { workbook, result } = await writtenAndRead(texts('a'), [[long], [long], ['z'.repeat(32_768)]])
    expect(cellOf(workbook, 'A2')?.value).toBe(`${'x'.repeat(32_765)}…`)
    expect(cellOf(workbook, 'A4')?.value).toBe(`${'z'.repeat(32_766)}…`)
    expect(result.cut_cells).toBe(3)
  })

  it('has bold headings that stay in sight, a filter, widths and the name of the app', async () => {
    const { workbook } = await writtenAndRead(mixed, [['1', 1, 1, ['a']]])
    const root = workbook.sheets[0]?.root
    const styles = workbook.parts.get('xl/styles.xml')
    if (!root || !styles) throw new Error('no sheet or no styles')
    const heading = findIn(root, 'c')?.attributes.s
    const fontId = childrenOf(findIn(styles, 'cellXfs'), 'xf')[Number(heading)]?.attributes.fontId
    expect(findIn(childrenOf(findIn(styles, 'fonts'), 'font')[Number(fontId)] ?? styles, 'b')).toBeDefined()
    expect(findIn(root, 'pane')?.attributes).toMatchObject({ ySplit: '1', state: 'frozen' })
    expect(findIn(root, 'autoFilter')?.attributes.ref).toBe('A1:D2')
    expect(childrenOf(findIn(root, 'cols'), 'col').map(({ attributes }) => attributes.width)).toEqual([
      '24',
      '14',
      '18',
      '30',
    ])
    expect(workbook.parts.get('docProps/app.xml')?.children[0]).toMatchObject({ name: 'Application', text: 'Cruza' })
  })

  it('has its headings alone when the table is empty, and columns beyond Z', async () => {
    const headings = Array.from({ length: 703 }, (_, index) => `coluna ${index}`)
    const { workbook, result } = await writtenAndRead(texts(...headings), [])
    expect(cellOf(workbook, 'AA1')?.value).toBe('coluna 26')
    expect(cellOf(workbook, 'AAA1')?.value).toBe('coluna 702')
    expect(workbook.sheets[0]?.cells.size).toBe(703)
    expect(result.rows).toBe(0)
    expect(workbook.sheets).toHaveLength(1)
  })

  it('goes on in a second sheet, with the headings again, where Excel has no more rows', async () => {
    const rows = function* () {
      for (let index = 0; index < 1_048_577; index += 1) yield [index]
    }
    const { file, result } = await exported('xlsx', [{ heading: 'n', kind: 'integer' }], rows(), {
      sheet_name: "Leads d'água",
    })
    expect(result.rows).toBe(1_048_577)
    const files = await readZip(file)
    const first = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    const second = files.get('xl/worksheets/sheet2.xml')?.toString() ?? ''
    expect(files.has('xl/worksheets/sheet3.xml')).toBe(false)
    expect(first).toContain('<row r="1048576"><c r="A1048576" s="3"><v>1048574</v></c></row></sheetData>')
    expect(first).toContain('<autoFilter ref="A1:A1048576"/>')
    expect(second).toContain('<t>n</t></is></c></row><row r="2"><c r="A2" s="3"><v>1048575</v></c></row><row r="3">')
    const workbook = files.get('xl/workbook.xml')?.toString()
    expect(workbook).toContain(`<sheet name="Leads d'água" sheetId="1" r:id="rId1"/><sheet name="Leads d'água (2)"`)
    expect(workbook).toContain(`'Leads d''água (2)'!$A$1:$A$3`)
  })
})

describe('the name of a sheet', () => {
  it.each([
    ['Leads: [maio/junho] *?\\', 'Leads maio junho'],
    ["'aspas'", 'aspas'],
    ['', 'Cruza'],
    ['///', 'Cruza'],
    ['History', 'History_'],
    ['x\0\ny', 'x y'],
    ['a'.repeat(40), 'a'.repeat(31)],
    [`${'a'.repeat(30)}😊`, 'a'.repeat(30)],
  ])('is made to fit: %j', (given, name) => {
    expect(sheetNameOf(given)).toBe(name)
  })

  it('leaves room for the number of a sheet that continues it', () => {
    expect(continuedName('a'.repeat(31), 12)).toBe(`${'a'.repeat(26)} (12)`)
  })
})
