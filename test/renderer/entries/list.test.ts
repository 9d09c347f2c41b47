import { describe, expect, it } from 'vitest'
import { currentEntry } from '../../../renderer/entries/list.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { selectionOf } from '../../../renderer/tables/selection.ts'
import { createGate } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { entryDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'
import { openedEntries, setUpEntries } from './entries-kit.ts'

const ids = (made: Awaited<ReturnType<typeof openedEntries>>) => readyValue(made.state().list)

describe('the list of entries', () => {
  it('begins with the newest, its line and the entry itself', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
    expect(ids(made)?.slice(0, 3)).toEqual([10, 9, 8])
    expect(currentEntry(made.state())).toBe(10)
    expect(made.state().briefs.get(10)?.sender).toBe('Pessoa 10')
    expect(made.inputs('entries.ids')[0]).toMatchObject({
      query: { sort: [{ column: 'created_at', descending: true }] },
    })
  })

  it('stays as it is while states change, and shows the new state in its line', async () => {
    const made = await openedEntries()
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['nova'] })
    await until(() => expect(made.state().listed.filters).toHaveLength(1))
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.state().decide('aprovada', '')
    expect(ids(made)).toContain(10)
    expect(made.state().briefs.get(10)?.state).toBe('aprovada')
  })

  it('follows the query, and keeps its place at the same entry', async () => {
    const made = await openedEntries()
    made.stored.states.set(10, 'aprovada')
    made.state().goTo(2)
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['nova'] })
    await until(() => expect(ids(made)).toHaveLength(9))
    expect(currentEntry(made.state())).toBe(8)
    expect(made.state().position).toBe(1)
  })

  it('says why it cannot be had, and comes when it is asked for again', async () => {
    const made = setUpEntries()
    made.bridge.answer('entries.ids', refuses('file_damaged'))
    await Promise.all([made.rows.getState().open(), made.state().open()])
    await until(() => expect(made.state().list).toMatchObject({ status: 'failed', failure: { code: 'file_damaged' } }))
    made.bridge.answer('entries.ids', () => ({ ids: [3, 2], version: 'v1' }))
    await made.state().refreshList()
    expect(ids(made)).toEqual([3, 2])
  })

  it('takes new entries by itself while nobody has begun, and counts them afterwards', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.stored.ids.unshift(11)
    await made.state().checkList()
    expect(ids(made)?.[0]).toBe(11)
    made.state().step(3)
    made.stored.ids.unshift(13, 12)
    await made.state().checkList()
    expect(ids(made)?.[0]).toBe(11)
    expect(made.state().newEntries).toBe(2)
    await made.state().refreshList()
    expect(ids(made)?.[0]).toBe(13)
    expect(made.state().newEntries).toBe(0)
  })

  it('does not take new entries from under who looks at another one while it asks', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    const gate = createGate<unknown>()
    made.bridge.answer('entries.ids', () => gate.passed)
    const checked = made.state().checkList()
    made.state().peek(77)
    gate.open({ ids: [11, ...made.stored.ids], version: 'v1' })
    await checked
    expect(made.state()).toMatchObject({ peeked: 77, newEntries: 1 })
  })

  it('of a new query comes although new entries are looked for meanwhile', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    const gate = createGate<unknown>()
    made.bridge.answer('entries.ids', async ({ query }: { query: { filters: unknown[] } }) => {
      await gate.passed
      return { ids: query.filters.length > 0 ? [4] : made.stored.ids, version: 'v1' }
    })
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['spam'] })
    await until(() => expect(made.inputs('entries.ids')).toHaveLength(2))
    const checked = made.state().checkList()
    gate.open(null)
    await checked
    expect(ids(made)).toEqual([4])
    expect(made.state().listed.filters).toHaveLength(1)
  })

  it('asks for lines by the hundred as they come into sight', async () => {
    const made = await openedEntries({ entries: 1000 })
    await until(() => expect(made.state().briefs.size).toBe(201))
    const asked = made.inputs('entries.briefs').length
    made.state().showRange(500, 520)
    await until(() => expect(made.state().briefs.has(1000 - 510)).toBe(true))
    for (let step = 0; step < 50; step += 1) made.state().step(1)
    expect(made.inputs('entries.briefs').length - asked).toBeLessThan(3)
  })
})

