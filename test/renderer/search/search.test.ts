import { describe, expect, it } from 'vitest'
import type { KeptPerson } from '../../../preload/contract/contacts.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import type { ScreenEntry } from '../../../renderer/kernel/screen-entries.ts'
import { createSearchStore, nothingFindable } from '../../../renderer/search/feature.ts'
import { findEntries, rankOf, type SearchSources } from '../../../renderer/search/search-entries.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { sheetWith } from '../../kit/samples-platform.ts'

const sheet = (name: string) => sheetWith({ id: name, name })

function sources(sheets: readonly Sheet[], more: Partial<SearchSources> = {}): SearchSources {
  return {
    screen: [],
    commands: [{ id: 'settings', label: 'Ir para Ajustes', keys: 'g a', run: () => {} }],
    findable: { ...nothingFindable, sheets },
    connections: [],
    recent: [],
    go: () => {},
    onPerson: () => {},
    ...more,
  }
}

const groups = (query: string, from: SearchSources, people: readonly KeptPerson[] = []) =>
  findEntries(query, people, from, ptBR)
const found = (query: string, from: SearchSources, people: readonly KeptPerson[] = []) =>
  groups(query, from, people).flatMap(({ entries }) => entries.map(({ name }) => name))

describe('Ctrl K', () => {
  it('ranks the whole name before its beginning, beginnings of words, and what is within', () => {
    const names = ['Leads', 'Leads de São Paulo', 'Meus leads', 'Subleads']
    expect(names.map((name) => rankOf('leads', name))).toEqual([0, 1, 2, 3])
    expect(rankOf('PAULO sao', 'Leads de São Paulo')).toBe(2)
    expect(rankOf('vendas', 'Leads', 'Equipe Vendas')).toBe(4)
    expect(rankOf('rio', 'Leads de São Paulo')).toBeNull()
  })

  it('puts the best of a group first, and the group with the best before the others', () => {
    const from = sources([sheet('Antigos ajustes'), sheet('Ajustes de novembro'), sheet('Leads')])
    expect(found('ajustes', from)).toEqual(['Ajustes de novembro', 'Antigos ajustes', 'Ir para Ajustes'])
    expect(found('ir para', from)).toEqual(['Ir para Ajustes'])
  })

  it('shows eight of a group at most, and before a word is typed what was chosen last', () => {
    const many = Array.from({ length: 40 }, (_, index) => sheet(`Planilha ${index + 1}`))
    expect(found('planilha', sources(many))).toHaveLength(8)
    expect(found('', sources(many, { recent: ['sheet Planilha 9'] }))).toEqual([
      'Planilha 9',
      'Planilha 1',
      'Planilha 2',
      'Planilha 3',
      'Ir para Ajustes',
    ])
  })

  it('offers each action of the screen once, with its key, and shows why one cannot be had now', () => {
    const action = (label: string, more: Partial<ScreenEntry> = {}): ScreenEntry => ({
      kind: 'action',
      label,
      run: () => {},
      ...more,
    })
    const screen = [action('Exportar', { disabled: 'Não há linhas' }), action('Exportar', { shortcut: 'Ctrl E' })]
    const [entries] = groups('export', sources([], { screen }))
    expect(entries?.entries).toMatchObject([
      { name: 'Exportar', disabled: true, note: 'Não há linhas', keys: ['Ctrl', 'E'] },
    ])
  })

  it('ends with the people, who lead to their rows', () => {
    const opened: number[] = []
    const person = {
      sheet_id: 's1',
      sheet_name: 'Leads',
      row: 7,
      version: '1',
      name: 'Ana Ajustes',
      phone: '(11) 98888-7777',
    }
    const from = sources([sheet('Ajustes')], { onPerson: ({ row }) => void opened.push(row) })
    expect(found('ajustes', from, [person])).toEqual(['Ajustes', 'Ir para Ajustes', 'Ana Ajustes'])
    groups('ajustes', from, [person]).at(-1)?.entries[0]?.run()
    expect(opened).toEqual([7])
  })

  it('shows the people of the last text alone, and none while they are searched', async () => {
    const person = (name: string) => ({ sheet_id: 's1', sheet_name: 'Leads', row: 1, version: '1', name, phone: null })
    const main = createFakeBridge({ 'contacts.find_kept': ({ text }) => [person(text)] })
    const { getState } = createSearchStore(main)
    getState().findPeople('an')
    getState().findPeople('ana')
    expect(getState().people.status).toBe('loading')
    await expect.poll(() => getState().people).toMatchObject({ status: 'ready', value: [{ name: 'ana' }] })
    expect(main.inputs('contacts.find_kept')).toEqual([{ text: 'ana' }])
    getState().findPeople(' ')
    expect(getState().people.status).toBe('idle')
  })
})
