import { describe, expect, test } from 'vitest'
import { readWhere } from '../../../main/cli/conversations.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'

const names = {
  inboxes: [
    { id: 11, name: 'WhatsApp Vendas' },
    { id: 16, name: 'Campanhas' },
  ],
  agents: [
    { id: 24, name: 'Éder Nogueira' },
    { id: 30, name: 'Ana' },
    { id: 31, name: 'ana' },
  ],
  teams: [{ id: 1, name: 'vendas' }],
  labels: [],
}

const words = { status: ptBR.leads.status, priority: ptBR.conversations.priorities }

describe('a condition of the command line', () => {
  test.each<[string, string, string, (string | number)[]]>([
    ['status=open', 'status', 'equal_to', ['open']],
    ['status != resolved, snoozed', 'status', 'not_equal_to', ['resolved', 'snoozed']],
    ['status~open', 'status', 'contains', ['open']],
    ['status?', 'status', 'is_present', []],
    ['status=em_espera', 'status', 'equal_to', ['em_espera']],
    ['status=Aberta,resolvida', 'status', 'equal_to', ['open', 'resolved']],
    ['priority=alta', 'priority', 'equal_to', ['high']],
    ['priority=P1', 'priority', 'equal_to', ['P1']],
    ['labels~lead', 'labels', 'contains', ['lead']],
    ['inbox~1', 'inbox_id', 'contains', [1]],
    ['priority?', 'priority', 'is_present', []],
    ['team !?', 'team_id', 'is_not_present', []],
    ['assignee=eder nogueira', 'assignee_id', 'equal_to', [24]],
    ['assignee_id!=22,Ana', 'assignee_id', 'not_equal_to', [22, 30, 31]],
    ['inbox=whatsapp vendas,16', 'inbox_id', 'equal_to', [11, 16]],
    ['contact=5001', 'contact_id', 'equal_to', [5001]],
    ['display~12', 'display_id', 'contains', [12]],
    ['campaign=5', 'campaign_id', 'equal_to', [5]],
    ['labels=boleto,lead-quente', 'labels', 'equal_to', ['boleto', 'lead-quente']],
    ['mail_subject~Olá, tudo bem?', 'mail_subject', 'contains', ['Olá, tudo bem?']],
    ['created_at>2026-01-01', 'created_at', 'is_greater_than', ['2026-01-01']],
    ['created_at < 2026-02-01', 'created_at', 'is_less_than', ['2026-02-01']],
    ['last_activity_at>3d', 'last_activity_at', 'days_before', [3]],
    ['last_activity_at days_before 10', 'last_activity_at', 'days_before', [10]],
    ['mail_subject is_present', 'mail_subject', 'is_present', []],
  ])('%s', (text, attribute_key, filter_operator, values) => {
    expect(readWhere(text, names, words)).toEqual({ attribute_key, filter_operator, values })
  })

  test.each<[string, string]>([
    ['', 'grammar'],
    ['open', 'grammar'],
    ['cidade=Recife', 'attribute'],
    ['status>open', 'operator'],
    ['created_at=2026-01-01', 'operator'],
    ['status like open', 'operator'],
    ['status=', 'value'],
    ['inbox~Vendas', 'value'],
    ['labels= , ', 'value'],
    ['created_at>31/12/2026', 'value'],
    ['created_at days_before ontem', 'value'],
    ['team?vendas', 'value'],
    ['assignee=Ninguém', 'name'],
    ['campaign=Natal', 'name'],
  ])('is refused: %s', (text, reason) => {
    expect(() => readWhere(text, names, words)).toThrow(expect.objectContaining({ reason }))
  })
})
