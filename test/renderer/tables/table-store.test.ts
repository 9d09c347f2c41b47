import { describe, expect, it } from 'vitest'
import { notSaved } from '../../../preload/contract/saved-files.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { rangeOf } from '../../../renderer/tables/range.ts'
import { selectedCount, selectedRows } from '../../../renderer/tables/selection.ts'
import { createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { until } from '../../kit/until.ts'
import { createSheetTable, openSheetTable, type RowsInput, total } from './sheet-table.ts'

const signal = new AbortController().signal
const row = (number: number) => ({ row: number, cells: { mensagens: number } })
const nameAt = (position: number) => ({ position, column: 'nome' })

describe('opening a table', () => {
  it('shows every row with the columns of the user', async () => {
    const layout: TableLayout = { columns: [{ key: 'status' }, { key: 'nome', hidden: true }] }
    const { state } = await openSheetTable({ layout })
    expect(state().view?.matching).toBe(total)
    expect(state().columns.map(({ key, hidden }) => `${key} ${hidden}`)).toEqual([
      'status false',
      'nome true',
      'mensagens false',
    ])
  })

  it('restores the stored filters and order without the search', async () => {
    const query = { ...emptyQuery, search: 'ímpar', sort: [{ column: 'nome', descending: true }] }
    const { state } = await openSheetTable({ layout: { columns: [], query } })
    expect(state().query).toEqual({ ...query, search: '' })
  })

  it('shows the standard columns when the layout cannot be loaded', async () => {
    const { state, bridge } = createSheetTable()
    bridge.answer('tables.layout', refuses('internal'))
    await state().open()
    expect(state().columns).toHaveLength(3)
  })

  it.each(['tables.layout', 'tables.shape'] as const)(
    'keeps a search during %s and shows it afterwards',
    async (name) => {
      const storedQuery = { ...emptyQuery, filters: [{ column: 'nome', operator: 'not_blank' as const }] }
      const layout: TableLayout = { columns: [{ key: 'status', hidden: true }], query: storedQuery }
      const { state, bridge, inputs } = createSheetTable({ layout })
      const gate = createGate<void>()
      const answer = bridge.answerOf(name)
      bridge.answer(name, async (input, request) => {
        await gate.passed
        return answer(input, request)
      })
      const opening = state().open()
      await until(() => expect(inputs(name)).toHaveLength(1))
      await state().search('ímpar')
      gate.open()
      await opening
      await until(() => expect(state().view).toMatchObject({ matching: total / 2, query: { search: 'ímpar' } }))
      expect(state()).toMatchObject({ shape: { status: 'ready' }, busy: false })
      expect(state().columns.find(({ key }) => key === 'status')?.hidden).toBe(true)
    },
  )

  it.each([true, false])('shows a query that another screen applied; opened before: %s', async (before) => {
    const { state } = await (before ? openSheetTable() : Promise.resolve(createSheetTable()))
    state().close()
    const applied = state().apply({ ...emptyQuery, search: 'ímpar' })
    await state().open()
    await applied
    expect(state()).toMatchObject({
      busy: false,
      failure: null,
      view: { matching: total / 2, query: { search: 'ímpar' } },
    })
  })

  it('leaves out the stored filters and sorts by columns that are gone', async () => {
    const filters = ['canal', 'nome'].map((column) => ({ column, operator: 'not_blank' as const }))
    const sort = ['canal', 'mensagens'].map((column) => ({ column, descending: false }))
    const { state, bridge } = createSheetTable({ layout: { columns: [], query: { ...emptyQuery, sort, filters } } })
    const answer = bridge.answerOf('tables.shape')
    bridge.answer('tables.shape', (input, request) => {
      if (JSON.stringify(input.query).includes('canal')) throw new Refusal({ code: 'bad_request', params: {} })
      return answer(input, request)
    })
    await state().open()
    const query = { ...emptyQuery, sort: sort.slice(1), filters: filters.slice(1) }
    expect(state()).toMatchObject({ shape: { status: 'ready' }, query, view: { query } })
  })

  it('shows why it cannot be loaded', async () => {
    const { state, bridge } = createSheetTable()
    bridge.answer('tables.shape', refuses('file_damaged'))
    await state().open()
    expect(state().shape).toMatchObject({ status: 'failed', failure: { code: 'file_damaged' } })
  })
})

describe('rows', () => {
  it('are requested with the visible columns and the ids', async () => {
    const { state, inputs } = await openSheetTable({ layout: { columns: [{ key: 'mensagens', hidden: true }] } })
    const rows = await state().rows(400, 200, signal)
    expect(rows?.[0]).toEqual({ row: 400, cells: { nome: 'nome 400', mensagens: 400, status: 'status 400' } })
    expect(inputs('tables.rows').at(-1)).toMatchObject({ from: 400, count: 200 })
  })

  it('are cancelled in main when their signal aborts', async () => {
    const { state, bridge } = await openSheetTable()
    const gate = bridge.hold('tables.rows')
    const controller = new AbortController()
    const requested = state().rows(0, 200, controller.signal)
    controller.abort()
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    expect(await requested).toBeNull()
    expect(bridge.cancelled).toHaveLength(1)
    expect(state().failure).toBeNull()
  })

  it('keep the failure until they can be read', async () => {
    const { state, bridge } = await openSheetTable()
    bridge.answer('tables.rows', refuses('data_process_ended'))
    expect(await state().rows(0, 200, signal)).toBeNull()
    expect(state().failure?.code).toBe('data_process_ended')
    bridge.answer('tables.rows', () => ({ rows: [], matching: total, version: 'v1' }))
    await state().rows(0, 200, signal)
    expect(state().failure).toBeNull()
  })
})

describe('a query', () => {
  it('is shown once its first rows are loaded, and does not load them twice', async () => {
    const { state, inputs } = await openSheetTable()
    const generation = state().view?.generation
    await state().search('ímpar')
    expect(state().view).toMatchObject({ matching: total / 2, generation: (generation ?? 0) + 1 })
    const requests = inputs('tables.rows').length
    expect((await state().rows(0, 200, signal))?.[0]?.row).toBe(1)
    expect(inputs('tables.rows')).toHaveLength(requests)
  })

  it('is dropped when a later one overtakes it', async () => {
    const { state, bridge } = await openSheetTable()
    const gate = createGate('tables.rows')
    bridge.answer('tables.rows', ({ query }) =>
      query.search === 'a' ? gate.passed : { rows: [], matching: 7, version: 'v1' },
    )
    const slow = state().search('a')
    await state().search('ab')
    gate.open({ rows: [], matching: 99, version: 'v1' })
    await slow
    expect(state().view).toMatchObject({ matching: 7, query: { search: 'ab' } })
    expect(state().busy).toBe(false)
  })

  it('keeps the shown rows when it fails, and can be retried', async () => {
    const { state, bridge } = await openSheetTable()
    bridge.answer('tables.rows', refuses('timeout'))
    await state().search('ímpar')
    expect(state().failure?.code).toBe('timeout')
    expect(state().view?.matching).toBe(total)
    bridge.answer('tables.rows', () => ({ rows: [], matching: 12, version: 'v1' }))
    await state().retry()
    expect(state().view).toMatchObject({ matching: 12, query: { search: 'ímpar' } })
  })

  it('is loaded again on open when the table was closed during its load', async () => {
    const { state, bridge } = await openSheetTable()
    const generation = state().view?.generation ?? 0
    const gate = bridge.hold('tables.rows')
    const searched = state().search('ímpar')
    state().close()
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await searched
    await state().open()
    expect(state().view).toMatchObject({ matching: total / 2, query: { search: 'ímpar' }, generation: generation + 1 })
  })

  it('stores order and filters without the search', async () => {
    const { state, inputs } = await openSheetTable()
    await state().sortNext('nome', false)
    await state().search('ímpar')
    await until(() => expect(inputs('tables.arrange').length).toBeGreaterThan(0))
    expect(inputs('tables.arrange').at(-1)).toMatchObject({
      layout: { query: { search: '', sort: [{ column: 'nome', descending: false }] } },
    })
  })

  it('loads the values of a column without that column’s own filter', async () => {
    const { state, inputs } = await openSheetTable()
    await state().filter('status', { column: 'status', operator: 'in', values: ['open'] })
    await state().values('status', 'abe', signal)
    expect(inputs('tables.values').at(-1)).toMatchObject({ column: 'status', search: 'abe', query: { filters: [] } })
  })
})

describe('the selection', () => {
  it('has the rows that were chosen one by one', async () => {
    const { state } = await openSheetTable()
    state().select(row(3))
    state().toggle(row(5))
    expect(selectedRows(state().selection)).toEqual([3, 5])
    state().toggle(row(3))
    expect(selectedRows(state().selection)).toEqual([5])
  })

  it('reaches over rows that were never loaded, in portions that the contract takes', async () => {
    const { state, inputs } = await openSheetTable()
    state().moveTo(nameAt(10), false)
    await state().extend(nameAt(2509))
    expect(selectedCount(state().selection, total)).toBe(2500)
    expect(selectedRows(state().selection)?.at(-1)).toBe(2509)
    expect(inputs('tables.rows').map((input) => (input as RowsInput).count)).toEqual([1000, 1000, 500])
  })

  it.each([
    ['another search', (made: ReturnType<typeof createSheetTable>) => made.state().search('ímpar')],
    [
      'other stored rows',
      (made: ReturnType<typeof createSheetTable>) => {
        made.stored.version = 'v2'
        return made.state().reload()
      },
    ],
  ] as const)('of a range is dropped by %s during its load', async (_, goOn) => {
    const made = await openSheetTable()
    const gate = createGate('tables.rows')
    const rows = made.bridge.answerOf('tables.rows')
    made.bridge.answer('tables.rows', () => gate.passed)
    made.state().moveTo(nameAt(0), false)
    const selecting = made.state().extend(nameAt(3))
    if (rows) made.bridge.answer('tables.rows', rows)
    await goOn(made)
    gate.open({ rows: [{ row: 0, cells: [0] }], matching: total, version: 'v1' })
    await selecting
    expect(selectedRows(made.state().selection)).toEqual([])
  })

  it('of a range stays as it was when the rows cannot be loaded, and keeps the failure', async () => {
    const { state, bridge } = await openSheetTable()
    state().select(row(3))
    bridge.answer('tables.rows', refuses('timeout'))
    state().moveTo(nameAt(3), false)
    await state().extend(nameAt(5))
    expect(selectedRows(state().selection)).toEqual([3])
    expect(state().failure?.code).toBe('timeout')
  })

  it('survives a new order, and not a new search', async () => {
    const { state } = await openSheetTable()
    state().select(row(3))
    await state().sort('nome', 'descending', false)
    expect(selectedRows(state().selection)).toEqual([3])
    await state().search('ímpar')
    expect(selectedRows(state().selection)).toEqual([])
  })

  it('of all rows loads nothing, and is copied as the whole query', async () => {
    const { state, inputs } = await openSheetTable()
    const read = inputs('tables.rows').length
    state().selectAll()
    expect(selectedCount(state().selection, total)).toBe(total)
    state().arrange('nome', { hidden: true })
    const columns = state().columns.length
    const copied = { text: 'a\tb', rows: total, columns: columns - 1, hidden: 1 }
    expect(await state().copySelected(true)).toEqual(copied)
    expect(inputs('tables.rows')).toHaveLength(read)
    expect(inputs('tables.copy').at(-1)).toMatchObject({ rows: null, excel: true })
  })

  it('does not matter to the copy of a column, which has all rows of the query', async () => {
    const { state, inputs } = await openSheetTable()
    state().toggle(row(3))
    await state().search('ímpar')
    expect(await state().copyColumn('status')).toMatchObject({ columns: 1, hidden: 0 })
    expect(inputs('tables.copy').at(-1)).toMatchObject({ rows: null, columns: ['status'], query: { search: 'ímpar' } })
  })

  it('of nothing copies nothing', async () => {
    const { state, inputs } = await openSheetTable()
    expect(await state().copySelected(false)).toBeNull()
    expect(inputs('tables.copy')).toHaveLength(0)
  })

  it('keeps the failure when it cannot be copied', async () => {
    const { state, bridge } = await openSheetTable()
    bridge.answer('tables.copy', refuses('too_many_rows'))
    state().selectAll()
    expect(await state().copySelected(false)).toBe('failed')
    expect(state().failure?.code).toBe('too_many_rows')
  })
})

describe('a range of cells', () => {
  const open = async () => {
    const made = await openSheetTable()
    made.state().moveTo(nameAt(4), false)
    await made.state().extend({ position: 2, column: 'mensagens' })
    return made
  }

  it('is the rectangle between the cursor and the head, and selects its rows', async () => {
    const { state } = await open()
    const range = rangeOf(state())
    expect(range).toMatchObject({ first: 2, last: 4, columns: [{ key: 'nome' }, { key: 'mensagens' }] })
    expect(selectedRows(state().selection)).toEqual([2, 3, 4])
  })

  it('is copied by its positions and columns, and counted in the same way', async () => {
    const { state, inputs } = await open()
    expect(await state().copySelected(false)).toEqual({ text: 'a\tb', rows: 3, columns: 2, hidden: 0 })
    const cells = { rows: { first: 2, last: 4 }, columns: ['nome', 'mensagens'] }
    expect(inputs('tables.copy').at(-1)).toMatchObject({ ...cells, excel: false })
    expect(await state().figures(signal)).toMatchObject({ filled: 6 })
    expect(inputs('tables.figures').at(-1)).toMatchObject(cells)
  })

  it('of all rows reads none of them', async () => {
    const { state, inputs } = await open()
    const read = inputs('tables.rows').length
    state().moveTo(nameAt(0), false)
    await state().extend(nameAt(total - 1))
    expect(state().selection).toEqual({ kind: 'all' })
    expect(inputs('tables.rows')).toHaveLength(read)
  })

  it('ends with its rows when the focus moves on', async () => {
    const { state } = await open()
    state().moveTo(nameAt(9), false)
    expect(rangeOf(state())).toBeNull()
    expect(selectedRows(state().selection)).toEqual([])
  })

  it('leaves its rows marked in another order, and when whole rows are marked', async () => {
    const { state } = await open()
    await state().sort('nome', 'descending', false)
    expect(rangeOf(state())).toBeNull()
    expect(selectedRows(state().selection)).toEqual([2, 3, 4])
    await state().extend({ position: 4, column: 'status' })
    state().markRows()
    expect(rangeOf(state())).toBeNull()
    expect(state().selection).toMatchObject({ marked: true })
  })

  it('gives way to rows that are marked, whose figures are of the column of the cursor', async () => {
    const { state, inputs } = await open()
    state().toggle(row(8))
    expect(rangeOf(state())).toBeNull()
    await state().figures(signal)
    expect(inputs('tables.figures').at(-1)).toMatchObject({ rows: [2, 3, 4, 8], columns: ['nome'] })
  })

  it('has no figures while it is a single cell', async () => {
    const { state } = await openSheetTable()
    state().moveTo(nameAt(4), false)
    expect(await state().figures(signal)).toBeNull()
  })
})

describe('stored rows that change', () => {
  it('are loaded again in place, and clear the selection', async () => {
    const { state, stored } = await openSheetTable()
    state().select(row(3))
    const previous = state().view
    stored.version = 'v2'
    await state().reload()
    expect(state().view?.revision).toBe((previous?.revision ?? 0) + 1)
    expect(state().view?.generation).toBe(previous?.generation)
    expect(selectedRows(state().selection)).toEqual([])
  })

  describe('of a table whose rows keep their numbers', () => {
    const open = async (...selected: number[]) => {
      const made = await openSheetTable({ defaults: { fixedRows: true } })
      await made.state().search('ímpar')
      const [first, ...more] = selected
      if (first !== undefined) made.state().select(row(first))
      for (const number of more) made.state().toggle(row(number))
      const changed = async (...left: number[]) => {
        Object.assign(made.stored, { version: `${made.stored.version}.`, left })
        await made.state().reload()
        return selectedRows(made.state().selection)
      }
      return { ...made, changed }
    }

    it('keep the selected row where rows before it leave the query', async () => {
      const { state, changed } = await open(7)
      expect(await changed(1, 3)).toEqual([7])
      expect(state().selection).toMatchObject({ marked: false })
    })

    it('select the nearest row where the selected one leaves the query', async () => {
      const { changed } = await open(7)
      expect(await changed(1, 3, 7)).toEqual([9])
      expect(await changed(1, 3, 7, ...Array.from({ length: total }, (_, place) => place + 9))).toEqual([5])
    })

    it('keep those marked rows that stay, and select no other in place of them', async () => {
      const { state, changed } = await open(7, 11, 13)
      expect(await changed(3, 11)).toEqual([7, 13])
      expect(state().selection).toMatchObject({ marked: true })
      expect(await changed(3, 7, 11, 13)).toEqual([])
    })

    it('leave a selection alone that the person made meanwhile', async () => {
      const { state, changed, bridge } = await open(7)
      const answer = bridge.answerOf('tables.position')
      bridge.answer('tables.position', (input, request) => {
        state().select(row(41))
        return answer(input, request)
      })
      expect(await changed(1, 7)).toEqual([41])
    })
  })

  it('are detected by the version of the rows', async () => {
    const { state, stored } = await openSheetTable()
    stored.version = 'v2'
    await state().rows(0, 200, signal)
    await until(() => expect(state().shape).toMatchObject({ value: { version: 'v2' } }))
  })

  it('are loaded once for a dozen reloads at once, and once more for those during it', async () => {
    const { state, inputs } = await openSheetTable()
    const requests = inputs('tables.shape').length
    const reloadOften = () => Promise.all(Array.from({ length: 12 }, () => state().reload()))
    const first = reloadOften()
    await until(() => expect(inputs('tables.shape').length - requests).toBe(1))
    await Promise.all([first, reloadOften()])
    expect(inputs('tables.shape').length - requests).toBe(2)
  })

  it('are not loaded while closed', async () => {
    const { state, inputs } = await openSheetTable()
    state().close()
    await state().reload()
    expect(inputs('tables.shape')).toHaveLength(1)
  })

  it('are loaded by the next open', async () => {
    const { state } = await openSheetTable()
    state().close()
    await state().open()
    expect(await state().rows(0, 10, signal)).toHaveLength(10)
  })
})

describe('columns', () => {
  it('load their cells when shown again', async () => {
    const { state } = await openSheetTable({ layout: { columns: [{ key: 'nome', hidden: true }] } })
    const revision = state().view?.revision ?? 0
    state().arrange('nome', { hidden: false })
    expect(state().view?.revision).toBe(revision + 1)
    state().arrange('status', { width: 300 })
    expect(state().view?.revision).toBe(revision + 1)
  })

  it('are restored to the standard', async () => {
    const { state } = await openSheetTable({ layout: { columns: [{ key: 'status' }] } })
    state().restoreColumns()
    expect(state().columns.map(({ key }) => key)).toEqual(['nome', 'mensagens', 'status'])
  })
})

describe('columns that hold nothing', () => {
  const defaults = { collapsesEmpty: true } as const

  it('are not requested until they are shown, which is kept', async () => {
    const { state, stored, inputs } = createSheetTable({ defaults })
    stored.empty = ['status']
    await state().open()
    await state().rows(0, 10, signal)
    expect(inputs('tables.rows').at(-1)).toMatchObject({ columns: ['nome', 'mensagens'] })
    state().showEmptyColumns()
    await state().rows(0, 10, signal)
    expect(inputs('tables.rows').at(-1)).toMatchObject({ columns: ['nome', 'mensagens', 'status'] })
    await until(() => expect(inputs('tables.arrange')).toHaveLength(1))
    expect(inputs('tables.arrange')[0]).toMatchObject({
      layout: { columns: [{}, {}, { key: 'status', hidden: false }] },
    })
  })

  it('show with their cells when stored rows fill them', async () => {
    const { state, stored, inputs } = createSheetTable({ defaults })
    stored.empty = ['status']
    await state().open()
    state().arrange('nome', { width: 300 })
    Object.assign(stored, { version: 'v2', empty: [] })
    await state().reload()
    expect(state().columns.every(({ hidden }) => !hidden)).toBe(true)
    await state().rows(0, 10, signal)
    expect(inputs('tables.rows').at(-1)).toMatchObject({ columns: ['nome', 'mensagens', 'status'] })
  })

  it('are not counted among those that a copy leaves out', async () => {
    const { state, stored } = createSheetTable({ defaults })
    stored.empty = ['status']
    await state().open()
    state().selectAll()
    expect(await state().copySelected(false)).toMatchObject({ columns: 2, hidden: 0 })
  })
})

describe('the keys of rows', () => {
  it('are copied of the selected rows, by their numbers or as the whole query', async () => {
    const { state, inputs } = await openSheetTable()
    state().toggle(row(7))
    state().toggle(row(3))
    expect(await state().copyKeys('phone')).toEqual({ text: '+5511988887777', keys: 1, repeated: 2, without: 3 })
    state().selectAll()
    await state().copyKeys('email')
    expect(inputs('tables.copy_keys')).toMatchObject([
      { kind: 'phone', rows: [3, 7] },
      { kind: 'email', rows: null },
    ])
  })

  it('of nothing are not asked for, and a failure stays', async () => {
    const { state, bridge, inputs } = await openSheetTable()
    expect(await state().copyKeys('phone')).toBeNull()
    expect(inputs('tables.copy_keys')).toEqual([])
    bridge.answer('tables.copy_keys', refuses('too_many_rows'))
    state().selectAll()
    expect(await state().copyKeys('phone')).toBe('failed')
    expect(state().failure).toMatchObject({ code: 'too_many_rows' })
  })
})

describe('details', () => {
  it('follow from row to row and stop at the ends', async () => {
    const { state } = await openSheetTable()
    await state().openDetails(total - 2)
    await state().stepDetails(1)
    await state().stepDetails(1)
    expect(state().details).toMatchObject({ position: total - 1, row: { value: { row: total - 1 } } })
    state().closeDetails()
    expect(state().details).toBeNull()
  })

  it('of a row that is opened while a new order is on its way stay open, at the place of the row in that order', async () => {
    const { state, bridge } = await openSheetTable()
    const gate = createGate<void>()
    const rowsOf = bridge.answerOf('tables.rows')
    bridge.answer('tables.rows', async (input, request) => {
      if (input.query.sort.length > 0 && input.from === 0) await gate.passed
      return rowsOf(input, request)
    })
    const ordered = state().sort('mensagens', 'descending', false)
    await state().openDetails(3)
    gate.open()
    await ordered
    expect(state().details).toMatchObject({ position: total - 4, row: { value: { row: 3 } } })
    await state().stepDetails(1)
    expect(state().details).toMatchObject({ position: total - 3, row: { value: { row: 2 } } })
  })

  it('of a row that comes after a new order was shown stand at the place of the row in that order', async () => {
    const { state, bridge } = await openSheetTable()
    const gate = createGate<void>()
    const rowsOf = bridge.answerOf('tables.rows')
    bridge.answer('tables.rows', async (input, request) => {
      if (input.count === 1) await gate.passed
      return rowsOf(input, request)
    })
    const opening = state().openDetails(3)
    await state().sort('mensagens', 'descending', false)
    gate.open()
    await opening
    await until(() => expect(state().details).toMatchObject({ position: total - 4, row: { value: { row: 3 } } }))
  })

  it('show why their row cannot be loaded, in place of the row before', async () => {
    const { state, bridge } = await openSheetTable()
    await state().openDetails(3)
    bridge.answer('tables.rows', refuses('timeout'))
    await state().openDetails(4)
    expect(state().details).toMatchObject({ position: 4, row: { status: 'failed', failure: { code: 'timeout' } } })
  })

  it('close with a query that leaves their row out', async () => {
    const { state } = await openSheetTable()
    await state().openDetails(4)
    await state().search('ímpar')
    expect(state().details).toBeNull()
  })
})

describe('an export', () => {
  it('of the screen takes its rows and columns, of everything takes all', async () => {
    const { state, inputs } = await openSheetTable({ layout: { columns: [{ key: 'nome', hidden: true }] } })
    await state().search('ímpar')
    await state().save('shown', 'xlsx', 'leads')
    await state().save('all', 'csv-raw', 'leads')
    const [shown, all] = inputs('tables.export')
    expect(shown).toMatchObject({ query: { search: 'ímpar' }, columns: ['mensagens', 'status'], rows: null })
    expect(all).toMatchObject({ query: { search: '', filters: [] }, columns: null, rows: null })
  })

  it('of the selection names its rows', async () => {
    const { state, inputs } = await openSheetTable()
    state().select(row(8))
    state().toggle(row(2))
    await state().save('selection', 'csv-excel', 'leads')
    expect(inputs('tables.export')[0]).toMatchObject({ rows: [2, 8] })
  })

  it('returns null when no place was chosen, and keeps the failure when it failed', async () => {
    const { state, bridge } = await openSheetTable()
    bridge.answer('tables.export', () => notSaved)
    expect(await state().save('shown', 'xlsx', 'leads')).toBeNull()
    bridge.answer('tables.export', refuses('file_busy'))
    expect(await state().save('shown', 'xlsx', 'leads')).toBeNull()
    expect(state().exporting).toMatchObject({ working: null, failure: { code: 'file_busy' } })
  })
})
