import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../main/engine/columns/column.ts'
import { columnsOf, createThroughColumn, noRow } from '../../../../main/engine/columns/derived-columns.ts'
import type { Part } from '../../../../main/engine/columns/part.ts'
import { createPiecesColumn } from '../../../../main/engine/columns/pieces-column.ts'
import { csvRows } from '../../../../main/engine/export/csv.ts'
import { exportTable } from '../../../../main/engine/export/export-table.ts'
import { unprotectCell } from '../../../../main/engine/export/protection.ts'
import { createRowBlocks } from '../../../../main/engine/export/row-blocks.ts'
import type { ExportColumn, ExportKind, ExportTable, RowFormat } from '../../../../main/engine/export/table.ts'
import { xlsxRows } from '../../../../main/engine/export/xlsx-cells.ts'
import { createYieldToEventLoop } from '../../../../main/kernel/schedule.ts'
import { createZone } from '../../../../main/kernel/times.ts'
import { leadColumnOf } from '../../../../main/leads/lead-columns.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import { randomOf } from '../../sheets/data/lead-pages.ts'
import { jobOf, oddPieces } from './export-kit.ts'
import { readWorkbook } from './read-workbook.ts'

const rowCount = 3000
const zone = 'America/Sao_Paulo'
const random = randomOf(7)
const below = (end: number) => Math.floor(random() * end)
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value

const pieces = [...oddPieces, '\0', '9'.repeat(41)]
const oddText = () => Array.from({ length: below(4) }, () => pick(pieces)).join('')
/** Digits, signs between them and the words with which Excel takes a text for a day, an amount or a truth value. */
const misreadPieces = [
  ...'1 12 123 2026 98888 03/04/2026 jan maio março DEZ true falso verdadeiro R$ US$ e am Vera x@y.com ç'.split(' '),
  ...' .-/:,;|+%()@_\'"=$',
  ' '.repeat(30),
]
const misreadText = () => Array.from({ length: 1 + below(6) }, () => pick(misreadPieces)).join('')
const oddTime = () =>
  pick<() => string | number | null>([
    () => null,
    () => 'ontem',
    () => '2026-03-01',
    () => below(2e9),
    () => below(2e12),
    () =>
      `${pick(['1969', '1970', '2018', '2026', '2149', '2150', '0900', '9999'])}-11-04T0${below(9)}:30:05${pick(['', 'Z', '-03:00', '+0530', ' UTC'])}`,
    () => `2026-02-28 23:59:59.${pick(['1', '12', '123', '1234', '000'])}${pick(['', 'Z', '-03:00'])}`,
    () => new Date(1.5e12 + below(3e11)).toISOString(),
  ])()
const oddNumber = () =>
  pick([
    null,
    0,
    -0,
    7,
    10,
    99,
    100,
    -1,
    0.5,
    -2.25,
    1e9,
    2147483647,
    2147483648,
    4e9,
    123_456_789_012,
    1e15,
    1e21,
    1e-7,
  ])

function oddColumns(): { readonly key: string; readonly kind: ExportKind; readonly column: Column }[] {
  const rows = Array.from({ length: rowCount }, () => ({
    text: random() < 0.1 ? null : oddText(),
    misread: misreadText(),
    few: pick([null, '', 'aberta', '12345678 1/2', 'a;b', '=1', 'x\0y', '+5511988887777', 'z'.repeat(40_000), ' <b> ']),
    list: pick<string[]>([[], [''], ['vip'], ['vip', '=frio'], ['a|b', 'c,d'], ['x\0', 'y'], ['b'.repeat(40_000)]]),
    time: oddTime(),
    number: oddNumber(),
  }))
  const cuts = [0, ...pick([[], [1000, 1001]]), rowCount]
  const inPieces = cuts.slice(1).map((end, piece) => columnsOf(rows.slice(cuts[piece], end)))
  const columnOf = (make: (of: (typeof inPieces)[number]) => Column): Column => {
    const parts = inPieces.flatMap((of) => make(of).stored?.parts ?? [])
    const [{ kind }] = parts as [Part]
    return createPiecesColumn({ kind, parts, columnOf: (part) => leadColumnOf('text', part) })
  }
  const columns = [
    { key: 'text', kind: 'text' as const, column: columnOf((of) => of.text('text', ({ text }) => text)) },
    { key: 'misread', kind: 'text' as const, column: columnOf((of) => of.text('text', ({ misread }) => misread)) },
    { key: 'few', kind: 'text' as const, column: columnOf((of) => of.dictionary('choice', ({ few }) => few)) },
    { key: 'list', kind: 'list' as const, column: columnOf((of) => of.list('list', ({ list }) => list)) },
    { key: 'time', kind: 'time' as const, column: columnOf((of) => of.time(({ time }) => time)) },
    {
      key: 'integer',
      kind: 'integer' as const,
      column: columnOf((of) => of.number('integer', ({ number }) => number)),
    },
    { key: 'number', kind: 'number' as const, column: columnOf((of) => of.number('number', ({ number }) => number)) },
  ]
  const index = Uint32Array.from({ length: rowCount }, () => (random() < 0.2 ? noRow : below(rowCount)))
  const beside = columns.map(({ key, kind, column }) => ({
    key: `lead_${key}`,
    kind,
    column: createThroughColumn(column, index),
  }))
  return [...columns, ...beside]
}

