import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ExportDialog } from '../../../renderer/tables/export-dialog.tsx'
import { createGate, Refusal } from '../../kit/fake-bridge.ts'
import { containing, render, user } from '../../kit/render.tsx'
import { openSheetTable } from './sheet-table.ts'

const texts = ptBR.tables.export

describe('the dialog of an export', () => {
  it('shows that another one runs, offers to stop it, and starts the next once that has ended', async () => {
    const running = createGate<never>()
    const { bridge, store } = await openSheetTable()
    bridge.answer('tables.export', () => running.passed)
    const first = store.getState().save('all', 'xlsx', 'leads')
    await render(<ExportDialog store={store} name="leads" onClose={() => undefined} />)
    const second = () => screen.getByRole<HTMLButtonElement>('button', { name: containing(texts.formats['csv-raw']) })
    expect(document.body.textContent).toContain(texts.oneAtATime)
    expect(second()).toHaveProperty('disabled', true)
    // XLSX opens right wherever it is taken to; the CSV for Excel names the language of Excel.
    const names = [...document.querySelectorAll('.table-export-name')].map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['Excel (XLSX)', 'CSV para Excel em português'])

    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    expect(bridge.cancelled).toHaveLength(1)
    running.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await first
    await waitFor(() => expect(second()).toHaveProperty('disabled', false))
    expect(document.body.textContent).not.toContain(texts.oneAtATime)
    await user.click(second())
    expect(bridge.inputs('tables.export')).toMatchObject([{ format: 'xlsx' }, { format: 'csv-raw' }])
  })

  it('offers Parquet in a line below the others', async () => {
    const { bridge, store } = await openSheetTable()
    await render(<ExportDialog store={store} name="leads" onClose={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Parquet, para DuckDB, Spark e pandas' }))
    expect(bridge.inputs('tables.export')).toMatchObject([{ format: 'parquet' }])
  })
})
