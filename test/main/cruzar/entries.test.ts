import { describe, expect, test } from 'vitest'
import { entriesTable } from '../../../preload/contract/entries-table.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { everything } from '../../kit/leads.ts'

describe('entries of forms that are to be crossed', () => {
  test('become a list with headings, named by their form, in the order of the selection', async () => {
    const { workspace, connectionId, keep, here } = await startFormAccount()
    await keep(formIds.contact)
    const ids = await here(formIds.contact)
    const table = entriesTable({ connection_id: connectionId, form_id: formIds.contact, set: '' })
    const { list, inspection } = await workspace.ask('cruzar.stage', { from: 'entries', table, select: { query: {} } })
    expect(inspection.name).toBe('Respostas de Contato do site')
    expect(inspection.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['Número', 'other'],
      ['Recebida em', 'other'],
      ['Formulário', 'other'],
      ['Remetente', 'other'],
      ['Telefone', 'phone'],
      ['E-mail', 'email'],
      ['Revisão', 'other'],
    ])
    const budget = await workspace.ask('cruzar.budget', { list, settings: {} })
    expect(budget.rows).toBe(ids.length)
    expect(budget.problems.filter(({ reason }) => reason !== 'empty')).toEqual([])

    const some = await workspace.ask('cruzar.stage', { from: 'entries', table, select: { ids: ids.slice(0, 3) } })
    const few = await workspace.ask('cruzar.budget', { list: some.list, settings: {} })
    expect(few.rows).toBe(3)
    const all = { ...table, id: entriesTable({ connection_id: connectionId, form_id: null, set: '' }).id }
    const whole = await workspace.ask('cruzar.stage', { from: 'entries', table: all, select: { query: {} } })
    expect(whole.inspection.name).toBe('Respostas de todos os formulários')
  })

  test('have the outcome in their own table that crossing them offline gives', async () => {
    const { workspace, connectionId, keep, demo } = await startFormAccount()
    await keep(formIds.contact)
    const table = entriesTable({ connection_id: connectionId, form_id: formIds.contact, set: '' })
    const platform = await workspace.connect(demo.platform)
    const sheet = await workspace.ask('sheets.create', { connection_id: platform, filter: everything, name: 'Tudo' })
    await workspace.ended(sheet)
    const { list } = await workspace.ask('cruzar.stage', { from: 'entries', table, select: { query: {} } })
    const order = { list, settings: {}, connection_id: platform, sheet_id: sheet.id, filter: {}, name: 'Respostas' }
    const run = await workspace.ask('cruzar.start', order)
    await workspace.ended(run)
    const crossed = await workspace.rows({ kind: 'run', id: run.id })
    const entries = await workspace.rows(table)
    expect(crossed.filter(({ cruzar_resultado }) => cruzar_resultado === 'com_conversa').length).toBeGreaterThan(0)
    const outcomes = new Map(crossed.map((row) => [Number(row.c0), row]))
    for (const entry of entries) {
      const row = outcomes.get(Number(entry.id))
      if (row?.cruzar_resultado !== 'com_conversa') continue
      expect(entry).toMatchObject({ lead_resultado: 'com_conversa', lead_planilha: 'Tudo', lead_nome: row.lead_nome })
    }
  })
})