const formats = ['csv-raw', 'csv-excel', 'xlsx'] as const
type Format = (typeof formats)[number]
const odd = oddColumns()
const order = Uint32Array.from({ length: rowCount + 200 }, (_, index) => (index * 7919) % rowCount)

function exportedColumn(format: Format, { key, kind, column }: (typeof odd)[number]): ExportColumn {
  const original = format === 'csv-raw' && kind === 'time'
  return {
    heading: key,
    kind,
    cell: (row) => (original ? column.text(row) : column.plain(row)),
    stored: column.stored,
  }
}

async function written(format: Format, columns: readonly ExportColumn[], rows = order) {
  const file = path.join(await temporaryFolder(), `saida.${format}`)
  const result = await exportTable(jobOf({ path: file, format, columns, rows, zone }))
  return { file, result }
}

const withoutStored = ({ heading, kind, cell }: ExportColumn): ExportColumn => ({ heading, kind, cell })

describe('cells that are written as they are stored', () => {
  it.each(['csv-raw', 'csv-excel'] as const)('are the same bytes as those made of texts, in %s', async (format) => {
    const columns = odd.map((one) => exportedColumn(format, one))
    expect(columns.every(({ stored }) => stored !== undefined)).toBe(true)
    const fast = await written(format, columns)
    const slow = await written(format, columns.map(withoutStored))
    expect((await readFile(fast.file)).equals(await readFile(slow.file))).toBe(true)
    expect(fast.result).toEqual(slow.result)
  })

  it('are the same cells as those made of texts, in xlsx', async () => {
    const columns = odd.map((one) => exportedColumn('xlsx', one))
    const fast = await written('xlsx', columns)
    const slow = await written('xlsx', columns.map(withoutStored))
    const [cells, expected] = await Promise.all(
      [fast, slow].map(async ({ file }) => (await readWorkbook(file)).sheets[0]?.cells),
    )
    expect(cells?.size).toBeGreaterThan(rowCount * 5)
    expect(cells).toEqual(expected)
    expect({ ...fast.result, bytes: 0 }).toEqual({ ...slow.result, bytes: 0 })
  })
})

/** Row by row and cell by cell: what the kernel must equal. */
function slowRows({ columns, rows }: ExportTable, format: RowFormat): string {
  const [start, head, end] = format.row
  const lines = Array.from(rows, (row, at) => {
    const number = format.numbered ? at + 1 : ''
    const cells = columns.map(({ cell }, column) => {
      const text = format.columns[column]?.encode(cell(row) ?? null)
      return text ? `${format.starts[column]}${number}${text}` : format.empties[column]
    })
    return start + number + head + cells.join('') + end
  })
  return lines.join('')
}

describe('a million odd cells', () => {
  const cellsOfFormat = process.env.CRUZA_TEST_ALL ? 2_000_000 : 250_000
  // Shared texts of a workbook are numbered as they are met: the reader of workbooks compares those above.
  const isCompared = (format: Format | 'list', kind: string) => format !== 'xlsx' || !/few|list/.test(kind)

  it.each(['csv-raw', 'csv-excel', 'list', 'xlsx'] as const)('are the bytes of the slow way, in %s', async (format) => {
    let cells = 0
    for (let table = 0; cells < cellsOfFormat; table++) {
      const columns = oddColumns()
        .filter(({ key }) => isCompared(format, key))
        .map((one) => exportedColumn(format === 'list' ? 'csv-raw' : format, one))
      // Rows in their order, in any order, and few of many.
      const length = table % 3 === 2 ? 100 : rowCount
      const rows = Uint32Array.from({ length }, (_, at) => (table % 3 === 0 ? at : below(rowCount)))
      const file = { format, zone: pick([zone, 'Europe/Lisbon', 'UTC']), kinds: columns.map(({ kind }) => kind) }
      const [fast, slow] = [0, 1].map(() => (file.format === 'xlsx' ? xlsxRows(file) : csvRows(file)))
      if (!fast || !slow) throw new Error('two formats')
      const expected = Buffer.from(slowRows({ columns, rows }, slow))
      const blocks = await createRowBlocks({ columns, rows }, fast, createYieldToEventLoop())
      let at = 0
      for await (const { bytes } of blocks.make(0, rows.length, 1)) {
        const same = expected.subarray(at, at + bytes.length).equals(bytes)
        if (!same) expect(Buffer.from(bytes).toString()).toBe(expected.toString('utf8', at, at + bytes.length))
        at += bytes.length
      }
      expect(at).toBe(expected.length)
      blocks.end()
      expect(fast.counts).toEqual(slow.counts)
      cells += rows.length * columns.length
    }
  })
})

