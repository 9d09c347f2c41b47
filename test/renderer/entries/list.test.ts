import { describe, expect, it } from 'vitest'
import { currentEntry } from '../../../renderer/entries/entries-state.ts'
import { selectRows } from '../../../renderer/entries/entry-table.ts'
import { nothingSelected, selectionOf } from '../../../renderer/tables/selection.ts'
import { createGate, refuses } from '../../kit/fake-bridge.ts'
import { entryDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'
import { answered, openedEntries, setUpEntries } from './entries-kit.tsx'

describe('the list of entries', () => {
  it('keeps its entries while states change, and shows the new states', async () => {
    const { state, ids, filter, decide } = await openedEntries()
    await filter('nova')
    await until(() => expect(state().listed.filters).toHaveLength(1))
    void decide('aprovada')
    expect(ids()).toContain(10)
    expect(state().briefs.get(10)?.state).toBe('aprovada')
  })

  it('follows the query and keeps the position at the same entry', async () => {
    const { state, ids, stored, filter } = await openedEntries()
    stored.states.set(10, 'aprovada')
    state().goTo(2)
    await filter('nova')
    await until(() => expect(ids()).toHaveLength(9))
    expect(currentEntry(state())).toBe(8)
    expect(state().position).toBe(1)
  })

  it('shows why it cannot be loaded, and loads when retried', async () => {
    const { bridge, open, state, ids } = setUpEntries()
    bridge.answer('entries.ids', refuses('file_damaged'))
    await open()
    await until(() => expect(state().list).toMatchObject({ status: 'failed', failure: { code: 'file_damaged' } }))
    bridge.answer('entries.ids', () => ({ ids: [3, 2], version: 'v1' }))
    await state().refreshList()
    expect(ids()).toEqual([3, 2])
  })

  it('adds new entries by itself until the user works on it, then counts them', async () => {
    const { state, ids, stored } = await openedEntries()
    stored.ids.unshift(11)
    await state().checkList()
    expect(ids()?.[0]).toBe(11)
    state().step(3)
    stored.ids.unshift(13, 12)
    await state().checkList()
    expect([ids()?.[0], state().newEntries]).toEqual([11, 2])
    await state().refreshList()
    expect([ids()?.[0], state().newEntries]).toEqual([13, 0])
  })

  it('counts new entries while another entry is peeked at during the load', async () => {
    const { bridge, state, stored } = await openedEntries()
    const gate = bridge.hold('entries.ids')
    const checked = state().checkList()
    state().peek(77)
    gate.open({ ids: [11, ...stored.ids], version: 'v1' })
    await checked
    expect(state()).toMatchObject({ peeked: 77, newEntries: 1 })
  })

  it('of a new query is shown although a check for new entries runs during its load', async () => {
    const { bridge, state, ids, inputs, stored, filter } = await openedEntries()
    const gate = createGate<void>()
    bridge.answer('entries.ids', async ({ query }) => {
      await gate.passed
      return { ids: query.filters.length > 0 ? [4] : stored.ids, version: 'v1' }
    })
    await filter('spam')
    await until(() => expect(inputs('entries.ids')).toHaveLength(2))
    const checked = state().checkList()
    gate.open()
    await checked
    expect(ids()).toEqual([4])
    expect(state().listed.filters).toHaveLength(1)
  })

  it('loads briefs by the hundred as they become visible', async () => {
    const { state, inputs } = await openedEntries(1000)
    const requests = inputs('entries.briefs').length
    state().showRange(500, 520)
    await until(() => expect(state().briefs.has(1000 - 510)).toBe(true))
    for (let step = 0; step < 50; step += 1) state().step(1)
    expect(inputs('entries.briefs').length - requests).toBeLessThan(3)
  })

  it('shows new entries when it is presented again after the table', async () => {
    const { state, ids, stored } = await openedEntries()
    state().present('table')
    stored.ids.unshift(11)
    state().present('list')
    await until(() => expect(ids()?.[0]).toBe(11))
  })
})

describe('a push with the numbers of entries', () => {
  it('loads only these, and checks for new entries only if one is not in the list', async () => {
    const { state, stored, inputs } = await openedEntries()
    const requests = { briefs: inputs('entries.briefs').length, reads: inputs('entries.read').length }
    stored.states.set(9, 'spam')
    state().reload('entries', [9])
    await until(() => expect(state().briefs.get(9)?.state).toBe('spam'))
    expect(inputs('entries.briefs').slice(requests.briefs)).toMatchObject([{ ids: [9] }])
    expect(inputs('entries.read')).toHaveLength(requests.reads)
    expect(inputs('entries.ids')).toHaveLength(1)
    state().reload('entries', [77])
    await until(() => expect(inputs('entries.ids')).toHaveLength(2))
  })
})

describe('the next entry', () => {
  it('is shown at once because it was prefetched', async () => {
    const { state, decide } = await openedEntries()
    void decide('aprovada')
    expect(state().shown).toMatchObject({ id: 9, detail: { status: 'ready' } })
  })

  it('is requested while the open one is still on its way', async () => {
    const { bridge, open, inputs } = setUpEntries()
    const gate = bridge.hold('entries.read')
    await open()
    await until(() => expect(inputs('entries.read')).toContainEqual(expect.objectContaining({ id: 9 })))
    gate.open(entryDetailWith({ id: 10 }))
  })

  it('is the next pending one', async () => {
    const { state, stored, decide } = await openedEntries()
    stored.states.set(9, 'spam').set(8, 'duvida')
    state().reload('entries', null)
    await until(() => expect(state().briefs.get(8)?.state).toBe('duvida'))
    void decide('aprovada')
    expect(currentEntry(state())).toBe(7)
  })

  it('among doubts is the next doubt', async () => {
    const { state, ids, stored, filter, decide } = await openedEntries()
    stored.states.set(9, 'duvida').set(5, 'duvida')
    state().reload('entries', null)
    await filter('duvida')
    await until(() => expect(ids()).toEqual([9, 5]))
    await until(() => expect(state().briefs.get(5)?.state).toBe('duvida'))
    void decide('aprovada')
    expect(currentEntry(state())).toBe(5)
  })

  it('is found beyond the loaded briefs', async () => {
    const { state, stored, inputs, decide } = await openedEntries(600)
    for (let id = 599; id > 100; id -= 1) stored.states.set(id, 'spam')
    state().reload('entries', null)
    state().showRange(0, 250)
    await until(() => expect(state().briefs.get(400)?.state).toBe('spam'))
    const moved = state().goToPending()
    expect(await decide('aprovada')).toBeNull()
    await moved
    expect(inputs('reviews.change')).toEqual([])
    expect(currentEntry(state())).toBe(100)
  })

  it('reports when nothing is pending and keeps its position', async () => {
    const { state, decide } = await openedEntries(2)
    void decide('aprovada')
    void decide('spam')
    expect(state().finished).toBe(true)
    expect(currentEntry(state())).toBe(1)
    state().step(-1)
    expect(state().finished).toBe(false)
  })
})

describe('an entry', () => {
  it('outside of the list opens by peeking and leaves the position unchanged', async () => {
    const { state } = await openedEntries()
    state().goTo(4)
    state().peek(77)
    await until(() => expect(state().shown).toMatchObject({ id: 77, detail: { status: 'ready' } }))
    state().leavePeek()
    expect(currentEntry(state())).toBe(6)
  })

  it('that the list has moves the position when it is peeked at', async () => {
    const { state } = await openedEntries()
    state().peek(3)
    expect(state()).toMatchObject({ peeked: null, position: 7 })
  })

  it('is not shown when a later one was opened during its load', async () => {
    const { bridge, state } = await openedEntries()
    const gate = bridge.hold('entries.read')
    state().peek(77)
    state().leavePeek()
    gate.open(entryDetailWith({ id: 77 }))
    await answered()
    expect(state().shown?.id).toBe(10)
  })

  it.each(['before', 'after'])(
    'that changed during its load shows the change when it is opened again %s that load ends',
    async (opened) => {
      const { bridge, state, stored } = await openedEntries()
      const read = bridge.answerOf('entries.read')
      const gate = bridge.hold('entries.read')
      state().peek(77)
      if (read) bridge.answer('entries.read', read)
      state().leavePeek()
      stored.states.set(77, 'aprovada')
      state().reload('entries', [77])
      if (opened === 'before') state().peek(77)
      gate.open(entryDetailWith({ id: 77 }))
      await answered()
      if (opened === 'after') state().peek(77)
      await until(() => expect(state().shown?.detail).toMatchObject({ value: { state: 'aprovada' } }))
    },
  )

  it('shows why it cannot be loaded', async () => {
    const { bridge, state } = await openedEntries()
    bridge.answer('entries.read', refuses('not_found'))
    state().peek(77)
    await until(() => expect(state().shown?.detail).toMatchObject({ failure: { code: 'not_found' } }))
  })
})

describe('what is selected or open in the table', () => {
  const eighth = selectionOf([{ row: 2, id: 8 }])
  const openTable = async () => {
    const made = await openedEntries()
    made.state().present('table')
    return made
  }

  it('stays selected when new entries move its rows', async () => {
    const { rows, stored } = await openTable()
    rows.setState({ selection: eighth })
    stored.ids.unshift(11)
    await rows.getState().reload()
    await until(() => expect(rows.getState().selection).toEqual(selectionOf([{ row: 3, id: 8 }])))
  })

  it('keeps what the user selects during the reselection', async () => {
    const { bridge, rows, state, stored } = await openTable()
    rows.setState({ selection: eighth })
    const gate = bridge.hold('tables.rows')
    stored.ids.unshift(11)
    await rows.getState().reload()
    const selection = selectionOf([{ row: 0, id: 11 }])
    rows.setState({ selection })
    gate.open({ rows: [{ row: 3, cells: [8] }], matching: 11, version: 'v2' })
    await state().readRows(0, 1)
    expect(rows.getState().selection).toBe(selection)
  })

  it('shows what changed of the row that is open', async () => {
    const { rows, stored } = await openTable()
    await rows.getState().openDetails(2)
    const cells = () => rows.getState().details?.row
    expect(cells()).toMatchObject({ value: { cells: { revisao_estado: 'nova' } } })
    stored.states.set(8, 'aprovada')
    await rows.getState().reload()
    await until(() => expect(cells()).toMatchObject({ value: { cells: { revisao_estado: 'aprovada' } } }))
  })
})

describe('what is picked', () => {
  it('is toggled, extended to a position, and cleared', async () => {
    const { state } = await openedEntries()
    const picked = () => {
      const { selected } = state()
      return selected.kind === 'all' ? 'all' : [...selected.rows.keys()].sort((one, other) => other - one)
    }
    state().pick(2)
    state().pickTo(4)
    expect(picked()).toEqual([8, 7, 6])
    state().pick(3)
    expect(picked()).toEqual([8, 6])
    state().pickAll()
    expect(picked()).toBe('all')
    state().pickNone()
    expect(picked()).toEqual([])
  })

  it('is cleared by another query', async () => {
    const { state, rows } = await openedEntries()
    state().pick(2)
    await rows.getState().search('ana')
    await until(() => expect(state().listed.search).toBe('ana'))
    expect(state().selected).toEqual(nothingSelected)
  })

  it('means all of a new query when picked during its load, and no key decides until then', async () => {
    const { bridge, state, ids, rows } = await openedEntries()
    const gate = bridge.hold('entries.ids')
    state().pickAll()
    const filtered = rows.getState().search('ana')
    await until(() => expect(state().listing.working).toBe('list'))
    expect(state()).toMatchObject({ moving: true, selected: nothingSelected })
    state().pickAll()
    gate.open({ ids: [4, 3], version: 'v1' })
    await filtered
    await until(() => expect(ids()).toEqual([4, 3]))
    expect(state()).toMatchObject({ moving: false, selected: { kind: 'all' } })
  })

  it('is selected in the table for the export, by its rows', async () => {
    const { state, rows } = await openedEntries()
    state().pick(0)
    state().pick(3)
    await selectRows(state(), state().selected)
    const picked = [10, 7].map((id) => ({ row: 10 - id, id }))
    expect(rows.getState().selection).toEqual(selectionOf(picked))
    await selectRows(state(), { kind: 'all' })
    expect(rows.getState().selection).toEqual({ kind: 'all' })
  })
})
