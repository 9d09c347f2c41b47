import { describe, expect, it } from 'vitest'
import type { CellFilter, Column } from '../../../main/engine/columns/column.ts'
import { createTextColumn } from '../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../main/engine/columns/text-part.ts'
import { createTypedTextColumn } from '../../../main/engine/columns/typed-text-column.ts'
import { figuresOf } from '../../../main/engine/tables/figures.ts'
import { groupTable } from '../../../main/engine/tables/grouping.ts'
import { allRows, orderRows } from '../../../main/engine/tables/order-rows.ts'
import { statisticsOf } from '../../../main/engine/tables/statistics.ts'
import { createYieldToEventLoop, runSync } from '../../../main/kernel/schedule.ts'
import { createZone, momentsOfDays } from '../../../main/kernel/times.ts'
import { readingOf } from '../../../main/lists/types/column-reading.ts'
import type { ListColumnType } from '../../../preload/values/list-column-types.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'

const zone = 'America/Sao_Paulo'
const collator = new Intl.Collator('pt-BR')

function typed(type: ListColumnType, texts: readonly string[]): Column {
  const reading = readingOf({ type, english: false, chosen: false }, zone)
  return createTypedTextColumn(createTextColumn('text', textPartOf(texts)), reading)
}

/** Cells of amounts in several spellings, with their numbers; null for a text and an empty cell. */
function amounts(count: number) {
  const random = randomOf(7)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: count }, () => {
    const value = (below(4000) - 2000) / 4
    const plain = String(value).replace('.', ',')
    const cells = [
      { text: plain, number: value },
      { text: `R$ ${plain}`, number: value },
      { text: value < 0 ? `(${plain.slice(1)})` : `${plain} `, number: value },
      { text: ['a combinar', 'Ávila', 'grátis', '-'][below(4)] ?? '', number: null },
      { text: '', number: null },
    ]
    return cells[below(cells.length)] ?? { text: '', number: null }
  })
}

type Cell = ReturnType<typeof amounts>[number]

const cells = amounts(3000)
const column = typed(
  'money',
  cells.map(({ text }) => text),
)

function keptBy(filter: CellFilter): number[] {
  const keep = new Uint8Array(cells.length).fill(1)
  column.filter(filter, keep)
  return [...keep.keys()].filter((row) => keep[row] === 1)
}

const rowsWith = (holds: (cell: Cell) => boolean) => cells.flatMap((cell, row) => (holds(cell) ? [row] : []))