describe('a push with the numbers of entries', () => {
  it('loads only these, and looks for new entries only if one is not in the list', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().briefs.size).toBe(10))
    await until(() => expect(made.inputs('entries.read').length).toBeGreaterThanOrEqual(5))
    const before = { briefs: made.inputs('entries.briefs').length, reads: made.inputs('entries.read').length }
    made.stored.states.set(9, 'spam')
    made.state().reload('entries', [9])
    made.state().reload('reviews', [9])
    await until(() => expect(made.state().briefs.get(9)?.state).toBe('spam'))
    expect(made.inputs('entries.briefs').slice(before.briefs)).toMatchObject([{ ids: [9] }])
    expect(made.inputs('entries.read')).toHaveLength(before.reads)
    expect(made.inputs('entries.ids')).toHaveLength(1)
    made.state().reload('entries', [77])
    await until(() => expect(made.inputs('entries.ids')).toHaveLength(2))
  })
})

describe('the next entry', () => {
  it('is shown in the same moment, because it was read before', async () => {
    const made = await openedEntries()
    await until(() => expect(made.inputs('entries.read').length).toBeGreaterThanOrEqual(5))
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.state().decide('aprovada', '')
    expect(currentEntry(made.state())).toBe(9)
    expect(made.state().shown).toMatchObject({ id: 9, detail: { status: 'ready' } })
  })

  it('is the next that waits for a decision', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.stored.states.set(9, 'spam')
    made.stored.states.set(8, 'duvida')
    made.state().reload('reviews', null)
    await until(() => expect(made.state().briefs.get(8)?.state).toBe('duvida'))
    made.state().decide('aprovada', '')
    expect(currentEntry(made.state())).toBe(7)
  })

  it('among doubts is the next doubt', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().briefs.size).toBe(10))
    for (const id of [9, 5]) made.stored.states.set(id, 'duvida')
    made.state().reload('reviews', null)
    await made.rows
      .getState()
      .filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['duvida'] })
    await until(() => expect(ids(made)).toEqual([9, 5]))
    await until(() => expect(made.state().briefs.get(5)?.state).toBe('duvida'))
    made.state().decide('aprovada', '')
    expect(currentEntry(made.state())).toBe(5)
  })

  it('is looked for beyond the lines that are known', async () => {
    const made = await openedEntries({ entries: 600 })
    await until(() => expect(ids(made)).toHaveLength(600))
    for (let id = 599; id > 100; id -= 1) made.stored.states.set(id, 'spam')
    made.state().reload('reviews', null)
    made.state().showRange(0, 250)
    await until(() => expect(made.state().briefs.get(400)?.state).toBe('spam'))
    const moved = made.state().goToPending()
    made.state().decide('aprovada', '')
    await moved
    expect(made.inputs('reviews.change')).toEqual([])
    expect(currentEntry(made.state())).toBe(100)
  })

  it('that there is not is said, and the place stays', async () => {
    const made = await openedEntries({ entries: 2 })
    await until(() => expect(made.state().briefs.size).toBe(2))
    made.state().decide('aprovada', '')
    made.state().decide('spam', '')
    expect(made.state().finished).toBe(true)
    expect(currentEntry(made.state())).toBe(1)
    made.state().step(-1)
    expect(made.state().finished).toBe(false)
  })
})

describe('an entry outside of the list', () => {
  it('is looked at, and the list is where it was afterwards', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().goTo(4)
    made.state().peek(77)
    await until(() => expect(made.state().shown).toMatchObject({ id: 77, detail: { status: 'ready' } }))
    made.state().leavePeek()
    expect(currentEntry(made.state())).toBe(6)
  })

  it('that the list has after all is gone to', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().peek(3)
    expect(made.state().peeked).toBeNull()
    expect(made.state().position).toBe(7)
  })
})

