import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import type { SearchHits } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { SearchBox, SearchNote } from '../../../renderer/tables/query-bar.tsx'
import { TableContext } from '../../../renderer/tables/table-context.ts'
import { leadWords } from '../../../renderer/tables/words.ts'
import { fill, render } from '../../kit/render.tsx'
import { openSheetTable, type RowsInput } from './sheet-table.ts'

async function openSearch() {
  const { store, inputs } = await openSheetTable()
  await render(
    <TableContext value={{ store, words: leadWords(ptBR) }}>
      <SearchBox field={createRef()} onLeave={() => {}} />
    </TableContext>,
  )
  const searches = () => inputs('tables.rows').map((input) => (input as RowsInput).query.search)
  return { store, searches }
}

describe('the search of a table', () => {
  it('runs with what was typed when its view is left before typing rests', async () => {
    const { store, searches } = await openSearch()
    await fill(screen.getByLabelText('Buscar nesta tabela'), 'maria')
    expect(searches()).toEqual([])
    cleanup()
    expect(store.getState().query.search).toBe('maria')
    expect(searches()).toEqual(['maria'])
  })

  it('is kept without a request when its table is left too', async () => {
    const { store, searches } = await openSearch()
    await fill(screen.getByLabelText('Buscar nesta tabela'), 'maria')
    store.getState().close()
    cleanup()
    expect(store.getState().query.search).toBe('maria')
    expect(searches()).toEqual([])
  })

  it('runs no second time when its view is left after it ran', async () => {
    const { searches } = await openSearch()
    await fill(screen.getByLabelText('Buscar nesta tabela'), 'maria')
    await waitFor(() => expect(searches()).toEqual(['maria']))
    cleanup()
    expect(searches()).toEqual(['maria'])
  })
})

describe('the note beside a search', () => {
  async function openNote(hits: Partial<SearchHits>) {
    const { store, bridge, inputs } = await openSheetTable()
    const none = { with_ninth: 0, without_ninth: 0, hidden_rows: 0, hidden_columns: [] }
    bridge.answer('tables.search_hits', () => ({ ...none, ...hits }))
    await render(
      <TableContext value={{ store, words: leadWords(ptBR) }}>
        <SearchNote />
      </TableContext>,
    )
    return { store, asked: () => inputs('tables.search_hits') }
  }

  it('says which rows only the other ninth digit finds, and which only hidden columns explain', async () => {
    const { store } = await openNote({ without_ninth: 1, hidden_rows: 2, hidden_columns: ['mensagens'] })
    await act(() => store.getState().search('21 98000-0005'))
    expect((await screen.findByRole('status')).textContent).toBe(
      '1 sem o nono dígito · 2 só em coluna oculta: Mensagens',
    )
  })

  it('says it of the shown columns, and again when one is hidden', async () => {
    const { store, asked } = await openNote({ with_ninth: 3 })
    await act(() => store.getState().search('ana'))
    expect((await screen.findByRole('status')).textContent).toBe('3 com o nono dígito')
    await act(async () => store.getState().arrange('status', { hidden: true }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()).toMatchObject([{ columns: ['nome', 'mensagens', 'status'] }, { columns: ['nome', 'mensagens'] }])
  })

  it('asks nothing without a search', async () => {
    const { asked } = await openNote({ with_ninth: 3 })
    expect([asked(), screen.queryByRole('status')]).toEqual([[], null])
  })
})
