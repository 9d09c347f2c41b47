import { describe, expect, test } from 'vitest'
import { formIds, startFormAccount } from '../../kit/forms.ts'

describe('entries of forms that are to be crossed', () => {
  test('become a list with headings, named by their form, in the order of the selection', async () => {
    const { ask, table, keep, here } = await startFormAccount()
    await keep(formIds.contact)
    const ids = await here(formIds.contact)
    const { list, inspection } = await ask('cruzar.stage', {
      from: 'table',
      table: table(formIds.contact),
      select: { query: {} },
    })
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
    const budget = await ask('cruzar.budget', { list, settings: {} })
    expect(budget.rows).toBe(ids.length)
    expect(budget.problems.filter(({ reason }) => reason !== 'empty')).toEqual([])

    const some = await ask('cruzar.stage', {
      from: 'table',
      table: table(formIds.contact),
      select: { ids: ids.slice(0, 3) },
    })
    const few = await ask('cruzar.budget', { list: some.list, settings: {} })
    expect(few.rows).toBe(3)
    const whole = await ask('cruzar.stage', { from: 'table', table: table(null), select: { query: {} } })
    expect(whole.inspection.name).toBe('Respostas de todos os formulários')
  })

  test('have the outcome in their own table that crossing them offline gives', async () => {
    const { ask, connect, rows, table: tableOf, keep, demo, readSheet } = await startFormAccount()
    await keep(formIds.contact)
    const table = tableOf(formIds.contact)
    await connect(demo.platform)
    const sheet = await readSheet()
    const { list } = await ask('cruzar.stage', { from: 'table', table, select: { query: {} } })
    const order = { list, settings: {}, sheet_id: sheet.id, filter: {}, name: 'Respostas' }
    const run = await ask('cruzar.start', order)
    const crossed = await rows({ kind: 'run', id: run.id })
    const entries = await rows(table)
    expect(crossed.filter(({ cruzar_resultado }) => cruzar_resultado === 'com_conversa').length).toBeGreaterThan(0)
    const outcomes = new Map(crossed.map((row) => [Number(row.c0), row]))
    for (const entry of entries) {
      const row = outcomes.get(Number(entry.id))
      if (row?.cruzar_resultado !== 'com_conversa') continue
      expect(entry).toMatchObject({ lead_resultado: 'com_conversa', lead_planilha: 'Tudo', lead_nome: row.lead_nome })
    }
  })
})
