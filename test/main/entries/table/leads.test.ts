import { describe, expect, it } from 'vitest'
import { lead } from '../../people/links-kit.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { sheetOf } from '../../sheets/data/open-sheets.ts'
import { connection, field, type OpenEntries, openEntries, tableOf } from './entry-kit.ts'

const ana = lead({
  contato_id: 1,
  nome: 'Ana',
  telefone_digitos: '5511961234567',
  conversa_id: 10,
  conversa_criada_em: '2026-11-01T10:00:00-03:00',
  agente: 'Bia',
  status: 'open',
})

async function twoEntries(app: OpenEntries) {
  await app.form(1, 'Contato', [field('fld_1', 'Telefone', 'phone')])
  await app.entries(1, [
    { id: 1, created_at: '2026-11-01T10:00:00Z', fields: { telefone: '11 96123-4567' } },
    { id: 2, created_at: '2026-11-02T10:00:00Z', fields: { telefone: '11 96123-0000' } },
    { id: 3, created_at: '2026-11-03T10:00:00Z', fields: {} },
  ])
}

describe('entries beside the leads of cached sheets', () => {
  it('show whether somebody was attended, and by whom, as soon as a sheet is here', async () => {
    const app = openEntries()
    await twoEntries(app)
    expect(await app.column('lead_resultado')).toEqual([null, null, null])
    expect(await app.column('lead_agente')).toEqual([null, null, null])
    await sheetOf(app, [ana])
    expect(await app.column('lead_resultado')).toEqual([null, 'ausente', 'com_conversa'])
    expect(await app.column('lead_planilha')).toEqual([null, null, 'Planilha s1'])
    expect(await app.column('lead_agente')).toEqual([null, null, 'Bia'])
    expect(await app.column('lead_status')).toEqual([null, null, 'open'])
    expect(await app.read(1)).toMatchObject({
      lead: {
        outcome: 'com_conversa',
        matched_by: 'telefone',
        sheet_name: 'Planilha s1',
        lead: { nome: 'Ana', agente: 'Bia' },
      },
    })
    const [brief] = await app.ask('entries.briefs', { connection_id: connection, set: '', ids: [2] })
    expect(brief?.outcome).toBe('ausente')
  })

  it('filter by entries without any conversation', async () => {
    const app = openEntries()
    await twoEntries(app)
    await sheetOf(app, [ana])
    const filters = [{ column: 'lead_resultado', operator: 'in' as const, values: ['sem_conversa', 'ausente'] }]
    expect(await app.column('id', { filters })).toEqual([2])
    const { outcomes } = await app.ask('entries.figures', {
      table: tableOf(null),
      query: queryOf(),
      field: null,
      zone: 'America/Sao_Paulo',
    })
    expect(outcomes).toEqual([
      { value: 'com_conversa', count: 1 },
      { value: 'ausente', count: 1 },
      { value: null, count: 1 },
    ])
  })

  it('say why each lead is meant, and that a person has two cards', async () => {
    const app = openEntries()
    await twoEntries(app)
    const otherCard = { ...ana, contato_id: 2, telefone_digitos: '551161234567', conversa_id: null }
    await sheetOf(app, [ana, otherCard, { ...ana, contato_id: 3, telefone_digitos: '551161230000' }])
    expect(await app.column('lead_resultado')).toEqual([null, 'com_conversa', 'com_conversa'])
    expect(await app.column('lead_motivo')).toEqual([null, 'match_with_ninth', 'two_cards'])
  })
})
