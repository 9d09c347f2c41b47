import { describe, expect, it } from 'vitest'
import type { SavedView } from '../../../preload/contract/views.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { arrangementOf, isShownAs } from '../../../renderer/tables/arrangement.ts'
import { filterWords } from '../../../renderer/tables/query-bar.tsx'
import { changeSentence } from '../../../renderer/tables/view-changes.ts'
import { fitsTable } from '../../../renderer/tables/views.ts'
import { leadWords } from '../../../renderer/tables/words.ts'
import { refuses } from '../../kit/fake-bridge.ts'
import { until } from '../../kit/until.ts'
import { openSheetTable } from './sheet-table.ts'

const named = { column: 'nome', operator: 'not_blank' as const }
const open = { column: 'status', operator: 'in' as const, values: ['open'] }
const byStatus = { by: [{ column: 'status', unit: null }], across: false, figures: [] }
const viewWith = (part: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  name: 'Abertas',
  query: { ...emptyQuery, filters: [open] },
  columns: [{ key: 'nome', width: 180 }],
  grouping: null,
  is_default: false,
  ...part,
})

describe('changes of how a table is shown', () => {
  it('are undone in their order, and done again', async () => {
    const { state } = await openSheetTable()
    await state().filter('nome', named)
    state().arrange('status', { hidden: true })
    state().group(byStatus)
    expect(state().groups).not.toBeNull()
    await state().undo()
    expect(state()).toMatchObject({ grouping: null, groups: null })
    await state().undo()
    expect(state().columns.find(({ key }) => key === 'status')?.hidden).toBe(false)
    await state().undo()
    expect(state().query.filters).toEqual([])
    await state().undo()
    for (let step = 0; step < 3; step++) await state().redo()
    expect(state().query.filters).toEqual([named])
    expect(state().columns.find(({ key }) => key === 'status')?.hidden).toBe(true)
    expect(state().grouping).toEqual(byStatus)
    expect(state().future).toEqual([])
  })

  it('are one where a group is opened, and undoing it leads back to the groups', async () => {
    const { state, bridge } = await openSheetTable()
    const answer = bridge.answerOf('tables.shape')
    bridge.answer('tables.shape', (input, request) => {
      const shape = answer(input, request)
      const groups = { ...shape, columns: [{ key: 'status', type: 'status' as const, heading: null }] }
      return input.table.grouping ? groups : shape
    })
    state().group(byStatus)
    const { groups } = state()
    await groups?.getState().open()
    await groups?.getState().openDetails(0)
    await until(() => expect(state().query.filters).toEqual([{ ...open, values: ['status 0'] }]))
    expect(state()).toMatchObject({ grouping: null, groups: null })
    await state().undo()
    expect(state()).toMatchObject({ grouping: byStatus, query: { filters: [] } })
  })

  it('are one while a search is typed', async () => {
    const { state } = await openSheetTable()
    for (const text of ['s', 'si', 'sil']) await state().search(text)
    expect(state().past).toHaveLength(1)
    await state().undo()
    expect(state().query.search).toBe('')
  })

  it('are no changes where the rows are read anew', async () => {
    const { state, stored } = await openSheetTable()
    stored.version = 'v2'
    stored.empty = ['nome']
    await state().reload()
    expect(state().past).toEqual([])
  })

  it('are said in words', async () => {
    const { state } = await openSheetTable()
    const by = filterWords(leadWords(ptBR), ptBR, createFormat('pt-BR'))
    const sentences: string[] = []
    const changed = async (change: () => unknown) => {
      const from = arrangementOf(state())
      await change()
      sentences.push(changeSentence(from, arrangementOf(state()), state().columns, by))
    }
    await changed(() => state().filter('nome', named))
    await changed(() => state().filter('nome', null))
    await changed(() => state().search('ana'))
    await changed(() => state().sort('status', 'descending', false))
    await changed(() => state().arrange('status', { hidden: true }))
    await changed(() => state().arrange('nome', { width: 300 }))
    await changed(() => state().group(byStatus))
    await changed(() => state().group(null))
    expect(sentences).toEqual([
      'Nome: preenchido',
      'sem Nome: preenchido',
      'busca “ana”',
      'ordem: Situação ↓',
      'Situação oculta',
      'largura de Nome',
      'agrupado por Situação',
      'sem grupos',
    ])
  })
})

describe('a view', () => {
  it('shows its rows, columns and groups, and says when it was changed since', async () => {
    const view = viewWith({ columns: [{ key: 'status', hidden: true }], grouping: byStatus })
    const { state } = await openSheetTable({ views: [view] })
    await state().showView('v1')
    expect(state()).toMatchObject({ savedView: 'v1', grouping: byStatus, query: { filters: [open] } })
    expect(isShownAs(view, { ...state(), grouping: null })).toBe(false)
    await state().sort('nome', 'ascending', false)
    expect(isShownAs(view, state())).toBe(false)
    await state().updateView('v1')
    expect(state().savedViews[0] && isShownAs(state().savedViews[0] as SavedView, state())).toBe(true)
    await state().showView(null)
    expect(state()).toMatchObject({ savedView: null, grouping: null, query: { filters: [], sort: [] } })
  })

  it('is shown first where the person has not arranged the table, and it is the default', async () => {
    const views = [viewWith({ is_default: true })]
    const { state } = await openSheetTable({ views })
    expect(state()).toMatchObject({ savedView: 'v1', query: { filters: [open] } })
    const arranged = await openSheetTable({ views, layout: { columns: [{ key: 'nome' }], query: emptyQuery } })
    expect(arranged.state()).toMatchObject({ savedView: null, query: { filters: [] } })
  })

  it('is not shown first in a table that has not the columns of its groups', async () => {
    const grouping = { ...byStatus, by: [{ column: 'campo:cidade', unit: null }] }
    const { state } = await openSheetTable({ views: [viewWith({ is_default: true, grouping })] })
    expect(state()).toMatchObject({ savedView: null, grouping: null, query: { filters: [] } })
  })

  it('whose name is taken keeps what was typed, and says so', async () => {
    const { state, bridge } = await openSheetTable()
    bridge.answer('views.save', refuses('name_taken'))
    expect(await state().saveView('Abertas')).toBe(false)
    expect(state().viewChange.failure?.code).toBe('name_taken')
    expect(state().savedView).toBeNull()
  })

  it('fits no table that lacks a column of its filters or groups', async () => {
    const { state } = await openSheetTable()
    const { columns } = state()
    expect(fitsTable(viewWith(), columns)).toBe(true)
    const filtered = { ...emptyQuery, filters: [{ ...open, column: 'cidade' }] }
    expect(fitsTable(viewWith({ query: filtered }), columns)).toBe(false)
    const grouping = { ...byStatus, by: [{ column: 'cidade', unit: null }] }
    expect(fitsTable(viewWith({ grouping }), columns)).toBe(false)
  })
})
