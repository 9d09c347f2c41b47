import { describe, expect, it } from 'vitest'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { field, openEntries, tableOf } from './entry-kit.ts'

async function withEntries() {
  const app = openEntries()
  const contact = [field('fld_1', 'Nome'), field('fld_2', 'E-mail', 'email'), field('fld_3', 'Telefone')]
  const order = [field('fld_4', 'Ambientes', 'checkbox'), field('fld_5', 'Valor previsto', 'number')]
  await app.form(1, 'Contato', [...contact, ...order])
  const ana = { nome: 'Ana', email: 'ANA@a.example', telefone: '(11) 98888-7777' }
  const beto = { fld_1: 'Beto', 'E-mail': 'b@a.example', Telefone: '+55 11 8888-7777' }
  await app.entries(1, [
    {
      id: 10,
      created_at: '2026-11-18T10:00:00Z',
      fields: { ...ana, ambientes: ['sala'], valor_previsto: 10 },
      metadata: { ip: '177.1.2.3', source: 'site', extra: 'x' },
    },
    {
      id: 11,
      created_at: '2026-11-19T10:00:00Z',
      fields: { ...beto, valor_previsto: null, cor: 'azul' },
      is_complete: false,
    },
  ])
  return app
}

describe('the table of the entries of one form', () => {
  it('has the answers as columns in the form’s order, however an entry keys them, unknown keys last', async () => {
    const app = await withEntries()
    const { columns, total } = await app.ask('tables.shape', { table: tableOf(1), query: queryOf() })
    expect(total).toBe(2)
    const answers = columns.filter(({ key }) => key.startsWith('campo:'))
    expect(answers).toEqual([
      { key: 'campo:nome', type: 'text', heading: 'Nome' },
      { key: 'campo:e_mail', type: 'text', heading: 'E-mail' },
      { key: 'campo:telefone', type: 'text', heading: 'Telefone' },
      { key: 'campo:ambientes', type: 'list', heading: 'Ambientes' },
      { key: 'campo:valor_previsto', type: 'integer', heading: 'Valor previsto' },
      { key: 'campo:cor', type: 'text', heading: 'cor' },
    ])
    expect(await app.column('campo:nome', {}, tableOf(1))).toEqual(['Beto', 'Ana'])
    expect(await app.column('campo:e_mail', {}, tableOf(1))).toEqual(['b@a.example', 'ANA@a.example'])
    expect(await app.column('campo:ambientes', {}, tableOf(1))).toEqual([[], ['sala']])
    expect(await app.column('campo:valor_previsto', {}, tableOf(1))).toEqual([null, 10])
  })

  it('shows who sent an entry, masks the ip, and counts the other entries of the same person', async () => {
    const app = await withEntries()
    expect(await app.column('remetente')).toEqual(['Beto', 'Ana'])
    expect(await app.column('telefone')).toEqual(['551188887777', '5511988887777'])
    expect(await app.column('email')).toEqual(['b@a.example', 'ana@a.example'])
    expect(await app.column('meta:ip')).toEqual([null, '177.•.•.•'])
    expect(await app.column('duplicadas')).toEqual([1, 1])
    expect(await app.column('completa')).toEqual(['incompleta', null])
    expect(await app.column('revisao_estado')).toEqual(['nova', 'nova'])
  })

  it('finds any answer, also one that has no column', async () => {
    const app = await withEntries()
    expect(await app.column('id', { search: 'AZUL' })).toEqual([11])
    expect(await app.column('id', { search: '98888' })).toEqual([10])
  })

  it('shows the answers between who sent them and the review, once each, until a person arranges it otherwise', async () => {
    const app = await withEntries()
    const { columns } = await app.ask('tables.layout', { table: tableOf(1) })
    const shown = columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
    expect(shown.slice(0, 9)).toEqual([
      'revisao_estado',
      'id',
      'created_at',
      'remetente',
      'telefone',
      'email',
      'campo:ambientes',
      'campo:valor_previsto',
      'revisao_responsavel',
    ])
    const layout = {
      columns: [
        { key: 'id', width: 90 },
        { key: 'campo:nome', hidden: true },
      ],
    }
    await app.ask('tables.arrange', { table: tableOf(1), layout })
    expect(await app.ask('tables.layout', { table: tableOf(1) })).toEqual(layout)
    expect((await app.ask('tables.layout', { table: tableOf(null) })).columns).not.toEqual(layout.columns)
  })
})
