import { describe, expect, it } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { findEntries, type SearchSources } from '../../../renderer/app/search-entries.ts'
import { matchesName } from '../../../renderer/app/search-store.ts'
import { sheetWith } from '../../kit/samples-platform.ts'

const sheet = (name: string) => sheetWith({ id: name, name })

function sources(sheets: readonly Sheet[], runs: readonly Run[] = []): SearchSources {
  return {
    commands: [{ id: 'settings', label: 'Ir para Ajustes', keys: 'g a', run: () => {} }],
    findable: { sheets, runs, forms: [] },
    connections: [],
    onSheet: () => {},
    onRun: () => {},
    onForm: () => {},
    onConnection: () => {},
  }
}

const found = (query: string, from: SearchSources) =>
  findEntries(query, from, ptBR).flatMap(({ entries }) => entries.map(({ name }) => name))

describe('Ctrl K', () => {
  it('finds names without accents and case, by words in any order', () => {
    expect(matchesName('Leads de São Paulo', 'PAULO sao')).toBe(true)
    expect(matchesName('Leads de São Paulo', 'rio')).toBe(false)
  })

  it('finds sheets and actions together', () => {
    const from = sources([sheet('Ajustes de novembro'), sheet('Leads')])
    expect(found('ajustes', from)).toEqual(['Ajustes de novembro', 'Ir para Ajustes'])
  })

  it('shows the actions even with many sheets, before a word is typed', () => {
    const many = Array.from({ length: 40 }, (_, index) => sheet(`Planilha ${index + 1}`))
    expect(found('', sources(many))).toHaveLength(6)
    expect(found('planilha', sources(many))).toHaveLength(30)
  })
})
