import { describe, expect, it } from 'vitest'
import { type Column, emptyRank } from '../../../../main/engine/columns/column.ts'
import { concatenateParts, decodeSegments, encodeSegment } from '../../../../main/engine/columns/segment.ts'
import { createTimeBuilder, createTimeColumn, takeTimes } from '../../../../main/engine/columns/time-column.ts'
import { randomOf } from './lead-pages.ts'

const texts = [
  '2026-03-01T10:20:30-03:00',
  '2026-03-01T10:20:30.000-03:00',
  '2026-03-01T10:20:30.120-03:00',
  '2026-03-01T10:20:30.1-0300',
  '2026-03-01T10:20:30.123Z',
  '2026-03-01T10:20:30Z',
  '2026-03-01 10:20:30 UTC',
  '2026-03-01 10:20:30',
  '2026-03-01T10:20:30+05:45',
  '1969-12-31T23:59:59.999-02:00',
  '0001-01-01T00:00:00Z',
  '2024-02-29T23:59:59.5+14:00',
]
const oddTexts = [
  '2026-03-01T10:20:30.123456-03:00',
  '2026-02-29T10:20:30Z',
  '2026-13-01T10:20:30Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:20:60Z',
  '01/03/2026 10:20',
  '2026-03-01T10:20:30 Brasília',
  'ontem',
  '2026-03-01',
]

function timesOf(texts: readonly (string | null)[]) {
  const builder = createTimeBuilder()
  for (const text of texts) builder.append(text)
  return builder.take()
}

/** Null for a row that is sorted as empty. */
function ranksOf(column: Column): (number | null)[] {
  return Array.from(column.ranks(), (rank) => (Number.isNaN(rank) || rank === emptyRank ? null : rank))
}

