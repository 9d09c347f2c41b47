import { describe, expect, it } from 'vitest'
import type { SavedFilter } from '../../../preload/contract/reviews.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { builtInQuery, entryWords, fitsTable } from '../../../renderer/entries/entry-columns.ts'
import { selectRows } from '../../../renderer/entries/selection.ts'
import { openedEntries } from './entries-kit.ts'

const query = { search: 'ana', sort: [], filters: [] }

describe('saved filters', () => {
  it('replace the filter of the same name and form', async () => {
    const { state, stored } = await openedEntries()
    const saved = state().saved.getState()
    stored.filters = [{ id: 'f2', name: 'Urgentes', form_id: 302, query }]
    await saved.load()
    await saved.save({ name: 'Urgentes', form_id: 301, query })
    await saved.save({ name: 'Urgentes', form_id: 301, query: { ...query, search: 'bia' } })
    expect(stored.filters).toMatchObject([{ id: 'f2' }, { name: 'Urgentes', form_id: 301, query: { search: 'bia' } }])
  })

  it('of another form are not offered, those of all forms where the columns are there', () => {
    const filter = (form_id: number | null, column: string): SavedFilter => ({
      id: 'f',
      name: 'f',
      form_id,
      query: { ...query, filters: [{ column, operator: 'not_blank' }] },
    })
    expect(fitsTable(filter(301, 'campo:cidade'), 301, [])).toBe(true)
    expect(fitsTable(filter(302, 'campo:cidade'), 301, ['campo:cidade'])).toBe(false)
    expect(fitsTable(filter(null, 'campo:cidade'), 301, ['campo:cidade'])).toBe(true)
    expect(fitsTable(filter(null, 'campo:cidade'), 301, ['email'])).toBe(false)
    const sorted = {
      ...filter(null, 'email'),
      query: { ...query, sort: [{ column: 'campo:cidade', descending: true }] },
    }
    expect(fitsTable(sorted, 301, ['email'])).toBe(false)
    expect(fitsTable(sorted, 301, ['email', 'campo:cidade'])).toBe(true)
  })

  it('come with those that every team needs', () => {
    expect(builtInQuery('neverAttended').filters).toEqual([
      { column: 'lead_resultado', operator: 'in', values: ['sem_conversa', 'ausente'] },
    ])
    expect(builtInQuery('suspicious').filters).toMatchObject([{ column: 'indicios', operator: 'not_blank' }])
    expect(builtInQuery('repeated').filters).toMatchObject([{ column: 'duplicadas', min: 1 }])
  })
})

describe('the words of the table', () => {
  const words = entryWords(ptBR)

  it('are the form’s own labels for answers and the catalogue’s for the rest', () => {
    expect(words.heading({ key: 'campo:fld_1', heading: 'Cidade' })).toBe('Cidade')
    expect(words.heading({ key: 'revisao_estado', heading: null })).toBe('Revisão')
    expect(words.heading({ key: 'meta:utm_campaign', heading: null })).toBe('Campanha')
    expect(words.heading({ key: 'lead_agente', heading: null })).toBe('Agente (lead)')
  })

  it('name states, hints and outcomes', () => {
    expect(words.value({ key: 'revisao_estado', type: 'code' }, 'em_revisao')).toBe('Em revisão')
    expect(words.value({ key: 'indicios', type: 'codes' }, 'links')).toBe('muitos links')
    expect(words.value({ key: 'lead_resultado', type: 'outcome' }, 'ausente')).toBe('Ausente')
    expect(words.value({ key: 'campo:fld_1', type: 'choice' }, 'Recife')).toBe('Recife')
  })
})

describe('what is picked in the list', () => {
  it('is selected in the table for the export, by its rows', async () => {
    const { state, rows } = await openedEntries()
    await selectRows(state(), { kind: 'ids', ids: new Set([10, 7]) })
    const { selection } = rows.getState()
    expect(selection.kind === 'rows' && [...selection.rows]).toEqual([
      [0, 10],
      [3, 7],
    ])
    await selectRows(state(), { kind: 'all' })
    expect(rows.getState().selection).toEqual({ kind: 'all' })
  })
})
