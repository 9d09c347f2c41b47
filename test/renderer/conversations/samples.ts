import type { Conversation, ConversationPage, ConversationSet } from '../../../preload/contract/conversations.ts'

/** A conversation as main tells it. */
export function sampleConversation(id: number, over: Partial<Conversation> = {}): Conversation {
  return {
    id,
    status: 'open',
    priority: null,
    labels: ['vip'],
    created_at: '2026-11-01T12:00:00.000Z',
    last_activity_at: '2026-11-20T11:12:00.000Z',
    inbox: { id: 11, name: 'WhatsApp' },
    contact: {
      id: 9000 + id,
      name: `Pessoa ${id}`,
      phone: '+5511988887777',
      email: null,
      created_at: '2026-01-02T12:00:00.000Z',
    },
    assignee: { id: 21, name: 'Ana' },
    team: { id: null, name: null },
    subject: null,
    last_message: { at: '2026-11-20T11:12:00.000Z', content: `Mensagem ${id}`, from: 'contact' },
    can_reply: true,
    raw: { id, custom: 'além do documento' },
    ...over,
  }
}

export function samplePage(
  page: number,
  ids: readonly number[],
  over: Partial<ConversationPage> = {},
): ConversationPage {
  return {
    conversations: ids.map((id) => sampleConversation(id)),
    page,
    all_count: 60,
    outside: 0,
    has_more: true,
    ...over,
  }
}

export function sampleSet(over: Partial<ConversationSet> = {}): ConversationSet {
  return {
    id: 's1',
    connection_id: 'c1',
    name: 'Abertas',
    filter: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
    state: 'complete',
    failure: null,
    rows: 60,
    all_count: 60,
    outside: 0,
    bytes: 45_000,
    read_at: '2026-11-20T11:12:00.000Z',
    task_id: null,
    ...over,
  }
}

export const known = {
  inboxes: [{ id: 11, name: 'WhatsApp' }],
  agents: [
    { id: 21, name: 'Ana' },
    { id: 22, name: 'Bruno' },
  ],
  teams: [{ id: 31, name: 'Vendas' }],
  labels: ['vip', 'obra'],
}