describe('a time of the service', () => {
  it('is the moment that it names', () => {
    const { at } = timesOf([...texts, oddTexts[0] ?? ''])
    const moment = Date.parse('2026-03-01T13:20:30Z')
    const utc = Date.parse('2026-03-01T10:20:30Z')
    expect([...at]).toEqual([
      moment,
      moment,
      moment + 120,
      moment + 100,
      utc + 123,
      utc,
      utc,
      utc,
      Date.parse('2026-03-01T04:35:30Z'),
      7_199_999,
      Date.parse('0001-01-01T00:00:00Z'),
      Date.parse('2024-02-29T09:59:59.500Z'),
      moment + 123,
    ])
  })

  it('gives back its own text, whatever it was, also from a file, joined and taken', () => {
    const all = [...texts, ...oddTexts, '']
    const joined = concatenateParts('time', [timesOf(['2020-01-01T00:00:00-05:00']), timesOf(all)])
    const stored = decodeSegments('time', [encodeSegment(joined)])
    const reversed = takeTimes(
      stored,
      Uint32Array.from({ length: all.length }, (_, row) => all.length - row),
    )
    const column = createTimeColumn(reversed)
    expect(all.map((_, row) => column.text(row))).toEqual(all.toReversed())
  })

  it('keeps any written moment, at random', () => {
    const random = randomOf(11)
    const zones = [
      { zone: 'Z', minutes: 0 },
      { zone: '-03:00', minutes: -180 },
      { zone: '+09:30', minutes: 570 },
      { zone: '-0330', minutes: -210 },
      { zone: '', minutes: 0 },
      { zone: ' UTC', minutes: 0 },
    ]
    const written = Array.from({ length: 3000 }, () => {
      const digits = Math.floor(random() * 4)
      const unit = 10 ** (3 - digits)
      const wall = Math.floor(((random() - 0.3) * 8e12) / unit) * unit
      const { zone, minutes } = zones[Math.floor(random() * zones.length)] ?? { zone: 'Z', minutes: 0 }
      const iso = new Date(wall).toISOString()
      const fraction = digits === 0 ? '' : iso.slice(19, 20 + digits)
      return { text: iso.slice(0, 19) + fraction + zone, at: wall - minutes * 60_000 }
    })
    const part = timesOf(written.map(({ text }) => text))
    expect(part.exceptions.size).toBe(0)
    const column = createTimeColumn(part)
    expect(written.map((_, row) => column.text(row))).toEqual(written.map(({ text }) => text))
    expect([...part.at]).toEqual(written.map(({ at }) => at))
  })

  it('may be seconds or milliseconds since 1970, where zero is none', () => {
    const builder = createTimeBuilder()
    for (const value of [1_700_000_000, 0, 1_700_000_000_123, 1_700_000_000.5]) builder.append(value)
    builder.append('1700000000')
    const column = createTimeColumn(builder.take())
    expect([0, 1, 2, 3, 4].map((row) => column.cell(row))).toEqual([
      { at: 1_700_000_000_000, original: '1700000000' },
      null,
      { at: 1_700_000_000_123, original: '1700000000123' },
      { at: 1_700_000_000_500, original: '1700000000.5' },
      { at: 1_700_000_000_000, original: '1700000000' },
    ])
  })

  it('that is no time stays a text and sorts as empty', () => {
    const column = createTimeColumn(timesOf(['ontem']))
    expect(column.cell(0)).toBe('ontem')
    expect(column.isEmpty(0)).toBe(false)
    expect(ranksOf(column)).toEqual([null])
  })

  it('that is a day alone is within that day in any zone, sorts there, and stays a text', () => {
    const stored = timesOf(['2026-03-02T02:59:59Z', '2026-03-01', '2026-02-30', 'ontem', null])
    const column = createTimeColumn(decodeSegments('time', [encodeSegment(stored)]))
    const dayMs = 86_400_000
    for (const offset of ['-12:00', '-03:00', '+12:00', '+13:00', '+14:00']) {
      const start = Date.parse(`2026-03-01T00:00:00${offset}`)
      const matching = (min: number | null, max: number | null, from: string | null, to: string | null) => {
        const keep = new Uint8Array(5).fill(1)
        column.filter({ column: 'em', operator: 'between', min, max, days: { from, to } }, keep)
        return [...keep].slice(1)
      }
      expect(matching(start, start + dayMs - 1, '2026-03-01', '2026-03-01'), offset).toEqual([1, 0, 0, 0])
      expect(matching(start + dayMs, null, '2026-03-02', null), offset).toEqual([0, 0, 0, 0])
      expect(matching(null, start - 1, null, '2026-02-28'), offset).toEqual([0, 0, 0, 0])
    }
    const struck = Uint8Array.of(1, 0, 1, 1, 1)
    const days = { from: '2026-03-01', to: '2026-03-01' }
    column.filter({ column: 'em', operator: 'between', min: 0, max: Date.parse('2027-01-01'), days }, struck)
    expect(struck[1]).toBe(0)
    expect([0, 1, 2].map((row) => column.cell(row))).toEqual([expect.any(Object), '2026-03-01', '2026-02-30'])
    expect(column.plain(1)).toBe('2026-03-01')
    const [later, day, none] = ranksOf(column)
    expect(Number(day)).toBeLessThan(Number(later))
    expect(none).toBeNull()
  })

  it('survives more formats than a byte can number', () => {
    const zones = Array.from({ length: 600 }, (_, index) => {
      const minutes = `${String(index % 24).padStart(2, '0')}:${String(Math.floor(index / 24)).padStart(2, '0')}`
      return `2026-03-01T10:20:30+${minutes}`
    })
    const parts = [zones.slice(0, 200), zones.slice(200, 400), zones.slice(400)].map(timesOf)
    const column = createTimeColumn(concatenateParts('time', parts))
    expect(zones.map((_, row) => column.text(row))).toEqual(zones)
    const moments = zones.map((text) => Date.parse(text))
    const inOrder = (values: readonly (number | null)[]) =>
      zones.map((_, row) => row).sort((one, other) => Number(values[one]) - Number(values[other]))
    expect(inOrder(ranksOf(column))).toEqual(inOrder(moments))
  })
})