/** For systems the values of a list can be taken apart again. */
function joinedFor(format: Format, values: readonly string[]): string {
  if (format !== 'csv-raw') return values.join(', ')
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
}

/** What a cell says, the slow and obvious way. */
function expectedText(format: Format, { kind, column }: (typeof odd)[number], row: number): string {
  const value = format === 'csv-raw' && kind === 'time' ? column.text(row) : column.plain(row)
  if (value === null) return ''
  const shown = typeof value === 'object' ? joinedFor(format, value) : value
  if (typeof shown === 'number' && kind === 'time') return localTime(shown)
  const text = typeof shown === 'number' && format === 'csv-excel' ? String(shown).replace('.', ',') : String(shown)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
  return format === 'csv-raw' ? text : text.replace(/[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/g, '')
}

function localTime(epochMs: number): string {
  const { year, month, day, hour, minute, second } = createZone(zone).partsAt(epochMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(day)}/${two(month)}/${String(year).padStart(4, '0')} ${two(hour)}:${two(minute)}:${two(second)}`
}

describe('an export of many runs', () => {
  const many = Uint32Array.from({ length: 52_000 }, (_, index) => (index * 7919) % rowCount)
  const few = columnsOf([...Array(rowCount).keys()]).dictionary('choice', (row) =>
    pick([null, `x\0${row % 3}`, '=1', 'aberta']),
  )
  const columnsFor = (format: Format): readonly ExportColumn[] => [
    ...odd.filter(({ key }) => !/few|list/.test(key)).map((one) => exportedColumn(format, one)),
    exportedColumn(format, { key: 'few', kind: 'text', column: createThroughColumn(few, many.subarray(0, rowCount)) }),
    { heading: 'own', kind: 'text', cell: (row) => `linha ${row}\0` },
  ]

  it.each(['csv-raw', 'csv-excel'] as const)('has the bytes and counts of smaller ones, in %s', async (format) => {
    const columns = columnsFor(format)
    const halves = [many.subarray(0, 30_000), many.subarray(30_000)]
    const whole = await written(format, columns, many)
    const [first, second] = await Promise.all(halves.map((rows) => written(format, columns, rows)))
    if (!first || !second) throw new Error('two halves')
    const head = await readFile((await written(format, columns, new Uint32Array(0))).file)
    const rest = (await readFile(second.file)).subarray(head.length)
    expect(Buffer.concat([await readFile(first.file), rest]).equals(await readFile(whole.file))).toBe(true)
    expect(whole.result.cleaned_cells).toBe(first.result.cleaned_cells + second.result.cleaned_cells)
  })

  it('has every cell in its row, in xlsx', async () => {
    const columns = columnsFor('xlsx').slice(-2)
    const whole = await written('xlsx', columns, many)
    const slow = await written('xlsx', columns.map(withoutStored), many)
    const [cells, expected] = await Promise.all(
      [whole, slow].map(async ({ file }) => (await readWorkbook(file)).sheets[0]?.cells),
    )
    expect(cells?.get('B52001')).toBeDefined()
    expect(cells).toEqual(expected)
    expect(whole.result).toEqual({ ...slow.result, bytes: whole.result.bytes })
  })

  it('is the same bytes each time, in xlsx', async () => {
    const columns = columnsFor('xlsx')
    const [one, other] = [await written('xlsx', columns, many), await written('xlsx', columns, many)]
    expect((await readFile(one.file)).equals(await readFile(other.file))).toBe(true)
  })
})

describe('what is read back of an export of every odd value', () => {
  it.each(['csv-raw', 'csv-excel'] as const)('is what the columns say, in %s', async (format) => {
    const { file } = await written(
      format,
      odd.map((one) => exportedColumn(format, one)),
    )
    const [delimiter, newline] = format === 'csv-raw' ? [',', '\n' as const] : [';', '\r\n' as const]
    const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline })
    expect(errors).toEqual([])
    expect(data).toHaveLength(order.length + 2)
    for (const [index, row] of order.entries()) {
      const expected = odd.map((one) => expectedText(format, one, row))
      const read = data[index + 1] ?? []
      expect(format === 'csv-raw' ? read : read.map(unprotectCell)).toEqual(expected)
    }
  })

  it('is what the columns say, in xlsx', async () => {
    const few = odd.filter(({ kind }) => kind === 'text' || kind === 'list' || kind === 'integer')
    const { file } = await written(
      'xlsx',
      few.map((one) => exportedColumn('xlsx', one)),
    )
    const cells = (await readWorkbook(file)).sheets[0]?.cells
    for (const [index, row] of order.entries()) {
      for (const [column, one] of few.entries()) {
        const expected = expectedText('xlsx', one, row)
        const { value = '' } = cells?.get(`${String.fromCharCode(65 + column)}${index + 2}`) ?? {}
        if (expected.length > 32_767) expect(value).toBe(`${expected.slice(0, 32_766)}…`)
        else
          expect(one.kind === 'integer' ? String(Number(value || Number.NaN)) : value).toBe(
            one.kind === 'integer' ? String(Number(expected || Number.NaN)) : expected,
          )
      }
    }
  })
})
