import { cleanup, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { SearchBox } from '../../../renderer/tables/query-bar.tsx'
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
