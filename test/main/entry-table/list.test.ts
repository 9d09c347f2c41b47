import { expect, it } from 'vitest'
import { queryOf } from '../sheets-data/lead-pages.ts'
import { connection, field, openEntries, tableOf } from './entry-kit.ts'

const headings = ['Número', 'Recebida em', 'Formulário', 'Remetente', 'Telefone', 'E-mail', 'Revisão']

it('entries become a list that cruzar reads back as it was', async () => {
  const app = openEntries()
  await app.form(1, 'Contato, "novo"', [
    field('fld_1', 'Nome'),
    field('fld_2', 'Fone'),
    field('fld_3', 'Email', 'email'),
  ])
  await app.entries(1, [
    { id: 1, created_at: '2026-11-01T10:00:00Z', fields: { nome: 'Ana\nMaria', fone: '(11) 98888-7777' } },
    { id: 2, created_at: '2026-11-02T10:00:00Z', fields: { nome: '=1+1', email: 'B@a.example' } },
    { id: 3, created_at: null, fields: {} },
  ])
  const { text } = await app.ask('entries.list_text', {
    table: tableOf(1),
    select: { query: queryOf({ sort: [{ column: 'id', descending: false }] }) },
    headings,
  })
  expect(text).toBe(
    [
      headings.join(','),
      '1,2026-11-01T10:00:00Z,"Contato, ""novo""",Ana Maria,5511988887777,,nova',
      '2,2026-11-02T10:00:00Z,"Contato, ""novo""",=1+1,,b@a.example,nova',
      '3,,"Contato, ""novo""",,,,nova',
      '',
    ].join('\n'),
  )
  const staged = await app.ask('lists.stage', { list: 'l', name: 'entradas.csv', source: { bytes: Buffer.from(text) } })
  expect(staged).toMatchObject({ header: true, delimiter: ',' })
  expect(staged.columns.map(({ kind }) => kind).filter((kind) => kind !== 'other')).toEqual(['phone', 'email'])
})

it('a choice of ids is those that the table has, each once', async () => {
  const app = openEntries()
  await app.form(1, 'Contato', [])
  await app.form(2, 'Sorteio', [])
  await app.entries(1, [{ id: 1 }, { id: 2 }])
  await app.entries(2, [{ id: 3 }])
  const select = { ids: [2, 3, 1, 2, 99] }
  const { text } = await app.ask('entries.list_text', { table: tableOf(1), select, headings })
  expect(text.split('\n').map((line) => line.split(',')[0])).toEqual(['Número', '2', '1', ''])
})

it('a table of another kind has no entries', async () => {
  const app = openEntries()
  const table = { kind: 'sheet' as const, id: 'x' }
  await expect(app.ask('entries.ids', { table, query: queryOf() })).rejects.toMatchObject({ code: 'not_found' })
  const broken = { kind: 'entries' as const, id: `${connection}:x:` }
  await expect(app.ask('tables.shape', { table: broken, query: queryOf() })).rejects.toMatchObject({
    code: 'not_found',
  })
})
