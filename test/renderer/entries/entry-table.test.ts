import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { entryWords } from '../../../renderer/entries/entry-table.ts'

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