describe('a column of texts that stand for numbers', () => {
  it('keeps every cell as it is', () => {
    for (const [row, { text }] of cells.entries()) {
      expect(column.text(row)).toBe(text)
      expect(column.plain(row)).toBe(text)
      expect(column.isEmpty(row)).toBe(text === '')
    }
  })

  it.each([false, true])('is ordered by numbers, then texts, then empty cells (descending: %s)', (descending) => {
    const group = ({ text, number }: Cell) => Number(text === '') + Number(number === null)
    const compare = (one: Cell, other: Cell) => {
      if (group(one) !== group(other)) return group(one) - group(other)
      if (one.number === null || other.number === null) return collator.compare(one.text, other.text)
      return (one.number - other.number) * (descending ? -1 : 1)
    }
    const expected = cells
      .map((cell, row) => ({ cell, row }))
      .sort((one, other) => compare(one.cell, other.cell) || one.row - other.row)
    const ordered = runSync(orderRows(allRows(cells.length), [{ ranks: column.ranks(), descending }]))
    expect([...ordered]).toEqual(expected.map(({ row }) => row))
  })

  it('is filtered by numbers', () => {
    const filters: readonly [CellFilter, (cell: Cell) => boolean][] = [
      [
        { column: 'c', operator: 'between', min: -10, max: 20.25 },
        ({ number: n }) => n !== null && n >= -10 && n <= 20.25,
      ],
      [{ column: 'c', operator: 'between', min: null, max: 0 }, ({ number: n }) => n !== null && n <= 0],
      [{ column: 'c', operator: 'more', value: 100 }, ({ number: n }) => n !== null && n > 100],
      [{ column: 'c', operator: 'at_most', value: -1.25 }, ({ number: n }) => n !== null && n <= -1.25],
      [{ column: 'c', operator: 'equal', value: 5 }, ({ number: n }) => n === 5],
      [{ column: 'c', operator: 'not_equal', value: 5 }, ({ number: n }) => n !== 5],
    ]
    for (const [filter, holds] of filters) expect(keptBy(filter)).toEqual(rowsWith(holds))
  })

  it('is filtered by texts as they are', () => {
    const has = (part: string) => rowsWith(({ text }) => text.toLowerCase().includes(part))
    expect(keptBy({ column: 'c', operator: 'contains', text: 'r$' })).toEqual(has('r$'))
    const misfits = rowsWith(({ text, number }) => text !== '' && number === null)
    expect(keptBy({ column: 'c', operator: 'misfit' })).toEqual(misfits)
    expect(keptBy({ column: 'c', operator: 'blank' })).toEqual(rowsWith(({ text }) => text === ''))
  })

  it('has one value for all texts of a number', () => {
    const values = ['R$ 12,5', 'grátis', null]
    const isOne = ({ text, number }: Cell) => number === 12.5 || text === 'grátis' || text === ''
    expect(keptBy({ column: 'c', operator: 'in', values })).toEqual(rowsWith(isOne))
    expect(keptBy({ column: 'c', operator: 'not_in', values })).toEqual(rowsWith((cell) => !isOne(cell)))
    const keys = cells.map(({ text, number }) => number ?? text)
    const { values: counted, distinct } = runSync(column.counts(null, 10_000))
    expect(distinct).toBe(new Set(keys).size)
    for (const { value, rows } of counted) {
      const first = cells.findIndex(({ text }) => text === (value ?? ''))
      expect(rows).toBe(keys.filter((key) => key === keys[first]).length)
    }
  })

  it('has sums, limits and a count of what is no number', () => {
    const numbers = cells.flatMap(({ number }) => number ?? [])
    const sum = numbers.reduce((total, number) => total + number, 0)
    const rows = allRows(cells.length)
    expect(runSync(statisticsOf({ key: 'c0', column }, rows, zone))).toMatchObject({
      filled: rowsWith(({ text }) => text !== '').length,
      misfits: rowsWith(({ text, number }) => text !== '' && number === null).length,
      minimum: Math.min(...numbers),
      maximum: Math.max(...numbers),
      distinct: new Set(numbers).size,
      sum,
    })
    expect(runSync(figuresOf([{ key: 'c0', column }], rows))).toMatchObject({ numbers: numbers.length, sum })
  })

  it('is grouped by numbers, and groups are ordered by them', async () => {
    const { columns, length } = await grouped(column, null)
    const keys = new Map<number | string, number>()
    for (const { text, number } of cells) keys.set(number ?? text, (keys.get(number ?? text) ?? 0) + 1)
    expect(length).toBe(keys.size)
    const groups = Array.from({ length }, (_, row) => {
      const text = columns.get('c0')?.text(row) ?? ''
      return {
        key: cells.find((cell) => cell.text === text)?.number ?? text,
        rows: columns.get('group_rows')?.plain(row),
      }
    })
    for (const { key, rows } of groups) expect(rows).toBe(keys.get(key))
    const numbers = groups.flatMap(({ key }) => (typeof key === 'number' ? [key] : []))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(groups.at(-1)?.key).toBe('')
  })
})

async function grouped(values: Column, unit: 'day' | 'month' | 'weekday' | null) {
  const table = {
    columns: new Map([['c0', values]]),
    order: [{ key: 'c0', type: values.type, heading: null }],
    length: values.length,
    version: '1',
    searchable: [],
  }
  const query = { search: '', filters: [], conditions: null }
  const grouping = { query, by: [{ column: 'c0', unit }], across: false, figures: [] }
  const yieldToEventLoop = createYieldToEventLoop()
  return groupTable({ table, rows: allRows(values.length), grouping, zone, version: '1', yieldToEventLoop })
}

