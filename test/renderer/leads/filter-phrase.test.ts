import { describe, expect, it } from 'vitest'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { emptyFilter, filterPhrase } from '../../../renderer/leads/lead-filter.ts'

const known = {
  inboxes: [{ id: 11, name: 'WhatsApp', rows: 3 }],
  agents: [{ id: 21, name: 'Bruna', rows: 3 }],
  labels: [],
}
const words = { messages: ptBR, format: createFormat('pt-BR'), known }
const phrase = (filter: Partial<LeadFilter>) => filterPhrase({ ...emptyFilter, ...filter }, words)
describe('a lead filter as a sentence', () => {
  it('shows period, inbox and status', () => {
    expect(
      phrase({ created_after: '2026-01-01', created_before: '2026-11-20', inbox_ids: [11], status: ['open'] }),
    ).toBe('conversas criadas de 01/01/2026 a 20/11/2026, WhatsApp, abertas')
  })

  it('shows each of the three dates by what it means', () => {
    expect(phrase({ created_after: '2026-01-01' })).toBe('conversas criadas desde 01/01/2026')
    expect(phrase({ created_before: '2026-01-01' })).toBe('conversas criadas até 01/01/2026')
    expect(phrase({ updated_after: '2026-01-01' })).toBe('conversas movimentadas desde 01/01/2026')
    expect(phrase({ created_after: '2026-01-01', updated_after: '2026-02-01' })).toBe(
      'conversas criadas desde 01/01/2026, movimentadas desde 01/02/2026',
    )
  })

  it('names whom it knows and numbers the others', () => {
    expect(phrase({ assignee_ids: [21, 22] })).toBe('todas as conversas, de Bruna ou agente 22')
  })

  it('shows labels, grouping, and counts what would be too long', () => {
    expect(phrase({ with_labels: ['vip'], without_labels: ['a', 'b', 'c', 'd', 'e'], agrupar: 'conversa' })).toBe(
      'todas as conversas, com vip, sem a, b, c ou mais 2, uma linha por conversa',
    )
  })

  it('speaks English', () => {
    const english = { messages: en, format: createFormat('en'), known: undefined }
    expect(filterPhrase({ ...emptyFilter, created_after: '2026-01-01', inbox_ids: [11] }, english)).toBe(
      'conversations created since 01/01/2026, inbox 11',
    )
  })
})
