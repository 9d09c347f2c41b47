import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { SearchBox } from '../../../renderer/tables/query-bar.tsx'
import { TableContext } from '../../../renderer/tables/table-context.ts'
import { leadWords } from '../../../renderer/tables/words.ts'
import { render } from '../../kit/render.tsx'
import { findField, write } from '../../kit/screen-parts.ts'
import { openSheetTable, type RowsInput } from './sheet-table.ts'

async function openSearch() {
  const { store, inputs } = await openSheetTable()
  const screen = await render(
    <TableContext value={{ store, words: leadWords(ptBR) }}>
      <SearchBox field={createRef()} onLeave={() => {}} />
    </TableContext>,
  )
  const searches = () => inputs('tables.rows').map((input) => (input as RowsInput).query.search)
  return { store, screen, searches }
}

describe('the search of a table', () => {
  it('runs with what was typed when its view is left before typing rests', async () => {
    const { store, screen, searches } = await openSearch()
    await write(findField('Buscar nesta tabela'), 'maria')
    expect(searches()).toEqual([])
    await screen.unmount()
    expect(store.getState().query.search).toBe('maria')
    expect(searches()).toEqual(['maria'])
  })

  it('is kept without a request when its table is left too', async () => {
    const { store, screen, searches } = await openSearch()
    await write(findField('Buscar nesta tabela'), 'maria')
    store.getState().close()
    await screen.unmount()
    expect(store.getState().query.search).toBe('maria')
    expect(searches()).toEqual([])
  })

  it('runs no second time when its view is left after it ran', async () => {
    const { screen, searches } = await openSearch()
    await write(findField('Buscar nesta tabela'), 'maria')
    await screen.until(() => expect(searches()).toEqual(['maria']))
    await screen.unmount()
    expect(searches()).toEqual(['maria'])
  })
})
