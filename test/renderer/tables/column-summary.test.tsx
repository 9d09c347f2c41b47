import { fireEvent, screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnStatistics } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ColumnSummary } from '../../../renderer/tables/column-summary.tsx'
import { TableContext } from '../../../renderer/tables/table-context.ts'
import { leadWords } from '../../../renderer/tables/words.ts'
import { refuses } from '../../kit/fake-bridge.ts'
import { render, user } from '../../kit/render.tsx'
import { columnStatisticsWith } from '../../kit/samples.ts'
import { until } from '../../kit/until.ts'
import { openSheetTable } from './sheet-table.ts'

const texts = ptBR.tables.summary

async function open(column: string, statistics: Partial<ColumnStatistics> = {}) {
  const made = await openSheetTable()
  made.bridge.answer('tables.statistics', () => columnStatisticsWith(statistics))
  const onClose = vi.fn()
  await render(
    <TableContext value={{ store: made.store, words: leadWords(ptBR) }}>
      <ColumnSummary onClose={onClose} />
    </TableContext>,
  )
  await act(async () => made.state().summarize(column))
  return { ...made, onClose, panel: screen.getByRole('complementary') }
}

const statuses = {
  rows: 10,
  filled: 8,
  distinct: 2,
  frequent: [
    { value: 'open', rows: 6 },
    { value: 'resolved', rows: 2 },
  ],
}

describe('the summary of a column', () => {
  it('has its counts and the most frequent values in words, and filters by the one that is pressed', async () => {
    const { panel, inputs, state } = await open('status', statuses)
    expect(panel.getAttribute('aria-label')).toBe('Resumo da coluna Situação')
    expect(document.activeElement).toBe(panel)
    expect(panel.textContent).toContain('Da tabela inteira: 10 linhas.')
    expect(panel.textContent).toContain('Preenchidas8Vazias2Valores diferentes2')
    expect(inputs('tables.statistics').at(-1)).toMatchObject({ column: 'status', query: { filters: [] } })
    await user.click(within(panel).getByRole('button', { name: 'Aberta, 6 linhas' }))
    const filter = { column: 'status', operator: 'in', values: ['open'] }
    expect(state().query.filters).toEqual([filter])
    await until(() => expect(inputs('tables.statistics').at(-1)).toMatchObject({ query: { filters: [filter] } }))
    expect(panel.textContent).toContain(texts.ofShown(10))
  })

  it('of numbers has limits, sum and mean, and filters by a bin', async () => {
    const bins = [
      { from: 0, to: 49, days: null, rows: 3 },
      { from: 50, to: 99, days: null, rows: 0 },
    ]
    const numbers = { rows: 3, filled: 3, minimum: 1, maximum: 1200, sum: 1300, mean: 433.333 }
    const { panel, state } = await open('mensagens', { ...numbers, unit: 'number', bins })
    expect(panel.textContent).toContain('Mínimo1Máximo1.200Soma1.300Média433,333')
    expect(within(panel).getByRole<HTMLButtonElement>('button', { name: '50 a 99, 0 linhas' }).disabled).toBe(true)
    await user.click(within(panel).getByRole('button', { name: '0 a 49, 3 linhas' }))
    expect(state().query.filters).toEqual([{ column: 'mensagens', operator: 'between', min: 0, max: 49 }])
  })

  it('of numbers says how many cells are none, and filters by them or by one number', async () => {
    const numbers = { rows: 5, filled: 5, misfits: 2, frequent: [{ value: '1.5', rows: 3 }] }
    const { panel, state } = await open('mensagens', numbers)
    await user.click(within(panel).getByRole('button', { name: '1,5, 3 linhas' }))
    expect(state().query.filters).toEqual([{ column: 'mensagens', operator: 'equal', value: 1.5 }])
    await user.click(within(panel).getByRole('button', { name: '2 células não são números' }))
    expect(state().query.filters).toEqual([{ column: 'mensagens', operator: 'misfit' }])
  })

  it('says that no value repeats instead of listing ten of them', async () => {
    const { panel } = await open('nome', { frequent: [{ value: 'Ana', rows: 1 }] })
    expect(panel.textContent).toContain(texts.allDiffer)
    expect(within(panel).queryByText('Ana')).toBeNull()
  })

  it('shows why it cannot be read, and reads it again', async () => {
    const { panel, bridge, state } = await open('nome')
    bridge.answer('tables.statistics', refuses('timeout'))
    await act(async () => state().summarize('status'))
    const failed = screen.getByRole('complementary')
    bridge.answer('tables.statistics', () => columnStatisticsWith(statuses))
    await user.click(within(failed).getByText('Tentar de novo'))
    expect(await within(failed).findByText('Aberta')).toBeTruthy()
    expect(panel).not.toBe(failed)
  })

  it('gives way to the details of a row, is closed by Escape, and returns to its column', async () => {
    const { state, onClose, panel } = await open('status', statuses)
    fireEvent.keyDown(panel, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledWith('status')
    await act(async () => state().openDetails(3))
    expect(state().summary).toBeNull()
    await act(async () => state().summarize('nome'))
    expect(state().details).toBeNull()
  })
})
