import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ExportDialog } from '../../../renderer/tables/export-dialog.tsx'
import { createGate, Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { openSheetTable } from './sheet-table.ts'

const texts = ptBR.tables.export

describe('the dialog of an export', () => {
  it('shows that another one runs, offers to stop it, and starts the next once that has ended', async () => {
    const running = createGate<never>()
    const { bridge, store } = await openSheetTable()
    bridge.answer('tables.export', () => running.passed)
    const first = store.getState().save('all', 'xlsx', 'leads')
    const screen = await render(<ExportDialog store={store} name="leads" onClose={() => undefined} />)
    const second = () => screen.byRole('button', texts.formats['csv-raw'])
    expect(screen.text()).toContain(texts.oneAtATime)
    expect(second()).toHaveProperty('disabled', true)
    // XLSX opens right wherever it is taken to; the CSV for Excel names the language of Excel.
    const names = [...document.querySelectorAll('.table-export-name')].map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['Excel (XLSX)', 'CSV para Excel em português'])

    await screen.click(screen.byRole('button', ptBR.common.cancel))
    expect(bridge.cancelled).toHaveLength(1)
    running.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await first
    await screen.until(() => expect(second()).toHaveProperty('disabled', false))
    expect(screen.text()).not.toContain(texts.oneAtATime)
    await screen.click(second())
    expect(bridge.inputs('tables.export')).toMatchObject([{ format: 'xlsx' }, { format: 'csv-raw' }])
  })
})
