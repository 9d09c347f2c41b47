import { expect, test } from 'vitest'
import { formIds, startFormAccount } from '../../kit/forms.ts'

test('entries of forms that are to be crossed become a list with headings, named by their form, in the order of the selection', async () => {
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
