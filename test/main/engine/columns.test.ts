import { describe, expect, it } from 'vitest'
import type { CellFilter, Column } from '../../../main/engine/columns/column.ts'
import { columnsOf, createThroughColumn, noRow } from '../../../main/engine/columns/derived-columns.ts'
import {
  createDictionaryBuilder,
  createDictionaryColumn,
  createListBuilder,
} from '../../../main/engine/columns/dictionary-column.ts'
import { numberPart } from '../../../main/engine/columns/numbers.ts'
import type { Part } from '../../../main/engine/columns/part.ts'
import { createPiecesColumn } from '../../../main/engine/columns/pieces-column.ts'
import { concatenateParts, decodeSegments, encodeSegment, takeRows } from '../../../main/engine/columns/segment.ts'
import { createTextColumn } from '../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../main/engine/columns/text-part.ts'
import { orderRows } from '../../../main/engine/tables/order-rows.ts'
import { runSync } from '../../../main/kernel/schedule.ts'
import { leadColumnOf } from '../../../main/leads/lead-columns.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'

const random = randomOf(3)
function cellsOf(part: Part): unknown[] {
  const column = leadColumnOf('text', part)
  return Array.from({ length: part.rows }, (_, row) => column.cell(row))
}
function dictionaryPart(values: readonly (string | null)[]) {
  const builder = createDictionaryBuilder()
  for (const value of values) builder.append(value)
  return builder.take()
}
function listPart(lists: readonly (readonly string[])[]) {
  const builder = createListBuilder()
  for (const list of lists) builder.append(list)
  return builder.take()
}
const manyTexts = Array.from({ length: 1000 }, (_, index) =>
  index % 7 === 0 ? null : `texto ${index} ${'é'.repeat(index % 90)}`,
)
const manyNames = Array.from({ length: 70_000 }, (_, index) => `nome ${index}`)
const cases: readonly (readonly [string, Part, unknown[]])[] = [
  ['texts with nulls', textPartOf(manyTexts), manyTexts],
  ['long texts', textPartOf(['a'.repeat(70_000), '', null]), ['a'.repeat(70_000), '', null]],
  ['nulls only', textPartOf([null, null]), [null, null]],
  ['empty texts', textPartOf(['', '']), ['', '']],
  ['whole numbers', numberPart(Float64Array.of(1, -5, 0, Number.NaN)), [1, -5, 0, null]],
  ['thousands beyond 32 bits', numberPart(Float64Array.of(1e12, 2e12)), [1e12, 2e12]],
  ['large numbers', numberPart(Float64Array.of(2 ** 53, -(2 ** 31), 1.5)), [2 ** 53, -(2 ** 31), 1.5]],
  ['few values', dictionaryPart(['a', null, 'b', 'a', '']), ['a', null, 'b', 'a', '']],
  ['70,000 values', dictionaryPart(manyNames), manyNames],
  ['lists', listPart([['a', 'b'], [], ['b', 'a'], ['a, b']]), [['a', 'b'], [], ['b', 'a'], ['a, b']]],
]
describe('a column segment', () => {
  it.each(cases)('gives back %s', (_, part, cells) => {
    const stored = decodeSegments(part.kind, [encodeSegment(part)])
    expect(cellsOf(stored)).toEqual(cells)
    const odd = Buffer.alloc(encodeSegment(part).length + 1)
    odd.set(encodeSegment(part), 1)
    expect(cellsOf(decodeSegments(part.kind, [odd.subarray(1)]))).toEqual(cells)
  })

  it.each(cases)('joins and takes %s, from memory and from files alike', (_, part, cells) => {
    const joined = [...cells, ...cells, ...cells]
    expect(cellsOf(concatenateParts(part.kind, [part, part, part]))).toEqual(joined)
    const bytes = encodeSegment(part)
    expect(cellsOf(decodeSegments(part.kind, [bytes, bytes, bytes]))).toEqual(joined)
    const rows = Uint32Array.from({ length: 50 }, () => Math.floor(random() * cells.length))
    expect(cellsOf(takeRows(part, rows))).toEqual([...rows].map((row) => cells[row]))
  })

  it('are put together where the first segment has few rows of long texts', () => {
    const [few, many] = [['a'.repeat(200_000)], Array.from({ length: 1_000_000 }, () => 'b')].map(textPartOf)
    const joined = decodeSegments(
      'text',
      [few, many].flatMap((part) => (part ? [encodeSegment(part)] : [])),
    )
    expect([joined.rows, joined.heap.length]).toEqual([1_000_001, 1_200_000])
  })

  it('of another kind, or cut, is a damaged file', () => {
    const bytes = encodeSegment(textPartOf(['a']))
    expect(() => decodeSegments('number', [bytes])).toThrow('file_damaged')
    expect(() => decodeSegments('text', [bytes.subarray(0, 20)])).toThrow('file_damaged')
    expect(() => decodeSegments('text', [Buffer.from('no segment at all, but long enough')])).toThrow('file_damaged')
  })

  it('of a later version is reported as newer', () => {
    const bytes = encodeSegment(textPartOf(['a']))
    bytes.writeUInt16LE(3, 4)
    expect(() => decodeSegments('text', [bytes])).toThrow('newer_version')
  })
})
describe('a column in pieces', () => {
  const filters: readonly CellFilter[] = [
    { column: 'x', operator: 'contains', text: 'e' },
    { column: 'x', operator: 'not_contains', text: '1' },
    { column: 'x', operator: 'in', values: ['a', '1', null] },
    { column: 'x', operator: 'blank' },
    { column: 'x', operator: 'between', min: 1, max: 1e12 },
  ]
  const moments = ['2026-03-01T08:00:00-03:00', null, '2026-02-01', '2026-01-01T08:00:00.125Z', 'ontem']
  const times = columnsOf(moments).time((text) => text).stored?.parts[0] as Part
  const seconds = columnsOf([1, 2, 1]).time((day) => `2026-03-0${day}T08:00:00Z`).stored?.parts[0] as Part
  const parts: readonly (readonly [string, Part])[] = [
    ...cases.map(([name, part]) => [name, part] as const),
    ['times', times],
    ['times in seconds', seconds],
  ]

  it.each(parts)('of %s shows, filters, finds, orders and counts as the whole one does', (_, part) => {
    const [bytes, rows] = [encodeSegment(part), 3 * part.rows]
    const columnOf = (one: Part) => leadColumnOf('text', one)
    const pieces = () => {
      const stored = Array.from({ length: 3 }, () => decodeSegments(part.kind, [bytes]))
      return createPiecesColumn({ kind: part.kind, parts: stored, columnOf })
    }
    const observe = (column: Column) => {
      const all = Array.from({ length: rows }, (_, row) => row)
      const odd = all.filter((row) => row % 3 === 1).toReversed()
      const hits = ['1', 'te'].map((needle) => {
        const marks = new Uint8Array(rows)
        column.find(needle, 'text', marks)
        return [...marks]
      })
      const kept = filters.map((filter) => {
        const keep = new Uint8Array(rows).fill(1)
        column.filter(filter, keep)
        return [...keep]
      })
      const shown = odd.map((row) => [column.cell(row), column.plain(row), column.text(row), column.isEmpty(row)])
      const ranks = column.ranks()
      const order = runSync(orderRows(Uint32Array.from(all), [{ ranks, descending: true }]))
      return { shown, hits, kept, order: [...order], counts: runSync(column.counts(null, 5)) }
    }
    const whole = observe(columnOf(concatenateParts(part.kind, [part, part, part])))
    const column = pieces()
    expect(observe(column)).toEqual(whole)
    // By now they are joined.
    expect(column.stored?.parts).toHaveLength(1)
    expect(observe(column)).toEqual(whole)
    expect(pieces().stored?.parts).toHaveLength(3)
  })
})
describe('a column through an index of rows', () => {
  const values = ['Ana', 'joão', null, 'Zé 11 9', 'Ana']
  const rows = Uint32Array.of(4, noRow, 0, 3, 2, 1, noRow)
  const shown = ['Ana', null, 'Ana', 'Zé 11 9', null, 'joão', null]
  const bases: readonly (readonly [string, Column])[] = [
    ['texts', createTextColumn('text', textPartOf(values))],
    ['few values', createDictionaryColumn('choice', dictionaryPart(values))],
  ]
  const filters: readonly CellFilter[] = [
    { column: 'x', operator: 'contains', text: 'ANA' },
    { column: 'x', operator: 'not_contains', text: 'ana' },
    { column: 'x', operator: 'equals', text: '' },
    { column: 'x', operator: 'in', values: ['joão', null] },
    { column: 'x', operator: 'not_in', values: ['joão', null] },
    { column: 'x', operator: 'not_in', values: ['joão'] },
    { column: 'x', operator: 'blank' },
    { column: 'x', operator: 'not_blank' },
    { column: 'x', operator: 'between', min: 1, max: 2 },
  ]

  it.each(bases)('of %s is as the column of those values themselves', (_, base) => {
    const through = createThroughColumn(base, rows)
    const direct = createTextColumn('text', textPartOf(shown))
    expect(shown.map((_value, row) => through.cell(row))).toEqual(shown)
    expect(shown.map((_value, row) => through.isEmpty(row))).toEqual(shown.map((value) => value === null))
    for (const filter of filters) {
      const matching = new Uint8Array(rows.length).fill(1)
      const expected = new Uint8Array(rows.length).fill(1)
      through.filter(filter, matching)
      direct.filter(filter, expected)
      expect({ filter, matching }).toEqual({ filter, matching: expected })
    }
    for (const [needle, within] of [
      ['an', 'text'],
      ['joao', 'text'],
      ['119', 'digits'],
    ] as const) {
      const hits = new Uint8Array(rows.length)
      const expected = new Uint8Array(rows.length)
      through.find(needle, within, hits)
      direct.find(needle, within, expected)
      expect(hits).toEqual(expected)
    }
    const { values: counted, distinct } = runSync(through.counts(null, 10))
    expect(counted.map(({ rows: times }) => times)).toEqual([3, 2, 1, 1])
    expect(new Map(counted.map(({ value, rows: times }) => [value, times]))).toEqual(
      new Map<string | null, number>([
        [null, 3],
        ['Ana', 2],
        ['Zé 11 9', 1],
        ['joão', 1],
      ]),
    )
    expect(distinct).toBe(4)
    expect(runSync(through.counts(Uint32Array.of(1, 6, 5), 1))).toEqual({
      values: [{ value: null, rows: 2 }],
      distinct: 2,
    })
    const order = shown
      .map((_value, row) => row)
      .sort((one, other) => (through.ranks()[one] ?? 0) - (through.ranks()[other] ?? 0))
    expect(order.map((row) => shown[row])).toEqual(['Ana', 'Ana', 'joão', 'Zé 11 9', null, null, null])
  })
})
it('a column of codes with an order of its own sorts by it', () => {
  const part = dictionaryPart(['ausente', 'com_conversa', null, 'sem_conversa'])
  const column = createDictionaryColumn('outcome', part, ['com_conversa', 'sem_conversa', 'ausente'])
  expect([...column.ranks()]).toEqual([2, 0, 0xffffffff, 1])
})
describe('a filter of a phone', () => {
  const phones = ['+5511988887777', '(11) 98888-7777', '5511988887777', '+351912345678', 'ramal 98', null]
  const column = createTextColumn('phone', textPartOf(phones))
  const matching = (operator: 'contains' | 'not_contains' | 'equals' | 'starts_with' | 'ends_with', text: string) => {
    const keep = new Uint8Array(phones.length).fill(1)
    column.filter({ column: 'telefone', operator, text }, keep)
    return [...keep].flatMap((one, row) => (one === 1 ? [row] : []))
  }

  it.each([
    ['contains', '(11) 98888-7777', [0, 1, 2]],
    ['contains', '98888 77', [0, 1, 2]],
    ['contains', '912-345', [3]],
    ['equals', '(11) 98888-7777', [0, 1, 2]],
    ['equals', '+55 11 98888-7777', [0, 2]],
    ['equals', '11.98888.7777', [0, 1, 2]],
    ['starts_with', '(11) 9', [0, 1, 2]],
    ['starts_with', '+55 11', [0, 2]],
    ['ends_with', '8-7777', [0, 1, 2]],
    ['not_contains', '(11) 9', [3, 4, 5]],
    ['contains', 'Ramal', [4]],
    ['contains', '(', [1]],
  ] as const)('%s “%s” compares the digits of what people see', (operator, text, rows) => {
    expect(matching(operator, text)).toEqual(rows)
  })
})
