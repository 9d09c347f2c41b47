import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { entryWords, fitsTable } from '../../../renderer/entries/entry-table.ts'
import { openedEntries } from './entries-kit.tsx'

const query = { ...emptyQuery, search: 'ana' }

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

  const city = { column: 'campo:cidade' }
  const filtered = { ...query, filters: [{ ...city, operator: 'not_blank' as const }] }
  const sorted = { ...query, sort: [{ ...city, descending: true }] }
  it.each([
    ['of the form of the table, whatever its columns', 301, filtered, [], true],
    ['of another form', 302, filtered, ['campo:cidade'], false],
    ['of all forms with a filter of a column that is there', null, filtered, ['campo:cidade'], true],
    ['of all forms with a filter of a column that is missing', null, filtered, ['email'], false],
    ['of all forms with an order that is there', null, sorted, ['campo:cidade'], true],
    ['of all forms with an order that is missing', null, sorted, ['email'], false],
  ])('%s', (_, form_id, saved, columns, fits) => {
    expect(fitsTable({ id: 'f', name: 'f', form_id, query: saved }, 301, columns)).toBe(fits)
  })
})

describe('the words of the table', () => {
  const words = entryWords(ptBR)

  it.each([
    ['campo:fld_1', 'Cidade', 'Cidade'],
    ['revisao_estado', null, 'Revisão'],
    ['meta:utm_campaign', null, 'Campanha'],
    ['lead_agente', null, 'Agente (lead)'],
  ])('name the column %s', (key, heading, name) => {
    expect(words.heading({ key, heading })).toBe(name)
  })

  it.each([
    ['revisao_estado', 'code', 'em_revisao', 'Em revisão'],
    ['indicios', 'codes', 'links', 'muitos links'],
    ['lead_resultado', 'outcome', 'ausente', 'Ausente'],
    ['lead_motivo', 'reason', 'two_cards', 'dois cadastros, com e sem o nono dígito'],
    ['campo:fld_1', 'choice', 'Recife', 'Recife'],
  ] as const)('name the value of the column %s', (key, type, value, name) => {
    expect(words.value({ key, type }, value)).toBe(name)
  })
})