describe('a column of texts that stand for days', () => {
  const days = [
    '03/11/2026',
    '2026-11-03',
    '3 de novembro de 2026 23:59',
    '04/11/2026',
    'amanhã',
    '',
    '02/11/2026 23:59',
  ]
  const column = typed('day', days)
  const kept = (filter: CellFilter) => {
    const keep = new Uint8Array(days.length).fill(1)
    column.filter(filter, keep)
    return days.filter((_, row) => keep[row] === 1)
  }

  it('is filtered by whole days of the calendar, whatever moments were asked with them', () => {
    const range = { from: '2026-11-03', to: '2026-11-03' }
    for (const asked of [zone, 'Asia/Tokyo']) {
      const filter = { column: 'c', operator: 'between', ...momentsOfDays(range, asked), days: range } as const
      expect(kept(filter)).toEqual(days.slice(0, 3))
    }
  })

  it('is grouped by the units of moments', async () => {
    const { columns, length } = await grouped(column, 'day')
    expect(Array.from({ length }, (_, row) => columns.get('day:c0')?.text(row))).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      'amanhã',
      '',
    ])
  })

  it('is a date of Excel with the parts that its text has', () => {
    expect(column.typed?.(0)).toEqual({ number: 46_329, format: 'dd/mm/yyyy' })
    expect(column.typed?.(2)).toEqual({ number: 46_329 + 1439 / 1440, format: 'dd/mm/yyyy\\ hh:mm' })
    expect(column.typed?.(4)).toBeNull()
  })

  it('has the same moments as its zone', () => {
    const numberAt = column.numbers && runSync(column.numbers())
    expect(createZone(zone).wallClockAt(numberAt?.(0) ?? 0)).toBe(Date.parse('2026-11-03T00:00:00Z'))
  })
})

it('yes and no are two groups in any spelling', async () => {
  const column = typed('yes_no', ['Sim', 'não', 'S', '', 'NÃO', 'talvez', 'sim'])
  const { columns, length } = await grouped(column, null)
  const groups = Array.from({ length }, (_, row) => [
    columns.get('c0')?.text(row),
    columns.get('group_rows')?.plain(row),
  ])
  expect(groups).toEqual([
    ['Sim', 3],
    ['não', 2],
    ['talvez', 1],
    ['', 1],
  ])
})

it('a value of a spreadsheet goes before its text, by which it is found as well', () => {
  const texts = createTextColumn('text', textPartOf(['100,00', '100,00', '12,50%', 'grátis']))
  const values = [99.999, 100, 0.125, Number.NaN]
  const sheet = () => ({
    numbers: { kind: 'number', rows: 4, values: Float64Array.from(values) } as const,
    formats: { kind: 'dictionary', rows: 4, codes: Uint8Array.of(1, 1, 2, 0), values: ['0.00', '0.00%'] } as const,
  })
  const column = createTypedTextColumn(texts, readingOf({ type: 'number', english: false, chosen: false }, zone), sheet)
  const kept = (filter: CellFilter) => {
    const keep = new Uint8Array(4).fill(1)
    column.filter(filter, keep)
    return [...keep]
  }
  expect(kept({ column: 'c', operator: 'less', value: 100 })).toEqual([1, 0, 1, 0])
  expect(kept({ column: 'c', operator: 'equal', value: 12.5 })).toEqual([0, 0, 1, 0])
  expect(kept({ column: 'c', operator: 'in', values: ['100,00'] })).toEqual([1, 1, 0, 0])
  expect(kept({ column: 'c', operator: 'not_in', values: ['R$ 100'] })).toEqual([1, 0, 1, 1])
  expect(column.typed?.(2)).toEqual({ number: 0.125, format: '0.00%' })
})
