import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../preload/contract/reports.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { useRowActions } from '../../../renderer/cruzar/table-rows.ts'
import { DatasetList } from '../../../renderer/datasets/dataset-list.tsx'
import {
  DatasetScreen,
  datasetDefaults,
  datasetWords,
  guessedJoin,
} from '../../../renderer/datasets/dataset-screen.tsx'
import { createDatasetsStore } from '../../../renderer/datasets/feature.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { type Answers, createFakeBridge } from '../../kit/fake-bridge.ts'
import { createTestApp, render, user } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'
import { datasetWith } from '../../kit/samples-platform.ts'

const texts = ptBR.datasets
const agents = datasetWith()

async function open(list: () => readonly Dataset[]) {
  const bridge = createFakeBridge({ 'datasets.list': list })
  const store = createDatasetsStore({ ask: createAsk(bridge) })
  const app = createTestApp({ datasets: store })
  await render(
    <AppProvider value={app}>
      <DatasetList connection={connectionWith()} />
    </AppProvider>,
  )
  await expect.poll(() => store.getState().list.status).toBe('ready')
  return { bridge, store, navigation: app.navigation }
}

describe('the list of data sets', () => {
  it('shows where each comes from, and opens it', async () => {
    const { navigation } = await open(() => [agents])
    for (const fact of ['GET /reports/agents', texts.origins.report, '1.200', '2 kB']) {
      expect(document.body.textContent).toContain(fact)
    }
    await user.click(screen.getByRole('button', { name: 'Agentes' }))
    expect(navigation.getState().place).toEqual({ screen: 'dataset', connection: 'c1', id: 'd1' })
  })

  it('teaches where data sets come from while there are none', async () => {
    await open(() => [])
    expect(document.body.textContent).toContain(texts.emptyText)
  })
})

async function openOne(answers: Answers) {
  const bridge = createFakeBridge({
    'datasets.list': () => [agents],
    'tables.layout': () => ({ columns: [] }),
    'tables.shape': () => ({ columns: [], empty: [], keys: [], total: 0, matching: 0, version: '1' }),
    ...answers,
  })
  const ask = createAsk(bridge)
  const store = createDatasetsStore({ ask })
  const table = createTableStore({ ask, table: { kind: 'dataset', id: 'd1' }, defaults: datasetDefaults })
  await render(
    <AppProvider value={createTestApp({ datasets: store, tables: { of: () => table }, cruzar: { useRowActions } })}>
      <DatasetScreen place={{ screen: 'dataset', connection: 'c1', id: 'd1' }} />
    </AppProvider>,
  )
  await waitFor(() => screen.getByRole('heading', { name: 'Agentes' }))
  return { bridge, store, table }
}

describe('a data set', () => {
  it('is shown as joined with leads once their columns are in the table', async () => {
    const join = { column: 'email', by: 'email' } as const
    const { table, bridge } = await openOne({
      'datasets.list': () => [datasetWith({ join })],
      'tables.shape': () => ({
        columns: [{ key: 'email', type: 'text', heading: 'email' }],
        total: 0,
        empty: [],
        keys: [],
        matching: 0,
        version: '1',
      }),
    })
    await waitFor(() => expect(document.body.textContent).toContain(texts.joining))
    expect(document.body.textContent).not.toContain(texts.joined(join.column, join.by))
    bridge.answer('tables.shape', () => ({
      columns: [
        { key: 'email', type: 'text', heading: 'email' },
        { key: 'lead_resultado', type: 'outcome', heading: null },
      ],
      empty: [],
      keys: [],
      total: 0,
      matching: 0,
      version: '2',
    }))
    await act(() => table.getState().reload())
    expect(document.body.textContent).toContain(texts.joined(join.column, join.by))
  })
})

describe('a join that is proposed', () => {
  it('is by the contact’s number where there is one, else by phone or e-mail', () => {
    expect(guessedJoin(['nome', 'telefone', 'contato_id'])).toEqual({ column: 'contato_id', by: 'contato_id' })
    expect(guessedJoin(['id', 'meta.sender.id', 'email'])).toEqual({ column: 'meta.sender.id', by: 'contato_id' })
    expect(guessedJoin(['id', 'email', 'phone_number'])).toEqual({ column: 'phone_number', by: 'telefone' })
    expect(guessedJoin(['id', 'E-mail do aluno'])).toEqual({ column: 'E-mail do aluno', by: 'email' })
    expect(guessedJoin(['id'])).toEqual({ column: 'id', by: 'contato_id' })
  })
})

describe('the words of a data set', () => {
  it('are the service’s own for its keys, and a lead’s for what was joined', () => {
    const words = datasetWords(ptBR)
    expect(words.heading({ key: 'a.b', heading: 'a.b' })).toBe('a.b')
    expect(words.heading({ key: "lead_nome'", heading: "lead_nome'" })).toBe("lead_nome'")
    expect(words.heading({ key: 'lead_nome', heading: null })).toBe(ptBR.cruzar.leadHeading(ptBR.leads.fields.nome))
    expect(words.value({ key: 'active', type: 'code' }, 'true')).toBe('sim')
    expect(words.value({ key: 'lead_status', type: 'status' }, 'open')).toBe(ptBR.leads.status.open)
  })
})
