import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import { plainDefaults } from '../../../renderer/tables/columns.ts'
import { SearchBox } from '../../../renderer/tables/query-bar.tsx'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { createFakeMain } from '../../kit/fake-main.ts'
import { render } from '../../kit/render.tsx'
import { findField, write } from '../../kit/screen-parts.ts'

async function openSearch() {
  const main = createFakeMain({
    'tables.layout': () => ({ columns: [] }),
    'tables.arrange': () => ({ columns: [] }),
    'tables.shape': () => ({ columns: [], total: 2, matching: 2, version: 'v1' }),
    'tables.rows': () => ({ rows: [], matching: 0, version: 'v1' }),
  })
  const store = createTableStore({
    ask: main.ask,
    table: { kind: 'sheet', id: 's1' },
    defaults: plainDefaults,
    saveAfterMs: 0,
  })
  await store.getState().open()
  const screen = await render(<SearchBox store={store} field={createRef()} onLeave={() => {}} />)
  const searches = () =>
    main.inputs('tables.rows').map((input) => (input as { query: { search: string } }).query.search)
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
