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
  it('starts with the newest entry, its brief and its detail', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
    expect(ids(made)?.slice(0, 3)).toEqual([10, 9, 8])
    expect(currentEntry(made.state())).toBe(10)
    expect(made.state().briefs.get(10)?.sender).toBe('Pessoa 10')
    expect(made.inputs('entries.ids')[0]).toMatchObject({
      query: { sort: [{ column: 'created_at', descending: true }] },
    })
  })

  it('keeps its entries while states change, and shows the new states', async () => {
    const made = await openedEntries()
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['nova'] })
    await until(() => expect(made.state().listed.filters).toHaveLength(1))
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.state().decide('aprovada', '')
    expect(ids(made)).toContain(10)
    expect(made.state().briefs.get(10)?.state).toBe('aprovada')
  })

  it('follows the query and keeps the position at the same entry', async () => {
    const made = await openedEntries()
    made.stored.states.set(10, 'aprovada')
    made.state().goTo(2)
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['nova'] })
    await until(() => expect(ids(made)).toHaveLength(9))
    expect(currentEntry(made.state())).toBe(8)
    expect(made.state().position).toBe(1)
  })

  it('shows why it cannot be loaded, and loads when retried', async () => {
    const made = setUpEntries()
    made.bridge.answer('entries.ids', refuses('file_damaged'))
    await Promise.all([made.rows.getState().open(), made.state().open()])
    await until(() => expect(made.state().list).toMatchObject({ status: 'failed', failure: { code: 'file_damaged' } }))
    made.bridge.answer('entries.ids', () => ({ ids: [3, 2], version: 'v1' }))
    await made.state().refreshList()
    expect(ids(made)).toEqual([3, 2])
  })

  it('adds new entries by itself until the user works on it, then counts them', async () => {
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

  it('counts new entries while another entry is peeked at during the load', async () => {
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

  it('of a new query is shown although a check for new entries runs during its load', async () => {
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

  it('loads briefs by the hundred as they become visible', async () => {
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
  it('loads only these, and checks for new entries only if one is not in the list', async () => {
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
  it('is shown at once because it was prefetched', async () => {
    const made = await openedEntries()
    await until(() => expect(made.inputs('entries.read').length).toBeGreaterThanOrEqual(5))
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.state().decide('aprovada', '')
    expect(currentEntry(made.state())).toBe(9)
    expect(made.state().shown).toMatchObject({ id: 9, detail: { status: 'ready' } })
  })

  it('is the next pending one', async () => {
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

  it('is found beyond the loaded briefs', async () => {
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

  it('reports when nothing is pending and keeps its position', async () => {
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
  it('opens by peeking and leaves the position of the list unchanged', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().goTo(4)
    made.state().peek(77)
    await until(() => expect(made.state().shown).toMatchObject({ id: 77, detail: { status: 'ready' } }))
    made.state().leavePeek()
    expect(currentEntry(made.state())).toBe(6)
  })

  it('moves the position when the list has the peeked entry', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().peek(3)
    expect(made.state().peeked).toBeNull()
    expect(made.state().position).toBe(7)
  })
})

describe('an entry', () => {
  it('is not shown when a later one was opened during its load', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
    const gate = createGate<unknown>()
    made.bridge.answer('entries.read', () => gate.passed)
    made.state().peek(77)
    made.state().leavePeek()
    gate.open(entryDetailWith({ id: 77 }))
    expect(made.state().shown?.id).toBe(10)
  })

  it('shows why it cannot be loaded', async () => {
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

  it('shows new entries when the list is presented again', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().present('table')
    made.stored.ids.unshift(11)
    made.state().present('list')
    await until(() => expect(ids(made)?.[0]).toBe(11))
  })

  it('keeps what the user selects during the reselection', async () => {
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
  it('is toggled, extended to a position, and cleared', async () => {
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

  it('is cleared by another query', async () => {
    const made = await openedEntries()
    await until(() => expect(ids(made)).toHaveLength(10))
    made.state().pick(2)
    await made.rows.getState().search('ana')
    await until(() => expect(made.state().listed.search).toBe('ana'))
    expect(made.state().selected).toEqual({ kind: 'ids', ids: new Set() })
  })

  it('means all of a new query when picked during its load, and no key decides until then', async () => {
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
