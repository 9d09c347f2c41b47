import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import type { CollectionTexts } from '../../../renderer/collections/collection-dialogs.tsx'
import { CollectionList } from '../../../renderer/collections/collection-list.tsx'
import { CollectionScreen } from '../../../renderer/collections/collection-screen.tsx'
import { createCollectionStore } from '../../../renderer/collections/collection-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createTables } from '../../../renderer/tables/table-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { chooseItem, submit } from '../../kit/screen-parts.ts'

interface Note {
  readonly id: string
  readonly name: string
  readonly rows: number
}

const texts: CollectionTexts<Note> = {
  rename: { title: 'Renomear nota', name: 'Nome', confirm: 'Salvar' },
  forget: {
    title: (name) => `Esquecer ${name}?`,
    lost: ({ rows }) => [`${rows} linhas`],
    kept: 'Nada muda.',
    confirm: 'Esquecer',
  },
}

function setUp() {
  const notes: Note[] = [{ id: 'n1', name: 'Nota', rows: 3 }]
  const calls: unknown[] = []
  const gate = createGate<void>()
  const store = createCollectionStore<Note, object>(
    {
      list: async () => [...notes],
      rename: async ({ id }, name) => {
        calls.push([id, name])
        if (name === 'usado') throw new Refusal({ code: 'name_taken', params: {} })
      },
      async forget({ id }) {
        await gate.passed
        notes.length = 0
        calls.push(id)
      },
    },
    () => ({}),
  )
  const ask = createAsk(
    createFakeBridge({
      'tables.layout': () => ({ columns: [] }),
      'tables.shape': () => ({ columns: [], empty: [], keys: [], total: 3, matching: 3, version: '1' }),
    }),
  )
  return { notes, sent: calls, gate, store, table: createTables({ ask }).of({ kind: 'sheet', id: 'n1' }) }
}

describe('a list of stored things', () => {
  async function opened() {
    const made = setUp()
    const went: string[] = []
    await made.store.getState().load()
    await render(
      <CollectionList
        store={made.store}
        texts={texts}
        caption="Notas"
        columns={() => [{ label: 'Nome' }, { label: 'Ações' }]}
        line={({ rows }, openDialog) => ({
          cells: null,
          menu: [
            { label: 'Renomear', onClick: () => openDialog('rename') },
            { label: 'Exportar', onClick: () => openDialog('export') },
            { label: 'Esquecer…', onClick: () => openDialog('forget') },
          ],
          progress: rows > 100 ? 'lendo' : null,
        })}
        menu={{ label: (name) => `Mais de ${name}`, width: 200 }}
        empty="Nenhuma nota"
        tableOf={() => made.table}
        onOpen={({ id }) => went.push(id)}
      />,
    )
    return { ...made, went }
  }

  it('opens an item by its name and shows the reading below it', async () => {
    const { notes, store, went } = await opened()
    await user.click(screen.getByRole('button', { name: 'Nota' }))
    expect(went).toEqual(['n1'])
    notes[0] = { id: 'n1', name: 'Nota', rows: 101 }
    await act(() => store.getState().load())
    expect(document.body.textContent).toContain('lendo')
  })

  it('names what is lost as the list shows it now, and closes the question when the item is gone', async () => {
    const { notes, store } = await opened()
    await chooseItem('Mais de Nota', 'Esquecer…')
    expect(screen.getByRole('dialog').textContent).toContain('3 linhas')
    notes[0] = { id: 'n1', name: 'Nota', rows: 12 }
    await act(() => store.getState().load())
    expect(screen.getByRole('dialog').textContent).toContain('12 linhas')
    notes.length = 0
    await act(() => store.getState().load())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('forgets an item once that is confirmed', async () => {
    const { sent, gate } = await opened()
    await chooseItem('Mais de Nota', 'Esquecer…')
    expect(sent).toEqual([])
    gate.open()
    await submit()
    expect(sent).toEqual(['n1'])
    expect(document.body.textContent).toContain('Nenhuma nota')
  })

  it('keeps the dialog with the reason when a name is refused, and closes it after another one', async () => {
    const { sent } = await opened()
    await chooseItem('Mais de Nota', 'Renomear')
    const field = screen.getByRole('dialog').querySelector('input')
    if (!field) throw new Error('no field')
    await fill(field, ' usado ')
    await submit()
    expect(screen.getByRole('dialog').querySelector('[role="alert"]')).not.toBeNull()
    await fill(field, 'livre')
    await submit()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([
      ['n1', 'usado'],
      ['n1', 'livre'],
    ])
  })

  it('opens the table of an item while its export is chosen', async () => {
    const { table } = await opened()
    await chooseItem('Mais de Nota', 'Exportar')
    expect(screen.getByRole('dialog').textContent).toContain(ptBR.tables.export.formats.xlsx)
    expect(table.getState().shape.status).toBe('ready')
  })
})

describe('the screen of a stored thing', () => {
  async function opened(id = 'n1') {
    const made = setUp()
    const went: string[] = []
    await render(
      <CollectionScreen
        store={made.store}
        texts={texts}
        table={made.table}
        id={id}
        gone={{ gone: 'Não existe mais', goneText: '', backToList: 'Ver as notas' }}
        onBack={() => went.push('back')}
      >
        {({ item, notice, openDialog }) => (
          <>
            <h1>{item.name}</h1>
            {notice}
            <button type="button" onClick={() => openDialog('forget')}>
              Esquecer…
            </button>
          </>
        )}
      </CollectionScreen>,
    )
    return { ...made, went }
  }

  it('leads back to the list when there is no such item', async () => {
    const { went } = await opened('n2')
    await user.click(screen.getByRole('button', { name: 'Ver as notas' }))
    expect(went).toEqual(['back'])
  })

  it('leads back after the item was forgotten', async () => {
    const { gate, went } = await opened()
    await user.click(screen.getByRole('button', { name: 'Esquecer…' }))
    await submit()
    await act(async () => gate.open())
    await waitFor(() => expect(went).toEqual(['back']))
  })

  it('leads nowhere when it was left meanwhile', async () => {
    const { store, gate, went } = await opened()
    await user.click(screen.getByRole('button', { name: 'Esquecer…' }))
    await submit()
    cleanup()
    gate.open()
    await waitFor(() => expect(store.getState().working).toBeNull())
    expect(went).toEqual([])
  })

  it('shows why a change failed that has no dialog', async () => {
    const { store } = await opened()
    await act(async () => void (await store.getState().rename('n1', 'usado')))
    expect(screen.getByRole('alert')).toBeTruthy()
  })
})
