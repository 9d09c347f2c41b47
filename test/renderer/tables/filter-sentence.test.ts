import { describe, expect, it } from 'vitest'
import type { ColumnFilter, TableColumn } from '../../../preload/contract/table-queries.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { conditionSentences, filterSentence } from '../../../preload/messages/filter-sentence.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { momentsOf } from '../../../renderer/tables/day-range.ts'
import { filterWords } from '../../../renderer/tables/query-bar.tsx'
import { leadWords } from '../../../renderer/tables/words.ts'

const by = filterWords(leadWords(ptBR), ptBR, createFormat('pt-BR'))
const column = (key: string, type: TableColumn['type']): TableColumn => ({ key, type, heading: null })
const describeFilter = (filter: ColumnFilter, type: TableColumn['type']) =>
  filterSentence(filter, column(filter.column, type), by)

describe('a filter as a sentence', () => {
  it('names the column and the text', () => {
    expect(describeFilter({ column: 'nome', operator: 'contains', text: 'silva' }, 'text')).toBe('Nome contém “silva”')
    expect(describeFilter({ column: 'email', operator: 'blank' }, 'text')).toBe('E-mail: vazio')
  })

  it('shows numbers as people read them, open ends and single values too', () => {
    const between = (min: number | null, max: number | null) =>
      describeFilter({ column: 'mensagens', operator: 'between', min, max }, 'integer')
    expect(between(3, 1200)).toBe('Mensagens: 3 a 1.200')
    expect(between(3, null)).toBe('Mensagens: a partir de 3')
    expect(between(null, 10)).toBe('Mensagens: até 10')
    expect(between(5, 5)).toBe('Mensagens: 5')
    expect(between(0.1234, 2.5)).toBe('Mensagens: 0,1234 a 2,5')
  })

  it('shows moments as the days that were chosen', () => {
    const range = momentsOf({ from: '2026-11-01', to: '2026-11-20' })
    expect(describeFilter({ column: 'ultima_mensagem_em', operator: 'between', ...range }, 'time')).toBe(
      'Última mensagem em: 01/11/2026 a 20/11/2026',
    )
  })

  it('translates statuses, and calls empty empty', () => {
    expect(describeFilter({ column: 'status', operator: 'in', values: ['open', 'pending', null] }, 'status')).toBe(
      'Situação: Aberta, Pendente ou (vazio)',
    )
  })

  it('counts what would be too many to name', () => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(describeFilter({ column: 'agente', operator: 'in', values }, 'choice')).toBe('Agente: a, b, c ou mais 3')
  })

  it('uses the heading of the user’s own file, and speaks English too', () => {
    const city: TableColumn = { key: 'c3', type: 'text', heading: 'Cidade' }
    expect(filterSentence({ column: 'c3', operator: 'equals', text: 'Recife' }, city, { ...by, messages: en })).toBe(
      'Cidade is “Recife”',
    )
  })

  it('names periods, comparisons, all of several labels, and patterns', () => {
    const period = { name: 'last_days', count: 30 } as const
    expect(describeFilter({ column: 'ultima_mensagem_em', operator: 'period', period }, 'time')).toBe(
      'Última mensagem em: últimos 30 dias',
    )
    expect(describeFilter({ column: 'mensagens', operator: 'at_least', value: 1200.5 }, 'integer')).toBe(
      'Mensagens ≥ 1.200,5',
    )
    expect(describeFilter({ column: 'etiquetas_conversa', operator: 'all_of', values: ['vip', 'novo'] }, 'list')).toBe(
      'Etiquetas da conversa: vip e novo',
    )
    expect(describeFilter({ column: 'nome', operator: 'matches', text: '^ana' }, 'text')).toBe(
      'Nome combina com /^ana/',
    )
  })

  it('of conditions is one for each part, groups in brackets without what is switched off', () => {
    const open: ColumnFilter = { column: 'status', operator: 'in', values: ['open'] }
    const many: ColumnFilter = { column: 'mensagens', operator: 'more', value: 3 }
    const named: ColumnFilter = { column: 'nome', operator: 'not_blank', off: true }
    const parts = conditionSentences(
      { match: 'all', of: [open, { match: 'any', filters: [many, named, open] }] },
      [column('status', 'status'), column('mensagens', 'integer'), column('nome', 'text')],
      by,
    )
    expect(parts.map(({ sentence }) => sentence)).toEqual(['Situação: Aberta', '(Mensagens > 3 ou Situação: Aberta)'])
  })
})