describe('an entry', () => {
  it('that is slow does not come over one that was opened later', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
    const gate = createGate<unknown>()
    made.bridge.answer('entries.read', () => gate.passed)
    made.state().peek(77)
    made.state().leavePeek()
    gate.open(entryDetailWith({ id: 77 }))
    expect(made.state().shown?.id).toBe(10)
  })

  it('that cannot be read says why', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
    made.bridge.answer('entries.read', refuses('not_found'))
    made.state().peek(77)
    await until(() => expect(made.state().shown?.detail).toMatchObject({ failure: { code: 'not_found' } }))
  })
})

describe('what is selected or open in the table', () => {
  const moved = (made: Awaited<ReturnType<typeof openedEntries>>) => {
    made.stored.ids.unshift(11)
    const columns = [{ key: 'id', type: 'integer', heading: null }]
    made.bridge.answer('tables.shape', () => ({ columns, total: 11, matching: 11, version: 'v2' }))
    return made.rows.getState().reload()
  }

  it('stays selected when new entries move its rows', async () => {
    const made = await openedEntries()
    made.state().present('table')
    made.rows.setState({ selection: selectionOf([{ row: 2, summed: 8 }]) })
    await moved(made)
    await until(() => expect(made.rows.getState().selection).toEqual(selectionOf([{ row: 3, summed: 8 }])))
  })

  it('shows what changed of the row that is open', async () => {
    const made = await openedEntries()
    made.state().present('table')
    await made.rows.getState().openDetails(2)
    const state = () => {
      const row = made.rows.getState().details?.row
      return row?.status === 'ready' ? row.value.cells.revisao_estado : null
    }
    expect(state()).toBe('nova')
    made.stored.states.set(8, 'aprovada')
    const columns = ['revisao_estado', 'id'].map((key) => ({ key, type: 'code', heading: null }))
    made.bridge.answer('tables.shape', () => ({ columns, total: 10, matching: 10, version: 'v2' }))
    await made.rows.getState().reload()
    await until(() => expect(state()).toBe('aprovada'))
  })

  it('leads back to a list that has what came meanwhile', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().present('table')
    made.stored.ids.unshift(11)
    made.state().present('list')
    await until(() => expect(ids(made)?.[0]).toBe(11))
  })

  it('gives way to what the person selects meanwhile', async () => {
    const made = await openedEntries()
    made.state().present('table')
    made.rows.setState({ selection: selectionOf([{ row: 2, summed: 8 }]) })
    const gate = createGate<unknown>()
    made.bridge.answer('tables.rows', () => gate.passed)
    await moved(made)
    const own = selectionOf([{ row: 0, summed: 11 }])
    made.rows.setState({ selection: own })
    gate.open({ rows: [{ row: 3, cells: [8] }], matching: 11, version: 'v2' })
    await made.state().readRows(0, 1)
    expect(made.rows.getState().selection).toBe(own)
  })
})

describe('what is picked', () => {
  it('is toggled, drawn out to a place, and let go', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    const picked = () => {
      const { selected } = made.state()
      return selected.kind === 'all' ? 'all' : [...selected.ids].sort((one, other) => other - one)
    }
    made.state().pick(2)
    made.state().pickTo(4)
    expect(picked()).toEqual([8, 7, 6])
    made.state().pick(3)
    expect(picked()).toEqual([8, 6])
    made.state().pickAll()
    expect(picked()).toBe('all')
    made.state().pickNone()
    expect(picked()).toEqual([])
  })

  it('goes with the query that it was picked from', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().pick(2)
    await made.rows.getState().search('ana')
    await until(() => expect(made.state().listed.search).toBe('ana'))
    expect(made.state().selected).toEqual({ kind: 'ids', ids: new Set() })
  })

  it('means all of a new query when it is picked while that is on its way, and no key decides meanwhile', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    const gate = createGate<unknown>()
    made.bridge.answer('entries.ids', async () => {
      await gate.passed
      return { ids: [4, 3], version: 'v1' }
    })
    made.state().pickAll()
    const filtered = made.rows.getState().search('ana')
    await until(() => expect(made.state().listing.working).toBe('list'))
    expect(made.state()).toMatchObject({ moving: true, selected: { kind: 'ids' } })
    made.state().pickAll()
    gate.open(null)
    await filtered
    await until(() => expect(ids(made)).toEqual([4, 3]))
    expect(made.state()).toMatchObject({ moving: false, selected: { kind: 'all' } })
  })
})
