import { describe, expect, it, onTestFinished } from 'vitest'
import type { TableSource } from '../../../../main/engine/tables/table.ts'
import { createFormsFolder } from '../../../../main/entries/data/forms-folder.ts'
import { createAccounts } from '../../../../main/entries/data/table/account-entries.ts'
import { createComparison } from '../../../../main/entries/data/table/compare-entries.ts'
import { createEntriesSource } from '../../../../main/entries/data/table/entries-source.ts'
import { fileKey, folderOfTest } from '../../../kit/temporary-folder.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { connection, field, type OpenEntries, openEntries, tableOf } from './entry-kit.ts'

const account = { connection_id: connection }
const zone = 'America/Sao_Paulo'

/** The tables of a folder as another process has them. */
function sourceOver(dir: string): TableSource {
  const folder = createFormsFolder({ dir, key: fileKey })
  onTestFinished(() => folder.close())
  const accounts = createAccounts({ folder })
  const leads = { of: () => null, leadOf: () => null, alikeOf: () => null, columns: new Map() }
  const leadLinks = { revision: () => '', links: async () => leads, release: () => undefined }
  return createEntriesSource({ folder, accounts, comparison: createComparison({ accounts, leadLinks }) })
}

async function contacts(app: OpenEntries, count = 4) {
  await app.form(1, 'Contato', [field('fld_1', 'Nome'), field('fld_2', 'Cidade', 'select')])
  await app.entries(
    1,
    Array.from({ length: count }, (_, place) => ({
      id: place + 1,
      created_at: new Date(Date.UTC(2026, 10, 18, 2, 30) + place * 86_400_000).toISOString(),
      fields: { nome: `Pessoa ${place + 1}`, cidade: place % 2 === 0 ? 'Santos' : 'Bauru' },
      metadata: place % 2 === 0 ? { source: 'site', utm_campaign: 'inverno' } : {},
    })),
  )
}

describe('reviews in the table', () => {
  it('are what each person did, filtered, sorted and searched like all else', async () => {
    const app = openEntries()
    await contacts(app)
    await app.change([2, 3], { kind: 'state', state: 'rejeitada', comment: 'não é cliente' })
    await app.change([3], { kind: 'assign', assignee: 'Beto' })
    await app.change([3], { kind: 'tag', add: ['urgente', 'vip'], remove: [] })
    await app.change([4], { kind: 'note', text: 'Ligar amanhã' })
    expect(await app.column('revisao_estado')).toEqual(['nova', 'rejeitada', 'rejeitada', 'nova'])
    expect(await app.column('revisao_responsavel')).toEqual([null, 'Beto', null, null])
    expect(await app.column('revisao_etiquetas')).toEqual([[], ['urgente', 'vip'], [], []])
    expect(await app.column('revisao_notas')).toEqual(['Ligar amanhã', null, null, null])
    expect(await app.column('revisao_por')).toEqual([null, 'Rita', 'Rita', null])
    expect(await app.column('id', { search: 'amanha' })).toEqual([4])
    const rejected = { column: 'revisao_estado', operator: 'in' as const, values: ['rejeitada'] }
    expect(await app.column('id', { filters: [rejected] })).toEqual([3, 2])
    const byState = await app.column('id', { sort: [{ column: 'revisao_estado', descending: true }] })
    expect(byState).toEqual([3, 2, 4, 1])
    const [brief] = await app.ask('entries.briefs', { ...account, set: '', ids: [3, 99] })
    expect(brief).toMatchObject({ id: 3, sender: 'Pessoa 3', state: 'rejeitada', assignee: 'Beto', notes: 0 })
    expect(await app.ask('entries.known', { ...account, set: '' })).toEqual({
      assignees: ['Beto', 'Rita'],
      tags: ['urgente', 'vip'],
    })
  })

  it('rebuild only the columns of their changed fields', async () => {
    const dir = folderOfTest()
    const app = openEntries({ dir })
    await contacts(app)
    const source = sourceOver(dir)
    const { id } = tableOf(1)
    const previous = await source.load(id, source.version(id))
    await app.change([1], { kind: 'state', state: 'aprovada', comment: '' })
    expect(source.version(id)).not.toBe(previous.version)
    const after = await source.load(id, source.version(id))
    const unchanged = ['campo:nome', 'remetente', 'duplicadas', 'indicios', 'lead_resultado']
    for (const key of [...unchanged, 'revisao_etiquetas', 'revisao_notas', 'revisao_responsavel', 'revisao_motivo']) {
      expect(after.columns.get(key)).toBe(previous.columns.get(key))
    }
    expect(after.columns.get('revisao_estado')?.text(3)).toBe('aprovada')
    expect(previous.columns.get('revisao_estado')?.text(3)).toBe('nova')

    await app.change([2], { kind: 'tag', add: ['vip'], remove: [] })
    await app.ask('reviews.undo', { ...account, set: '', batch: null, who: 'Rita' })
    await app.ask('reviews.undo', { ...account, set: '', batch: null, who: 'Rita' })
    const undone = await source.load(id, source.version(id))
    expect(undone.columns.get('revisao_estado')?.text(3)).toBe('nova')
    expect(undone.columns.get('revisao_por')?.text(3)).toBe('')
    expect(undone.columns.get('revisao_etiquetas')?.text(2)).toBe('')
  })

  it('change only entries of the table, without opening it', async () => {
    const app = openEntries()
    await contacts(app)
    await app.form(2, 'Orçamento', [field('fld_1', 'Nome')])
    await app.entries(2, [{ id: 9, fields: { nome: 'Outra' } }])
    const approve = (ids: number[], table = tableOf(1)) =>
      app.ask('reviews.change', {
        table,
        select: { ids },
        who: 'Rita',
        change: { kind: 'state', state: 'aprovada', comment: '' },
      })
    expect(await approve([9, 3, 3, 99])).toMatchObject({ ids: [3] })
    expect(await approve([9, 3], tableOf(null))).toMatchObject({ ids: [9] })
  })

  it('of a blind review stand in a table of their own, with its entries alone', async () => {
    const app = openEntries()
    await contacts(app)
    await app.change([1], { kind: 'state', state: 'aprovada', comment: '' })
    const { set } = await app.ask('reviews.ask_blind', {
      table: tableOf(1),
      select: { ids: [1, 2] },
      passphrase: 'uma frase secreta',
      path: `${folderOfTest()}/pedido`,
      who: 'Rita',
      service: 'https://forms.example',
      name: 'Conferência',
    })
    const table = tableOf(1, set.id)
    expect(await app.column('id', {}, table)).toEqual([2, 1])
    expect(await app.ask('entries.counts', { table, query: queryOf(), zone })).toMatchObject({ total: 2 })
  })

  it('by another process are seen with the next question', async () => {
    const dir = folderOfTest()
    const app = openEntries({ dir })
    await contacts(app)
    expect(await app.column('revisao_estado')).toEqual(['nova', 'nova', 'nova', 'nova'])
    const other = openEntries({ dir })
    await other.change([4], { kind: 'state', state: 'spam', comment: '' })
    expect(await app.column('revisao_estado')).toEqual(['spam', 'nova', 'nova', 'nova'])
    await other.entries(1, [{ id: 5, created_at: '2026-11-30T00:00:00Z', fields: { nome: 'Nova' } }])
    expect(await app.column('remetente')).toEqual(['Nova', 'Pessoa 4', 'Pessoa 3', 'Pessoa 2', 'Pessoa 1'])
  })
})

