import { expect, it } from 'vitest'
import type { RowSelection, TableRef } from '../../../../preload/contract/table-queries.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { words } from '../../sheets/data/open-sheets.ts'
import { connection, field, type OpenEntries, openEntries, tableOf } from './entry-kit.ts'

const keys = ['id', 'created_at', 'formulario', 'remetente', 'telefone', 'email', 'revisao_estado']

/** The rows of the list that entries become, as it is read back. */
async function listOf(app: OpenEntries, table: TableRef, select: RowSelection) {
  const columns = keys.map((key) => ({ key, heading: key }))
  const codes = { revisao_estado: { nova: 'Nova' } }
  const key_columns = [{ index: 4, kind: 'phone' as const }]
  const rows = { table, select, columns, key_columns, words: { ...words, codes } }
  return app.ask('lists.stage', { list: 'l', name: 'entradas', source: { rows } })
}

it('entries become a list that cruzar reads back as it was', async () => {
  const app = openEntries()
  await app.form(1, 'Contato, "novo"', [
    field('fld_1', 'Nome'),
    field('fld_2', 'Fone'),
    field('fld_3', 'Email', 'email'),
  ])
  await app.entries(1, [
    { id: 1, created_at: '2026-11-01T10:00:00Z', fields: { nome: 'Ana\nMaria', fone: '(11) 98888-7777' } },
    { id: 2, created_at: '2026-11-02T10:00:00Z', fields: { nome: "'=1+1", email: 'B@a.example' } },
    { id: 3, created_at: null, fields: {} },
  ])
  const query = queryOf({ sort: [{ column: 'id', descending: false }] })
  const staged = await listOf(app, tableOf(1), { query, rows: null })
  expect(staged).toMatchObject({ header: true, encoding: null, delimiter: null, name: 'entradas' })
  expect(staged.columns.map(({ name, kind }) => [name, kind])).toEqual(
    keys.map((key) => [key, key === 'telefone' ? 'phone' : 'other']),
  )
  expect(staged.preview).toEqual([
    ['1', '2026-11-01T10:00:00Z', 'Contato, "novo"', 'Ana Maria', '5511988887777', '', 'Nova'],
    ['2', '2026-11-02T10:00:00Z', 'Contato, "novo"', "'=1+1", '', 'b@a.example', 'Nova'],
    ['3', '', 'Contato, "novo"', '', '', '', 'Nova'],
  ])
})

it('a choice of ids is those that the table has, each once', async () => {
  const app = openEntries()
  await app.form(1, 'Contato', [])
  await app.form(2, 'Sorteio', [])
  await app.entries(1, [{ id: 1 }, { id: 2 }])
  await app.entries(2, [{ id: 3 }])
  const { preview } = await listOf(app, tableOf(1), { ids: [2, 3, 1, 2, 99] })
  expect(preview.map(([id]) => id)).toEqual(['2', '1'])
  await expect(listOf(app, tableOf(1), { ids: [99] })).rejects.toMatchObject({ code: 'list_empty' })
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
