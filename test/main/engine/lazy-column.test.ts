import { describe, expect, it } from 'vitest'
import { createLazyColumn } from '../../../main/engine/columns/lazy-column.ts'
import { segmentRows } from '../../../main/engine/columns/segment.ts'
import { createTextColumn } from '../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../main/engine/columns/text-part.ts'
import { createYieldToEventLoop, runSync } from '../../../main/kernel/schedule.ts'

const rows = 2 * segmentRows + 10
const texts = Array.from({ length: rows }, (_, row) => (row % 5 === 0 ? null : `texto ${row}`))
const columnOf = (values: readonly (string | null)[]) => createTextColumn('text', textPartOf(values))

/** A stored column that notes what is read of it */
function storedColumn(pieceRows = segmentRows) {
  const reads: (number | 'all')[] = []
  const column = createLazyColumn({
    type: 'text',
    length: rows,
    bytes: 1,
    piece(number) {
      reads.push(number)
      return columnOf(texts.slice(number * pieceRows, (number + 1) * pieceRows))
    },
    *whole() {
      reads.push('all')
      yield
      return columnOf(texts)
    },
  })
  return { column, reads, load: (...at: number[]) => column.load?.(createYieldToEventLoop(), Uint32Array.from(at)) }
}

describe('a column that is read when it is needed', () => {
  it('reads nothing until it is asked, and one piece for rows that lie together', async () => {
    const { column, reads, load } = storedColumn()
    expect(reads).toEqual([])
    const [first, last] = [segmentRows + 1, 2 * segmentRows - 1]
    await load(first, last)
    expect([column.cell(first), column.cell(last), column.isEmpty(last)]).toEqual([texts[first], texts[last], false])
    await load(last)
    expect(reads).toEqual([1])
  })

  it('reads all, once, for rows of several pieces, and for anything but cells', async () => {
    const { column, reads, load } = storedColumn()
    await Promise.all([load(1, segmentRows), load(rows - 1, 2)])
    expect([1, segmentRows, rows - 1].map(column.cell)).toEqual([texts[1], texts[segmentRows], texts[rows - 1]])
    const hits = new Uint8Array(rows)
    column.find(`texto ${rows - 1}`, 'text', hits)
    expect(hits.indexOf(1)).toBe(rows - 1)
    expect(reads.filter((one) => one === 'all')).toEqual(['all'])
  })

  it('answers without loading as one that was loaded does', () => {
    const { column } = storedColumn()
    const whole = columnOf(texts)
    const some = [0, 1, segmentRows - 1, segmentRows, rows - 1]
    expect(some.map(column.cell)).toEqual(some.map(whole.cell))
    expect(some.map(column.isEmpty)).toEqual(some.map(whole.isEmpty))
    expect(some.map(column.text)).toEqual(some.map(whole.text))
    expect(column.ranks()).toEqual(whole.ranks())
    expect(runSync(column.counts(null, 2))).toEqual(runSync(whole.counts(null, 2)))
    expect(column.stored?.parts).toEqual(whole.stored?.parts)
  })

  it('shows no piece that has other rows than it should', async () => {
    const { column, load } = storedColumn(100)
    await load(segmentRows)
    expect(column.cell(segmentRows)).toBe(texts[segmentRows])
  })
})