describe('counts and pictures', () => {
  it('count states over the table, matches over the query, and decisions since midnight where the person is', async () => {
    // Half past two in the morning in Brasília.
    const app = openEntries({ now: new Date('2026-11-21T05:30:00Z') })
    await contacts(app)
    await app.change([1, 2], { kind: 'state', state: 'aprovada', comment: '' })
    await app.change([3], { kind: 'state', state: 'em_revisao', comment: '' })
    const query = queryOf({ filters: [{ column: 'campo:cidade', operator: 'in', values: ['Santos'] }] })
    expect(await app.ask('entries.counts', { table: tableOf(1), query, zone })).toEqual({
      total: 4,
      states: { nova: 1, em_revisao: 1, aprovada: 2, duvida: 0, rejeitada: 0, spam: 0 },
      matching: 2,
      decided_today: 2,
    })
  })

  it('show days of the person’s zone, forms, sources, campaigns, states, hours of review and a field', async () => {
    const app = openEntries({ now: new Date('2026-11-18T05:00:00Z') })
    await contacts(app)
    await app.change([1], { kind: 'state', state: 'aprovada', comment: '' })
    const figuresOf = { table: tableOf(1), query: queryOf(), zone }
    const figures = await app.ask('entries.figures', { ...figuresOf, field: 'campo:cidade' })
    expect(figures).toMatchObject({
      total: 4,
      days: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => ({ day, count: 1 })),
      forms: [{ value: 'Contato', count: 4 }],
      sources: [
        { value: null, count: 2 },
        { value: 'site', count: 2 },
      ],
      campaigns: expect.arrayContaining([{ value: 'inverno', count: 2 }]),
      outcomes: [{ value: null, count: 4 }],
      field: expect.arrayContaining([
        { value: 'Santos', count: 2 },
        { value: 'Bauru', count: 2 },
      ]),
    })
    expect(figures.states.find(({ value }) => value === 'aprovada')).toEqual({ value: 'aprovada', count: 1 })
    expect(figures.review_hours.median).toBe(2.5)
    expect(figures.review_hours.bands.find(({ up_to }) => up_to === 4)).toEqual({ up_to: 4, count: 1 })
    const missing = app.ask('entries.figures', { ...figuresOf, field: 'campo:nada' })
    await expect(missing).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('mark a field that has more values than are listed', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [field('fld_1', 'Pedido')])
    const entries = Array.from({ length: 60 }, (_, place) => ({ id: place + 1, fields: { pedido: `pedido ${place}` } }))
    await app.entries(1, entries)
    const figuresOf = { table: tableOf(1), query: queryOf(), field: 'campo:pedido', zone }
    const all = await app.ask('entries.figures', figuresOf)
    expect(all.field).toHaveLength(50)
    expect(all.field_more).toBe(true)
    const query = queryOf({ filters: [{ column: 'id', operator: 'between', min: 1, max: 50 }] })
    expect(await app.ask('entries.figures', { ...figuresOf, query })).toMatchObject({ total: 50, field_more: false })
  })
})
